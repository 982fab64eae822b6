// What the console's pages do besides: without it, everything works by hand.
import { drawing } from "./account-qr.js"
import "./console-settings.js"

// An invitation's code is behind a #, which no server sees. It leaves the address, and with it the browser's history.
const place = document.querySelector("input[data-from-hash]")
if (place && location.hash.length > 1) {
  place.value = location.hash.slice(1)
  history.replaceState(null, "", location.pathname)
  document.getElementById("email")?.focus()
}

// A key that an authenticator app can scan.
for (const node of document.querySelectorAll("[data-qr]")) {
  const picture = drawing(node.dataset.qr, node.dataset.label)
  if (picture) node.append(picture)
}

// Something that is shown once can be saved; it is never part of an address.
const secret = document.getElementById("secret")
const save = document.querySelector("[data-save]")
if (secret && save) {
  save.hidden = false
  save.addEventListener("click", () => {
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([secret.textContent], { type: "application/json" }))
    link.download = save.dataset.save
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10000)
  })
}

// A file goes to the server in parts, so that it may be large.
const PART = 1 << 20
for (const form of document.querySelectorAll("form[data-upload]")) {
  form.hidden = false
  form.addEventListener("submit", event => {
    event.preventDefault()
    upload(form)
  })
}

async function upload(form) {
  const file = form.elements.file.files[0]
  const button = form.querySelector("button")
  const bar = form.querySelector("progress")
  const status = form.querySelector("[role=status]")
  const token = form.elements.token.value
  if (!file) return
  button.disabled = true
  bar.hidden = false
  status.textContent = bar.getAttribute("aria-label")
  try {
    const made = await fetch(form.action, {
      method: "POST", body: new URLSearchParams({ token, name: file.name, length: file.size })
    })
    if (!made.ok || !made.redirected) throw new Error("refused")
    const place = made.url
    let sent = 0
    while (sent < file.size) {
      const answer = await fetch(`${place}/parts?at=${sent}`, {
        method: "POST", body: file.slice(sent, sent + PART),
        headers: { "Content-Type": "application/octet-stream", "X-Vincula-Form": token }
      })
      if (answer.status === 429) {
        await new Promise(resolve => setTimeout(resolve, 1000 * (Number(answer.headers.get("Retry-After")) || 1)))
        continue
      }
      if (!answer.ok) throw new Error("refused")
      sent = (await answer.json()).received
      bar.value = Math.floor(100 * sent / file.size)
    }
    location.assign(place)
  } catch {
    status.textContent = form.dataset.failed
    bar.hidden = true
    button.disabled = false
  }
}

// Where a browser cannot show a closed menu beside the content, it is opened as long as there is room for it.
const menu = document.querySelector(".menu details")
if (menu && !CSS.supports("selector(::details-content)")) {
  const wide = matchMedia("(min-width: 64rem)")
  const follow = () => { menu.open = wide.matches }
  wide.addEventListener("change", follow)
  follow()
}

// A development server's own pages: buttons that copy, times that stay true, and an inbox that shows what arrives.
import { enableCopying, showCopying } from "./copying.js"

const live = document.getElementById("live")
const list = document.getElementById("messages")

enableCopying(live)
if (list) followInbox()

function followInbox() {
  const fill = (text, values) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "")

  // As the server says it: InboxTexts.ago.
  const ago = milliseconds => {
    const minutes = Math.max(0, Math.floor(milliseconds / 60000)), words = list.dataset
    if (minutes < 1) return words.now
    if (minutes < 60) return fill(words.minutes, {count: minutes})
    if (minutes < 1440) return fill(words.hours, {count: Math.floor(minutes / 60)})
    return minutes < 2880 ? words.day : fill(words.days, {count: Math.floor(minutes / 1440)})
  }

  const tellTimes = () => {
    for (const time of list.querySelectorAll("time")) {
      const text = ago(Date.now() - time.dataset.at)
      if (time.textContent !== text) time.textContent = text
    }
  }

  let tag = list.dataset.tag

  /** Takes over what the server shows now; rows that stay keep the focus and the selection. */
  const show = (page, isFiltered) => {
    const incoming = page.getElementById("messages")
    if (!incoming) return
    tag = incoming.dataset.tag
    const shown = new Map([...list.children].map(row => [row.id, row]))
    const arrived = [...incoming.children].filter(row => !shown.has(row.id)).map(row => row.dataset)
    const rows = [...incoming.children].map(row => shown.get(row.id) ?? document.adoptNode(row))
    for (const row of shown.values()) if (!rows.includes(row)) row.remove()
    rows.forEach((row, index) => { if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null) })
    for (const id of ["nothing", "clear"]) {
      document.getElementById(id).hidden = page.getElementById(id).hidden
    }
    document.getElementById("nothing").textContent = page.getElementById("nothing").textContent
    const kind = document.getElementById("kind"), chosen = kind.value
    if (document.activeElement !== kind) {
      kind.replaceChildren(...[...page.getElementById("kind").children].map(option => document.adoptNode(option)))
      kind.value = chosen
    }
    showCopying()
    if (isFiltered) {
      live.textContent = rows.length ? fill(list.dataset.found, {count: rows.length}) : document.getElementById("nothing").textContent
    } else if (arrived.length === 1) {
      live.textContent = fill(list.dataset.one, {subject: arrived[0].subject, address: arrived[0].to})
    } else if (arrived.length) {
      live.textContent = fill(list.dataset.many, {count: arrived.length})
    }
  }

  let next, request

  const ask = isFiltered => {
    clearTimeout(next)
    tellTimes()
    if (document.hidden) return void (next = setTimeout(ask, 2000))
    request?.abort()
    // The browser itself reads the page: a script with Trusted Types may not turn text into HTML.
    const mine = request = new XMLHttpRequest()
    mine.open("GET", location.href)
    mine.responseType = "document"
    mine.setRequestHeader("Accept", "text/html")
    mine.setRequestHeader("If-None-Match", `"${tag}"`)
    mine.onload = () => { if (mine.status === 200 && mine.response) show(mine.response, isFiltered) }
    mine.onloadend = () => { if (request === mine) next = setTimeout(ask, 2000) }
    mine.send()
  }
  next = setTimeout(ask, 2000)

  // The filter counts while it is typed; its button is for browsers without scripts.
  const filter = document.querySelector(".tools form[method=get]")
  let typing
  const apply = () => {
    clearTimeout(typing)
    const address = new URL(location.href)
    for (const name of ["q", "kind"]) {
      const value = filter.elements[name].value.trim()
      if (value) address.searchParams.set(name, value)
      else address.searchParams.delete(name)
    }
    if (address.href === location.href) return
    history.replaceState(null, "", address)
    ask(true)
  }
  filter.querySelector("button").hidden = true
  filter.addEventListener("input", () => {
    clearTimeout(typing)
    typing = setTimeout(apply, 200)
  })
  filter.addEventListener("submit", event => {
    event.preventDefault()
    apply()
  })
}

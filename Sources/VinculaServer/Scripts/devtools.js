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
  const show = page => {
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
    if (arrived.length === 1) {
      live.textContent = fill(list.dataset.one, {subject: arrived[0].subject, address: arrived[0].to})
    } else if (arrived.length) {
      live.textContent = fill(list.dataset.many, {count: arrived.length})
    }
  }

  const ask = () => {
    tellTimes()
    if (document.hidden) return void setTimeout(ask, 2000)
    // The browser itself reads the page: a script with Trusted Types may not turn text into HTML.
    const request = new XMLHttpRequest()
    request.open("GET", location.href)
    request.responseType = "document"
    request.setRequestHeader("Accept", "text/html")
    request.setRequestHeader("If-None-Match", `"${tag}"`)
    request.onload = () => { if (request.status === 200 && request.response) show(request.response) }
    request.onloadend = () => setTimeout(ask, 2000)
    request.send()
  }
  setTimeout(ask, 2000)
}

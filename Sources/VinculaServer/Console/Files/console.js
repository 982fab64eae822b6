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

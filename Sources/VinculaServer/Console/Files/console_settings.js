// What the pages of settings and keys do besides.

import { enableCopying } from "./copying.js"

enableCopying(document.querySelector("main [role=status]"))

// A preview that follows what is typed: the form is sent to the frame, as its button does by hand.
for (const form of document.querySelectorAll("form[data-live]")) {
  const button = document.getElementById(form.dataset.live)
  let waiting
  form.addEventListener("input", () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => form.requestSubmit(button), 400)
  })
}

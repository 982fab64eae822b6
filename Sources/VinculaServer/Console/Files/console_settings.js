// What the pages of settings and keys do besides.

// Buttons that copy a text of the page.
const said = document.querySelector("main [role=status]")

const copy = async button => {
  const source = document.getElementById(button.dataset.copy)
  try {
    await navigator.clipboard.writeText(source.textContent)
  } catch {
    // Without permission or https: by the selection, which stays for Ctrl-C if that does not work either.
    getSelection().selectAllChildren(source)
    if (!document.execCommand("copy")) return
  }
  const label = button.dataset.label ??= button.textContent
  button.textContent = said.textContent = button.dataset.copied
  setTimeout(() => { button.textContent = label }, 2000)
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false
  button.addEventListener("click", () => copy(button))
}

// A preview that follows what is typed: the form is sent to the frame, as its button does by hand.
for (const form of document.querySelectorAll("form[data-live]")) {
  const button = document.getElementById(form.dataset.live)
  let waiting
  form.addEventListener("input", () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => form.requestSubmit(button), 400)
  })
}

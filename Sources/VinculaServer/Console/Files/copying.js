// Buttons that copy a text of the page. A button is hidden until this runs: without scripts there is nothing to press.

async function copy(button, said) {
  const source = document.getElementById(button.dataset.copy)
  try {
    await navigator.clipboard.writeText(source.textContent)
  } catch {
    // Without permission or https: by the selection, which stays for Ctrl-C if that does not work either.
    getSelection().selectAllChildren(source)
    if (!document.execCommand("copy")) return
  }
  const label = button.dataset.label ??= button.textContent
  button.textContent = button.dataset.copied
  if (said) said.textContent = button.dataset.copied
  setTimeout(() => { button.textContent = label }, 2000)
}

/** Shows the buttons, also those that have just come. */
export function showCopying() {
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false
}

/** Has every such button copy, and says so in an element that screen readers follow. */
export function enableCopying(said) {
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-copy]")
    if (button) copy(button, said)
  })
  showCopying()
}

// The language: the one that the person chose in this tab; else the one that the server sent the page in, by its address, the
// browser and the project.

import { context, ownAddress, t } from "./account-context.js"
import { tell } from "./account-dom.js"
import { render } from "./account-router.js"

const choice = document.getElementById("language")
/** For the tab and every app: people do not change their language with the app. */
const kept = "vincula.language"

const chosen = () => {
  const language = sessionStorage.getItem(kept)
  return [...choice.options].some(option => option.value === language) ? language : null
}

const textsOf = async language => {
  const answer = await fetch(`/account/texts/${language}`, { credentials: "omit", signal: AbortSignal.timeout(30000) })
  if (!answer.ok) throw new Error(`texts: ${answer.status}`)
  return answer.json()
}

const take = (language, texts) => {
  context.language = language
  context.texts = texts
  document.documentElement.lang = language
  choice.value = language
  choice.setAttribute("aria-label", t("languages"))
  const banner = document.getElementById("banner")
  if (banner) banner.textContent = t("banner")
}

/** Reads the texts for the first view. */
export const loadTexts = async () => {
  const language = chosen() ?? context.language
  take(language, await textsOf(language))
}

const controls = () => [...document.querySelectorAll("main input, main select")]

/** Shows the same view in another language, with what was typed. */
const change = async language => {
  const before = context.language
  let texts
  try {
    texts = await textsOf(language)
  } catch {
    choice.value = before
    tell(t("error.NO_CONNECTION"), true)
    return
  }
  // Another one may have been chosen meanwhile.
  if (choice.value !== language) return
  const typed = controls().map(({ name, value, checked }) => ({ name, value, checked }))
  for (const told of document.getElementById("status").children) told.lang ||= before
  sessionStorage.setItem(kept, language)
  take(language, texts)
  history.replaceState(history.state, "", ownAddress() + location.hash)
  context.isRedrawing = true
  try {
    await render()
  } finally {
    context.isRedrawing = false
  }
  controls().forEach((control, index) => {
    if (control.name !== typed[index]?.name) return
    control.value = typed[index].value
    control.checked = typed[index].checked
  })
}

choice.addEventListener("change", () => change(choice.value))
// A page that Back brings out of the browser's memory may be from before the choice.
addEventListener("pageshow", event => {
  if (!event.persisted || (chosen() ?? context.language) === context.language) return
  choice.value = chosen()
  change(choice.value)
})

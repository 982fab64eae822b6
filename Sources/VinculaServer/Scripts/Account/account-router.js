// Which view is shown is part of the address, after `#`: reload keeps it, and the browser's Back works.

import { t } from "./account-context.js"
import { el, show, tell, to } from "./account-dom.js"
import { words } from "./account-api.js"
import { forget, isOver, isRequired, isSignedIn } from "./account-session.js"

const views = new Map()
let shown = 0
/** The views of a session that has to add a second step before anything else. */
const beforeSecondStep = ["required", "factor", "factor-phone", "factor-phone-code", "email", "again"]

/** Adds a view. `needs` is "session", "nobody", or nothing. */
export const view = (name, needs, draw) => views.set(name, { needs, draw })

export const route = () => decodeURIComponent(location.hash.replace(/^#\/?/, ""))

/** Goes to a view; with `replace`, Back does not return to the one before. */
export const go = (name, replace = false) => {
  const address = `#/${name}`
  if (location.hash === address) return render()
  if (!replace) {
    location.hash = address
    return undefined
  }
  history.replaceState(null, "", address)
  return render()
}

/** Draws the view that the address names. */
export const render = async () => {
  const mine = ++shown
  const [name, ...rest] = route().split("/")
  const found = views.get(name)
  if (!found) return go(isSignedIn() ? "" : "sign-in", true)
  if (found.needs === "session" && !isSignedIn()) return go("sign-in", true)
  if (found.needs === "nobody" && isSignedIn()) return go("", true)
  document.getElementById("main").setAttribute("aria-busy", "true")
  try {
    if (found.needs === "session" && !beforeSecondStep.includes(name) && (await isRequired())) return go("required", true)
    const content = await found.draw(rest.join("/"))
    // Somebody may have gone on meanwhile.
    if (content && mine === shown) show(...content)
  } catch (refusal) {
    if (mine !== shown) return undefined
    if (isOver(refusal)) return leave(words(refusal))
    show(t("failed"), el("p", { class: "error", role: "alert" }, words(refusal)), el("p", {}, to("", t("home"))))
  }
  return undefined
}

/** Ends the session here, and says why. */
export const leave = async text => {
  forget()
  await go("sign-in", true)
  tell(text)
}

addEventListener("hashchange", () => {
  tell("")
  render()
})
// A page that Back brings out of the browser's memory may be of another time.
addEventListener("pageshow", event => event.persisted && render())

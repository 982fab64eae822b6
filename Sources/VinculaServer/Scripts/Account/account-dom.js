// Elements, forms and what is told to people. Text becomes text nodes: nothing here is parsed as HTML.

import { context, t, provider } from "./account-context.js"
import { Refusal, words } from "./account-api.js"
import { leave } from "./account-router.js"

/** Creates an element. Attributes that are null or false are left out; functions listen to events. */
export const el = (name, attributes = {}, ...children) => {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value)
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value)
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false))
  return element
}

const main = document.getElementById("main")
let isFirst = true

/** Shows a view. The heading gets the focus, so that a screen reader begins there. */
export const show = (title, ...content) => {
  const heading = el("h1", { tabindex: "-1" }, title)
  main.replaceChildren(heading, ...content.flat().filter(Boolean))
  main.removeAttribute("aria-busy")
  document.title = `${title} – ${context.config?.project.name ?? ""}`
  const field = main.querySelector("[autofocus]")
  if (field && isFirst) field.focus()
  else if (!isFirst && !context.isRedrawing) heading.focus()
  isFirst = false
}

/** Tells what has happened, or what went wrong; it stays until something else happens. */
export const tell = (text, isProblem = false) => {
  const attributes = isProblem ? { role: "alert", class: "error" } : {}
  document.getElementById("status").replaceChildren(...(text ? [el("p", attributes, text)] : []))
}

let number = 0

/** A labelled field. */
export const field = (label, attributes, hint = null) => {
  const id = `field-${++number}`
  const described = hint ? `${id}-hint` : null
  if (hint) hint.id = described
  const input = el("input", { id, "aria-describedby": described, ...attributes })
  return el("div", { class: "field" }, el("label", { for: id }, label), input, hint)
}

/** Runs what a button does: once at a time, with what went wrong beside it. */
const run = async (place, controls, action) => {
  if (place.getAttribute("aria-busy")) return
  place.setAttribute("aria-busy", "true")
  place.querySelector(".error")?.remove()
  tell("")
  for (const input of controls) {
    input.removeAttribute("aria-invalid")
    const known = (input.getAttribute("aria-describedby") ?? "").split(" ").filter(id => id && !id.endsWith("-problem"))
    if (known.length) input.setAttribute("aria-describedby", known.join(" "))
    else input.removeAttribute("aria-describedby")
  }
  try {
    await action()
  } catch (refusal) {
    // Nothing can be done with such a session.
    if (refusal.code === "SESSION_KEY_LOST") await leave(words(refusal))
    else fail(place, controls, refusal)
  } finally {
    place.removeAttribute("aria-busy")
  }
}

const fail = (place, controls, refusal) => {
  const id = `at-${++number}-problem`
  const problem = el("div", { class: "error", role: "alert", id }, el("p", {}, words(refusal)), refusal.way ?? null)
  place.prepend(problem)
  const wrong = controls.filter(input => refusal.fields?.includes(input.name))
  for (const input of wrong) {
    input.setAttribute("aria-invalid", "true")
    input.setAttribute("aria-describedby", `${input.getAttribute("aria-describedby") ?? ""} ${id}`.trim())
  }
  if (wrong.length) wrong[0].focus()
  else if (controls.length === 0) place.querySelector("button")?.focus()
}

/** A form whose fields go to an action. */
export const form = (fields, button, action, attributes = {}) => {
  const element = el("form", { novalidate: false }, fields, el("button", attributes, button))
  element.addEventListener("submit", event => {
    event.preventDefault()
    const inputs = [...element.querySelectorAll("input,select")]
    run(element, inputs, () => {
      checkPassword(inputs)
      return action(Object.fromEntries(new FormData(element)))
    })
  })
  return element
}

/** A button that does something at once. */
export const button = (label, action, attributes = {}) => {
  const place = el("div", { class: "action" })
  place.append(el("button", { type: "button", ...attributes, click: () => run(place, [], action) }, [label].flat()))
  return place
}

/** A link to another view of this page. */
export const to = (route, label, attributes = {}) => el("a", { href: `#/${route}`, ...attributes }, label)

const drawings = [...document.getElementById("marks").content.children]

/** A provider's mark: a copy of the drawing that came with the page, in the colour of the text. */
export const mark = id => {
  const drawing = drawings.find(known => known.dataset.provider === id)?.firstElementChild
  const letter = id === "password" || id === "emailLink" ? "@" : id === "phone" ? "#" : provider(id).title.slice(0, 1).toUpperCase()
  return el("span", { class: "mark", "aria-hidden": "true" }, drawing ? document.importNode(drawing, true) : letter)
}

const graphemes = text => [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length

/** The project's rules for new passwords: each in words, and what keeps it. */
const rulesOfPasswords = () => {
  const { customStrengthOptions: rules, allowedNonAlphanumericCharacters: symbols, enforcementState } = context.config.passwordPolicy
  const least = enforcementState === "ENFORCE" ? rules.minPasswordLength : 6
  const list = [[t("rule.atLeast", { count: least }), text => graphemes(text) >= least]]
  if (enforcementState !== "ENFORCE") return list
  if (rules.maxPasswordLength && rules.maxPasswordLength < 4096)
    list.push([t("rule.atMost", { count: rules.maxPasswordLength }), text => graphemes(text) <= rules.maxPasswordLength])
  if (rules.containsLowercaseCharacter) list.push([t("rule.lowercase"), text => /[a-z]/.test(text)])
  if (rules.containsUppercaseCharacter) list.push([t("rule.uppercase"), text => /[A-Z]/.test(text)])
  if (rules.containsNumericCharacter) list.push([t("rule.digit"), text => /[0-9]/.test(text)])
  if (rules.containsNonAlphanumericCharacter)
    list.push([t("rule.symbol"), text => (symbols ?? []).some(symbol => text.includes(symbol))])
  return list
}

const listed = rules => el("ul", {}, rules.map(rule => el("li", {}, rule)))

/** The rules for a new password. */
export const passwordRules = () =>
  el(
    "div", { class: "hint" }, el("p", {}, t("rules")), listed(rulesOfPasswords().map(([rule]) => rule)),
    context.config.refusesCommonPasswords ? el("p", {}, t("rule.notCommon")) : null)

/** Refuses a new password before it is sent, with everything that it lacks. */
const checkPassword = inputs => {
  const input = inputs.find(each => each.autocomplete === "new-password")
  const missing = input ? rulesOfPasswords().filter(([, keeps]) => !keeps(input.value)).map(([rule]) => rule) : []
  if (!missing.length) return
  const refusal = new Refusal("PASSWORD_LACKS")
  refusal.fields = [input.name]
  refusal.way = listed(missing)
  throw refusal
}

// Changes that need a recent sign-in: they ask for one if it is too old, and then go on by themselves.

import { accounts, Refusal } from "./account-api.js"
import { browser, context, t, tab, wayTitle } from "./account-context.js"
import { button, el, field, form, mark, tell, to } from "./account-dom.js"
import { finish } from "./account-arrive.js"
import { providerButtons } from "./account-providers.js"
import { go, render, route, view } from "./account-router.js"
import { account, uid, waysOf } from "./account-session.js"
import { sendLink } from "./account-signin.js"
import { againByPhone } from "./account-texting.js"

const changes = new Map()
/** What waits, with what must not be stored: a new password is only in this page's memory. */
let waitingHere = null

/** Adds a change. `route` is the view that asks for it, `secrets` the values that are never stored. */
export const change = (name, { route, secrets = [], run }) => changes.set(name, { route, secrets, run })

/** Makes a change, or asks for a fresh sign-in first. */
export const make = async (name, values = {}) => {
  try {
    await changes.get(name).run(values)
  } catch (refusal) {
    if (refusal.code !== "CREDENTIAL_TOO_OLD_LOGIN_AGAIN") throw refusal
    const { secrets } = changes.get(name)
    const kept = Object.fromEntries(Object.entries(values).filter(([key]) => !secrets.includes(key)))
    waitingHere = { name, values }
    tab.set("waiting", { name, values: kept, uid: await uid() }, 600)
    await go("again")
  }
}

/** Goes on with the change that waited for a fresh sign-in. */
export const resume = async waiting => {
  tab.remove("waiting")
  const { route, secrets, run } = changes.get(waiting.name)
  const values = waitingHere?.name === waiting.name ? waitingHere.values : waiting.values
  waitingHere = null
  // What was not stored has to be written once more.
  if (secrets.some(key => !(key in values))) {
    await go(route(values), true)
    tell(t("told.again"))
    return
  }
  await run(values)
}

/** Asks for the password of the account that is signed in. */
export const passwordForm = (email, label, then) =>
  form(
    [
      el("input", { type: "email", name: "email", autocomplete: "username", value: email, readonly: true, class: "away", tabindex: "-1", "aria-hidden": "true" }),
      field(t("password"), { name: "password", type: "password", autocomplete: "current-password", required: true }),
    ],
    label,
    async ({ password }) => finish(await accounts("signInWithPassword", { email, password, returnSecureToken: true }), then))

view("again", "session", async () => {
  const waiting = tab.get("waiting")
  if (!waiting) return void go("", true)
  const user = await account()
  if (user.localId !== waiting.uid) throw new Refusal("OTHER_ACCOUNT")
  const ways = waysOf(user)
  const then = { waiting, uid: waiting.uid }
  const content = [el("p", {}, t("again.text"))]
  if (ways.includes("password")) content.push(passwordForm(user.email, t("signIn"), then))
  else if (ways.includes("emailLink"))
    content.push(button([mark("emailLink"), el("span", {}, wayTitle("emailLink"))], () => sendLink(user.email, then), { class: "provider" }))
  // An account with a second step is not opened by a phone.
  if (ways.includes("phone") && !user.mfaInfo?.length) content.push(againByPhone(user.phoneNumber, then))
  content.push(providerButtons("again", then, id => ways.includes(id)))
  if (ways.length === 0) content.push(el("p", {}, t("again.guest")))
  content.push(el("p", {}, to("", t("cancel"))))
  return [t("again.title"), ...content]
})

view("sent", null, () => {
  const sent = tab.get("sent")
  if (!sent) return void go("", true)
  if (sent.isDone) return [t("sent.doneTitle"), el("p", {}, t("sent.done")), el("p", {}, to("", t("back")))]
  return [
    t("sent.title"), el("p", {}, t(sent.text, { email: sent.email })), el("p", {}, t("sent.where")),
    el("p", {}, to("", t("back"))),
  ]
})

/** Shows that a mail is on its way. */
export const sent = (email, text) => {
  tab.set("sent", { email, text }, 3600)
  return go("sent")
}

// The mailed link is usually opened in a tab of its own.
browser.whenRemoved("link", () => {
  const mail = tab.get("sent")
  if (mail?.text !== "sent.link" || route() !== "sent") return
  tab.set("sent", { ...mail, isDone: true }, 3600)
  render()
})

/** Keeps what the tab of a mailed link has to know: who asked for it, what for, and the app that waits for them. */
export const remember = (email, then) => browser.set("link", { email, then, codeChallenge: context.codeChallenge }, 3600)

// Projects that require a second step: until somebody has one, there is nothing else to do here.

import { accounts } from "./account-api.js"
import { home } from "./account-arrive.js"
import { context, ownAddress, t } from "./account-context.js"
import { button, el, tell, to } from "./account-dom.js"
import { sent } from "./account-again.js"
import { signOut } from "./account-profile.js"
import { go, view } from "./account-router.js"
import { account, isRequired, isSentByApp, signInProvider, take, token } from "./account-session.js"

/** Ways of signing in that no second step goes with. */
const alone = ["anonymous", "phone", "custom", "gc.apple.com"]

/** What somebody whose address is not confirmed has to do first: otherwise they could lock its owner out. */
export const addressFirst = user => [
  el("p", {}, t(user.email ? "factor.confirmFirst" : "factor.addressFirst", { email: user.email ?? "" })),
  // Without mail, nobody can confirm an address.
  !context.config.methods.mail ? null : user.email
    ? button(t("confirm.send"), async () => {
      await accounts("sendOobCode", { requestType: "VERIFY_EMAIL", idToken: await token(), continueUrl: ownAddress() })
      await sent(user.email, "sent.verify")
    })
    : el("p", {}, to("email", t("email.change"), { class: "button" })),
]

/** Goes on after a second step was added: to the app that the person could not get to before, or to `place`. */
export const added = async (answer, told, place) => {
  const wasRequired = await isRequired()
  take(answer)
  if (wasRequired && isSentByApp()) return home(told)
  await go(place, true)
  tell(told)
  return undefined
}

view("required", "session", async () => {
  if (!(await isRequired())) return void go("", true)
  const user = await account()
  const { authenticator, phoneFactor } = context.config.methods
  const steps = user.emailVerified
    ? [
      authenticator ? el("p", {}, to("factor", t("factor.title"), { class: "button" })) : null,
      phoneFactor ? el("p", {}, to("factor-phone", t("phone.title"), { class: authenticator ? "button quiet" : "button" })) : null,
    ]
    : [...addressFirst(user), user.email && context.config.methods.mail ? el("p", {}, to("email", t("email.change"))) : null]
  const isAlone = alone.includes(await signInProvider())
  return [
    t("required.title"),
    el("p", { class: "note" }, t("required.text", { app: context.config.project.name })),
    user.emailVerified && isAlone ? el("p", {}, t("required.otherWay")) : steps,
    button(t("signOut"), signOut, { class: "quiet" }),
  ]
})

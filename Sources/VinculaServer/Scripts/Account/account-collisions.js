// Two accounts, or one that is not known to be the same: what is the matter in words, and the one button that resolves it.

import { accounts } from "./account-api.js"
import { t, tab, wayTitle } from "./account-context.js"
import { button, el, mark, to } from "./account-dom.js"
import { finish } from "./account-arrive.js"
import { passwordForm } from "./account-again.js"
import { leaveFor } from "./account-providers.js"
import { go, view } from "./account-router.js"
import { sendLink } from "./account-signin.js"

// Somebody signed in with a provider whose email belongs to an account that has other ways in.
view("known", null, () => {
  const known = tab.get("known")
  if (!known) return void go("", true)
  const then = { pending: { token: known.token, provider: known.provider } }
  const values = { email: known.email ?? "", provider: wayTitle(known.provider) }
  const way = known.ways[0]
  const content = [el("p", {}, t("known.text", { ...values, way: wayTitle(way ?? "password") }))]
  // A password is asked for here; everything else is one button.
  if (way === "password" || !way) content.push(passwordForm(known.email, t("known.button", values), then))
  else
    content.push(button(
      [mark(way), el("span", {}, t("continueWith", { provider: wayTitle(way) }))],
      () => way === "emailLink" ? sendLink(known.email, then) : leaveFor(way, "signIn", then), { class: "provider" }))
  content.push(el("p", {}, to("sign-in", t("cancel"))))
  return [t("known.title"), ...content]
})

// Somebody who is signed in wanted to link what belongs to another account.
view("taken", "session", () => {
  const taken = tab.get("taken")
  if (!taken) return void go("", true)
  const values = { email: taken.email ?? "", number: taken.number ?? "", provider: wayTitle(taken.provider) }
  const name = { PHONE_NUMBER_EXISTS: "taken.phone", FEDERATED_USER_ID_ALREADY_LINKED: "taken.identity", PROVIDER_ALREADY_LINKED: "taken.provider" }[taken.code]
  const content = [el("p", {}, t(name ?? "taken.email", values))]
  if (taken.code !== "PROVIDER_ALREADY_LINKED") {
    content.push(
      el("p", {}, t("taken.switchText")),
      button(t("taken.switch"), async () => {
        tab.remove("taken")
        await finish(
          taken.proof
            ? await accounts("signInWithPhoneNumber", { temporaryProof: taken.proof, phoneNumber: taken.number })
            : await accounts("signInWithIdp", {
              pendingToken: taken.token, requestUri: "http://localhost", returnSecureToken: true, returnIdpCredential: true,
            }))
      }))
  }
  content.push(el("p", {}, to("", t("taken.stay"))))
  return [t("taken.title"), ...content]
})

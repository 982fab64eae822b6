// Phone numbers as a way in: signing in, adding a number or replacing it, and signing in once more.

import { accounts } from "./account-api.js"
import { context, t, tab, wayTitle } from "./account-context.js"
import { el, form, to } from "./account-dom.js"
import { finish } from "./account-arrive.js"
import { change, make } from "./account-again.js"
import { go, view } from "./account-router.js"
import { account, isSignedIn, token } from "./account-session.js"
import { codeField } from "./account-signin.js"
import { enter, numberField, plainNumber, resend, sendAndAsk, sendCode } from "./account-texting.js"

/** Takes up the answer to a number's proof. */
const settle = async (answer, then) => {
  tab.remove("texting")
  if (!answer.temporaryProof) return finish(answer, then)
  tab.set("taken", { code: "PHONE_NUMBER_EXISTS", number: answer.phoneNumber, proof: answer.temporaryProof, provider: "phone" }, 900)
  return go("taken")
}

change("linkPhone", {
  route: () => "phone-code",
  secrets: ["code"],
  run: async ({ session, code }) => {
    const told = (await account()).phoneNumber ? t("told.phoneChanged") : t("told.linked", { provider: wayTitle("phone") })
    const body = { sessionInfo: session, code, idToken: await token() }
    await settle(await enter(() => accounts("signInWithPhoneNumber", body)), { told })
  },
})

view("phone-sign-in", "nobody", () => {
  if (!context.config.methods.phone) return void go("sign-in", true)
  return [
    t("phone.signIn"),
    el("p", {}, t("phone.signIn.text")),
    form([numberField()], t("phone.send"), ({ number }) => sendAndAsk(plainNumber(number), "signIn")),
    el("p", {}, to("sign-in", t("back"))),
  ]
})

view("add-phone", "session", async () => {
  if (!context.config.methods.phone) return void go("", true)
  const user = await account()
  return [
    t(user.phoneNumber ? "changePhone.title" : "addPhone.title"),
    el("p", {}, t(user.phoneNumber ? "changePhone.text" : "addPhone.text", { number: user.phoneNumber ?? "" })),
    form([numberField()], t("phone.send"), ({ number }) => sendAndAsk(plainNumber(number), "link")),
    el("p", {}, to("", t("cancel"))),
  ]
})

view("phone-code", null, () => {
  const texting = tab.get("texting")
  if (!texting || (texting.purpose === "link" && !isSignedIn())) return void go("", true)
  const other = { signIn: "phone-sign-in", link: "add-phone" }[texting.purpose]
  return [
    t("code.title"),
    el("p", {}, t("code.texted", { number: texting.number })),
    form([codeField()], t("continue"), async ({ code }) => {
      // Another code may have been sent meanwhile.
      const { session, purpose, then } = tab.get("texting") ?? texting
      const digits = code.replace(/\s/g, "")
      if (purpose === "link") return make("linkPhone", { session, code: digits })
      const body = { sessionInfo: session, code: digits, ...(purpose === "again" ? { operation: "REAUTH" } : {}) }
      return settle(await enter(() => accounts("signInWithPhoneNumber", body)), then)
    }),
    resend(texting.number, () => sendCode(texting.number, texting.purpose, texting.then)),
    other ? el("p", {}, to(other, t("phone.other"))) : null,
    el("p", {}, to("", t("cancel"))),
  ]
})

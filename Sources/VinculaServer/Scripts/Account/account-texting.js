// Codes by text message: asking for a number, sending a code to it, and entering one.

import { accounts, Refusal } from "./account-api.js"
import { t, tab } from "./account-context.js"
import { button, el, field, mark, tell } from "./account-dom.js"
import { go } from "./account-router.js"

/** People write numbers with spaces and brackets; the API takes `+` and digits. */
export const plainNumber = number => number.replace(/[\s().\/-]/g, "")

export const numberField = () =>
  field(t("phone.number"), { name: "number", type: "tel", autocomplete: "tel", required: true, maxlength: "40" },
    el("p", { class: "hint" }, t("phone.hint")))

/** Enters a code that was sent to a phone. A wrong one is not to be waited for, as an app's next one is. */
export const enter = async action => {
  try {
    return await action()
  } catch (refusal) {
    if (refusal.code !== "INVALID_CODE") throw refusal
    const wrong = new Refusal("INVALID_TEXTED_CODE")
    wrong.fields = ["code"]
    throw wrong
  }
}

/** A button that sends another code to the same number. */
export const resend = (number, send) =>
  button(t("code.again"), async () => {
    await send()
    tell(t("code.sentAgain", { number }))
  }, { class: "quiet" })

/** Sends a code. `purpose` is `signIn`, `link` or `again`; `then` is what `finish` gets. */
export const sendCode = async (number, purpose, then) => {
  const { sessionInfo } = await accounts("sendVerificationCode", { phoneNumber: number })
  tab.set("texting", { session: sessionInfo, number, purpose, then }, 600)
}

export const sendAndAsk = async (number, purpose, then = {}) => {
  await sendCode(number, purpose, then)
  return go("phone-code")
}

/** A button to sign in once more with the account's number. */
export const againByPhone = (number, then) =>
  el("div", { class: "providers" },
    button([mark("phone"), el("span", {}, t("code.send", { number }))], () => sendAndAsk(number, "again", then), { class: "provider" }))

// Authenticator apps and phones as second steps: adding one, and removing one.

import { secondFactor } from "./account-api.js"
import { context, t, tab } from "./account-context.js"
import { button, el, field, form, tell, to } from "./account-dom.js"
import { change, make } from "./account-again.js"
import { drawing } from "./account-qr.js"
import { addressFirst, added } from "./account-required.js"
import { go, view } from "./account-router.js"
import { account, take, token } from "./account-session.js"
import { codeField } from "./account-signin.js"
import { enter, numberField, plainNumber, resend } from "./account-texting.js"

let started = null
let shown = null

/** The address that an authenticator app reads from the QR code. */
const setupAddress = (info, email) => {
  const issuer = context.config.project.name.slice(0, 40).replaceAll(":", " ")
  const query = new URLSearchParams({
    secret: info.sharedSecretKey, issuer, algorithm: info.hashingAlgorithm, digits: info.verificationCodeLength, period: info.periodSec,
  })
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?${String(query).replaceAll("+", "%20")}`
}

/** Where somebody goes on who has added a factor: with the first one, they are offered recovery codes. */
const next = user => context.config.methods.recoveryCodes && !user.mfaInfo?.length ? "recovery-codes" : ""

change("startFactor", {
  route: () => "factor",
  run: async () => {
    const { totpSessionInfo } = await secondFactor("mfaEnrollment:start", { idToken: await token(), totpEnrollmentInfo: {} })
    started = totpSessionInfo
    await go("factor", true)
  },
})

/** The view of somebody who has to confirm an address first. */
const addressBefore = user => [t("factors"), ...addressFirst(user), el("p", {}, to("", t("cancel")))]

view("factor", "session", async () => {
  const user = await account()
  if (!user.emailVerified) return addressBefore(user)
  if (started) shown = started
  else if (!shown || !context.isRedrawing) {
    await make("startFactor")
    return null
  }
  const info = shown
  // The next visit gets a secret of its own.
  started = null
  const picture = drawing(setupAddress(info, user.email ?? user.localId), t("factor.qr"))
  return [
    t("factor.title"),
    el("ol", { class: "steps" },
      el("li", {}, el("p", {}, t("factor.scan")), picture,
        el("p", {}, t("factor.key")), el("p", {}, el("code", { class: "secret" }, info.sharedSecretKey.replace(/(.{4})(?=.)/g, "$1 ")))),
      el("li", {}, el("p", {}, t("factor.type")))),
    form(
      [codeField(), field(t("factor.name"), { name: "label", maxlength: "60", autocomplete: "off" }, el("p", { class: "hint" }, t("optional")))],
      t("factor.add"),
      async ({ code, label }) => {
        await added(await secondFactor("mfaEnrollment:finalize", {
          idToken: await token(), ...(label ? { displayName: label } : {}),
          totpVerificationInfo: { sessionInfo: info.sessionInfo, verificationCode: code.replace(/\s/g, "") },
        }), t("told.factor"), next(user))
      }),
    el("p", {}, to("", t("cancel"))),
  ]
})

const sendEnrolmentCode = async number => {
  const { phoneSessionInfo } = await secondFactor("mfaEnrollment:start", {
    idToken: await token(), phoneEnrollmentInfo: { phoneNumber: number },
  })
  tab.set("newPhone", { session: phoneSessionInfo.sessionInfo, number }, 600)
}

change("startPhone", {
  route: () => "factor-phone",
  run: async ({ number }) => {
    await sendEnrolmentCode(number)
    await go("factor-phone-code")
  },
})

view("factor-phone", "session", async () => {
  const user = await account()
  if (!user.emailVerified) return addressBefore(user)
  return [
    t("phone.title"),
    el("p", {}, t("phone.text")),
    form(
      [numberField()], t("phone.send"), ({ number }) => make("startPhone", { number: plainNumber(number) })),
    el("p", {}, to("", t("cancel"))),
  ]
})

view("factor-phone-code", "session", async () => {
  const user = await account()
  const started = tab.get("newPhone")
  if (!started) return void go("factor-phone", true)
  return [
    t("phone.title"),
    el("p", {}, t("code.texted", { number: started.number })),
    form(
      [codeField(), field(t("phone.name"), { name: "label", maxlength: "60", autocomplete: "off" }, el("p", { class: "hint" }, t("optional")))],
      t("phone.add"),
      async ({ code, label }) => {
        // Another code may have been sent meanwhile.
        const { session } = tab.get("newPhone") ?? started
        const idToken = await token()
        const answer = await enter(() => secondFactor("mfaEnrollment:finalize", {
          idToken, ...(label ? { displayName: label } : {}),
          phoneVerificationInfo: { sessionInfo: session, code: code.replace(/\s/g, "") },
        }))
        tab.remove("newPhone")
        await added(answer, t("told.phone"), next(user))
      }),
    resend(started.number, () => sendEnrolmentCode(started.number)),
    el("p", {}, to("factor-phone", t("phone.other"))),
    el("p", {}, to("", t("cancel"))),
  ]
})

change("removeFactor", {
  route: ({ id }) => `remove-factor/${id}`,
  run: async ({ id }) => {
    take(await secondFactor("mfaEnrollment:withdraw", { idToken: await token(), mfaEnrollmentId: id }))
    await go("", true)
    tell(t("told.factorRemoved"))
  },
})

/** What a factor is called: the person's name for it, or the number of a phone. */
export const factorName = factor => factor.displayName || factor.phoneInfo || t("factor.unnamed")

view("remove-factor", "session", async id => {
  const user = await account()
  const factor = (user.mfaInfo ?? []).find(known => known.mfaEnrollmentId === id)
  if (!factor) return void go("", true)
  const values = { provider: factorName(factor) }
  return [
    t("remove.title", values),
    el("p", {}, t("removeFactor.text")),
    button(t("remove.way", values), () => make("removeFactor", { id }), { class: "danger" }),
    el("p", {}, to("", t("cancel"))),
  ]
})

// Signing in and signing up.

import { accounts, Refusal, secondFactor } from "./account-api.js"
import { browser, context, ownAddress, t, tab } from "./account-context.js"
import { button, el, field, form, passwordRules, to } from "./account-dom.js"
import { finish, redeemLink } from "./account-arrive.js"
import { remember, sent } from "./account-again.js"
import { providerButtons } from "./account-providers.js"
import { go, view } from "./account-router.js"
import { isSignedIn, replace, token } from "./account-session.js"
import { enter, resend } from "./account-texting.js"

const methods = () => context.config.methods
const name = () => context.config.project.name
/** The address that was typed, for the next form. */
let typed = ""

const emailField = () =>
  field(t("email"), { name: "email", type: "email", autocomplete: "username", required: true, value: typed })

/** A horizontal rule with a word in it, between two groups of ways in. */
const or = () => el("p", { class: "or" }, el("span", {}, t("or")))

/** Mails a link to sign in, which may open in another tab. */
export const sendLink = async (email, then = {}) => {
  await accounts("sendOobCode", { requestType: "EMAIL_SIGNIN", email, continueUrl: ownAddress(), canHandleCodeInApp: true })
  remember(email, then)
  await sent(email, "sent.link")
}

/** Whatever a person can sign in with, besides a form of the view. */
const otherWays = () => {
  const content = []
  if (methods().emailLink) content.push(el("p", {}, to("email-link", t("emailLink.ask"), { class: "button quiet" })))
  if (methods().phone) content.push(el("p", {}, to("phone-sign-in", t("phone.signIn"), { class: "button quiet" })))
  content.push(providerButtons("signIn"))
  if (methods().anonymous && methods().signUp)
    content.push(button(t("guest"), async () => finish(await accounts("signUp", { returnSecureToken: true })), { class: "quiet" }))
  const found = content.filter(Boolean)
  return found.length && methods().password ? [or(), ...found] : found
}

view("sign-in", "nobody", () => {
  const content = []
  if (methods().password) {
    content.push(
      form(
        [emailField(), field(t("password"), { name: "password", type: "password", autocomplete: "current-password", required: true })],
        t("signIn"),
        async ({ email, password }) => {
          typed = email
          await finish(await accounts("signInWithPassword", { email, password, returnSecureToken: true }))
        }),
      el("p", { class: "row" }, methods().mail ? to("forgot", t("forgot")) : null, methods().signUp ? to("sign-up", t("signUp")) : null))
  }
  const others = otherWays()
  if (content.length + others.length === 0) content.push(el("p", {}, t("noMethods")))
  return [t("signIn.title", { app: name() }), ...content, ...others]
})

view("sign-up", "nobody", () => {
  if (!methods().password || !methods().signUp) return void go("sign-in", true)
  const rules = passwordRules()
  return [
    t("signUp.title", { app: name() }),
    form(
      [
        field(t("yourName"), { name: "displayName", autocomplete: "name", maxlength: "256" }, el("p", { class: "hint" }, t("optional"))),
        emailField(),
        field(t("password"), { name: "password", type: "password", autocomplete: "new-password", required: true }, rules),
      ],
      t("signUp"),
      async ({ email, password, displayName }) => {
        typed = email
        try {
          await finish(await accounts("signUp", { email, password, returnSecureToken: true, ...(displayName ? { displayName } : {}) }))
        } catch (refusal) {
          // There is one thing to do about it.
          if (refusal.code === "EMAIL_EXISTS") refusal.way = el("p", {}, to("sign-in", t("signIn.instead"), { class: "button" }))
          throw refusal
        }
      }),
    el("p", {}, to("sign-in", t("haveAccount"))),
    ...otherWays(),
  ]
})

view("forgot", "nobody", () => [
  t("forgot.title"),
  el("p", {}, t("forgot.text")),
  form([emailField()], t("sendMail"), async ({ email }) => {
    typed = email
    await accounts("sendOobCode", { requestType: "PASSWORD_RESET", email })
    await sent(email, "sent.reset")
  }),
  el("p", {}, to("sign-in", t("back"))),
])

view("email-link", "nobody", () => {
  if (!methods().emailLink) return void go("sign-in", true)
  return [
    t("emailLink.title"),
    el("p", {}, t("emailLink.text")),
    form([emailField()], t("sendMail"), ({ email }) => {
      typed = email
      return sendLink(email)
    }),
    el("p", {}, to("sign-in", t("back"))),
  ]
})

view("link", null, () => {
  const link = tab.get("link")
  if (!link) return void go("", true)
  const then = (link.isOurs ? browser.get("link")?.then : null) ?? {}
  return [
    t("link.title", { app: name() }),
    el("p", {}, isSignedIn() ? t("link.other") : t("link.text")),
    form([emailField()], t("signIn"), ({ email }) => redeemLink(email.trim(), then)),
    el("p", {}, to("", t("cancel"))),
  ]
})

const byRecoveryCode = () => context.config.methods.recoveryCodes ? el("p", {}, to("recovery", t("recovery.use"))) : null

view("code", null, () => {
  const challenge = tab.get("challenge")
  if (!challenge) return void go("", true)
  const apps = challenge.factors.filter(factor => factor.totpInfo)
  const phones = challenge.factors.filter(factor => factor.phoneInfo)
  const label = factor => factor.displayName || t("factor.unnamed")
  const choice = apps.length < 2 ? null : el("div", { class: "field" },
    el("label", { for: "factor" }, t("factor.which")),
    el("select", { id: "factor", name: "factor" }, apps.map(factor => el("option", { value: factor.mfaEnrollmentId }, label(factor)))))
  const byApp = apps.length === 0 ? [] : [
    el("p", {}, apps.length === 1 ? t("code.text", { name: label(apps[0]) }) : t("code.textMany")),
    form([choice, codeField()], t("continue"), async ({ code, factor }) => {
      const answer = await secondFactor("mfaSignIn:finalize", {
        mfaPendingCredential: challenge.credential, mfaEnrollmentId: factor ?? apps[0]?.mfaEnrollmentId,
        totpVerificationInfo: { verificationCode: code.replace(/\s/g, "") },
      })
      await finish(answer, challenge.then)
    }),
  ]
  const byPhone = phones.map(factor => button(t("code.send", { number: factor.phoneInfo }), async () => {
    await sendFactorCode(challenge, factor.mfaEnrollmentId, factor.phoneInfo)
    return go("texted")
  }, apps.length ? { class: "quiet" } : {}))
  return [t("code.title"), byApp, byPhone, byRecoveryCode(), el("p", {}, to("", t("cancel")))]
})

/** Sends a code to a phone that is a second factor. */
const sendFactorCode = async (challenge, factor, number) => {
  const { phoneResponseInfo } = await secondFactor("mfaSignIn:start", {
    mfaPendingCredential: challenge.credential, mfaEnrollmentId: factor, phoneSignInInfo: {},
  })
  tab.set("texted", { session: phoneResponseInfo.sessionInfo, factor, number }, 600)
}

// The code that was sent to a phone to finish a sign-in.
view("texted", null, () => {
  const challenge = tab.get("challenge")
  const texted = tab.get("texted")
  if (!challenge || !texted) return void go(challenge ? "code" : "", true)
  return [
    t("code.title"),
    el("p", {}, t("code.texted", { number: texted.number })),
    form([codeField()], t("continue"), async ({ code }) => {
      // Another code may have been sent meanwhile.
      const { session } = tab.get("texted") ?? texted
      const answer = await enter(() => secondFactor("mfaSignIn:finalize", {
        mfaPendingCredential: challenge.credential,
        phoneVerificationInfo: { sessionInfo: session, code: code.replace(/\s/g, "") },
      }))
      tab.remove("texted")
      await finish(answer, challenge.then)
    }),
    resend(texted.number, () => sendFactorCode(challenge, texted.factor, texted.number)),
    challenge.factors.length > 1 ? el("p", {}, to("code", t("code.other"))) : null,
    byRecoveryCode(),
    el("p", {}, to("", t("cancel"))),
  ]
})

/** A field for six digits, of an authenticator app or a message. */
export const codeField = () =>
  field(t("code"), { name: "code", inputmode: "numeric", autocomplete: "one-time-code", required: true, maxlength: "12", autofocus: true })

/** Adds a password to the account that is signed in. */
export const linkPassword = async (email, password) => {
  const answer = await accounts("signUp", { idToken: await token(), email, password, returnSecureToken: true })
  if (!answer.idToken) throw new Refusal("NO_SESSION")
  await replace(answer)
}

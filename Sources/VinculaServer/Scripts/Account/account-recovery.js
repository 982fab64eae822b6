// Recovery codes: making them, keeping them, and signing in with one.

import { page, Refusal, refusalOf, secondFactor } from "./account-api.js"
import { context, t, tab } from "./account-context.js"
import { button, el, field, form, tell, to } from "./account-dom.js"
import { finish } from "./account-arrive.js"
import { change, make } from "./account-again.js"
import { go, view } from "./account-router.js"
import { account, replace, token } from "./account-session.js"

/** Codes that were just made. They are shown once, so they are in this page's memory only. */
let made = null

/** How many codes are left; null if the account has never had any. */
export const codesLeft = async () => {
  const { left, createdAt } = await page("recovery-codes", { idToken: await token() })
  return createdAt ? left : null
}

change("newRecoveryCodes", {
  route: () => "recovery-codes",
  run: async () => {
    const answer = await page("recovery-codes:new", { idToken: await token() })
    made = answer.recoveryCodes
    await replace(answer)
    await go("new-recovery-codes", true)
  },
})

/** How many codes are left, in words. */
export const leftText = left => left === null ? t("recovery.none") : t("recovery.left", { count: left })

view("recovery-codes", "session", async () => {
  const user = await account()
  if (!user.mfaInfo?.length) return void go("", true)
  const left = await codesLeft()
  return [
    t("recovery"),
    el("p", {}, t("recovery.text")),
    el("p", {}, leftText(left)),
    left === null ? null : el("p", { class: "note" }, t("recovery.replaceText")),
    button(t(left === null ? "recovery.make" : "recovery.replace"), () => make("newRecoveryCodes")),
    el("p", {}, to("", t(left === null ? "recovery.later" : "cancel"))),
  ]
})

const download = text => {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }))
  const link = el("a", { href: address, download: "recovery-codes.txt" })
  link.click()
  URL.revokeObjectURL(address)
}

view("new-recovery-codes", "session", async () => {
  if (!made) return void go("recovery-codes", true)
  const codes = made
  const user = await account()
  const heading = t("recovery.heading", { app: context.config.project.name, name: user.email ?? "" })
  const text = [heading, ...codes, ""].join("\r\n")
  return [
    t("recovery.newTitle"),
    el("p", {}, t("recovery.keep")),
    el("div", { class: "codes" },
      el("p", { class: "hint" }, heading),
      el("ol", { "aria-label": t("recovery") }, codes.map(code => el("li", {}, el("code", { class: "secret" }, code))))),
    el("div", { class: "three" },
      navigator.clipboard ? button(t("recovery.copy"), async () => {
        await navigator.clipboard.writeText(text)
        tell(t("told.copied"))
      }, { class: "quiet" }) : null,
      button(t("recovery.download"), () => download(text), { class: "quiet" }),
      button(t("recovery.print"), () => print(), { class: "quiet" })),
    button(t("recovery.kept"), () => {
      made = null
      return go("", true)
    }),
  ]
})

// In place of the second step of a sign-in.
view("recovery", null, () => {
  const challenge = tab.get("challenge")
  if (!challenge) return void go("", true)
  return [
    t("recovery.useTitle"),
    el("p", {}, t("recovery.useText")),
    form(
      [field(t("recovery.code"), {
        name: "recovery", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true, maxlength: "40", autofocus: true,
      })],
      t("continue"),
      async ({ recovery }) => {
        let answer
        try {
          answer = await secondFactor("mfaSignIn:finalize", { mfaPendingCredential: challenge.credential, recoveryCode: recovery })
        } catch (refusal) {
          // There is no next code to wait for.
          if (refusal instanceof Refusal && refusal.code === "INVALID_CODE") throw refusalOf("INVALID_RECOVERY_CODE")
          throw refusal
        }
        await finish(answer, challenge.then)
      }),
    el("p", {}, to("code", t("back"))),
  ]
})

// What becomes of an answer to a sign-in, and of somebody who comes back from a provider or from their mail.

import { accounts, page, Refusal, refusalOf, words } from "./account-api.js"
import { browser, context, dropHandover, ownAddress, t, tab, wayTitle } from "./account-context.js"
import { tell } from "./account-dom.js"
import { go, render } from "./account-router.js"
import { resume } from "./account-again.js"
import { isRequired, isSentByApp, refreshToken, replace, token, uidOf } from "./account-session.js"
import { receive } from "./account-providers.js"

/**
 * Goes on after the server has answered a sign-in.
 *
 * `then` says what the sign-in was for: `uid` is the account that it must lead to, `pending` a credential that waits to be
 * linked (`token`, `provider`), `waiting` a change that needed a recent sign-in, `told` what to say.
 */
export const finish = async (answer, then = {}) => {
  if (answer.mfaPendingCredential) {
    tab.set("challenge", { credential: answer.mfaPendingCredential, factors: answer.mfaInfo ?? [], then }, 600)
    return go("code")
  }
  if (answer.needConfirmation) {
    tab.set("known", { email: answer.email, ways: answer.verifiedProvider ?? [], token: answer.pendingToken, provider: answer.providerId }, 900)
    return go("known")
  }
  if (answer.errorMessage) {
    const refusal = refusalOf(answer.errorMessage)
    if (!answer.pendingToken) throw refusal
    tab.set("taken", { code: refusal.code, email: answer.email, token: answer.pendingToken, provider: answer.providerId }, 900)
    return go("taken")
  }
  if (then.uid && uidOf(answer.idToken) !== then.uid) throw new Refusal("OTHER_ACCOUNT")
  await replace(answer)
  tab.remove("challenge")
  if (then.pending) return redeem(then.pending)
  if (then.waiting) return resume(then.waiting)
  return home(then.told)
}

/** Links the credential that a collision left behind. */
const redeem = async pending => {
  tab.remove("known")
  const answer = await accounts("signInWithIdp", {
    pendingToken: pending.token, idToken: await token(), requestUri: "http://localhost", returnSecureToken: true,
    returnIdpCredential: true,
  })
  return finish(answer, { told: t("told.linked", { provider: wayTitle(pending.provider) }) })
}

/** Goes to the account, or back to the app that sent the person. */
export const home = async told => {
  // An app gets nobody who still has to add a second step.
  if (isSentByApp() && !(await isRequired())) return handOver()
  await go("", true)
  if (told) tell(told)
  return undefined
}

/** Sends the person back to the app, signed in: with a code that only the app can exchange. */
export const handOver = async () => {
  const { url } = await page("handover", {
    refreshToken: refreshToken(), continueUrl: context.continueUrl, codeChallenge: context.codeChallenge,
    ...(context.state ? { state: context.state } : {}),
  })
  location.assign(url)
}

/** Takes up a mailed link that leads here. */
const receiveLink = async () => {
  const query = new URLSearchParams(location.search)
  const code = query.get("mode") === "signIn" ? query.get("oobCode") : null
  if (!code) return false
  const asked = browser.get("link")
  // A link that this browser did not ask for, or that was asked for on the way to another app, signs nobody in by itself. Nor
  // does it hand anybody over: the app has its verifier where it sent the person from.
  const isOurs = asked !== null && (asked.codeChallenge ?? null) === context.codeChallenge
  const isApart = !isOurs && context.codeChallenge !== null
  if (isApart) dropHandover()
  // The code is used once, and belongs into no history.
  history.replaceState(null, "", `${ownAddress()}#/link`)
  tab.set("link", { code, isOurs, isApart }, 900)
  if (!isOurs) return false
  await redeemLink(asked.email, asked.then)
  return true
}

/** Signs in with the mailed link that was opened. */
export const redeemLink = async (email, then = {}) => {
  const link = tab.get("link")
  const answer = await accounts("signInWithEmailLink", { email, oobCode: link.code })
  tab.remove("link")
  if (link.isOurs) browser.remove("link")
  await finish(answer, link.isApart ? { ...then, told: t("told.apart", { place: new URL(context.continueUrl).host }) } : then)
}

/** Looks at what the person brought along. Returns whether a view has been chosen. */
export const arrive = async () => {
  try {
    return (await receiveLink()) || (await receive())
  } catch (refusal) {
    await render()
    tell(words(refusal), true)
    return true
  }
}

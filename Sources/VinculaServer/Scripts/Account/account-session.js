// The session of this tab. The refresh token and the name of its key are in sessionStorage, the ID token in memory only.

import { accounts, page, refresh, Refusal } from "./account-api.js"
import { context, tab } from "./account-context.js"
import { claimsOf, keyOf } from "./account-key.js"

let idToken = null

/** The account that an ID token is for. */
export const uidOf = token => claimsOf(token).user_id

export const isSignedIn = () => tab.get("session") !== null

/** Takes over the tokens of an answer; without them the session stays as it is. */
export const take = answer => {
  if (answer.refreshToken) tab.set("session", answer.refreshToken)
  if (!answer.idToken) return
  idToken = answer.idToken
  tab.set("boundTo", keyOf(idToken))
}

/**
 * Takes over the tokens of a new sign-in, and ends the session that it replaces: nobody holds that one any more, but it would be
 * listed as another place where the person is signed in.
 */
export const replace = async answer => {
  const before = answer.idToken && isSignedIn() && context.config.methods.sessions ? await token().catch(() => null) : null
  take(answer)
  if (!before) return
  const [old, current] = [before, answer.idToken].map(token => claimsOf(token))
  // An answer may also have new tokens of the same session; and all earlier sessions end with some changes.
  const isSame = old.firebase.session === current.firebase.session
  if (isSame || (old.user_id === current.user_id && old.firebase.gen !== current.firebase.gen)) return
  // If it goes on, the person can end it in the list.
  await endOwn(before).catch(() => null)
}

/** Ends the session that an ID token belongs to. */
export const endOwn = async idToken => {
  const { sessions } = await page("sessions", { idToken })
  const handles = sessions.filter(session => session.current).map(session => session.handle)
  if (handles.length) await page("sessions:end", { idToken, handles })
}

/** Forgets the session here. */
export const forget = () => {
  idToken = null
  tab.clear()
}

const over = [
  "INVALID_REFRESH_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND", "USER_DISABLED", "INVALID_ID_TOKEN", "MISSING_REFRESH_TOKEN", "SESSION_KEY_LOST",
]
export const isOver = refusal => refusal instanceof Refusal && over.includes(refusal.code)

/** The session's refresh token. */
export const refreshToken = () => {
  const held = tab.get("session")
  if (!held) throw new Refusal("INVALID_REFRESH_TOKEN")
  return held
}

/** An ID token that is good for another minute. */
export const token = async () => {
  if (idToken && claimsOf(idToken).exp * 1000 > Date.now() + 60000) return idToken
  const answer = await refresh(refreshToken())
  take({ idToken: answer.id_token, refreshToken: answer.refresh_token })
  return idToken
}

/** Indicates whether the project requires a second step, and the session may do nothing but add one. */
export const isRequired = async () => claimsOf(await token()).firebase.second_factor_required === true

/** The provider that the person signed in with. */
export const signInProvider = async () => claimsOf(await token()).firebase.sign_in_provider

/** The id of the account that is signed in. */
export const uid = async () => uidOf(await token())

/** The account as the server has it now. */
export const account = async () => {
  const { users } = await accounts("lookup", { idToken: await token() })
  return users[0]
}

/** The ways into an account: provider ids; a password and mailed links are two. */
export const waysOf = user => {
  const ways = (user.providerUserInfo ?? []).map(info => info.providerId)
  const rest = ways.filter(id => id !== "password")
  const own = []
  if (user.passwordHash) own.push("password")
  if (user.emailLinkSignin || (ways.includes("password") && !user.passwordHash)) own.push("emailLink")
  return [...own, ...rest]
}

export const isGuest = user => waysOf(user).length === 0

/** Indicates whether the person was sent here to come back signed in. */
export const isSentByApp = () => Boolean(context.continueUrl && context.codeChallenge && context.config.methods.handover)

// The public REST API, and its refusals in words.

import { context, t, tab } from "./account-context.js"
import { heed, keyOf, LostKey, proofFor } from "./account-key.js"
import { progressIn, solve } from "./account-proof.js"

/** An answer other than success. */
export class Refusal extends Error {
  constructor(code, detail = "") {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/** The fields of a form that a refusal is about. */
const fieldsOf = {
  INVALID_EMAIL: ["email"], MISSING_EMAIL: ["email"], EMAIL_NOT_FOUND: ["email"], EMAIL_EXISTS: ["email"],
  INVALID_NEW_EMAIL: ["email"], MISSING_NEW_EMAIL: ["email"],
  INVALID_PASSWORD: ["password"], MISSING_PASSWORD: ["password"], INVALID_LOGIN_CREDENTIALS: ["email", "password"],
  WEAK_PASSWORD: ["password"], PASSWORD_LACKS: ["password"], PASSWORD_DOES_NOT_MEET_REQUIREMENTS: ["password"],
  INVALID_CODE: ["code"], INVALID_TEXTED_CODE: ["code"], INVALID_RECOVERY_CODE: ["recovery"], MISSING_CODE: ["code"],
  SESSION_EXPIRED: ["code"], INVALID_SESSION_INFO: ["code"],
  INVALID_PHONE_NUMBER: ["number"], MISSING_PHONE_NUMBER: ["number"], SECOND_FACTOR_EXISTS: ["number"], INVALID_PROFILE_ATTRIBUTE: ["name"],
}

/** Reads `CODE : text`. */
export const refusalOf = message => {
  const [code, ...detail] = String(message).split(" : ")
  const refusal = new Refusal(code.trim(), detail.join(" : "))
  refusal.fields = fieldsOf[refusal.code]
  return refusal
}

/** The codes by which the page knows the refusals that are about keys. */
const keyCodes = {
  SESSION_KEY_REQUIRED: "SESSION_KEY_LOST", SESSION_KEY_MISMATCH: "SESSION_KEY_LOST", SESSION_KEY_REQUIRED_BY_PROJECT: "SESSION_KEY_NEEDED",
}

/** Sends a request once. Without fields it is a GET, which needs no proof. */
const sendOnce = async (path, fields, isForm) => {
  const query = new URLSearchParams({ key: context.key, ...(context.tenantId ? { tenantId: context.tenantId } : {}) })
  const headers = { "X-Firebase-Locale": context.language }
  if (fields) {
    headers["Content-Type"] = isForm ? "application/x-www-form-urlencoded" : "application/json"
    const bound = fields.idToken ? keyOf(fields.idToken) : fields.refreshToken ?? fields.refresh_token ? tab.get("boundTo") : null
    const proof = await proofFor(path, fields.idToken, bound)
    if (proof) headers.DPoP = proof
  }
  try {
    return await fetch(`${path}?${query}`, {
      method: fields ? "POST" : "GET", headers, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer",
      body: !fields ? null : isForm ? String(new URLSearchParams(fields)) : JSON.stringify(fields), signal: AbortSignal.timeout(30000),
    })
  } catch {
    throw new Refusal("NO_CONNECTION")
  }
}

/** Sends a request, and once more for each fault of its proof that another proof mends. */
const send = async (path, fields, isForm = false) => {
  for (const mended = new Set(); ;) {
    let answer
    try {
      answer = await sendOnce(path, fields, isForm)
    } catch (error) {
      // The server is not asked: to it this would look like a thief.
      if (error instanceof LostKey) throw new Refusal("SESSION_KEY_LOST")
      throw error
    }
    const said = await answer.json().catch(() => null)
    const fault = heed(answer, said)
    if (fault && !mended.has(fault)) {
      mended.add(fault)
      continue
    }
    if (answer.ok && said !== null) return said
    const refusal = refusalOf(said?.error?.message ?? "NO_CONNECTION")
    const reasons = said?.error?.details?.map(detail => detail?.reason) ?? []
    refusal.code = reasons.map(reason => keyCodes[reason]).find(Boolean) ?? refusal.code
    refusal.challenge = said?.error?.details?.find(detail => detail?.reason === "PROOF_OF_WORK")?.metadata?.challenge ?? null
    throw refusal
  }
}

/** Where a request for a text message has its proof. */
const proven = (body, recaptchaToken) => {
  for (const part of ["phoneEnrollmentInfo", "phoneSignInInfo"]) {
    if (body[part]) return { ...body, [part]: { ...body[part], recaptchaToken } }
  }
  return { ...body, recaptchaToken }
}

/** Sends a request, and once more if the server asks for work first. */
const sendProven = async (path, body) => {
  try {
    return await send(path, body)
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || !refusal.challenge) throw refusal
    const shown = progressIn(document.getElementById("status"), t("proof.working"))
    try {
      const solution = await solve(refusal.challenge, shown.tell)
      if (solution === null) throw refusal
      return await send(path, proven(body, solution))
    } finally {
      shown.end()
    }
  }
}

const toolkit = "/identitytoolkit.googleapis.com"

/** `accounts:METHOD` */
export const accounts = (method, body) => sendProven(`${toolkit}/v1/accounts:${method}`, body)

/** `accounts/mfa…:METHOD` */
export const secondFactor = (method, body) => sendProven(`${toolkit}/v2/accounts/${method}`, body)

/** A new ID token for a refresh token. */
export const refresh = token =>
  send("/securetoken.googleapis.com/v1/token", { grant_type: "refresh_token", refresh_token: token }, true)

/** The paths of this page's own: `config`, `sessions`, `sessions:end`, `recovery-codes`, `recovery-codes:new`, `handover`. */
export const page = (path, body = null) => send(`/account/${path}`, body)

/** What the project's own function says about its refusal; `null` if it says nothing. */
const wordsOfFunction = detail => {
  try {
    return JSON.parse(detail.slice(detail.indexOf("{"))).error.message ?? null
  } catch {
    return null
  }
}

/** What to tell people about a refusal. */
export const words = refusal => {
  if (!(refusal instanceof Refusal)) {
    console.error(refusal)
    return t("error.other")
  }
  const name = `error.${refusal.code}`
  // Google's one code for much that is not allowed.
  if (refusal.code === "OPERATION_NOT_ALLOWED" && /last sign-in method/.test(refusal.detail)) return t("error.LAST_WAY")
  if (refusal.code === "OPERATION_NOT_ALLOWED" && /SMS unable to be sent/.test(refusal.detail)) return t("error.PHONE_REGION")
  if (refusal.code === "WEAK_PASSWORD" && /most common/.test(refusal.detail)) return t("error.PASSWORD_IS_COMMON")
  if (refusal.code === "WEAK_PASSWORD" && /too similar/.test(refusal.detail)) return t("error.PASSWORD_IS_OWN_WORD")
  if (refusal.code === "BLOCKING_FUNCTION_ERROR_RESPONSE") return wordsOfFunction(refusal.detail) ?? t(name)
  if (name in context.texts) return t(name, refusal.values)
  return refusal.code.startsWith("PROVIDER_") ? t("error.PROVIDER_other", refusal.values) : t("error.other")
}

// The key that sessions are bound to (RFC 9449): a refresh token that was copied out of this browser is worth nothing without it.
//
// The browser keeps the key where no script can read it, and all its tabs share it: one for each API key, so that no two apps can
// tell that they have a device in common. It stays when people sign out; alone it opens nothing. A browser that can keep none,
// over plain http or in some private windows, has sessions without a key, where the project allows them.

import { context } from "./account-context.js"

const algorithm = { name: "ECDSA", namedCurve: "P-256" }
const [database, shelf] = ["vincula.account", "keys"]

/** What the server has said about proofs: its clock minus this device's in seconds, and its newest nonce. */
const server = { offset: 0, nonce: null }
let held = null

const utf8 = text => new TextEncoder().encode(text)
const base64url = bytes =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "")
const digest = async text => base64url(await crypto.subtle.digest("SHA-256", utf8(text)))

/** The claims of an ID token. */
export const claimsOf = token => {
  const bytes = Uint8Array.from(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")), byte => byte.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes))
}

/** The name of the key that an ID token's session is bound to; `null` if it is bound to none. */
export const keyOf = idToken => claimsOf(idToken).cnf?.jkt ?? null

/** Settles as a request does; with its error if it fails. */
const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

const generate = async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ["sign"])
  const { crv, kty, x, y } = await crypto.subtle.exportKey("jwk", publicKey)
  // RFC 7638: these members, in this order.
  const jwk = { crv, kty, x, y }
  return { privateKey, jwk, name: await digest(JSON.stringify(jwk)) }
}

/** Reads the key, and makes it if there is none. Of several tabs that begin at once, all get the same one. */
const read = async () => {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(shelf)
  const opened = await done(opening)
  try {
    const found = await done(opened.transaction(shelf).objectStore(shelf).get(context.key))
    if (found) return found
    const made = await generate()
    // Nothing comes between the requests of one transaction.
    const change = opened.transaction(shelf, "readwrite")
    const keys = change.objectStore(shelf)
    const first = await done(keys.get(context.key))
    if (first) return first
    keys.add(made, context.key)
    // A key that is not stored for certain would be lost with the page.
    await new Promise((resolve, reject) => {
      change.oncomplete = resolve
      change.onabort = () => reject(change.error)
    })
    return made
  } finally {
    opened.close()
  }
}

/**
 * This browser's key.
 *
 * @returns `null` if it can never keep one.
 * @throws Any error if it cannot be read now.
 */
const ownKey = () => {
  if (!globalThis.crypto?.subtle || !globalThis.indexedDB) return null
  held ??= read().catch(error => {
    held = null
    // It knows no such keys, or does not let a page keep anything.
    if (["DataCloneError", "SecurityError", "InvalidStateError", "NotSupportedError"].includes(error?.name)) return null
    throw error
  })
  return held
}

/** The error for a session whose key is certainly not here. */
export class LostKey extends Error {}

/**
 * Writes a proof for one request, by the server's clock and with its newest nonce.
 *
 * @param path The path of a POST to this server.
 * @param idToken The ID token in the request, if any.
 * @param bound The name of the key that the request's session is bound to, if it is bound.
 * @returns The header field's value; `null` without a key.
 * @throws `LostKey`; any error if the key of a bound session cannot be read now.
 */
export const proofFor = async (path, idToken, bound) => {
  let key
  try {
    key = await ownKey()
  } catch (error) {
    if (bound) throw error
    return null
  }
  if (bound && key?.name !== bound) throw new LostKey(bound)
  if (!key) return null
  const header = { typ: "dpop+jwt", alg: "ES256", jwk: key.jwk }
  const claims = {
    jti: base64url(crypto.getRandomValues(new Uint8Array(18))), htm: "POST", htu: location.origin + path,
    iat: Math.floor(Date.now() / 1000) + server.offset, ...(server.nonce ? { nonce: server.nonce } : {}),
    ...(idToken ? { ath: await digest(idToken) } : {}),
  }
  const text = [header, claims].map(part => base64url(utf8(JSON.stringify(part)))).join(".")
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key.privateKey, utf8(text))
  return `${text}.${base64url(signature)}`
}

/**
 * Remembers what an answer says about proofs.
 *
 * @returns The reason why the proof was refused, if another one can mend that: the server has done nothing then.
 */
export const heed = (answer, said) => {
  const nonce = answer.headers.get("DPoP-Nonce")
  if (nonce && /^[\x21-\x7e]{1,256}$/.test(nonce)) server.nonce = nonce
  const info = said?.error?.details?.find(detail => detail?.domain === "vincula")
  if (info?.reason === "USE_DPOP_NONCE") return nonce ? info.reason : null
  const now = info?.reason === "INVALID_DPOP_PROOF" ? info.metadata?.now : null
  if (!/^\d{1,12}$/.test(now ?? "")) return null
  server.offset = Number(now) - Math.floor(Date.now() / 1000)
  return info.reason
}

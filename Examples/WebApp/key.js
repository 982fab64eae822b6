// A key of this browser that the app's sessions are bound to (RFC 9449): a refresh token that was copied elsewhere is worth nothing.
// The browser keeps it where no script can read it. One that can keep none sends requests without a proof.

const utf8 = text => new TextEncoder().encode(text)
const base64url = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
const part = members => base64url(utf8(JSON.stringify(members)))

const done = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

async function readKey() {
  const opening = indexedDB.open("example", 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore("keys")
  const keys = mode => opening.result.transaction("keys", mode).objectStore("keys")
  await done(opening)
  const made = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"])
  // Of several tabs that begin at once, the first one's key stays; so does that of an earlier visit.
  await done(keys("readwrite").add(made, "key")).catch(() => {})
  return done(keys("readonly").get("key"))
}

let key = null
let offset = 0
let nonce = null

async function proof(url, idToken) {
  key ??= readKey().catch(() => null)
  const held = await key
  if (!held) return null
  const { crv, kty, x, y } = await crypto.subtle.exportKey("jwk", held.publicKey)
  const message = [
    part({ typ: "dpop+jwt", alg: "ES256", jwk: { crv, kty, x, y } }),
    part({
      jti: base64url(crypto.getRandomValues(new Uint8Array(18))), htm: "POST", htu: url.split("?")[0],
      iat: Math.floor(Date.now() / 1000) + offset, ...(nonce ? { nonce } : {}),
      ...(idToken ? { ath: base64url(await crypto.subtle.digest("SHA-256", utf8(idToken))) } : {}),
    }),
  ].join(".")
  return `${message}.${base64url(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, held.privateKey, utf8(message)))}`
}

/** Sends a POST with a proof, and again if the server wants its nonce in it, or has another time. */
export async function post(url, headers, body, idToken) {
  for (let attempt = 1; ; attempt++) {
    const proven = await proof(url, idToken)
    const answer = await fetch(url, { method: "POST", headers: { ...headers, ...(proven ? { DPoP: proven } : {}) }, body })
    const said = await answer.json()
    nonce = answer.headers.get("DPoP-Nonce") ?? nonce
    const info = said.error?.details?.find(detail => detail.domain === "vincula")
    if (info?.metadata?.now) offset = Number(info.metadata.now) - Math.floor(Date.now() / 1000)
    const isMended = info?.reason === "USE_DPOP_NONCE" || Boolean(info?.metadata?.now)
    if (answer.ok) return said
    if (!isMended || attempt > 2) throw new Error(said.error.message)
  }
}

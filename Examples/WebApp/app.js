// A web app that lets the hosted account page sign people in. There is no build step and no library.
//
// 1. `signIn` sends the browser to /account with a PKCE challenge; the verifier stays in this browser, under `state`.
// 2. The page sends the browser back with a one-time code, which `finish` exchanges for tokens. That may be in another tab: a
//    link that somebody had emailed to them opens one.
//    The session is bound to a key of this browser: see key.js.
// 3. The ID token goes to the app's own server, which verifies it as it would Firebase's.

import { post as send } from "./key.js"

const { server = "", key } = document.body.dataset
const here = location.origin + location.pathname
const api = (path, body, type = "application/json", idToken = null) =>
  send(`${server || location.origin}${path}?key=${encodeURIComponent(key)}`, { "Content-Type": type }, body, idToken)
const post = (path, fields) => api(path, JSON.stringify(fields), "application/json", fields.idToken)

const text = bytes => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
const random = () => text(crypto.getRandomValues(new Uint8Array(32)))
const sha256 = async secret => text(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))))

/** Gives back what was kept under a state, once, and forgets what is more than an hour old. */
function takeSent(state) {
  const found = JSON.parse(localStorage.getItem(`example:sent:${state}`))
  for (const name of Object.keys(localStorage).filter(name => name.startsWith("example:sent:")))
    if (name.endsWith(`:${state}`) || JSON.parse(localStorage.getItem(name)).until < Date.now()) localStorage.removeItem(name)
  return found && Date.now() < found.until ? found : null
}

async function signIn() {
  const [verifier, state] = [random(), random()]
  localStorage.setItem(`example:sent:${state}`, JSON.stringify({ verifier, until: Date.now() + 3600000 }))
  const query = new URLSearchParams({ key, continueUrl: here, codeChallenge: await sha256(verifier), state })
  location.assign(`${server}/account?${query}`)
}

/** Exchanges the code that the account page sent, if there is one. */
async function finish() {
  const query = new URLSearchParams(location.search)
  if (!query.has("code")) return
  history.replaceState(null, "", here)
  // A code that this browser did not ask for could sign somebody into an account that is not theirs.
  const sent = takeSent(query.get("state"))
  if (!sent) throw new Error("This sign-in was not asked for in this browser. Please begin again.")
  const answer = await post("/account/token", { code: query.get("code"), codeVerifier: sent.verifier })
  sessionStorage.setItem("example:refreshToken", answer.refreshToken)
}

async function idToken() {
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: sessionStorage.getItem("example:refreshToken") })
  const answer = await api("/securetoken.googleapis.com/v1/token", String(body), "application/x-www-form-urlencoded")
  sessionStorage.setItem("example:refreshToken", answer.refresh_token)
  return answer.id_token
}

function row(title, detail) {
  const [item, what, strong, span] = ["li", "div", "strong", "span"].map(name => document.createElement(name))
  what.className = "what"
  strong.textContent = title
  span.textContent = detail
  what.append(strong, span)
  item.append(what)
  return item
}

async function show() {
  const isSignedIn = sessionStorage.getItem("example:refreshToken") !== null
  document.getElementById("nobody").hidden = isSignedIn
  document.getElementById("somebody").hidden = !isSignedIn
  if (!isSignedIn) return
  const { users: [user] } = await post("/identitytoolkit.googleapis.com/v1/accounts:lookup", { idToken: await idToken() })
  document.getElementById("hello").textContent = `Hello, ${user.displayName ?? user.email ?? user.phoneNumber ?? "guest"}`
  const ways = (user.providerUserInfo ?? []).map(info => info.providerId).join(", ")
  document.getElementById("profile").replaceChildren(
    row("Account", user.localId), row("Email", user.email ?? "none"), row("Phone", user.phoneNumber ?? "none"),
    row("Sign-in methods", ways || "none"), row("Second factors", String(user.mfaInfo?.length ?? "none")))
  document.getElementById("manage").href = `${server}/account?${new URLSearchParams({ key, continueUrl: here })}`
}

document.getElementById("sign-in").addEventListener("click", signIn)
/** Forgets the session, and ends it on the server: otherwise it stays in the person's list until it is old. */
async function signOut() {
  try {
    const token = await idToken()
    const { sessions } = await post("/account/sessions", { idToken: token })
    const handles = sessions.filter(session => session.current).map(session => session.handle)
    await post("/account/sessions:end", { idToken: token, handles })
  } catch {
    // It is over here in any case.
  }
  sessionStorage.removeItem("example:refreshToken")
  await show()
}

document.getElementById("sign-out").addEventListener("click", signOut)

try {
  await finish()
  await show()
} catch (error) {
  sessionStorage.removeItem("example:refreshToken")
  await show()
  const problem = document.createElement("p")
  problem.className = "error"
  problem.textContent = error.message
  document.getElementById("status").append(problem)
}

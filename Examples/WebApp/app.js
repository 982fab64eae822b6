// A web app that lets the hosted account page sign people in. There is no build step and no library.
//
// 1. `signIn` sends the browser to /account with a PKCE challenge; the verifier stays in this tab.
// 2. The page sends the browser back with a one-time code, which `finish` exchanges for tokens.
// 3. The ID token goes to the app's own server, which verifies it as it would Firebase's.

const { server = "", key } = document.body.dataset
const here = location.origin + location.pathname
const api = (path, body, type = "application/json") =>
  fetch(`${server}${path}?key=${encodeURIComponent(key)}`, { method: "POST", headers: { "Content-Type": type }, body })
    .then(async answer => {
      const said = await answer.json()
      if (!answer.ok) throw new Error(said.error.message)
      return said
    })
const post = (path, body) => api(path, JSON.stringify(body))

const text = bytes => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
const random = () => text(crypto.getRandomValues(new Uint8Array(32)))
const sha256 = async secret => text(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret))))

async function signIn() {
  const sent = { verifier: random(), state: random() }
  sessionStorage.setItem("example:sent", JSON.stringify(sent))
  const query = new URLSearchParams({ key, continueUrl: here, codeChallenge: await sha256(sent.verifier), state: sent.state })
  location.assign(`${server}/account?${query}`)
}

/** Exchanges the code that the account page sent, if there is one. */
async function finish() {
  const query = new URLSearchParams(location.search)
  const sent = JSON.parse(sessionStorage.getItem("example:sent"))
  if (!query.has("code")) return
  history.replaceState(null, "", here)
  sessionStorage.removeItem("example:sent")
  // A code that this tab did not ask for could sign somebody into an account that is not theirs.
  if (!sent || query.get("state") !== sent.state) throw new Error("This sign-in was not asked for here.")
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
  document.getElementById("hello").textContent = `Hello, ${user.displayName ?? user.email ?? "guest"}`
  const ways = (user.providerUserInfo ?? []).map(info => info.providerId).join(", ")
  document.getElementById("profile").replaceChildren(
    row("Account", user.localId), row("Email", user.email ?? "none"), row("Sign-in methods", ways || "none"))
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

// Signing in with a provider: by the server's own handler, which comes back to this page.

import { accounts, Refusal } from "./account-api.js"
import { context, offeredProviders, ownAddress, provider, t, tab, wayTitle } from "./account-context.js"
import { button, el, mark } from "./account-dom.js"
import { finish } from "./account-arrive.js"
import { go, route } from "./account-router.js"
import { token, uid } from "./account-session.js"

const appName = "account"
const types = { signIn: "signInViaRedirect", link: "linkViaRedirect", again: "reauthViaRedirect" }

/** Goes to a provider. `purpose` is `signIn`, `link` or `again`; `then` is what `finish` gets. */
export const leaveFor = async (id, purpose, then = {}) => {
  // Not randomUUID, which plain http has on this machine only.
  const eventId = Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join("-")
  const own = purpose === "signIn" ? {} : { uid: await uid() }
  tab.set("away", { eventId, id, purpose, then: { ...then, ...own }, route: route() }, 900)
  const query = new URLSearchParams({
    apiKey: context.key, appName, authType: types[purpose], redirectUrl: ownAddress(), v: "account", eventId, providerId: id,
    hl: context.language, ...(context.tenantId ? { tid: context.tenantId } : {}),
  })
  location.assign(`/__/auth/handler?${query}`)
}

/** The event that the handler left, if it is the one that this page waits for. */
const takeEvent = () => {
  const name = `firebase:redirectEvent:${context.key}:${appName}`
  const text = sessionStorage.getItem(name)
  if (!text) return {}
  sessionStorage.removeItem(name)
  sessionStorage.removeItem(`vincula:redirectReturn:${context.key}:${appName}`)
  const away = tab.take("away")
  try {
    const event = JSON.parse(text)
    // An event that nobody here asked for signs nobody in.
    return away && event.eventId === away.eventId ? { event, away } : {}
  } catch {
    return {}
  }
}

/** Takes up what a provider sent. Returns whether there was anything. */
export const receive = async () => {
  const { event, away } = takeEvent()
  if (!event) return false
  if (event.error) {
    await go(away.route, true)
    const refusal = new Refusal(`PROVIDER_${event.error.code?.replace("auth/", "") ?? ""}`)
    refusal.values = { provider: provider(away.id).title }
    throw refusal
  }
  const body = {
    requestUri: event.urlResponse, sessionId: event.sessionId, returnSecureToken: true, returnIdpCredential: true,
    ...(event.postBody ? { postBody: event.postBody } : {}),
  }
  if (away.purpose === "link") body.idToken = await token()
  if (away.purpose === "again") body.autoCreate = false
  const told = away.purpose === "link" ? { told: t("told.linked", { provider: wayTitle(away.id) }) } : {}
  await finish(await accounts("signInWithIdp", body), { ...told, ...away.then })
  return true
}

/** A button for each provider that `wanted` accepts. */
export const providerButtons = (purpose, then = {}, wanted = () => true) => {
  const list = offeredProviders().filter(known => wanted(known.id))
  if (list.length === 0) return null
  return el("div", { class: "providers" }, list.map(known =>
    button(
      [mark(known.id), el("span", {}, t("continueWith", { provider: known.title }))],
      () => leaveFor(known.id, purpose, then), { class: "provider" })))
}

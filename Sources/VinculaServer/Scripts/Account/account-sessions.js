// Where one is signed in, and signing out there.

import { page } from "./account-api.js"
import { context, t, wayTitle } from "./account-context.js"
import { button, el, tell } from "./account-dom.js"
import { change, make } from "./account-again.js"
import { go } from "./account-router.js"
import { row } from "./account-profile.js"
import { token } from "./account-session.js"

change("endSessions", {
  route: () => "",
  run: async what => {
    await page("sessions:end", { idToken: await token(), ...what })
    await go("", true)
    tell(t("told.sessionsEnded"))
  },
})

const day = text => new Date(text).toLocaleDateString(context.language, { dateStyle: "medium" })

const hour = text => new Date(text).toLocaleString(context.language, { dateStyle: "medium", timeStyle: "short" })

/** How the person signed in there; nothing for a way in that has no name. */
const wayIn = session => {
  if (["anonymous", "custom"].includes(session.firstFactor)) return null
  return session.secondFactor ? t("session.twoSteps", { way: wayTitle(session.firstFactor) }) : wayTitle(session.firstFactor)
}

const line = session => {
  const since = t("since", { date: day(session.createdAt) })
  // The server tells the hour, which began before a new session did.
  const last = session.lastUsedAt > session.createdAt ? session.lastUsedAt : session.createdAt
  const used = session.lastUsedAt ? t("lastUsed", { date: hour(last) }) : null
  const detail = [
    session.current ? t("thisSession") : null, session.network, session.firstFactor ? wayIn(session) : null,
    session.bound ? t("session.bound") : null, since, used,
  ].filter(Boolean).join(" · ")
  const device = session.device || t("device.unknown")
  const end = session.current ? null : button(
    t("signOut"), () => make("endSessions", { handles: [session.handle] }), { class: "quiet small", "aria-label": t("signOut.device", { device }) })
  return row(null, device, detail, end)
}

/** The section of the account's page; nothing if the server does not list sessions. */
export const sessionList = async () => {
  if (!context.config.methods.sessions) return null
  const { sessions } = await page("sessions", { idToken: await token() })
  return el("section", {}, el("h2", {}, t("sessions")),
    el("ul", { class: "rows" }, sessions.map(line)),
    sessions.length > 1 ? button(t("sessions.endOthers"), () => make("endSessions", { allOthers: true }), { class: "quiet" }) : null)
}


// The account: who one is, and every way in.

import { accounts } from "./account-api.js"
import { context, offeredProviders, ownAddress, t, wayTitle } from "./account-context.js"
import { button, el, mark, tell, to } from "./account-dom.js"
import { handOver } from "./account-arrive.js"
import { factorName } from "./account-factors.js"
import { leaveFor } from "./account-providers.js"
import { codesLeft, leftText } from "./account-recovery.js"
import { leave, view } from "./account-router.js"
import { account, endOwn, isGuest, isSentByApp, token, waysOf } from "./account-session.js"
import { sessionList } from "./account-sessions.js"

const section = (title, ...content) => el("section", {}, el("h2", {}, title), ...content)

/** A row of a list: what it is, more about it, and what can be done. */
export const row = (symbol, title, detail, action) =>
  el("li", {}, symbol, el("div", { class: "what" }, el("strong", {}, title), detail ? el("span", {}, detail) : null), action)

const whoText = user => user.displayName || user.email || user.phoneNumber || t("guest.name")

const profile = user => section(t("profile"),
  el("ul", { class: "rows" },
    row(null, t("yourName"), user.displayName || t("none"), to("name", t("change"), { "aria-label": t("name.change") })),
    isGuest(user) ? null : row(
      null, t("email"), user.email ? `${user.email} (${t(user.emailVerified ? "confirmed" : "unconfirmed")})` : t("none"),
      context.config.methods.password && context.config.methods.mail ? to("email", t("change"), { "aria-label": t("email.change") }) : null),
    user.passwordHash ? row(null, t("password"), "••••••••", to("password", t("change"), { "aria-label": t("password.change") })) : null),
  user.email && !user.emailVerified && context.config.methods.password && context.config.methods.mail
    ? button(t("confirm.send"), async () => {
      await accounts("sendOobCode", { requestType: "VERIFY_EMAIL", idToken: await token(), continueUrl: ownAddress() })
      tell(t("sent.verify", { email: user.email }))
    }, { class: "quiet" })
    : null)

/** An account with a second step is not opened by a phone, and a number does not join it. */
const mayHavePhone = user => context.config.methods.phone && !user.mfaInfo?.length

const ways = user => {
  const linked = waysOf(user)
  const addressOf = id => user.providerUserInfo?.find(info => info.providerId === id)
  const detail = id =>
    id === "password" || id === "emailLink" ? user.email : id === "phone" ? user.phoneNumber : addressOf(id)?.email ?? addressOf(id)?.displayName ?? ""
  const remove = id => to(`remove/${encodeURIComponent(id)}`, t("remove"), { "aria-label": t("remove.way", { provider: wayTitle(id) }) })
  const actions = (...links) => links[0] ? el("div", { class: "acts" }, links) : links[1]
  const replace = id => id === "phone" && mayHavePhone(user)
    ? to("add-phone", t("change"), { "aria-label": t("changePhone.title") }) : null
  const list = linked.length
    ? el("ul", { class: "rows" }, linked.map(id => row(mark(id), wayTitle(id), detail(id), actions(replace(id), remove(id)))))
    : el("p", {}, t("ways.none"))
  return section(t("ways"), list)
}

const additions = user => {
  const linked = waysOf(user)
  const label = (id, key) => [mark(id), el("span", {}, t(key, { provider: wayTitle(id) }))]
  const linkTo = (id, route) => {
    const link = to(route, "", { class: "button provider" })
    link.append(...label(id, "add.way"))
    return el("p", { class: "action" }, link)
  }
  const addition = (id, action) =>
    linked.includes(id)
      ? el("div", { class: "action" }, el("button", { type: "button", class: "provider", disabled: true }, label(id, "add.done")))
      : action
  const list = []
  if (context.config.methods.password)
    list.push(addition("password", linkTo("password", "add-password")))
  if (mayHavePhone(user) || (context.config.methods.phone && linked.includes("phone")))
    list.push(addition("phone", linkTo("phone", "add-phone")))
  for (const known of offeredProviders())
    list.push(addition(known.id, button(label(known.id, "add.way"), () => leaveFor(known.id, "link"), { class: "provider" })))
  return list.length ? section(t("add"), el("div", { class: "providers" }, list)) : null
}

const recoveryCodes = async () => row(
  null, t("recovery"), leftText(await codesLeft()), to("recovery-codes", t("change"), { "aria-label": t("recovery.change") }))

const factors = async user => {
  const list = user.mfaInfo ?? []
  const { authenticator, phoneFactor } = context.config.methods
  if (!authenticator && !phoneFactor && list.length === 0) return null
  const since = factor => t("since", { date: new Date(factor.enrolledAt).toLocaleDateString(context.language) })
  return section(t("factors"),
    el("p", {}, t("factors.text")),
    list.length ? el("ul", { class: "rows" }, list.map(factor => row(
      el("span", { class: "mark", "aria-hidden": "true" }, "✓"), factorName(factor), since(factor),
      to(`remove-factor/${factor.mfaEnrollmentId}`, t("remove"), { "aria-label": t("remove.way", { provider: factorName(factor) }) }))),
    context.config.methods.recoveryCodes ? await recoveryCodes() : null) : null,
    authenticator && !isGuest(user) ? el("p", {}, to("factor", t("factor.title"), { class: "button quiet" })) : null,
    phoneFactor && !isGuest(user) ? el("p", {}, to("factor-phone", t("phone.title"), { class: "button quiet" })) : null)
}

/** Signs out here, and ends the session on the server. */
export const signOut = async () => {
  // The session ends on the server, too, if it can be ended by itself.
  if (context.config.methods.sessions) {
    try {
      await endOwn(await token())
    } catch {
      // It is over here in any case.
    }
  }
  await leave(t("told.signedOut"))
}

const wayBack = () => {
  if (!context.continueUrl) return null
  const label = t("continueTo", { place: new URL(context.continueUrl).host })
  return isSentByApp() ? button(label, handOver) : el("p", {}, el("a", { class: "button", href: context.continueUrl }, label))
}

view("", "session", async () => {
  const user = await account()
  return [
    t("account.title"),
    el("p", { class: "who" }, t("signedInAs", { name: whoText(user) })),
    isGuest(user) ? el("p", { class: "note" }, t("guest.note")) : null,
    wayBack(),
    profile(user), ways(user), additions(user), await factors(user), await sessionList(),
    section(t("leave"), button(t("signOut"), signOut, { class: "quiet" }),
      context.config.methods.delete ? el("p", {}, to("delete", t("delete"), { class: "button danger" })) : null),
  ]
})

// Changes of the account, each a view of its own with its form or its confirmation.

import { accounts } from "./account-api.js"
import { context, t, wayTitle } from "./account-context.js"
import { button, el, field, form, passwordRules, tell, to } from "./account-dom.js"
import { change, make, sent } from "./account-again.js"
import { go, leave, view } from "./account-router.js"
import { account, isGuest, take, token, waysOf } from "./account-session.js"
import { linkPassword } from "./account-signin.js"

const cancel = () => el("p", {}, to("", t("cancel")))

/** Goes back to the account, and says what has been done. */
const done = async (text, values) => {
  await go("", true)
  tell(t(text, values))
}

/** The account's address, for password managers. */
const username = email =>
  el("input", { type: "email", name: "username", autocomplete: "username", value: email ?? "", readonly: true, class: "away", tabindex: "-1", "aria-hidden": "true" })

view("name", "session", async () => {
  const user = await account()
  return [
    t("name.change"),
    form(
      [field(t("yourName"), { name: "name", autocomplete: "name", value: user.displayName ?? "", maxlength: "256" })], t("save"),
      async ({ name }) => {
        const idToken = await token()
        take(await accounts("update", { idToken, ...(name ? { displayName: name } : { deleteAttribute: ["DISPLAY_NAME"] }), returnSecureToken: true }))
        await done("told.name")
      }),
    cancel(),
  ]
})

change("email", {
  route: () => "email",
  run: async ({ email }) => {
    await accounts("sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", newEmail: email, idToken: await token() })
    await sent(email, "sent.change")
  },
})

view("email", "session", async () => {
  const user = await account()
  return [
    t("email.change"),
    el("p", {}, t("email.text", { email: user.email ?? "–" })),
    form(
      [field(t("email.new"), { name: "email", type: "email", autocomplete: "email", required: true })], t("sendMail"),
      ({ email }) => make("email", { email })),
    cancel(),
  ]
})

change("password", {
  route: () => "password",
  secrets: ["password"],
  run: async ({ password }) => {
    take(await accounts("update", { idToken: await token(), password, returnSecureToken: true }))
    await done("told.password")
  },
})

const newPassword = () =>
  field(t("password.new"), { name: "password", type: "password", autocomplete: "new-password", required: true }, passwordRules())

view("password", "session", async () => {
  const user = await account()
  return [
    t("password.change"),
    el("p", {}, t("password.text")),
    form([username(user.email), newPassword()], t("save"), ({ password }) => make("password", { password })),
    cancel(),
  ]
})

change("addPassword", {
  route: () => "add-password",
  secrets: ["password"],
  run: async ({ email, password }) => {
    await linkPassword(email, password)
    await done("told.linked", { provider: wayTitle("password") })
  },
})

view("add-password", "session", async () => {
  const user = await account()
  return [
    t("addPassword.title"),
    el("p", {}, t("addPassword.text")),
    form(
      [
        field(t("email"), { name: "email", type: "email", autocomplete: "username", required: true, value: user.email ?? "" }),
        newPassword(),
      ],
      t("add.way", { provider: wayTitle("password") }), ({ email, password }) => make("addPassword", { email, password })),
    cancel(),
  ]
})

change("unlink", {
  route: ({ way }) => `remove/${way}`,
  run: async ({ way }) => {
    // A password and mailed links are one provider; taking the password away leaves the links.
    const user = await account()
    const isOnlyPassword = way === "password" && waysOf(user).includes("emailLink")
    const removal = isOnlyPassword ? { deleteAttribute: ["PASSWORD"] } : { deleteProvider: [way === "emailLink" ? "password" : way] }
    take(await accounts("update", { idToken: await token(), ...removal, returnSecureToken: true }))
    await done("told.unlinked", { provider: wayTitle(way) })
  },
})

view("remove", "session", async way => {
  const user = await account()
  const ways = waysOf(user)
  if (!ways.includes(way)) return void go("", true)
  const values = { provider: wayTitle(way) }
  const isLast = ways.length === 1
  const text = isLast ? (context.config.methods.unlinkLast ? "remove.last" : "remove.lastRefused") : "remove.text"
  return [
    t("remove.title", values),
    el("p", {}, t(text, values)),
    isLast && !context.config.methods.unlinkLast
      ? null : button(t("remove.way", values), () => make("unlink", { way }), { class: "danger" }),
    cancel(),
  ]
})

change("delete", {
  route: () => "delete",
  run: async () => {
    await accounts("delete", { idToken: await token() })
    await leave(t("told.deleted"))
  },
})

view("delete", "session", async () => {
  if (!context.config.methods.delete) return void go("", true)
  const user = await account()
  return [
    t("delete.title"),
    el("p", {}, isGuest(user) ? t("delete.guest") : t("delete.text", { name: user.email ?? user.displayName ?? "" })),
    form(
      [el("div", { class: "check" }, el("input", { id: "sure", type: "checkbox", name: "sure", required: true }),
        el("label", { for: "sure" }, t("delete.sure")))],
      t("delete"), () => make("delete"), { class: "danger" }),
    cancel(),
  ]
})

// Begins: reads the project's settings and the texts, then what the person brought along, then the view in the address.

import { page } from "./account-api.js"
import { arrive } from "./account-arrive.js"
import { context, t } from "./account-context.js"
import { el, show } from "./account-dom.js"
import { render } from "./account-router.js"
import "./account-again.js"
import "./account-changes.js"
import "./account-collisions.js"
import "./account-factors.js"
import "./account-profile.js"
import "./account-providers.js"
import "./account-sessions.js"
import "./account-signin.js"

const keepView = () => {
  // The links to other languages lead to the same view.
  for (const link of document.querySelectorAll("#languages a"))
    link.addEventListener("click", () => { link.hash = location.hash })
}

const begin = async () => {
  const language = context.language
  const texts = fetch(`/account/texts/${language}`, { credentials: "omit" }).then(answer => answer.json())
  try {
    [context.texts, context.config] = await Promise.all([texts, page("config")])
  } catch {
    show("–", el("p", { class: "error", role: "alert" }, t("error.NO_CONNECTION")))
    return
  }
  keepView()
  if (!(await arrive())) await render()
}

await begin()

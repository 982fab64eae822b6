// Begins: reads the project's settings and the texts, then what the person brought along, then the view in the address.

import { page } from "./account-api.js"
import { arrive } from "./account-arrive.js"
import { context } from "./account-context.js"
import { el, show } from "./account-dom.js"
import { loadTexts } from "./account-language.js"
import { render } from "./account-router.js"
import "./account-again.js"
import "./account-changes.js"
import "./account-collisions.js"
import "./account-factors.js"
import "./account-phone.js"
import "./account-profile.js"
import "./account-providers.js"
import "./account-recovery.js"
import "./account-required.js"
import "./account-sessions.js"
import "./account-signin.js"

const begin = async () => {
  try {
    [, context.config] = await Promise.all([loadTexts(), page("config")])
  } catch {
    // The texts may be what is missing.
    const { title, text } = document.getElementById("main").dataset
    show(title, el("p", { class: "error", role: "alert" }, text))
    return
  }
  if (!(await arrive())) await render()
}

await begin()

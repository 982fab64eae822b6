// Does the work that proves an app's request for a code by text message to be worth something, and hands the proof to the app.
// The page says in its data block (#proof) what the work is, and which address opens the app.
"use strict";
import { progressIn, solve } from "/account/scripts/account-proof.js"

const order = JSON.parse(document.getElementById("proof").textContent)
const status = document.getElementById("status")
const back = document.getElementById("back")

const tell = (text) => {
  document.title = text.title
  document.querySelector("h1").textContent = text.title
  status.textContent = text.text
}

const shown = progressIn(document.getElementById("progress"), order.texts.working)
const solution = await solve(order.challenge, shown.tell)
shown.end()
if (solution === null) {
  tell(order.texts.failed)
} else {
  // Letters, digits, dots and the like: nothing in it needs an escape.
  const address = order.before + solution + order.after
  tell(order.texts.done)
  back.href = address
  back.hidden = false
  // Browsers that open apps only when somebody asks leave the button.
  location.href = address
}

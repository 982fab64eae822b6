// Hands the end of a sign-in to the app that began it. The page says in its data block (#flow) what to hand over, and where.
"use strict";
(() => {
  const order = JSON.parse(document.getElementById("flow").textContent);
  const status = document.getElementById("status");
  const back = document.getElementById("back");

  const tell = (text) => {
    document.title = text.title;
    document.querySelector("h1").textContent = text.title;
    status.textContent = text.text;
  };

  // The frames of ours that the app's page has opened. Frames of other origins do not let themselves be read.
  const framesOfApp = () => {
    const found = [];
    for (let index = 0; window.opener && index < Math.min(window.opener.length, 64); index++) {
      try {
        const frame = window.opener[index];
        const query = new URLSearchParams(frame.location.search);
        const isOurs = frame.location.origin === location.origin && frame.location.pathname.endsWith("/auth/iframe");
        if (isOurs && query.get("apiKey") === order.apiKey && query.get("appName") === order.appName) found.push(frame);
      } catch {
        // Another origin's.
      }
    }
    return found;
  };

  // A popup: the event goes to our frames in the page that opened it, until the app has taken it.
  const handToOpener = () => {
    // Not randomUUID, which plain http has on this machine only.
    const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
    const message = { eventType: "sendAuthEvent", eventId: id, data: { authEvent: order.event, origin: order.origin } };
    let attempts = 0;
    const timer = setInterval(send, 250);
    function end(text) {
      clearInterval(timer);
      window.removeEventListener("message", hear);
      tell(text);
    }
    function hear(answer) {
      const data = answer.data;
      if (answer.origin !== location.origin || data?.eventType !== "authEventAnswer" || data.eventId !== id) return;
      // The app closes the window once it is signed in. A window that closed before would look to the SDK like a person who
      // gave up, if the server takes longer than eight seconds.
      end(data.isTaken ? order.texts.done : order.texts.gone);
    }
    function send() {
      if (++attempts > 60) return end(order.texts.gone);
      for (const frame of framesOfApp()) frame.postMessage(message, location.origin);
    }
    window.addEventListener("message", hear);
    send();
  };

  // A redirect: the event waits in this origin's session storage for the app's page, which opens our frame.
  const leaveInStorage = () => {
    const key = `${order.apiKey}:${order.appName}`;
    try {
      const place = { origin: order.origin, until: Date.now() + order.seconds * 1000 };
      sessionStorage.setItem(`vincula:redirectReturn:${key}`, JSON.stringify(place));
      sessionStorage.setItem(`firebase:redirectEvent:${key}`, JSON.stringify(order.event));
    } catch {
      return tell(order.texts.noStorage);
    }
    location.replace(order.to);
  };

  const deliver = () => {
    if (order.way === "popup") handToOpener();
    else if (order.way === "redirect") leaveInStorage();
  };

  if (order.isAtOnce) deliver();
  else if (back?.tagName === "BUTTON") {
    back.addEventListener("click", () => {
      back.disabled = true;
      deliver();
    });
  } else if (order.isAsked) {
    // An ordinary link to the app, which the person follows or not. The page stays if the app opens beside the browser.
    back?.addEventListener("click", () => tell(order.texts.open));
  }
})();

// The frame that the web SDK embeds in the app's page: it tells the app how a sign-in ended.
"use strict";
(() => {
  if (window.parent === window) return;
  const query = new URLSearchParams(location.search);
  const key = `${query.get("apiKey")}:${query.get("appName")}`;
  const known = new Set();

  const originOf = (url) => {
    try {
      return new URL(url).origin;
    } catch {
      return null;
    }
  };

  const hasStorage = () => {
    try {
      sessionStorage.setItem("vincula:probe", "1");
      sessionStorage.removeItem("vincula:probe");
      return true;
    } catch {
      return false;
    }
  };

  // The end of a redirect that came back to this tab, for the page that began it: once, and for five minutes.
  const takeStored = (app) => {
    const names = [`firebase:redirectEvent:${key}`, `vincula:redirectReturn:${key}`];
    try {
      const [event, place] = names.map((name) => JSON.parse(sessionStorage.getItem(name)));
      if (!event || !place || place.origin !== app) return null;
      for (const name of names) sessionStorage.removeItem(name);
      return Date.now() < place.until ? event : null;
    } catch {
      return null;
    }
  };

  const start = () => {
    const filter = gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER;
    const parent = gapi.iframes.getContext().getParentIframe();
    // Who embeds this frame. Nothing is handed to a page that cannot be named.
    const app = location.ancestorOrigins?.[0] ?? parent.vinculaOrigin?.() ?? originOf(document.referrer);
    const tell = (authEvent, answered) => parent.send("authEvent", { type: "authEvent", authEvent }, answered, filter);

    parent.register("webStorageSupport", () => ({ status: "ACK", webStorageSupport: hasStorage() }), filter);
    const nothing = {
      type: "unknown", eventId: null, urlResponse: null, sessionId: null, postBody: null, tenantId: null,
      error: { code: "auth/no-auth-event", message: "No sign-in has come back." },
    };
    tell((app && takeStored(app)) || nothing, () => {});

    // From the page in the popup, which is of this origin, too.
    window.addEventListener("message", (message) => {
      if (message.origin !== location.origin || message.data?.eventType !== "sendAuthEvent") return;
      const { eventId, data } = message.data;
      if (!app || data?.origin !== app || known.has(eventId)) return;
      known.add(eventId);
      const popup = message.source;
      tell(data.authEvent, (answers) => {
        const isTaken = answers?.[answers.length - 1]?.status === "ACK";
        popup?.postMessage({ eventType: "authEventAnswer", eventId, isTaken }, location.origin);
      });
    });
  };

  if (window.gapi?.load) gapi.load("gapi.iframes", { callback: start, timeout: 30000, ontimeout() {} });
})();

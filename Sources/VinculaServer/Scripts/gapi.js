// A stand-in for the part of Google's gapi that Firebase's web SDK uses: a frame and messages between it and its page.
//
// An app that loads it before the SDK needs no script of Google's:
//   <script src="https://auth.example.com/__/auth/gapi.js"></script>
// The frame's page loads it, too; this script and Google's do not understand each other.
"use strict";
(() => {
  const isFrame = location.pathname.endsWith("/auth/iframe") && document.currentScript?.dataset.frame === "yes";
  if (!isFrame && window.gapi?.iframes) return;

  // Not randomUUID, which plain http has on this machine only.
  const newID = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

  // One end of a line between two windows. Messages wait until the other end is there, and until somebody wants them.
  class Line {
    constructor(post) {
      this.post = post;
      this.handlers = new Map();
      this.waiting = [];
      this.unread = [];
      this.asked = new Map();
      this.isOpen = false;
      this.opened = new Promise((resolve) => { this.whenOpen = resolve; });
    }

    open() {
      if (this.isOpen) return;
      this.isOpen = true;
      for (const message of this.waiting.splice(0)) this.post(message);
      this.whenOpen();
    }

    send(name, data, answered) {
      const message = { gapi: "call", id: newID(), name, data };
      if (answered) this.asked.set(message.id, answered);
      if (this.isOpen) this.post(message);
      else this.waiting.push(message);
    }

    register(name, handler) {
      this.handlers.set(name, handler);
      for (const message of this.unread.splice(0)) this.hear(message);
    }

    unregister(name) { this.handlers.delete(name); }

    async hear(message) {
      if (message.gapi === "answer") {
        const answered = this.asked.get(message.id);
        this.asked.delete(message.id);
        answered?.(message.data);
      } else if (message.gapi === "call") {
        const handler = this.handlers.get(message.name);
        if (handler) this.post({ gapi: "answer", id: message.id, data: [await handler(message.data)] });
        else if (this.unread.length < 16) this.unread.push(message);
      }
    }
  }

  // In the app's page: a frame. It is greeted until it answers, since it may still be loading.
  const openFrame = (options) => {
    const url = new URL(options.url, location.href);
    url.searchParams.set("transport", "vincula");
    const frame = document.createElement("iframe");
    const { style, ...attributes } = options.attributes ?? {};
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
    Object.assign(frame.style, style);
    const line = new Line((message) => frame.contentWindow?.postMessage(message, url.origin));
    frame.addEventListener("load", () => {
      const greet = () => frame.contentWindow?.postMessage({ gapi: "hello" }, url.origin);
      const timer = setInterval(() => (line.isOpen || !frame.isConnected ? clearInterval(timer) : greet()), 250);
      greet();
    });
    window.addEventListener("message", (message) => {
      if (message.source !== frame.contentWindow || message.origin !== url.origin || !message.data) return;
      if (message.data.gapi === "hello") line.open();
      else line.hear(message.data);
    });
    frame.src = url.href;
    (options.where ?? document.body).append(frame);
    return {
      restyle: () => Promise.resolve(),
      ping: (answered) => line.opened.then(() => answered?.([{ status: "ACK" }])),
      register: (name, handler) => line.register(name, handler),
      unregister: (name) => line.unregister(name),
      send: (name, data, answered) => line.send(name, data, answered),
      getIframeEl: () => frame,
    };
  };

  // In the frame: the page around it, which names its origin by its greeting. Nobody else is heard.
  const lineToParent = () => {
    let origin = null;
    const line = new Line((message) => window.parent.postMessage(message, origin));
    window.addEventListener("message", (message) => {
      if (message.source !== window.parent || message.origin === "null" || !message.data) return;
      if (message.data.gapi === "hello") {
        origin ??= message.origin;
        if (message.origin !== origin) return;
        line.open();
        window.parent.postMessage({ gapi: "hello" }, origin);
      } else if (origin && message.origin === origin) line.hear(message.data);
    });
    line.vinculaOrigin = () => origin;
    return line;
  };

  const parent = isFrame && window.parent !== window ? lineToParent() : null;
  const context = {
    open: (options, opened) => {
      const frame = openFrame(options);
      return Promise.resolve(opened ? opened(frame) : frame).then((result) => result ?? frame);
    },
    getParentIframe: () => parent,
  };
  window.gapi = {
    load: (names, options) => {
      const loaded = typeof options === "function" ? options : options?.callback;
      (parent?.opened ?? Promise.resolve()).then(() => loaded?.());
    },
    iframes: { Iframe: Line, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  };
})();

"""Goes through the hosted pages of a `vincula serve --dev` in a headless Chromium: every page, every language, by keyboard.

It needs playwright (Tests/requirements.txt) and the system's Chromium; it downloads nothing and asks no other machine.

    python3 pages.py URL FOLDER [--clock FILE] [--only WORD]

URL     the server, used by nobody else meanwhile; its project `demo-project` is changed.
FOLDER  where the screenshots go.
--clock the file that libfaketime reads the server's clock from (FAKETIME_TIMESTAMP_FILE). It is set three days ahead at the
        end, to see pages of links that have expired; without it those are left out.
--only  stories whose name has this word, for development.

It prints a line of JSON for each check, {"check": "...", "ok": true, "detail": "..."}, and ends with status 1 if one failed.
What pages must say is read from Sources/VinculaServer/Pages/Texts.
"""

import argparse
import base64
import contextlib
import hmac
import html
import http.server
import json
import os
import pathlib
import re
import shutil
import struct
import sys
import tempfile
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

from playwright.sync_api import Error, sync_playwright

PROJECT = "demo-project"
# Everything in it that HTML, JSON and templates treat in their own way.
APP = "Wool & “Yarn” <App> {{date}}"
APP_HOST = "app.example.com"
PASSWORD = "Correct!horse7battery"
SOURCES = pathlib.Path(__file__).resolve().parents[2] / "Sources/VinculaServer/Pages/Texts"
LANGUAGES = {"en": "English", "es": "Spanish", "it": "Italian", "fr": "French", "de": "German", "pt": "Portuguese"}
LOCALES = {"en": "en-GB", "es": "es-ES", "it": "it-IT", "fr": "fr-FR", "de": "de-DE", "pt": "pt-PT"}
# A word that the heading of the page for a new password has in this language and in no other.
OWN_WORDS = {
    "en": "new password", "es": "contraseña", "it": "nuova password", "fr": "mot de passe", "de": "Passwort", "pt": "senha"}
# How a page is looked at: colours, width, size of the text.
VIEWS = [("light", 1280, 1), ("dark", 320, 1), ("light", 320, 2), ("dark", 1280, 2), ("dark", 1280, 1), ("light", 320, 1)]
CONTROLS = ("button", "link", "textbox")
TOLD = ("heading", "alert", *CONTROLS)


# What pages say


def read_texts(language):
    """The texts of a language: {"verify": {"title", "text", "button"}, "newPassword": "...", ...}."""
    source = (SOURCES / f"{LANGUAGES[language]}Pages.swift").read_text()
    tokens = re.findall(r'"((?:[^"\\]|\\.)*)"|(\w+):|([A-Za-z]\w*)?\(|(\))', source)
    stack, name = [{}], None
    for text, key, group, end in tokens:
        if key:
            name = key
        elif end:
            if len(stack) > 1:
                stack.pop()
        elif text or name and not group:
            stack[-1][name] = re.sub(r"\\u\{(\w+)\}", lambda found: chr(int(found[1], 16)), text).replace(r"\"", '"')
        elif group and name:
            stack[-1][name] = {}
            stack.append(stack[-1][name])
    return stack[0]


def filled(template, **values):
    """A text with its variables filled in."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], template)


def pattern(template, **values):
    """What matches a text, whatever the variables are that are not given."""
    parts = re.split(r"\{\{(\w+)\}\}", template)
    known = {"app": APP, "address": "127.0.0.1", **values}
    for index in range(1, len(parts), 2):
        parts[index] = re.escape(known[parts[index]]) if parts[index] in known else ".+"
    parts[::2] = [re.escape(part) for part in parts[::2]]
    return "".join(parts)


# The server, by REST


class Server:
    def __init__(self, url):
        self.url = url.rstrip("/")
        self.host = urllib.parse.urlsplit(self.url).netloc
        self.people = 0

    def send(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **(headers or {})}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:300]}") from error

    def call(self, method, body, language=None):
        headers = {"X-Firebase-Locale": language} if language else {}
        return self.send("POST", f"/identitytoolkit.googleapis.com/v1/accounts:{method}?key=k", body, headers)

    def administer(self, method, body):
        path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:{method}"
        return self.send("POST", path, body, {"Authorization": "Bearer owner"})

    def configure(self, mask, body):
        path = f"/identitytoolkit.googleapis.com/v2/projects/{PROJECT}/config?updateMask={mask}"
        return self.send("PATCH", path, body, {"Authorization": "Bearer owner"})

    def address(self, name):
        self.people += 1
        return f"{name}.{self.people}@example.com"

    def sign_up(self, name):
        email = self.address(name)
        return self.call("signUp", {"email": email, "password": PASSWORD, "returnSecureToken": True})

    def account(self, person):
        return self.administer("lookup", {"localId": [person["localId"]]})["users"][0]

    def links(self, kind, email):
        """The links of a kind that work."""
        codes = self.send("GET", f"/emulator/v1/projects/{PROJECT}/oobCodes")["oobCodes"]
        return [code["oobLink"] for code in codes if code["requestType"] == kind and code["email"] == email]

    def mailed(self, email):
        """The links of an address's mails, newest first, also of the codes that the emulator does not list."""
        def page(path):
            with urllib.request.urlopen(self.url + path, timeout=120) as answer:
                return answer.read().decode()
        rows = re.findall(rf'<td>{re.escape(email)}</td><td><a href="(/emulator/inbox/[^"]+)"', page("/emulator/inbox"))
        found = [re.search(r'href="([^"]*oobCode=[^"]*)"', page(f"{row}/html")) for row in rows]
        return [html.unescape(link[1]) for link in found if link]

    def mail(self, kind, email, language=None, **fields):
        """Asks for a mail, and finds its link."""
        self.call("sendOobCode", {"requestType": kind, "email": email, **fields}, language)
        (link,) = self.links(kind, email)
        return link


def code_of(link):
    return urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["oobCode"][0]


class App:
    """The page of the app that links lead on to: app.example.com, as this browser sees it."""

    def __init__(self):
        self.seen = seen = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                seen.append((self.path, dict(self.headers)))
                body = b"<!doctype html><html lang=en><title>App</title><link rel=icon href=data:,><h1>The app</h1>"
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.host = f"{APP_HOST}:{self.server.server_port}"

    def url(self, path):
        return f"http://{self.host}{path}"


# What is seen of a page, found in the browser by code that the page knows nothing of

SURVEY = r"""
({backdrop, isAll}) => {
  const channels = text => {
    const found = (text.match(/[\d.]+/g) || []).map(Number)
    return /^color\(srgb/.test(text) ? [...found.slice(0, 3).map(part => part * 255), found[3] ?? 1] : [...found, 1].slice(0, 4)
  }
  const over = (top, bottom) => [0, 1, 2].map(i => top[i] * top[3] + bottom[i] * (1 - top[3])).concat(1)
  const light = colour => {
    const [r, g, b] = colour.map(part => part / 255).map(p => p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05) }
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches
  const canvas = backdrop ? channels(backdrop) : isDark ? [18, 18, 18, 1] : [255, 255, 255, 1]
  const ground = element => {
    const layers = []
    for (let e = element; e; e = e.parentElement) layers.push(channels(getComputedStyle(e).backgroundColor))
    return layers.reverse().reduce((below, layer) => over(layer, below), canvas)
  }
  const opacity = element => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1
  const seen = element => {
    const box = element.getBoundingClientRect(), style = getComputedStyle(element)
    return box.width > 1 && box.height > 1 && style.visibility != "hidden" && !style.clipPath.startsWith("inset(50%")
  }
  const said = element => (element.labels?.[0]?.innerText ?? element.innerText ?? "").trim()
  const focused = document.activeElement
  let focus = null
  if (focused && focused != document.body && focused != document.documentElement) {
    const style = getComputedStyle(focused), box = focused.getBoundingClientRect()
    const outside = ground(focused.parentElement)
    focus = {
      name: said(focused), top: box.top + scrollY, left: box.left, tag: focused.localName,
      outline: style.outlineStyle, width: parseFloat(style.outlineWidth),
      contrast: ratio(over(channels(style.outlineColor), outside), outside),
      visible: box.top >= 0 && box.bottom <= innerHeight && seen(focused),
    }
  }
  if (!isAll) return {focus}
  const contrast = []
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node; node = words.nextNode();) {
    const element = node.parentElement
    if (!node.data.trim() || !seen(element)) continue
    const below = ground(element), colour = channels(getComputedStyle(element).color)
    colour[3] *= opacity(element)
    contrast.push([ratio(over(colour, below), below), 4.5, node.data.trim().slice(0, 40)])
  }
  const controls = [...document.querySelectorAll("a[href],button,input,select,textarea,iframe,[tabindex]")]
  for (const control of controls.filter(seen)) {
    const style = getComputedStyle(control), outside = ground(control.parentElement)
    const box = control.getBoundingClientRect()
    if (control.matches("input")) {
      contrast.push([ratio(over(channels(style.borderTopColor), outside), outside), 3, "border of " + said(control)])
      contrast.push([ratio(channels(style.color), ground(control)), 4.5, "text in " + said(control)])
    }
    if (control.matches("button,.button"))
      contrast.push([ratio(over(channels(style.borderTopColor), outside), outside), 3, "border of " + said(control)])
  }
  const root = document.documentElement
  const wide = [...document.body.querySelectorAll("*")].filter(seen)
    .filter(e => { const box = e.getBoundingClientRect(); return box.right > root.clientWidth + 1 || box.left < -1 })
  // Words that are cut in two; at a hyphen they may be.
  const broken = []
  for (const element of [...document.querySelectorAll("h1,label,th,button,.button")].filter(seen)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let node; node = texts.nextNode();)
      for (const word of node.data.matchAll(/[^\s\-@.]+/g)) {
        const range = document.createRange()
        range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length)
        const lines = [...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top))
        if (new Set(lines).size > 1) broken.push(word[0])
      }
  }
  const main = document.querySelector("main"), padding = main && getComputedStyle(main)
  const column = main ? main.clientWidth - parseFloat(padding.paddingLeft) - parseFloat(padding.paddingRight) : innerWidth
  const attributes = [...document.querySelectorAll("*")].flatMap(e => [...e.attributes].map(a => [e.localName, a.name, a.value]))
  const ids = attributes.filter(([, name]) => name == "id").map(([, , value]) => value)
  return {
    language: root.lang, title: document.title, width: innerWidth,
    headings: [...document.querySelectorAll("h1")].map(e => e.innerText.trim()),
    paragraphs: [...document.querySelectorAll("main p, main li")].map(e => e.innerText.trim()),
    banner: document.querySelector(".banner")?.innerText,
    fields: [...document.querySelectorAll("input:not([type=hidden])")].filter(seen)
      .map(e => ({id: e.id, type: e.type, autocomplete: e.autocomplete, required: e.required, value: e.value,
        described: (e.getAttribute("aria-describedby") || "").split(" ").filter(Boolean)
          .map(id => document.getElementById(id)?.innerText ?? null)})),
    scripts: document.scripts.length,
    code: attributes.filter(([, name, value]) => name.startsWith("on") || /^\s*javascript:/i.test(value)).map(String),
    styles: attributes.filter(([tag, name]) => name == "style").length + document.querySelectorAll("style").length,
    twice: ids.filter((id, index) => ids.indexOf(id) != index),
    dangling: attributes.filter(([, name, value]) => (name == "for" || /^aria-(describedby|labelledby|controls)$/.test(name))
      && value.split(" ").some(id => !ids.includes(id))).map(String),
    low: contrast.filter(([is, least]) => !(is >= least)).map(([is, least, what]) => `${what}: ${is.toFixed(2)} < ${least}`),
    measured: contrast.length, least: Math.min(...contrast.filter(([, least]) => least == 4.5).map(([is]) => is)),
    overflow: root.scrollWidth - root.clientWidth,
    wide: wide.map(e => `${e.localName} ${said(e).slice(0, 30)}`),
    broken, column: column / innerWidth,
    small: controls.filter(seen)
      .filter(e => e.matches("button,.button,input") && e.getBoundingClientRect().height < 44).map(said),
    focus,
  }
}
"""


class Checks:
    def __init__(self):
        self.failed = 0
        self.count = 0

    def add(self, name, ok, detail=""):
        self.count += 1
        self.failed += not ok
        print(json.dumps({"check": name, "ok": bool(ok), "detail": str(detail)[:1500]}, ensure_ascii=False), flush=True)

    def none(self, name, problems, detail=""):
        """Notes that there are no problems."""
        problems = list(problems)
        self.add(name, not problems, "; ".join(str(problem) for problem in problems) or detail)


def until(condition, what, seconds=120):
    """Waits until a condition holds, and gives what it gave."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = condition()
        except Error as error:
            # The page that was asked is being replaced by the next one.
            if "context was destroyed" not in str(error):
                raise
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


class Reader:
    """Somebody who reads the pages in one language, with a browser of their own."""

    def __init__(self, browser, server, app, checks, folder, language, number=0, locale=None, scripts=True, **options):
        self.server, self.app, self.checks, self.folder = server, app, checks, folder
        self.language, self.number, self.scripts = language, number, scripts
        self.texts = read_texts(language)
        self.name = language if scripts else f"{language} without scripts"
        self.keyboard = scripts
        self.page_count = 0
        self.noise = []
        self.answers = {}
        self.looked_at = set()
        options = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light", **options}
        self.context = browser.new_context(
            locale=locale or LOCALES[language], java_script_enabled=scripts, service_workers="block", **options)
        self.context.set_default_timeout(120000)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.noise.append(f"error: {error.error}"))
        self.context.on("request", self._request)
        self.context.on("requestfailed", lambda request: self.noise.append(f"failed: {request.url} {request.failure}"))
        self.context.on("response", self._response)
        if scripts:
            self.context.expose_binding("vinculaViolated", lambda _, text: self.noise.append(f"violation: {text}"))
            self.context.add_init_script(
                "addEventListener('securitypolicyviolation',"
                " e => vinculaViolated(`${e.effectiveDirective} ${e.blockedURI} in ${location.pathname}`))")
        self.page = self.context.new_page()
        self.session = self.context.new_cdp_session(self.page)
        self.height = self.page.viewport_size["height"]

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.noise.append(f"console: {message.text}")

    def _request(self, request):
        url = urllib.parse.urlsplit(request.url)
        if url.scheme == "data" or url.netloc == self.server.host:
            return
        if url.netloc == self.app.host and request.is_navigation_request():
            return
        self.noise.append(f"request: {request.url}")

    def _response(self, response):
        if response.status >= 400:
            self.noise.append(f"status {response.status}: {response.url}")
        if response.request.is_navigation_request():
            self.answers[response.url] = response

    # What a reader does

    def link(self, link):
        """The same page at one path and then at the other."""
        self.page_count += 1
        if (self.page_count + self.number) % 2:
            link = link.replace("/emulator/action?", "/__/auth/action?")
        return link

    def open(self, link):
        self.page.goto(link)

    def survey(self):
        return self.page.evaluate(SURVEY, {"backdrop": None, "isAll": True})

    def focus(self):
        """What the survey says of the focus, without all the rest."""
        return self.page.evaluate(SURVEY, {"backdrop": None, "isAll": False})["focus"]

    def reach(self, name):
        """Goes to a control by Tab."""
        missed = []
        for _ in range(16):
            focus = self.focus()
            if focus and focus["name"] == name:
                return
            missed.append(focus and focus["name"])
            self.page.keyboard.press("Tab")
        raise RuntimeError(f"Tab does not lead to {name!r}, but to {missed}")

    def press(self, name, role="button"):
        """Presses a button or follows a link, by keyboard or finger, and waits for what comes."""
        with self.page.expect_navigation():
            if self.keyboard:
                self.reach(name)
                self.page.keyboard.press("Enter")
            else:
                self.page.get_by_role(role, name=name, exact=True).tap()

    def write(self, name, text):
        if self.keyboard:
            self.reach(name)
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.type(text)
        else:
            field = self.page.get_by_label(name, exact=True)
            field.tap()
            field.fill(text)

    def submit(self):
        """Sends a form from within its field."""
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    # What is asserted of every page

    def tree(self):
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""),
             {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])})
            for node in nodes if not node["ignored"] and "role" in node
        ]

    def inspect(self, kind, title, roles=(), texts=(), alert=None, language=None, only=None):
        """Asserts all that holds for every page.

        roles   what the accessibility tree has of buttons, links and fields, in this order.
        texts   patterns of paragraphs.
        alert   what is told at once.
        """
        checks, where = self.checks, f"{self.name} {kind}"
        language = language or self.language
        seen = self.survey()

        # The head.
        response = self.answers.get(self.page.url)
        headers = response.headers if response else {}
        policy = headers.get("content-security-policy", "")
        wrong = [name for name, value in {
            "referrer-policy": "no-referrer", "x-content-type-options": "nosniff", "x-frame-options": "DENY",
            "cache-control": "no-store", "content-type": "text/html; charset=utf-8"}.items() if headers.get(name) != value]
        wrong += [part for part in ("default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'")
                  if part not in policy]
        wrong += [part for part in ("unsafe", "script-src", "*") if part in policy]
        checks.none(f"{where}: headers", wrong, policy)

        # The document.
        problems = []
        if seen["headings"] != [title] or seen["title"] != title:
            problems.append(f"heading {seen['headings']} and title {seen['title']!r} are not {title!r}")
        if seen["language"] != language:
            problems.append(f"lang is {seen['language']}")
        if seen["banner"] != read_texts(language)["developmentServer"]:
            problems.append(f"the banner is {seen['banner']}")
        for name in ("scripts", "code", "styles", "twice", "dangling"):
            if seen[name]:
                problems.append(f"{name}: {seen[name]}")
        for text in texts:
            if not any(re.fullmatch(text, paragraph, re.DOTALL) for paragraph in seen["paragraphs"]):
                problems.append(f"{text} is not among {seen['paragraphs']}")
        if re.search(r"\{\{(?!date\}\})|\}\}(?<!date\}\})", " ".join(seen["paragraphs"])):
            problems.append(f"a variable is left: {seen['paragraphs']}")
        checks.none(f"{where}: document", problems, f"{title!r}, {len(seen['paragraphs'])} paragraphs")

        # The accessibility tree.
        tree, problems = self.tree(), []
        told = [(role, name) for role, name, _ in tree if role in CONTROLS]
        if only is None and told != list(roles) or only and not set(only) <= set(told):
            problems.append(f"controls are {told}, not {list(roles)}")
        mains = [role for role, _, _ in tree if role == "main"]
        headings = [(name, more.get("level")) for role, name, more in tree if role == "heading"]
        if len(mains) != 1 or (title, 1) != (headings or [None])[0] or [level for _, level in headings].count(1) != 1:
            problems.append(f"landmarks {mains}, headings {headings}")
        if any(not name for role, name, _ in tree if role in CONTROLS):
            problems.append(f"a control has no name: {told}")
        if [role for role, _, _ in tree if role == "RootWebArea"][:1] != ["RootWebArea"]:
            problems.append("no document")
        alerts = self.page.get_by_role("alert").all_inner_texts()
        if alert is None and alerts or alert is not None and not (len(alerts) == 1 and re.search(alert, alerts[0])):
            problems.append(f"alerts are {alerts}, not {alert}")
        invalid = [name for role, name, more in tree if role == "textbox" and more.get("invalid") == "true"]
        if bool(invalid) != (alert is not None):
            problems.append(f"invalid are {invalid}, with the alerts {alerts}")
        if alert is not None and not all(
            any(described and re.search(alert, described) for described in field["described"]) for field in seen["fields"]
        ):
            problems.append(f"the field is not described by its problem: {seen['fields']}")
        checks.none(f"{where}: accessibility", problems, told)

        # Every stop of the Tab key, and nothing but.
        if self.keyboard and only is None:
            self.order(where, [name for role, name in roles if role in CONTROLS])

        # How it looks.
        looked_at = (title, language, tuple(roles), alert, only and kind)
        if self.scripts and looked_at not in self.looked_at:
            self.looked_at.add(looked_at)
            self.looks(where, kind)
        else:
            self.layout(where, [("as it is", seen)])
        checks.none(f"{where}: quiet", self.drain())

    def order(self, where, expected):
        problems, stops = [], []
        for step in range(len(expected) + 1):
            if step > 0:
                self.page.keyboard.press("Tab")
            focus = self.focus()
            if focus:
                stops.append(focus)
            if len(stops) == len(expected) or stops and not focus:
                break
        if [stop["name"] for stop in stops] != expected:
            problems.append(f"Tab stops at {[stop['name'] for stop in stops]}, not at {expected}")
        for before, after in zip(stops, stops[1:]):
            if after["top"] < before["top"] - 1:
                problems.append(f"{after['name']} is above {before['name']}")
        for stop in stops:
            if stop["outline"] == "none" or stop["width"] < 2 or stop["contrast"] < 3 or not stop["visible"]:
                problems.append(f"the focus does not show: {stop}")
        self.checks.none(f"{where}: focus", problems, [stop["name"] for stop in stops])

    def look(self, scheme, width, size):
        self.page.emulate_media(color_scheme=scheme)
        self.page.set_viewport_size({"width": width, "height": self.height})
        self.page.evaluate("size => { document.documentElement.style.fontSize = size == 1 ? '' : `${size * 100}%` }", size)
        return until(lambda: (lambda seen: seen["width"] == width and seen)(self.survey()), f"the width {width}")

    def looks(self, where, kind):
        surveys = []
        self.page_count += 1
        photo = (self.page_count + self.number) % len(VIEWS)
        for index, view in enumerate(VIEWS):
            surveys.append(("{} {} {}".format(*view), self.look(*view)))
            if index == photo:
                scheme, width, size = view
                file = f"{kind.replace(' ', '-')}.{self.language}.{scheme}.{width}{'.large' if size > 1 else ''}.png"
                self.page.screenshot(path=str(self.folder / file), full_page=True)
        self.look("light", 1280, 1)
        low = [f"{name}: {entry}" for name, seen in surveys for entry in seen["low"]]
        least = min(seen["least"] for _, seen in surveys)
        self.checks.none(f"{where}: contrast", low, f"at least {least:.2f} of {surveys[0][1]['measured']}")
        self.layout(where, surveys)

    def layout(self, where, surveys):
        problems = []
        for name, seen in surveys:
            if seen["overflow"] > 0 or seen["wide"]:
                problems.append(f"{name}: {seen['overflow']} px too wide: {seen['wide']}")
            if seen["broken"] and not name.endswith(" 2"):
                problems.append(f"{name}: words are cut: {seen['broken']}")
            if seen["width"] <= 320 and seen["column"] < 0.6:
                problems.append(f"{name}: only {seen['column']:.0%} of the width is left for text")
            if seen["small"]:
                problems.append(f"{name}: small: {seen['small']}")
        self.checks.none(f"{where}: layout", problems)

    def drain(self):
        self.page.evaluate("0")  # What has happened before is heard now.
        noise, self.noise = self.noise, []
        return noise

    def at_app(self, story, /, **expected):
        """Asserts that the browser is at the app, and what it brought there."""
        until(lambda: self.page.evaluate("document.title") == "App", "the app's page")
        path, headers = self.app.seen[-1]
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query))
        problems = [f"{name} is {query.get(name)!r}, not {value!r}" for name, value in expected.items() if query.get(name) != value]
        problems += [f"the app was told {headers[name]} as {name}" for name in headers if name.lower() in ("referer", "origin")
                     and headers[name] != "null"]
        self.checks.none(f"{self.name} {story}: at the app", problems + self.drain(), path)


# The stories


def back(reader):
    return ("link", filled(reader.texts["continueTo"], place=APP_HOST))


def look_back(reader, kind):
    """Follows the way back to the app."""
    reader.press(back(reader)[1], "link")
    reader.at_app(kind, kind=kind)


def again(reader, link, kind):
    """A used link, and a new one in its place."""
    texts = reader.texts
    reader.open(link)
    reader.inspect(
        f"{kind} used", texts["used"]["title"], [("button", texts["sendNewLink"]), back(reader)], [pattern(texts["used"]["text"])])
    reader.press(texts["sendNewLink"])
    reader.inspect(f"{kind} new link sent", texts["newLinkSent"]["title"], [back(reader)], [pattern(texts["newLinkSent"]["text"])])


def renewed_is_mailed(reader, kind, email, link):
    fresh = reader.server.links(kind, email)
    ok = len(fresh) == 1 and code_of(fresh[0]) != code_of(link) and f"lang={reader.language}" in fresh[0]
    reader.checks.add(f"{reader.name} {kind}: a new link is mailed, in the same language", ok, fresh)
    return fresh[0] if fresh else None


def verify(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("verify")
    link = server.mail(
        "VERIFY_EMAIL", person["email"], reader.language, idToken=person["idToken"], continueUrl=reader.app.url("/?kind=verified"))
    here = reader.link(link)
    question = {
        "title": texts["verify"]["title"],
        "roles": [("button", texts["verify"]["button"]), ("button", texts["disown"]["title"])],
        "texts": [pattern(texts["verify"]["text"], email=person["email"])],
    }
    # However often it is opened, by whatever runs scripts: nothing happens.
    for _ in range(5):
        reader.open(here)
        reader.page.evaluate("document.title.length + document.forms.length")
    reader.inspect("verify", **question)
    server.account(person)
    ok = server.links("VERIFY_EMAIL", person["email"]) == [link] and not server.account(person).get("emailVerified")
    reader.checks.add(f"{reader.name} verify: opening it five times uses nothing up", ok)
    reader.press(texts["verify"]["button"])
    said = [pattern(texts["verified"]["text"], email=person["email"])]
    reader.inspect("verified", texts["verified"]["title"], [back(reader)], said)
    reader.checks.add(f"{reader.name} verify: the address is verified", server.account(person).get("emailVerified") is True)
    look_back(reader, "verified")
    reader.open(here)
    reader.inspect(
        "verify, opened once more", texts["verified"]["title"], [back(reader)], [pattern(texts["verified"]["text"])])


def disown(reader):
    """By the second button of the question, and by the mail's own link."""
    server, texts = reader.server, reader.texts
    for way in ("button", "link"):
        person = server.sign_up("disown")
        link = server.mail("VERIFY_EMAIL", person["email"], reader.language, idToken=person["idToken"])
        if way == "button":
            reader.open(reader.link(link))
            reader.press(texts["disown"]["title"])
        else:
            reader.open(reader.link(link) + "&answer=no")
        reader.inspect(
            f"disown by {way}", texts["disown"]["title"], [("button", texts["disown"]["button"])],
            [pattern(texts["disown"]["text"], email=person["email"])])
        ok = server.account(person).get("email") == person["email"]
        reader.checks.add(f"{reader.name} disown by {way}: nothing happens before the button", ok)
        reader.press(texts["disown"]["button"])
        reader.inspect(f"disowned by {way}", texts["disowned"]["title"], [], [pattern(texts["disowned"]["text"])])
        account = server.account(person)
        reader.checks.add(
            f"{reader.name} disown by {way}: the account has no address", "email" not in account and "passwordHash" not in account)


def rules(texts):
    names = ["atLeast", "atMost", "lowercase", "uppercase", "digit", "symbol", "notCommon"]
    counts = {"atLeast": "8", "atMost": "64"}
    return [re.escape(filled(texts["rules"][name], count=counts.get(name, ""))) for name in names]


def reset(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("reset")
    link = server.mail("PASSWORD_RESET", person["email"], reader.language, continueUrl=reader.app.url("/?kind=reset"))
    here = reader.link(link)
    reader.open(here)
    field, button = ("textbox", texts["newPassword"]), ("button", texts["reset"]["button"])
    said = [pattern(texts["reset"]["text"], email=person["email"]), *rules(texts)]
    reader.inspect("reset", texts["reset"]["title"], [field, button], [*said, re.escape(texts["rules"]["heading"])])
    reader.checks.add(f"{reader.name} reset: its own language", OWN_WORDS[reader.language] in texts["reset"]["title"])
    fields = reader.survey()["fields"]
    ok = [(field["type"], field["autocomplete"], field["required"]) for field in fields] == [("password", "new-password", True)]
    reader.checks.add(f"{reader.name} reset: the field is a new password's", ok, fields)
    username = reader.page.evaluate("document.querySelector('input[autocomplete=username]')?.value")
    reader.checks.add(f"{reader.name} reset: password managers learn the account", username == person["email"], username)
    # The field has the focus: nothing but typing.
    reader.write(texts["newPassword"], "abc")
    reader.submit()
    broken = re.escape(texts["rules"]["broken"])
    reader.inspect("reset refused", texts["reset"]["title"], [field, button], [*said, broken], alert=broken)
    reader.write(texts["newPassword"], "Another!horse8battery")
    reader.press(texts["reset"]["button"])
    reader.inspect("was reset", texts["wasReset"]["title"], [back(reader)], [pattern(texts["wasReset"]["text"])])
    signed_in = server.call("signInWithPassword", {"email": person["email"], "password": "Another!horse8battery"})
    reader.checks.add(f"{reader.name} reset: the new password signs in", signed_in["localId"] == person["localId"])
    look_back(reader, "reset")
    again(reader, here, "reset")
    fresh = renewed_is_mailed(reader, "PASSWORD_RESET", person["email"], link)
    reader.open(fresh)
    reader.inspect("reset once more", texts["reset"]["title"], [field, button])


def sign_in(reader):
    server, texts = reader.server, reader.texts
    email = server.address("link")
    onwards = reader.app.url("/in?x=a%26b&lang=old#top")
    link = server.mail("EMAIL_SIGNIN", email, reader.language, continueUrl=onwards, canHandleCodeInApp=True)
    reader.open(reader.link(link))
    title = filled(texts["signIn"]["title"], app=APP)
    roles = [("textbox", texts["yourAddress"]), ("button", texts["signIn"]["button"]), ("link", texts["sameDevice"])]
    said = [pattern(texts["signIn"]["text"])]
    reader.inspect("sign in", title, roles, said)
    reader.write(texts["yourAddress"], "somebody@example.com")
    reader.submit()
    wrong = re.escape(texts["otherAddress"])
    reader.inspect("sign in refused", title, roles, [*said, wrong], alert=wrong)
    reader.write(texts["yourAddress"], f" {email.upper()} ")
    reader.press(texts["signIn"]["button"])
    brought = {"x": "a&b", "mode": "signIn", "apiKey": "k", "lang": reader.language, "oobCode": code_of(link)}
    reader.at_app("sign in", **brought)
    signed_in = server.call("signInWithEmailLink", {"email": email, "oobCode": code_of(link)})
    reader.checks.add(f"{reader.name} sign in: the code signs in", signed_in["email"] == email)
    again(reader, reader.link(link), "sign in")
    fresh = renewed_is_mailed(reader, "EMAIL_SIGNIN", email, link)
    reader.open(fresh)
    reader.press(texts["sameDevice"], "link")
    reader.at_app("sign in on the same device", **{**brought, "oobCode": code_of(fresh)})


def too_many(reader):
    server, texts = reader.server, reader.texts
    email = server.address("guessed")
    link = server.mail("EMAIL_SIGNIN", email, reader.language, continueUrl=reader.app.url("/"), canHandleCodeInApp=True)
    reader.open(reader.link(link))
    for number in range(5):
        reader.write(texts["yourAddress"], f"guess{number}@example.com")
        reader.submit()
    reader.inspect(
        "sign in too many addresses", texts["used"]["title"], texts=[pattern(texts["tooManyAddresses"])], only=[back(reader)])
    reader.checks.add(f"{reader.name} sign in: the code is ended", not server.links("EMAIL_SIGNIN", email))


def change(reader):
    server, texts = reader.server, reader.texts
    person, new = server.sign_up("change"), server.address("changed")
    ask = {"idToken": person["idToken"], "continueUrl": reader.app.url("/?kind=changed")}
    link = server.mail("VERIFY_AND_CHANGE_EMAIL", person["email"], reader.language, newEmail=new, **ask)
    reader.open(reader.link(link))
    said = [pattern(texts["change"]["text"], newEmail=new)]
    reader.inspect("change", texts["change"]["title"], [("button", texts["change"]["button"])], said)
    shown = reader.page.inner_text("main")
    reader.checks.add(f"{reader.name} change: the old address is not told", person["email"] not in shown, shown)
    reader.press(texts["change"]["button"])
    reader.inspect("changed", texts["changed"]["title"], [back(reader)], [pattern(texts["changed"]["text"], newEmail=new)])
    account = server.account(person)
    reader.checks.add(f"{reader.name} change: done", account["email"] == new and account["emailVerified"] is True)
    look_back(reader, "changed")
    reader.open(link)
    reader.inspect(
        "change used", texts["used"]["title"], [back(reader)], [pattern(texts["used"]["text"]), pattern(texts["askInTheApp"])])
    # The mail that follows is in the page's language.
    (undo,) = server.links("RECOVER_EMAIL", person["email"])
    reader.checks.add(f"{reader.name} change: the mail to the old address", f"lang={reader.language}" in undo, undo)


def taken(reader):
    server, texts = reader.server, reader.texts
    person, new = server.sign_up("late"), server.address("wanted")
    link = server.mail("VERIFY_AND_CHANGE_EMAIL", person["email"], reader.language, newEmail=new, idToken=person["idToken"])
    reader.open(reader.link(link))
    other = server.call("signUp", {"email": new, "password": PASSWORD})
    server.administer("update", {"localId": other["localId"], "emailVerified": True})
    reader.press(texts["change"]["button"])
    reader.inspect("taken", texts["taken"]["title"], [], [pattern(texts["taken"]["text"])])


def recover(reader):
    server, texts = reader.server, reader.texts
    person, new = server.sign_up("recover"), server.address("hijacked")
    server.call("update", {"idToken": person["idToken"], "email": new}, reader.language)
    (link,) = server.links("RECOVER_EMAIL", person["email"])
    reader.open(reader.link(link))
    values = {"email": person["email"], "newEmail": new}
    said = [pattern(texts["recover"]["text"], **values)]
    reader.inspect("recover", texts["recover"]["title"], [("button", texts["recover"]["button"])], said)
    reader.press(texts["recover"]["button"])
    said = [pattern(texts["recovered"]["text"], **values)]
    reader.inspect("recovered", texts["recovered"]["title"], [("button", texts["sendPasswordLink"])], said)
    reader.checks.add(f"{reader.name} recover: done", server.account(person)["email"] == person["email"])
    reader.press(texts["sendPasswordLink"])
    reader.inspect("recovered new password", texts["newLinkSent"]["title"], [], [pattern(texts["newLinkSent"]["text"])])
    mailed = server.links("PASSWORD_RESET", person["email"])
    ok = len(mailed) == 1 and f"lang={reader.language}" in mailed[0]
    reader.checks.add(f"{reader.name} recover: a link for a new password", ok, mailed)
    reader.open(link)
    reader.inspect("recover used", texts["used"]["title"], [], [pattern(texts["used"]["text"])])


def one_time_password(secret):
    """What an authenticator app shows (RFC 6238)."""
    period = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), period, "sha1").digest()
    offset = digest[19] & 15
    return f"{(struct.unpack('>I', digest[offset:offset + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def enrol(reader, token):
    """Adds an authenticator app to an account."""
    path, server = "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:", reader.server
    language = {"X-Firebase-Locale": reader.language}
    new = server.send("POST", f"{path}start?key=k", {"idToken": token, "totpEnrollmentInfo": {}})["totpSessionInfo"]
    proof = {"sessionInfo": new["sessionInfo"], "verificationCode": one_time_password(new["sharedSecretKey"])}
    server.send("POST", f"{path}finalize?key=k", {"idToken": token, "totpVerificationInfo": proof}, language)


def second_factor(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("factor")
    server.administer("update", {"localId": person["localId"], "emailVerified": True})
    enrol(reader, person["idToken"])
    (link,) = server.links("REVERT_SECOND_FACTOR_ADDITION", person["email"])
    link = reader.link(link)
    values = {"email": person["email"]}
    reader.open(link)
    said = [pattern(texts["revertSecondFactor"]["text"], **values)]
    reader.inspect(
        "second factor", texts["revertSecondFactor"]["title"], [("button", texts["revertSecondFactor"]["button"])], said)
    reader.checks.add(f"{reader.name} second factor: reading changes nothing", len(server.account(person).get("mfaInfo", [])) == 1)
    reader.press(texts["revertSecondFactor"]["button"])
    said = [pattern(texts["secondFactorReverted"]["text"], **values)]
    reader.inspect(
        "second factor removed", texts["secondFactorReverted"]["title"], [("button", texts["sendPasswordLink"])], said)
    reader.checks.add(f"{reader.name} second factor: done", "mfaInfo" not in server.account(person))
    reader.press(texts["sendPasswordLink"])
    reader.inspect(
        "second factor new password", texts["newLinkSent"]["title"], [], [pattern(texts["newLinkSent"]["text"])])
    reader.open(link)
    reader.inspect("second factor used", texts["used"]["title"], [], [pattern(texts["used"]["text"])])


def way_in(reader, name):
    """Somebody with a password, a proven address, and a provider linked to the account."""
    server = reader.server
    person = server.sign_up(name)
    server.administer("update", {"localId": person["localId"], "emailVerified": True})
    assertion = urllib.parse.quote(json.dumps({"sub": person["localId"]}))
    body = {"idToken": person["idToken"], "postBody": f"providerId=github.com&id_token={assertion}",
            "requestUri": "http://localhost", "returnSecureToken": True}
    return {**person, **server.call("signInWithIdp", body, reader.language)}


def undo(reader, name, question, done, person, link, removed, said):
    """The page of a button that undoes a change, to its end."""
    texts = reader.texts
    reader.open(link)
    values = {"email": person["email"], "provider": "GitHub"}
    button = filled(texts[question]["button"], **values)
    reader.inspect(name, texts[question]["title"], [("button", button)], [pattern(texts[question]["text"], **values), *said])
    shown = [item.strip() for item in reader.page.locator("main li").all_inner_texts()]
    right = len(shown) == len(removed) and all(re.fullmatch(*pair) for pair in zip(removed, shown))
    reader.checks.add(f"{reader.name} {name}: what goes", right, shown)
    named = reader.page.get_by_role("list", name=texts["removesNow"]).count()
    reader.checks.add(f"{reader.name} {name}: the list has a name", named == 1, named)
    reader.press(button)
    roles = [("button", texts["sendPasswordLink"])]
    reader.inspect(f"{name} undone", texts[done]["title"], roles, [pattern(texts[done]["text"], **values)])
    reader.press(texts["sendPasswordLink"])
    reader.inspect(f"{name} new password", texts["newLinkSent"]["title"], [], [pattern(texts["newLinkSent"]["text"])])
    reader.open(link)
    reader.inspect(f"{name} used", texts["used"]["title"], [], [pattern(texts["used"]["text"])])


def added(reader):
    server, texts = reader.server, reader.texts
    person = way_in(reader, "added")
    link = reader.link(server.mailed(person["email"])[0])
    undo(reader, "added", "revertSignInMethod", "signInMethodReverted", person, link,
         [re.escape(texts["aPassword"]), "GitHub"], [])
    left = [row["providerId"] for row in server.account(person).get("providerUserInfo", [])]
    reader.checks.add(f"{reader.name} added: done", "github.com" not in left, left)


def removed(reader):
    server, texts = reader.server, reader.texts
    person = way_in(reader, "removed")
    server.call("update", {"idToken": person["idToken"], "deleteProvider": ["github.com"]}, reader.language)
    link = reader.link(server.mailed(person["email"])[0])
    undo(reader, "removed", "revertSignInMethodRemoval", "signInMethodRestored", person, link,
         [re.escape(texts["aPassword"])], [])
    left = [row["providerId"] for row in server.account(person).get("providerUserInfo", [])]
    reader.checks.add(f"{reader.name} removed: done", left == ["github.com"], left)


def new_password(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("changed")
    server.administer("update", {"localId": person["localId"], "emailVerified": True})
    changed = {"idToken": person["idToken"], "password": PASSWORD + "2", "returnSecureToken": True}
    session = server.call("update", changed, reader.language)
    enrol(reader, session["idToken"])
    link = reader.link(next(link for link in reversed(server.mailed(person["email"])) if "mode=recoverEmail" in link))
    undo(reader, "new password", "revertPasswordChange", "passwordReverted", person, link,
         [re.escape(texts["aPassword"]), pattern(texts["anAuthenticator"])], [])
    reader.checks.add(f"{reader.name} new password: done", "mfaInfo" not in server.account(person))


def unknown(reader):
    texts, url = reader.texts, reader.server.url
    for name, path in {"unknown": "/emulator/action", "unknown at auth": "/__/auth/action"}.items():
        reader.open(f"{url}{path}?mode=resetPassword&oobCode=%3Cscript%3Ealert(1)%3C/script%3E&lang={reader.language}")
        reader.inspect(name, texts["unknown"]["title"], [], [pattern(texts["unknown"]["text"])])
    # Without a word on the language, the browser's counts.
    reader.open(f"{url}/__/auth/action?mode=resetPassword&oobCode=x")
    reader.inspect("unknown by accept-language", texts["unknown"]["title"], [], [pattern(texts["unknown"]["text"])])
    reader.open(f"{url}/__/auth/links?link=https%3A%2F%2Fevil.example%2F%3FoobCode%3Dx")
    reader.inspect("links unknown", texts["unknown"]["title"], [], [pattern(texts["unknown"]["text"])])


def accept_language(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("accepting")
    link = server.mail("VERIFY_EMAIL", person["email"], idToken=person["idToken"])
    bare = re.sub(r"lang=\w+&?", "", reader.link(link))
    roles = [("button", texts["verify"]["button"]), ("button", texts["disown"]["title"])]
    reader.open(bare)
    reader.inspect("verify by accept-language", texts["verify"]["title"], roles)
    # A language that nothing is written in is none.
    reader.open(bare + "&lang=ja")
    reader.inspect("verify in an unknown language", texts["verify"]["title"], roles)
    # The link's word counts more than the browser's.
    other = "fr" if reader.language != "fr" else "it"
    reader.open(bare + f"&lang={other}")
    reader.inspect(
        "verify by the language of the link", read_texts(other)["verify"]["title"],
        [("button", read_texts(other)["verify"]["button"]), ("button", read_texts(other)["disown"]["title"])], language=other)


def disabled(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("disabled")
    server.call("update", {"idToken": person["idToken"], "email": server.address("other")}, reader.language)
    (link,) = server.links("RECOVER_EMAIL", person["email"])
    here = reader.link(link)
    reader.open(here)
    server.administer("update", {"localId": person["localId"], "disableUser": True})
    # Disabled while the page was open, and before.
    reader.press(texts["recover"]["button"])
    reader.inspect("disabled meanwhile", texts["disabled"]["title"], [], [pattern(texts["disabled"]["text"])])
    reader.open(here)
    reader.inspect("disabled", texts["disabled"]["title"], [], [pattern(texts["disabled"]["text"])])


def links(reader):
    """The page of links that an app opens."""
    server, texts = reader.server, reader.texts
    email = server.address("app")
    link = server.mail(
        "EMAIL_SIGNIN", email, reader.language, continueUrl=reader.app.url("/"), canHandleCodeInApp=True,
        iOSBundleId="com.example.app")
    reader.open(f"{server.url}/__/auth/links?link={urllib.parse.quote(link, safe='')}")
    roles = [("link", texts["openApp"]), ("link", texts["goOnHere"])]
    reader.inspect("links", APP, roles, [pattern(texts["openAppText"])])
    target = reader.page.evaluate("document.querySelector('main a').href")
    ok = target == f"com.example.app://google/link/?deep_link_id={urllib.parse.quote(link, safe='')}"
    reader.checks.add(f"{reader.name} links: the app's own link", ok, target)
    reader.press(texts["goOnHere"], "link")
    reader.inspect(
        "links in the browser", filled(texts["signIn"]["title"], app=APP),
        [("textbox", texts["yourAddress"]), ("button", texts["signIn"]["button"]), ("link", texts["sameDevice"])])


def inbox(reader):
    """The mails of a development server, which speak English; what is in them speaks the reader's language."""
    server, texts = reader.server, reader.texts
    person = server.sign_up("inbox")
    link = server.mail("VERIFY_EMAIL", person["email"], reader.language, idToken=person["idToken"])
    reader.open(f"{server.url}/emulator/inbox")
    row = reader.page.get_by_role("row").filter(has_text=person["email"])
    subject = row.get_by_role("link").inner_text()
    reader.inspect("inbox", "Inbox", language="en", only=[("link", subject)] if row.count() == 1 else [("link", "one mail")])
    row.get_by_role("link").focus()
    with reader.page.expect_navigation():
        reader.page.keyboard.press("Enter")
    frame = reader.page.frame_locator("iframe")
    frame.get_by_role("link").first.wait_for()
    reader.inspect("inbox mail", subject, language="en", only=[("link", "All emails")])
    # The mail itself, in both colours.
    inner = next(frame for frame in reader.page.frames if frame != reader.page.main_frame)
    low = []
    for scheme in ("light", "dark"):
        reader.look(scheme, 1280, 1)
        # A frame is see-through where its own colours are those of the page around it.
        behind = reader.page.evaluate("getComputedStyle(document.querySelector('iframe')).backgroundColor")
        low += [f"{scheme}: {entry}" for entry in inner.evaluate(SURVEY, {"backdrop": behind, "isAll": True})["low"]]
        reader.page.screenshot(path=str(reader.folder / f"inbox-mail.{reader.language}.{scheme}.png"), full_page=True)
    reader.look("light", 1280, 1)
    reader.checks.none(f"{reader.name} inbox mail: contrast in the mail", low)
    language = inner.evaluate("document.documentElement.lang")
    reader.checks.add(f"{reader.name} inbox mail: its language", language == reader.language, language)
    # A click in the mail opens the page in the whole window.
    roles = [("button", texts["verify"]["button"]), ("button", texts["disown"]["title"])]
    with reader.page.expect_navigation():
        frame.locator(f"a[href*='{code_of(link)}']").first.click()
    reader.inspect("inbox to verify", texts["verify"]["title"], roles)
    reader.page.go_back()
    with reader.page.expect_navigation():
        frame.locator("a[href*='answer=no']").click()
    reader.inspect("inbox to disown", texts["disown"]["title"], [("button", texts["disown"]["button"])])
    reader.checks.none(f"{reader.name} inbox: quiet", reader.drain())


class Expired:
    """Links that are made now, and opened when three days have gone by."""

    def __init__(self):
        self.waiting = []

    def prepare(self, reader):
        server = reader.server
        verified, moving = server.sign_up("old"), server.sign_up("moving")
        signing = server.address("link")
        onwards = {"continueUrl": reader.app.url("/?kind=expired")}
        mails = [
            ("VERIFY_EMAIL", verified["email"], {"idToken": verified["idToken"]}, True),
            ("PASSWORD_RESET", verified["email"], {}, True),
            ("EMAIL_SIGNIN", signing, {"canHandleCodeInApp": True}, True),
            ("VERIFY_AND_CHANGE_EMAIL", moving["email"], {"idToken": moving["idToken"], "newEmail": server.address("new")}, False),
        ]
        for kind, email, fields, renews in mails:
            link = server.mail(kind, email, reader.language, **fields, **onwards)
            self.waiting.append((reader, kind, email, link, renews))

    def open(self, reader, kind, email, link, renews):
        texts = reader.texts
        reader.open(reader.link(link))
        ways = [back(reader)] if "continueUrl" in link else []
        said = [pattern(texts["expired"]["text"])] + ([] if renews else [pattern(texts["askInTheApp"])])
        roles = [("button", texts["sendNewLink"])] if renews else []
        reader.inspect(f"expired {kind}", texts["expired"]["title"], roles + ways, said)
        if renews:
            reader.press(texts["sendNewLink"])
            reader.inspect(f"expired {kind} new link sent", texts["newLinkSent"]["title"], ways)
            renewed_is_mailed(reader, kind, email, link)


def hearing(reader):
    """Whether the browser's complaints are heard at all: they are provoked here."""
    reader.open(f"{reader.server.url}/emulator/action?oobCode=x")
    reader.page.evaluate("""() => {
        document.body.append(Object.assign(new Image(), {src: "https://elsewhere.example/a.png"}))
        const script = document.createElement("script"); script.textContent = "window.ran = true"; document.body.append(script)
        console.warn("a warning")
    }""")
    wanted = ("violation: img-src", "violation: script-src", "console: a warning")
    until(lambda: reader.page.evaluate("0") == 0 and all(any(entry.startswith(want) for entry in reader.noise) for want in wanted),
          f"{wanted} in {reader.noise}")
    ran = reader.page.evaluate("window.ran")
    reader.checks.add("hearing: violations and warnings are heard, and no script runs", ran is None, reader.drain())


def forced_colours(reader):
    """High contrast, as people set it in their system: buttons and fields keep their edges."""
    server, texts = reader.server, reader.texts
    link = server.mail(
        "EMAIL_SIGNIN", server.address("forced"), reader.language, continueUrl=reader.app.url("/"), canHandleCodeInApp=True)
    reader.open(link)
    reader.page.emulate_media(forced_colors="active")
    edges = reader.page.evaluate(
        "[...document.querySelectorAll('button,.button,input:not([type=hidden])')].map(e => getComputedStyle(e))"
        ".map(s => s.borderTopStyle != 'none' && parseFloat(s.borderTopWidth) >= 1)")
    reader.page.screenshot(path=str(reader.folder / f"forced-colours.{reader.language}.png"), full_page=True)
    reader.page.emulate_media(forced_colors="none")
    reader.checks.add(f"{reader.name} forced colours: edges", len(edges) == 3 and all(edges), edges)


STORIES = [
    verify, disown, reset, sign_in, too_many, change, taken, recover, second_factor, added, removed, new_password, unknown,
    accept_language, disabled, links, inbox,
]
# What fingers do on a phone without scripts.
BY_FINGER = [
    verify, disown, reset, sign_in, too_many, change, taken, recover, second_factor, added, removed, new_password, unknown,
    disabled, links,
]


def tell(checks, reader, name, story, *arguments):
    """Goes through a story; one that breaks off is a failed check and ends no other."""
    try:
        story(reader, *arguments)
    except Exception as error:  # noqa: BLE001 Whatever it is, it is told.
        shown = ""
        with contextlib.suppress(Exception):
            reader.page.screenshot(path=str(reader.folder / f"failed.{name}.{reader.name.replace(' ', '-')}.png"))
            shown = f" at {reader.page.url.split('?')[0]}: {reader.page.inner_text('body', timeout=1000)[:300]}"
        place = traceback.extract_tb(error.__traceback__)
        lines = [str(frame.lineno) for frame in place if frame.filename == __file__]
        checks.add(f"{reader.name} {name}: is told to its end", False, f"lines {', '.join(lines)}: {error!r}{shown}")


def browser_path():
    """The system's Chromium, rather the one that has no windows: it does the same for half the work."""
    names = [
        os.environ.get("CHROMIUM", ""), "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable",
        "google-chrome"]
    found = next((path for path in map(shutil.which, filter(None, names)) if path), None)
    return found or "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def set_clock(server, path, waiting):
    """Sets the server's clock three days ahead, and waits until it goes by it."""
    pathlib.Path(path).write_text("+270000s\n")
    left = [(kind, email) for _, kind, email, _, _ in waiting]
    until(lambda: not any(server.links(kind, email) for kind, email in left), "the links' end")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--clock")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks, server, app, expired = Checks(), Server(options.url), App(), Expired()
    wanted = lambda story: options.only in story.__name__  # noqa: E731

    titles = {language: read_texts(language)["verify"]["title"] for language in LANGUAGES}
    checks.add("texts: six languages, all different", len(set(titles.values())) == 6, titles)
    complete = {language: sorted(read_texts(language)) for language in LANGUAGES}
    ok = len(complete["en"]) > 30 and all(names == complete["en"] for names in complete.values())
    checks.add("texts: all are found", ok, complete["en"])

    server.configure("vincula.email.appName,passwordPolicyConfig", {
        "vincula": {"email": {"appName": APP}},
        "passwordPolicyConfig": {
            "passwordPolicyEnforcementState": "ENFORCE", "refuseCommonPasswords": True,
            "passwordPolicyVersions": [{"customStrengthOptions": {
                "minPasswordLength": 8, "maxPasswordLength": 64, "containsLowercaseCharacter": True,
                "containsUppercaseCharacter": True, "containsNumericCharacter": True,
                "containsNonAlphanumericCharacter": True}}],
        },
    })
    name = urllib.parse.urlsplit(server.url).hostname
    resolver = f"MAP {APP_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE {name}, EXCLUDE 127.0.0.1"
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=[f"--host-resolver-rules={resolver}"], env={**os.environ, "HOME": home})
        try:
            readers = []
            for number, language in enumerate(LANGUAGES):
                reader = Reader(browser, server, app, checks, options.folder, language, number)
                readers.append(reader)
                if number == 0:
                    tell(checks, reader, "hearing", hearing)
                for story in filter(wanted, STORIES):
                    tell(checks, reader, story.__name__, story)
                if wanted(forced_colours):
                    tell(checks, reader, "forced_colours", forced_colours)
                if options.clock and options.only in "expired":
                    tell(checks, reader, "expired", expired.prepare)
            phone = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
            reader = Reader(browser, server, app, checks, options.folder, "pt", scripts=False, **phone)
            for story in filter(wanted, BY_FINGER):
                tell(checks, reader, story.__name__, story)
            if expired.waiting:
                set_clock(server, options.clock, expired.waiting)
                for reader, *link in expired.waiting:
                    tell(checks, reader, f"expired {link[0]}", expired.open, *link)
        finally:
            browser.close()
    print(f"{checks.count} checks, {checks.failed} failed", file=sys.stderr)
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())

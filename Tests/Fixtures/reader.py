"""Somebody who reads the hosted pages, and what is asserted of every page they read."""

import re
import urllib.parse

from browser import SURVEY, until
from loopback import Site
from page_texts import LOCALES, read_texts

APP_HOST = "app.example.com"
# How a page is looked at: colours, width, size of the text.
VIEWS = [("light", 1280, 1), ("dark", 320, 1), ("light", 320, 2), ("dark", 1280, 2), ("dark", 1280, 1), ("light", 320, 1)]
CONTROLS = ("button", "link", "textbox")


class App:
    """The page of the app that links lead on to: app.example.com, as this browser sees it."""

    def __init__(self):
        self.seen = []
        self.host = f"{APP_HOST}:{Site(self._write).port}"

    def _write(self, request):
        self.seen.append((request.path, dict(request.headers)))
        return "<!doctype html><html lang=en><title>App</title><link rel=icon href=data:,><h1>The app</h1>"

    def url(self, path):
        return f"http://{self.host}{path}"


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
        self.context.on("requestfailed", self._failed)
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

    def _failed(self, request):
        # Whoever leaves the inbox breaks off its question for news.
        if request.resource_type == "xhr" and request.failure == "net::ERR_ABORTED":
            return
        self.noise.append(f"failed: {request.url} {request.failure}")

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

    def gets_focus(self, id):
        """Says whether an element has the focus, or gets it: a browser moves it some time after it has read the page."""
        try:
            return until(lambda: self.page.evaluate("document.activeElement?.id") == id, f"the focus on {id}", seconds=30)
        except TimeoutError:
            return False

    # What is asserted of every page

    def tree(self):
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""),
             {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])})
            for node in nodes if not node["ignored"] and "role" in node
        ]

    def inspect(self, kind, title, roles=(), texts=(), alert=None, language=None, only=None, scripted=False):
        """Asserts all that holds for every page.

        roles   what the accessibility tree has of buttons, links and fields, in this order.
        texts   patterns of paragraphs.
        alert   what is told at once.
        only    controls that must be among those of the page, where there are more.
        scripted  whether the page runs a script of this server.
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
        wrong += [part for part in ("unsafe", "*") if part in policy]
        if ("script-src 'self'" in policy) != scripted or ("trusted-types 'none'" in policy) != scripted:
            wrong.append("scripts")
        checks.none(f"{where}: headers", wrong, policy)

        # The document.
        problems = []
        if seen["headings"] != [title] or seen["title"] != title:
            problems.append(f"heading {seen['headings']} and title {seen['title']!r} are not {title!r}")
        if seen["language"] != language:
            problems.append(f"lang is {seen['language']}")
        if seen["banner"] != read_texts(language)["developmentServer"]:
            problems.append(f"the banner is {seen['banner']}")
        if seen["scripts"] != int(scripted):
            problems.append(f"{seen['scripts']} scripts")
        for name in ("code", "styles", "twice", "dangling"):
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
        # From the field where something is wrong, only forwards.
        focus = self.focus()
        if focus and focus["name"] in expected:
            expected = expected[expected.index(focus["name"]):]
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

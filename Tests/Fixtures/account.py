"""Goes through the account page of a `vincula serve --dev` in a headless Chromium: by mouse and by keyboard alone.

    python3 account.py URL FOLDER [--clock FILE] [--only WORD]

URL     the server, used by nobody else meanwhile; its project `demo-project` is changed.
FOLDER  where the screenshots go.
--clock the file that sets the server's clock (wall_clock.c), to see what needs a recent sign-in
        after a while; without it that is left out.
--only  stories whose name has this word, for development.

Providers' pages are those that a development server shows in their place: people make themselves up there, choose somebody who
is known, or decline. account_providers.py does the same with real providers.

It prints a line of JSON for each check, {"check": "...", "ok": true, "detail": "..."}, and ends with status 1 if one failed.
"""

import argparse
import itertools
import json
import pathlib
import re
import struct
import sys
import time
import traceback
import urllib.parse
import zlib

import zxingcpp

from account_keys import bound_session, lost_key
from account_phone import phone_number, phone_refused
from authenticator import one_time_code
from browser import SURVEY, Checks, chromium, until
from page_texts import LOCALES
from vincula_server import PASSWORD, Server

TEXTS = pathlib.Path(__file__).resolve().parents[2] / "Sources/VinculaServer/Texts/Account"
KEY = "account-key"


def read_texts(language):
    return json.loads((TEXTS / f"account_{language}.json").read_text())


def said(template, /, **values):
    return re.sub(r"\{\{(\w+)\}\}", lambda found: str(values[found[1]]), template)


def pixels(png):
    """A picture's size and grey values, from an 8-bit PNG without interlacing."""
    at, data, (width, height, kind) = 8, b"", (0, 0, 0)
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + length]
        if name == b"IHDR":
            width, height, _, kind = struct.unpack(">IIBB", body[:10])
        elif name == b"IDAT":
            data += body
        at += 12 + length
    size = {2: 3, 6: 4}[kind]
    raw, rows, before = zlib.decompress(data), [], bytearray(width * size)
    for y in range(height):
        method, *line = raw[y * (width * size + 1):(y + 1) * (width * size + 1)]
        row = bytearray(line)
        for x, value in enumerate(row):
            left = row[x - size] if x >= size else 0
            up, corner = before[x], before[x - size] if x >= size else 0
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda one: abs(guess - one))
            row[x] = (value + (0, left, up, (left + up) // 2, paeth)[method]) & 255
        rows.append(row)
        before = row
    grey = bytes(row[x * size] for row in rows for x in range(width))
    return memoryview(grey).cast("B", shape=[height, width])


class Clock:
    """The server's clock, which can be set ahead."""

    def __init__(self, path):
        self.path, self.ahead = path, 0

    def now(self):
        return time.time() + self.ahead

    def forward(self, seconds):
        self.ahead += seconds
        # In place: the server keeps the file open.
        pathlib.Path(self.path).write_text(f"+{self.ahead}s\n")


class Visitor:
    """Somebody with a browser of their own, who uses the mouse or only the keyboard."""

    # The providers by their names.
    PROVIDERS = {"Google": "google.com", "Facebook": "facebook.com"}
    # No two stories have the same number.
    NUMBERS = itertools.count(100)

    def __init__(self, browser, server, checks, folder, name, keyboard=False, language="en", **options):
        self.server, self.checks, self.folder, self.name, self.keyboard = server, checks, folder, name, keyboard
        self.texts = read_texts(language)
        self.noise, self.refused, self.mended, self.people, self.handed, self.others = [], [], [], {}, [], set()
        options = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light", **options}
        self.context = browser.new_context(locale=LOCALES[language], service_workers="block", **options)
        self.context.set_default_timeout(120000)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.noise.append(f"error: {error.error}"))
        self.context.on("request", self._request)
        self.context.on("response", self._response)
        self.context.expose_binding("vinculaViolated", lambda _, text: self.noise.append(f"violation: {text}"))
        self.context.add_init_script(
            "addEventListener('securitypolicyviolation', e => vinculaViolated(`${e.effectiveDirective} ${e.blockedURI}`))")
        self.page = self.context.new_page()

    def _console(self, message):
        # A browser notes every refusal of the API; which ones there were is checked by itself.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            if urllib.parse.urlsplit(message.location.get("url", "")).netloc not in self.others:
                self.noise.append(f"console: {message.text}")

    def _request(self, request):
        url = urllib.parse.urlsplit(request.url)
        # What a provider's page loads is its own affair.
        is_theirs = request.resource_type == "stylesheet" and urllib.parse.urlsplit(self.page.url).netloc in self.others
        if url.scheme != "data" and url.netloc not in (self.server.host, *self.others) and not is_theirs:
            self.noise.append(f"request: {request.url}")
        if url.path == "/__/auth/handler":
            self.handed.append(dict(urllib.parse.parse_qsl(url.query)))

    def _response(self, response):
        if response.status >= 400 and urllib.parse.urlsplit(response.url).netloc == self.server.host:
            try:
                code = response.json()["error"]["message"].split(" : ")[0]
            except Exception:  # noqa: BLE001
                code = f"{response.status} {response.url}"
            # After these the page sends the request once more by itself: once for the clock, and once for the nonce.
            (self.mended if code in ("INVALID_DPOP_PROOF", "USE_DPOP_NONCE") else self.refused).append(code)

    # What a visitor does

    def be(self, provider, email, name=""):
        """Determines who to be at a provider's page; without an email, somebody who declines there."""
        self.people[provider] = (email, name)

    def vouch(self, provider):
        """Does at a provider's page what somebody does there."""
        email, name = self.people[provider]
        self.page.wait_for_url(f"**/__/dev/provider/{provider}?*")
        if email is None:
            self._use(self.page.locator("#deny"))
            self.page.wait_for_url("**/__/auth/callback/**")
            self._use(self.page.locator("#back"))
            return
        known = self.page.locator("#accounts-list a").filter(has_text=re.compile(rf"(^|\s){re.escape(email)}(\s|$)"))
        if known.count():
            self._use(known)
            return
        self._use(self.page.locator(".js-new-account"))
        self._type(self.page.locator("#email-input"), email)
        self._type(self.page.locator("#display-name-input"), name)
        self._use(self.page.locator("#sign-in"))

    def address(self, hash="", **query):
        query = urllib.parse.urlencode({"key": KEY, **query})
        return f"{self.server.url}/account?{query}{hash}"

    def open(self, hash="", **query):
        self.page.goto(self.address(hash, **query))
        self.page.wait_for_selector("h1")

    def t(self, text, /, **values):
        return said(self.texts[text], **values)

    def sees(self, text, /, **values):
        """Waits for a view by its heading."""
        self.page.get_by_role("heading", level=1, name=self.t(text, **values), exact=True).wait_for()

    def told(self, text, /, **values):
        until(lambda: self.t(text, **values) in self.page.locator("#status").inner_text(), self.t(text, **values))

    def alerted(self, text, /, **values):
        self.page.get_by_role("alert").filter(has_text=self.t(text, **values)).wait_for()

    def _reach(self, control):
        """Goes to a control by Tab."""
        control.wait_for()
        for _ in range(80):
            if control.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise RuntimeError(f"Tab does not lead to {control}")

    def press(self, label, /, role="button", **values):
        label = self.t(label, **values) if label in self.texts else label
        self._use(self.page.locator("main").get_by_role(role, name=label, exact=True))

    def _use(self, control):
        """Presses a button or follows a link."""
        if self.keyboard:
            self._reach(control)
            self.page.keyboard.press("Enter")
        else:
            control.click()

    def follow(self, label, /, **values):
        self.press(label, "link", **values)

    def write(self, label, text):
        self._type(self.page.get_by_label(self.t(label), exact=True), text)

    def _type(self, control, text):
        if self.keyboard:
            self._reach(control)
            self.page.keyboard.press("ControlOrMeta+A")
            self.page.keyboard.type(text)
        else:
            control.fill(text)

    def tick(self, label):
        control = self.page.get_by_label(self.t(label), exact=True)
        if self.keyboard:
            self._reach(control)
            self.page.keyboard.press("Space")
        else:
            control.check()

    def places(self, email):
        """The number of sessions that the account's owner is shown, apart from the one that asks."""
        token = self.server.call("signInWithPassword", {"email": email, "password": PASSWORD, "returnSecureToken": True})["idToken"]
        sessions = self.server.send("POST", f"/account/sessions?key={KEY}", {"idToken": token})["sessions"]
        self.server.send("POST", f"/account/sessions:end?key={KEY}", {
            "idToken": token, "handles": [session["handle"] for session in sessions if session["current"]]})
        return len(sessions) - 1

    def sign_out(self):
        self.press("signOut")
        self.told("told.signedOut")
        self.sees("signIn.title", app="Wool & Yarn")

    def continue_with(self, provider):
        self.press("continueWith", provider=provider)
        self.vouch(self.PROVIDERS[provider])

    def add(self, provider):
        self.press("add.way", provider=provider)
        self.vouch(self.PROVIDERS[provider])

    def sign_up(self, email):
        self.open("#/sign-up")
        self.sees("signUp.title", app="Wool & Yarn")
        self.write("email", email)
        self.write("password", PASSWORD)
        self.press("signUp")
        self.sees("account.title")

    def sign_in(self, email):
        self.open()
        self.sees("signIn.title", app="Wool & Yarn")
        self.write("email", email)
        self.write("password", PASSWORD)
        self.press("signIn")

    # What is asserted

    def check(self, name, ok, detail=""):
        self.checks.add(f"{self.name}: {name}", ok, detail)

    def providers(self, email):
        """The account's ways in, as the server has them."""
        users = self.server.administer("lookup", {"email": [email]}).get("users", [])
        return sorted(info["providerId"] for info in users[0].get("providerUserInfo", [])) if users else None

    def quiet(self, *refused):
        """Nothing went wrong that the story did not mean to."""
        self.checks.none(f"{self.name}: quiet", self.noise)
        self.check("refusals", self.refused == list(refused), self.refused)
        self.noise, self.refused, self.mended = [], [], []

    def look(self, kind):
        """Looks at a view in both colours, wide and narrow: it fits, can be read, and its controls can be hit."""
        for scheme, width in (("light", 1280), ("dark", 320), ("dark", 1280), ("light", 320)):
            self.page.emulate_media(color_scheme=scheme)
            self.page.set_viewport_size({"width": width, "height": 900})
            until(lambda: self.page.evaluate("innerWidth") == width, "the width")
            until(lambda: self.page.evaluate("document.getAnimations().length") == 0, "the end of all movement")
            seen = self.page.evaluate(SURVEY, {"backdrop": None, "isAll": True})
            small = self.page.evaluate(
                "() => [...document.querySelectorAll('button,a,select,input:not([type=checkbox])')].filter(e => e.offsetWidth > 2)"
                ".filter(e => e.getBoundingClientRect().height < 43.9).map(e => e.outerHTML.slice(0, 80))")
            problems = seen["low"] + seen["wide"] + small + seen["twice"] + seen["dangling"]
            # A screenshot leaves a style of its own behind.
            problems += ["style"] * seen["styles"] if (scheme, width) == ("light", 1280) else []
            problems += seen["code"] + ([f"{seen['overflow']} px too wide"] if seen["overflow"] > 0 else [])
            problems += [f"headings {seen['headings']}"] if self.page.locator("h1:visible").count() != 1 else []
            if "{{" in self.page.locator("body").inner_text():
                problems.append("a variable is left")
            self.checks.none(f"{self.name}: {kind} {scheme} {width}", problems)
            self.page.screenshot(path=str(self.folder / f"{self.name}-{kind}.{scheme}.{width}.png".replace(" ", "-")), full_page=True)
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size({"width": 1280, "height": 900})


# Stories


def password_first(me):
    """Seed 000: an account with a password gets Google, which cannot be added twice; then either signs in."""
    email = me.server.address("password.first")
    me.sign_up(email)
    me.look("profile")
    me.be("google.com", email)
    me.add("Google")
    me.told("told.linked", provider="Google")
    me.check("linked", me.providers(email) == ["google.com", "password"], me.providers(email))
    me.check("the link's session replaced the one before", me.places(email) == 1, me.places(email))
    me.check("type", me.handed[-1]["authType"] == "linkViaRedirect" and me.handed[-1]["appName"] == "account", me.handed[-1])
    added = me.page.get_by_role("button", name=me.t("add.done", provider="Google"), exact=True)
    me.check("disabled when linked", added.is_disabled())
    me.check("the provider's mark", me.page.locator(".rows .mark svg path").first.bounding_box()["width"] > 8)
    me.look("linked")
    me.sign_out()
    me.look("sign-in")
    me.continue_with("Google")
    me.sees("account.title")
    me.check("same account", me.page.get_by_text(me.t("signedInAs", name=email), exact=True).count() == 1)
    me.page.reload()
    me.sees("account.title")
    me.quiet()


def google_first(me):
    """Seed 000, the other way: an account from Google gets a password; then Google is removed."""
    email = me.server.address("google.first")
    me.be("google.com", email, "Anna Example")
    me.open()
    me.continue_with("Google")
    me.sees("account.title")
    me.press(me.t("add.way", provider=me.t("way.password")), "link")
    me.sees("addPassword.title")
    me.look("add-password")
    me.write("password.new", "short")
    me.press(me.t("add.way", provider=me.t("way.password")))
    me.alerted("error.PASSWORD_LACKS")
    me.alerted("rule.atLeast", count=6)
    me.write("password.new", PASSWORD)
    me.press(me.t("add.way", provider=me.t("way.password")))
    me.told("told.linked", provider=me.t("way.password"))
    me.check("linked", me.providers(email) == ["google.com", "password"], me.providers(email))
    me.follow("remove.way", provider="Google")
    me.sees("remove.title", provider="Google")
    me.page.go_back()
    me.sees("account.title")
    me.follow("remove.way", provider="Google")
    me.sees("remove.title", provider="Google")
    me.look("remove")
    me.press("remove.way", provider="Google")
    me.told("told.unlinked", provider="Google")
    me.check("unlinked", me.providers(email) == ["password"], me.providers(email))
    me.quiet()


def fresh_sign_in(me):
    """What needs a recent sign-in asks for one after a while, and then goes on by itself: by password, and by the provider."""
    if me.server.clock.path is None:
        return
    email = me.server.address("fresh")
    me.be("google.com", email)
    me.sign_up(email)
    me.add("Google")
    me.told("told.linked", provider="Google")
    me.server.clock.forward(400)
    me.follow("remove.way", provider="Google")
    me.press("remove.way", provider="Google")
    me.sees("again.title")
    me.page.reload()
    me.sees("again.title")
    me.look("again")
    me.check("nothing is removed before", me.providers(email) == ["google.com", "password"], me.providers(email))
    me.write("password", PASSWORD)
    me.press("signIn")
    me.told("told.unlinked", provider="Google")
    me.check("unlinked", me.providers(email) == ["password"], me.providers(email))
    me.check("the fresh sign-in replaced the one before", me.places(email) == 1, me.places(email))
    me.add("Google")
    me.told("told.linked", provider="Google")
    me.server.clock.forward(400)
    me.press(me.t("remove.way", provider=me.t("way.password")), "link")
    me.press(me.t("remove.way", provider=me.t("way.password")))
    me.sees("again.title")
    # Somebody else's account does not do.
    me.be("google.com", f"other.{email}")
    me.continue_with("Google")
    me.page.get_by_role("alert").wait_for()
    me.check("unchanged", me.providers(email) == ["google.com", "password"], me.providers(email))
    me.be("google.com", email)
    me.open("#/again")
    me.sees("again.title")
    me.continue_with("Google")
    me.told("told.unlinked", provider=me.t("way.password"))
    me.check("unlinked by the provider", me.providers(email) == ["google.com"], me.providers(email))
    me.check("reauthenticated", me.handed[-1]["authType"] == "reauthViaRedirect", me.handed[-1])
    codes = [code for code in me.refused if code != "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"]
    me.check("a recent sign-in was asked for twice", len(me.refused) - len(codes) == 2, me.refused)
    me.check("only the other account is refused besides", len(codes) == 1, me.refused)
    me.refused = []
    me.quiet()


def second_factor(me):
    """An authenticator app: the QR code is read, its codes are asked for, and it is removed after a confirmation."""
    email = me.server.address("factor")
    me.sign_up(email)
    me.follow("factor.title")
    me.page.get_by_text(me.t("factor.confirmFirst", email=email), exact=True).wait_for()
    me.look("factor-confirm-first")
    me.press("confirm.send")
    me.sees("sent.title")
    me.open()
    me.server.administer("update", {"localId": me.server.administer("lookup", {"email": [email]})["users"][0]["localId"], "emailVerified": True})
    me.page.reload()
    me.follow("factor.title")
    me.sees("factor.title")
    me.look("factor")
    (found,) = zxingcpp.read_barcodes(pixels(me.page.locator(".qr").screenshot()))
    address = urllib.parse.urlsplit(found.text)
    query = dict(urllib.parse.parse_qsl(address.query))
    shown = me.page.locator(".secret").inner_text().replace(" ", "")
    me.check("the QR code", address.scheme == "otpauth" and query["secret"] == shown and query["issuer"] == "Wool & Yarn", found.text)
    me.check("the QR code's label", urllib.parse.unquote(address.path) == f"/Wool & Yarn:{email}", found.text)
    me.write("code", "000000")
    me.press("factor.add")
    me.alerted("error.INVALID_CODE")
    me.write("code", one_time_code(shown, me.server.clock.now()))
    me.write("factor.name", "Phone")
    me.press("factor.add")
    me.sees("recovery")
    me.told("told.factor")
    me.look("recovery-offer")
    me.follow("recovery.later")
    me.sees("account.title")
    me.sign_out()
    me.sign_in(email)
    me.sees("code.title")
    me.page.reload()
    me.sees("code.title")
    me.look("code")
    me.write("code", "000000")
    me.press("continue")
    me.alerted("error.INVALID_CODE")
    # Each code is good for one sign-in: the next period's is accepted already.
    me.write("code", one_time_code(shown, me.server.clock.now(), 1))
    me.press("continue")
    me.sees("account.title")
    me.press(me.t("remove.way", provider="Phone"), "link")
    me.sees("remove.title", provider="Phone")
    me.press(me.t("remove.way", provider="Phone"))
    me.told("told.factorRemoved")
    me.quiet("INVALID_CODE", "INVALID_CODE")


def recovery_codes(me):
    """Recovery codes are offered with the first factor, shown once, kept, used in place of the second step, and replaced."""
    email = me.server.address("recovery")
    me.sign_up(email)
    me.server.administer("update", {"localId": me.server.administer("lookup", {"email": [email]})["users"][0]["localId"], "emailVerified": True})
    me.page.reload()
    me.follow("factor.title")
    shown = me.page.locator(".secret").inner_text().replace(" ", "")
    me.write("code", one_time_code(shown, me.server.clock.now()))
    me.press("factor.add")
    me.sees("recovery")
    me.page.get_by_text(me.t("recovery.none"), exact=True).wait_for()
    me.press("recovery.make")
    me.sees("recovery.newTitle")
    me.look("recovery-new")
    codes = me.page.locator(".codes code").all_inner_texts()
    me.check("ten codes", len(set(codes)) == 10 and all(re.fullmatch(r"[0-9A-Z]{5}-[0-9A-Z]{5}", code) for code in codes), len(codes))
    with me.page.expect_download() as saved:
        me.press("recovery.download")
    kept = pathlib.Path(saved.value.path()).read_text().split()
    me.check("the file has the codes", kept[-10:] == codes and "Yarn," in kept and f"{email}." in kept, saved.value.suggested_filename)
    me.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me.press("recovery.copy")
    me.told("told.copied")
    me.check("the clipboard has the codes", me.page.evaluate("navigator.clipboard.readText()").split()[-10:] == codes, "")
    me.page.evaluate("window.print = () => { window.printed = true }")
    me.press("recovery.print")
    me.check("it is printed", me.page.evaluate("window.printed") is True, "")
    me.page.emulate_media(media="print")
    hidden = me.page.locator(".action, h1, #status").evaluate_all("all => all.every(one => getComputedStyle(one).display === 'none')")
    me.check("only the codes are printed", hidden and me.page.locator(".codes").is_visible(), hidden)
    me.page.emulate_media(media="screen")
    me.press("recovery.kept")
    me.sees("account.title")
    me.page.get_by_text(me.t("recovery.left", count="10"), exact=True).wait_for()
    me.look("recovery-account")
    me.page.go_back()
    me.page.wait_for_function("document.querySelectorAll('.codes').length === 0")
    me.page.goto(me.page.url.split("#")[0] + "#/")
    me.sees("account.title")
    me.sign_out()
    me.sign_in(email)
    me.sees("code.title")
    me.follow("recovery.use")
    me.sees("recovery.useTitle")
    me.look("recovery-use")
    me.write("recovery.code", "K7QM2-9XTRD")
    me.press("continue")
    me.alerted("error.INVALID_RECOVERY_CODE")
    me.write("recovery.code", codes[3].lower().replace("-", " "))
    me.press("continue")
    me.sees("account.title")
    me.page.get_by_text(me.t("recovery.left", count="9"), exact=True).wait_for()
    me.page.get_by_role("link", name=me.t("recovery.change"), exact=True).focus()
    me.press("recovery.change", "link")
    me.sees("recovery")
    me.page.get_by_text(me.t("recovery.replaceText"), exact=True).wait_for()
    me.look("recovery-replace")
    me.press("recovery.replace")
    me.sees("recovery.newTitle")
    fresh = me.page.locator(".codes code").all_inner_texts()
    me.check("other codes", len(set(fresh)) == 10 and not set(fresh) & set(codes), "")
    me.page.reload()
    me.sees("recovery")
    me.page.get_by_text(me.t("recovery.left", count="10"), exact=True).wait_for()
    me.follow("cancel")
    me.sees("account.title")
    # The session of the old code has gone on in another one: it can still remove what was lost.
    me.press(me.t("remove.way", provider=me.t("factor.unnamed")), "link")
    me.press(me.t("remove.way", provider=me.t("factor.unnamed")))
    me.told("told.factorRemoved")
    me.check("nothing is left of them", me.page.get_by_text(me.t("recovery"), exact=True).count() == 0, "")
    me.quiet("INVALID_CODE")


def phone_factor(me):
    """A phone as the second step: a code is sent to it, asked for at the next sign-in, and it is removed again."""
    email = me.server.address("texted")
    number = f"+1555010{next(me.NUMBERS):04}"
    me.sign_up(email)
    me.server.administer("update", {"localId": me.server.administer("lookup", {"email": [email]})["users"][0]["localId"], "emailVerified": True})
    me.page.reload()
    # The page does the work that projects in production ask for.
    me.server.configure("vincula.phone.appVerification", {"vincula": {"phone": {"appVerification": "required"}}})
    me.follow("phone.title")
    me.sees("phone.title")
    me.look("phone")
    me.write("phone.number", "5550100")
    me.press("phone.send")
    me.alerted("error.INVALID_PHONE_NUMBER")
    me.write("phone.number", f"{number[:2]} ({number[2:5]}) {number[5:8]}-{number[8:]}")
    me.page.evaluate("""() => {
        window.shown = []
        new MutationObserver(() => {
            const bar = document.querySelector("#status progress")
            if (bar) window.shown.push(bar.getAttribute("aria-label"))
        }).observe(document.getElementById("status"), { childList: true, subtree: true })
    }""")
    me.press("phone.send")
    me.page.get_by_text(me.t("code.texted", number=number), exact=True).wait_for()
    shown = me.page.evaluate("window.shown")
    me.check("the work is shown", shown and set(shown) == {me.t("proof.working")}, shown)
    me.check("the work is no longer shown", me.page.locator("#status progress").count() == 0)
    me.page.reload()
    me.sees("phone.title")
    me.look("phone-code")
    code = me.server.text_codes(number)[-1]
    me.write("code", "000000" if code != "000000" else "000001")
    me.press("phone.add")
    me.alerted("error.INVALID_TEXTED_CODE")
    me.press("code.again")
    me.told("code.sentAgain", number=number)
    me.write("code", me.server.text_codes(number)[-1])
    me.press("phone.add")
    me.told("told.phone")
    me.follow("recovery.later")
    me.sees("account.title")
    me.sign_out()
    me.sign_in(email)
    me.sees("code.title")
    hidden = f"+*******{number[-4:]}"
    me.look("code-send")
    me.press("code.send", number=hidden)
    me.page.get_by_text(me.t("code.texted", number=hidden), exact=True).wait_for()
    me.press("code.again")
    me.told("code.sentAgain", number=hidden)
    me.look("code-texted")
    me.write("code", me.server.text_codes(number)[-1])
    me.press("continue")
    me.sees("account.title")
    me.press(me.t("remove.way", provider=number), "link")
    me.sees("remove.title", provider=number)
    me.press(me.t("remove.way", provider=number))
    me.told("told.factorRemoved")
    me.server.configure("vincula.phone.appVerification", {"vincula": {"phone": {"appVerification": "limits"}}})
    # Each of the four messages needs some work first.
    me.quiet(
        "INVALID_PHONE_NUMBER", "MISSING_APP_CREDENTIAL", "INVALID_CODE", "MISSING_APP_CREDENTIAL", "MISSING_APP_CREDENTIAL",
        "MISSING_APP_CREDENTIAL")


def required(me):
    """A project that requires a second step: there is nothing but adding one, after the address is confirmed; then all is there."""
    email = me.server.address("required")
    me.server.configure("mfa.state", {"mfa": {"state": "MANDATORY"}})
    try:
        me.open("#/sign-up")
        me.sees("signUp.title", app="Wool & Yarn")
        me.check("no guests", me.page.get_by_role("button", name=me.t("guest"), exact=True).count() == 0)
        me.write("email", email)
        me.write("password", PASSWORD)
        me.press("signUp")
        me.sees("required.title")
        me.page.get_by_text(me.t("required.text", app="Wool & Yarn"), exact=True).wait_for()
        me.page.get_by_text(me.t("factor.confirmFirst", email=email), exact=True).wait_for()
        me.look("required-unconfirmed")
        for place in ["#/", "#/delete", "#/password", "#/add-password"]:
            me.open(place)
            me.sees("required.title")
        me.server.administer("update", {"localId": me.server.administer("lookup", {"email": [email]})["users"][0]["localId"], "emailVerified": True})
        me.page.reload()
        me.sees("required.title")
        me.look("required")
        me.follow("factor.title")
        me.sees("factor.title")
        shown = me.page.locator(".secret").inner_text().replace(" ", "")
        me.write("code", one_time_code(shown, me.server.clock.now()))
        me.press("factor.add")
        me.told("told.factor")
        me.follow("recovery.later")
        me.sees("account.title")
        me.sign_out()
        me.sign_in(email)
        me.sees("code.title")
        me.write("code", one_time_code(shown, me.server.clock.now(), 1))
        me.press("continue")
        me.sees("account.title")
        me.press(me.t("remove.way", provider=me.t("factor.unnamed")), "link")
        me.press(me.t("remove.way", provider=me.t("factor.unnamed")))
        # The last one is gone: another has to take its place.
        me.sees("required.title")
        me.server.configure("mfa.state", {"mfa": {"state": "ENABLED"}})
        me.page.reload()
        me.sees("account.title")
        me.quiet()
    finally:
        me.server.configure("mfa.state", {"mfa": {"state": "ENABLED"}})


def required_by_app(me):
    """An app that sends people here gets nobody before they have a second step, and then the person who has one."""
    email = me.server.sign_up("required.app")["email"]
    me.server.administer("update", {"localId": me.server.administer("lookup", {"email": [email]})["users"][0]["localId"], "emailVerified": True})
    me.server.configure("mfa.state", {"mfa": {"state": "MANDATORY"}})
    try:
        me.page.goto(f"{me.server.url}/example")
        me.press("Sign in")
        me.sees("signIn.title", app="Wool & Yarn")
        me.write("email", email)
        me.write("password", PASSWORD)
        me.press("signIn")
        me.sees("required.title")
        me.follow("factor.title")
        me.sees("factor.title")
        shown = me.page.locator(".secret").inner_text().replace(" ", "")
        me.write("code", one_time_code(shown, me.server.clock.now()))
        me.press("factor.add")
        me.page.get_by_role("heading", name=f"Hello, {email}", exact=True).wait_for()
        me.quiet()
    finally:
        me.server.configure("mfa.state", {"mfa": {"state": "ENABLED"}})


def collision(me):
    """A provider's email belongs to an account with a password: one button resolves it, and both work afterwards."""
    email = me.server.address("collision")
    me.sign_up(email)
    me.sign_out()
    # Facebook's word on addresses is not taken here (`prepare`).
    me.be("facebook.com", email)
    me.continue_with("Facebook")
    me.sees("known.title")
    me.page.reload()
    me.sees("known.title")
    me.look("known")
    buttons = [button.inner_text() for button in me.page.locator("main").get_by_role("button").all()]
    me.check("one button", buttons == [me.t("known.button", provider="Facebook")], buttons)
    me.write("password", PASSWORD)
    me.press("known.button", provider="Facebook")
    me.told("told.linked", provider="Facebook")
    me.check("linked", me.providers(email) == ["facebook.com", "password"], me.providers(email))
    me.sign_out()
    me.continue_with("Facebook")
    me.sees("account.title")
    me.sign_out()
    # What belongs to this account cannot be added to another one.
    other = me.server.address("collision.other")
    me.sign_up(other)
    me.add("Facebook")
    me.sees("taken.title")
    me.look("taken")
    me.press("taken.switch")
    me.sees("account.title")
    me.check("switched", me.page.get_by_text(me.t("signedInAs", name=email), exact=True).count() == 1)
    me.quiet()


def changes(me):
    """Name, password, email, the guest, cancelling at the provider, a refused sign-up, and deleting."""
    email = me.server.address("changes")
    me.open("#/sign-up")
    me.page.wait_for_selector("form")
    me.be("google.com", None)
    me.continue_with("Google")
    me.alerted("error.PROVIDER_user-cancelled", provider="Google")
    me.press("guest")
    me.sees("account.title")
    me.look("guest")
    me.press(me.t("add.way", provider=me.t("way.password")), "link")
    me.write("email", email)
    me.write("password.new", PASSWORD)
    me.press(me.t("add.way", provider=me.t("way.password")))
    me.told("told.linked", provider=me.t("way.password"))
    me.follow("name.change")
    me.write("yourName", "Ana <b>& Co")
    me.press("save")
    me.told("told.name")
    me.check("name", me.page.get_by_text(me.t("signedInAs", name="Ana <b>& Co"), exact=True).count() == 1)
    me.follow("password.change")
    me.write("password.new", PASSWORD + "2")
    me.press("save")
    me.told("told.password")
    new = me.server.address("changed")
    me.follow("email.change")
    me.write("email.new", new)
    me.press("sendMail")
    me.sees("sent.title")
    me.check("mail", len(me.server.links("VERIFY_AND_CHANGE_EMAIL", email)) == 1)
    me.follow("back")
    me.sees("account.title")
    me.page.locator("main").get_by_role("link", name=me.t("delete"), exact=True).wait_for()
    me.follow("delete")
    me.sees("delete.title")
    me.look("delete")
    me.tick("delete.sure")
    me.press("delete")
    me.told("told.deleted")
    me.check("deleted", me.providers(email) is None)
    # Signing up with an address that has an account: one link leads on.
    taken = me.server.sign_up("taken")["email"]
    me.open("#/sign-up")
    me.write("email", taken)
    me.write("password", PASSWORD)
    me.press("signUp")
    me.alerted("error.EMAIL_EXISTS")
    me.follow("signIn.instead")
    me.sees("signIn.title", app="Wool & Yarn")
    me.check("the address is kept", me.page.get_by_label(me.t("email"), exact=True).input_value() == taken)
    me.write("password", "wrong")
    me.press("signIn")
    me.alerted("error.INVALID_PASSWORD")
    me.look("refused")
    me.quiet("EMAIL_EXISTS", *[code for code in me.refused if code in ("INVALID_PASSWORD", "INVALID_LOGIN_CREDENTIALS")])


def mailed_link(me):
    """A mailed link signs in, in a new tab, without asking for the address again; elsewhere it asks."""
    email = me.server.address("link")
    me.open("#/email-link")
    me.write("email", email)
    me.press("sendMail")
    me.sees("sent.title")
    (link,) = me.server.links("EMAIL_SIGNIN", email)
    first, me.page = me.page, me.context.new_page()
    me.page.goto(link)
    me.sees("account.title")
    me.check("the code is not in the address", "oobCode" not in me.page.url, me.page.url)
    me.check("signed in", me.page.get_by_text(me.t("signedInAs", name=email), exact=True).count() == 1)
    first.get_by_role("heading", level=1, name=me.t("sent.doneTitle"), exact=True).wait_for()
    first.close()
    # A link that somebody else sent signs nobody in by itself.
    other = me.server.address("link.other")
    me.server.call("sendOobCode", {"requestType": "EMAIL_SIGNIN", "email": other, "continueUrl": me.address(), "canHandleCodeInApp": True})
    (link,) = me.server.links("EMAIL_SIGNIN", other)
    me.page.goto(link)
    me.sees("link.title", app="Wool & Yarn")
    me.check("it asks", me.page.get_by_text(me.t("link.other"), exact=True).count() == 1)
    me.look("link")
    me.quiet()


def mailed_handover(me):
    """A mailed link on the way to an app: its new tab gets to the app; another browser says where to go on."""
    def ask(email):
        """Comes from the app, in a tab where nobody is signed in, and asks for a link."""
        me.page = me.context.new_page()
        me.page.goto(f"{me.server.url}/example")
        me.press("Sign in")
        me.sees("signIn.title", app="Wool & Yarn")
        me.follow("emailLink.ask")
        # Both views have a field of this name.
        me.sees("emailLink.title")
        me.write("email", email)
        me.press("sendMail")
        me.sees("sent.title")
        (link,) = me.server.links("EMAIL_SIGNIN", email)
        return link

    email = me.server.address("handed")
    link = ask(email)
    me.page = me.context.new_page()
    me.page.goto(link)
    me.page.get_by_role("heading", name=f"Hello, {email}", exact=True).wait_for()
    me.check("the new tab is at the app", me.page.url == f"{me.server.url}/example", me.page.url)
    # In another browser there is nothing of the app's that could take the person up.
    email = me.server.address("handed.apart")
    link = ask(email)
    apart = Visitor(me.page.context.browser, me.server, me.checks, me.folder, f"{me.name} apart", me.keyboard)
    apart.page.goto(link)
    apart.sees("link.title", app="Wool & Yarn")
    apart.write("email", email)
    apart.press("signIn")
    apart.sees("account.title")
    apart.told("told.apart", place=me.server.host)
    apart.check("nothing of the hand-over is left", "codeChallenge" not in apart.page.url and "state=" not in apart.page.url, apart.page.url)
    apart.look("apart")
    apart.page.reload()
    apart.sees("account.title")
    # From here the app begins anew: the person is signed in already.
    apart.follow("continueTo", place=me.server.host)
    apart.press("Sign in")
    apart.sees("account.title")
    apart.press("continueTo", place=me.server.host)
    apart.page.get_by_role("heading", name=f"Hello, {email}", exact=True).wait_for()
    apart.quiet()
    apart.context.close()
    # A link with a challenge that this browser did not ask with hands nobody over, although a link was asked for here.
    email = me.server.address("handed.forged")
    ask(email)
    forged = me.address(continueUrl=f"{me.server.url}/example", codeChallenge="x" * 43, state="forged")
    me.server.call("sendOobCode", {"requestType": "EMAIL_SIGNIN", "email": email, "continueUrl": forged, "canHandleCodeInApp": True})
    link = next(link for link in me.server.links("EMAIL_SIGNIN", email) if "forged" in link)
    me.page.goto(link)
    me.sees("link.title", app="Wool & Yarn")
    me.check("a forged link asks, and drops its challenge", "codeChallenge" not in me.page.url, me.page.url)
    me.quiet()


def elsewhere(me):
    """Where one is signed in; signing out there; and events that nobody asked for."""
    person = me.server.sign_up("elsewhere")
    me.sign_in(person["email"])
    me.sees("account.title")
    me.page.get_by_role("heading", name=me.t("sessions"), exact=True).wait_for()
    me.look("sessions")
    me.press("sessions.endOthers")
    me.told("told.sessionsEnded")
    me.check("one is left", me.page.get_by_role("button", name=me.t("sessions.endOthers"), exact=True).count() == 0)
    me.page.evaluate(
        "name => sessionStorage.setItem(name, JSON.stringify({type: 'signInViaRedirect', eventId: 'x', error: null,"
        " urlResponse: 'http://localhost/?providerId=google.com&id_token={\"sub\":\"thief\"}', sessionId: 'x'}))",
        f"firebase:redirectEvent:{KEY}:account")
    me.page.reload()
    me.sees("account.title")
    name = me.t("signedInAs", name=person["email"])
    me.check("an event that nobody asked for", me.page.get_by_text(name, exact=True).count() == 1)
    for page in (me.page.url, f"{me.server.url}/example"):
        me.page.goto(page)
        refusal = me.page.evaluate("() => { try { document.body.innerHTML = '<b>' } catch (error) { return error.name } }")
        me.check(f"no text becomes HTML at {urllib.parse.urlsplit(page).path}", refusal == "TypeError", refusal)
        reason = "violation: require-trusted-types-for trusted-types-sink"
        until(lambda: me.page.evaluate("true") and reason in me.noise, reason)
        me.noise = [text for text in me.noise if "rusted" not in text]
    me.quiet()


def handed_over(me):
    """The example sends people here, and they come back signed in."""
    me.page.goto(f"{me.server.url}/example")
    me.press("Sign in")
    me.sees("signIn.title", app="Wool & Yarn")
    email = me.server.sign_up("example")["email"]
    me.write("email", email)
    me.write("password", PASSWORD)
    me.press("signIn")
    me.page.get_by_role("heading", name=f"Hello, {email}", exact=True).wait_for()
    me.check("no code is left", me.page.url == f"{me.server.url}/example", me.page.url)
    me.look("example")
    me.follow("Link a sign-in method, change the password, …")
    me.sees("account.title")
    me.follow("continueTo", place=me.server.host)
    me.page.get_by_role("heading", name=f"Hello, {email}", exact=True).wait_for()
    # Its sign-up, the page's and the app's; each of the latter ends on the server when it is signed out.
    me.check("places", me.places(email) == 3, me.places(email))
    me.press("Sign out")
    me.page.get_by_role("heading", name="Welcome", exact=True).wait_for()
    me.check("the app's session has ended", me.places(email) == 2, me.places(email))
    # The example has an API key of its own, and the page keeps sessions by key.
    me.open(key="example")
    me.sees("account.title")
    me.sign_out()
    me.check("the page's session has ended", me.places(email) == 1, me.places(email))
    me.quiet()


def refused(me):
    """Malformed requests are answered with 400, in words."""
    cases = {
        "refused.key": [{"key": ""}, {"key": "a b"}],
        "refused.continueUrl": [{"continueUrl": "javascript:alert(1)"}, {"codeChallenge": "x" * 43}, {"state": "x"}],
        "refused.codeChallenge": [{"continueUrl": me.server.url, "codeChallenge": "short"}],
        "refused.state": [{"continueUrl": me.server.url, "codeChallenge": "x" * 43, "state": "x" * 513}],
        "refused.handover": [{"continueUrl": "https://unlisted.example/", "codeChallenge": "x" * 43, "state": "x"}],
    }
    for name, queries in cases.items():
        for query in queries:
            answer = me.page.goto(me.address(**query))
            text = me.page.locator("main").inner_text()
            me.check(f"{name} {query}"[:80], answer.status == 400 and me.t(name) in text, text)
    me.refused = []
    me.quiet()


def switch_language(me, other):
    """The choice shows the same view with what was typed, holds in this tab for every visit, and goes along to providers."""
    language = me.page.evaluate("document.documentElement.lang")
    me.follow("email.change")
    me.sees("email.change")
    me.write("email.new", "typed@example.com")
    choice = me.page.locator("#language")
    me.check("it can be reached", choice.evaluate("element => { element.focus(); return element === document.activeElement }"))
    choice.select_option(other)
    me.texts = read_texts(other)
    me.sees("email.change")
    me.check("what was typed stays", me.page.get_by_label(me.t("email.new"), exact=True).input_value() == "typed@example.com")
    me.check("the focus stays", choice.evaluate("element => element === document.activeElement"))
    state = me.page.evaluate("({lang: document.documentElement.lang, label: document.getElementById('language').ariaLabel})")
    me.check("the document", state == {"lang": other, "label": me.t("languages")}, state)
    me.check("the address", urllib.parse.parse_qs(urllib.parse.urlsplit(me.page.url).query)["hl"] == [other], me.page.url)
    me.look("switched")
    # A reload, signing out, and an app that asks for another language leave it.
    me.page.reload()
    me.sees("email.change")
    me.open()
    me.sees("account.title")
    me.sign_out()
    me.open(hl=language)
    me.sees("signIn.title", app="Wool & Yarn")
    me.be("google.com", None)
    me.page.locator("main").get_by_role("button", name=me.t("continueWith", provider="Google"), exact=True).click()
    me.vouch("google.com")
    me.check("the provider's flow has it", me.handed[-1]["hl"] == other, me.handed[-1])
    me.alerted("error.PROVIDER_user-cancelled", provider="Google")
    # Another tab has its own.
    first, me.page = me.page, me.context.new_page()
    me.texts = read_texts(language)
    me.open(hl=language)
    me.sees("signIn.title", app="Wool & Yarn")
    first.close()


def languages(browser, server, checks, folder):
    for language in LOCALES:
        me = Visitor(browser, server, checks, folder, f"language {language}", language=language)
        try:
            me.open("#/sign-up")
            me.sees("signUp.title", app="Wool & Yarn")
            me.look("sign-up")
            me.check("lang", me.page.evaluate("document.documentElement.lang") == language)
            email = me.server.sign_up(f"language.{language}")["email"]
            me.sign_in(email)
            me.sees("account.title")
            me.look("profile")
            switch_language(me, "de" if language != "de" else "fr")
            me.quiet()
        except Exception as error:  # noqa: BLE001
            me.check("languages", False, f"{error!r} {traceback.format_exc()[-400:]}")
        finally:
            me.context.close()


STORIES = [
    password_first, google_first, fresh_sign_in, second_factor, recovery_codes, phone_factor, phone_number, phone_refused, required,
    required_by_app, collision, changes, mailed_link, mailed_handover, elsewhere, handed_over, bound_session, lost_key, refused]
BY_KEYBOARD = [
    password_first, google_first, fresh_sign_in, second_factor, recovery_codes, phone_factor, phone_number, phone_refused,
    required, collision, changes]


def prepare(server):
    """A name and a colour, and a provider whose word on addresses is not taken, so that there are collisions."""
    server.configure("vincula.page", {"vincula": {"page": {"name": "Wool & Yarn", "color": "#7a1fa2"}}})
    server.configure("vincula.providerTrust", {"vincula": {"providerTrust": {"facebook.com": {"level": "never"}}}})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--clock")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    server, checks = Server(options.url), Checks()
    server.clock = Clock(options.clock)
    prepare(server)
    with chromium(urllib.parse.urlsplit(server.url).hostname) as browser:
        for stories, keyboard in ((STORIES, False), (BY_KEYBOARD, True)):
            for story in stories:
                title = f"{story.__name__} {'by keyboard' if keyboard else 'by mouse'}"
                if options.only not in title:
                    continue
                me = Visitor(browser, server, checks, options.folder, title, keyboard)
                try:
                    story(me)
                except Exception as error:  # noqa: BLE001
                    shown = me.page.locator("body").inner_text()[:300] if not me.page.is_closed() else ""
                    me.check("told to its end", False, f"{error!r} {traceback.format_exc()[-500:]} {me.refused} {me.noise} {shown}")
                finally:
                    me.context.close()
        if options.only in "languages":
            languages(browser, server, checks, options.folder)
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

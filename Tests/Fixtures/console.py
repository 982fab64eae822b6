"""Goes through the console of a `vincula serve --dev` in a headless Chromium, by the keyboard alone.

    python3 console.py URL LINK FOLDER

URL     the server, used by nobody else meanwhile.
LINK    the link for the first operator, as the server printed it.
FOLDER  where the screenshots go.

It prints a line of JSON for each check, {"check": "...", "ok": true, "detail": "..."}, and ends with status 1 if one failed.
"""

import pathlib
import re
import sys

import console_moving
import console_newer
import console_settings
import console_shown
from authenticator import one_time_code
from browser import SURVEY, Checks, chromium
from vincula_server import Server

EMAIL = "operator@example.com"
PASSWORD = "correct horse battery"
VIEWS = [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]
NAMED = {"button", "link", "textbox", "searchbox", "combobox", "navigation", "table"}


def menu(me):
    """The way between the pages where there is no room beside the content: closed at first, and opened by the keyboard."""
    page = me.page
    page.set_viewport_size({"width": 390, "height": 900})
    closed = page.locator(".menu").bounding_box()["height"]
    me.checks.add("the closed menu is a line", closed < 80, closed)
    me.checks.add("its links are not on the way", not page.get_by_role("link", name="Keys", exact=True).is_visible())
    page.locator(".menu summary").focus()
    page.keyboard.press("Enter")
    keys = page.get_by_role("link", name="Keys", exact=True)
    keys.wait_for()
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)
        found = page.evaluate(SURVEY, {"backdrop": None, "isAll": True})
        me.checks.none(f"the open menu, {colours}: contrast", found["low"])
        me.checks.add(f"the open menu, {colours}: fits", found["overflow"] <= 0, found["wide"])
        page.screenshot(path=str(me.folder / f"menu.{colours}.390.png"), full_page=True)
    me.checks.add("one page is marked", page.locator(".menu a[aria-current]").all_inner_texts() == ["Users"])
    keys.press("Enter")
    page.get_by_role("heading", level=1, name="Keys", exact=True).wait_for()
    page.go_back()
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_role("heading", level=1, name="Users", exact=True).wait_for()


class Operator:
    def __init__(self, browser, checks, folder, **options):
        self.checks, self.folder, self.noise, self.seen = checks, folder, [], set()
        self.context = browser.new_context(
            locale="en-GB", viewport={"width": 1280, "height": 900}, service_workers="block", **options)
        self.context.set_default_timeout(60000)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.noise.append(f"error: {error.error}"))
        self.page = self.context.new_page()

    def _console(self, message):
        # A browser notes every refusal.
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.noise.append(message.text)

    def heading(self, name):
        self.page.get_by_role("heading", level=1, name=name, exact=True).wait_for()
        self.look(name)

    def reach(self, role, name):
        """Presses Tab until the focus is there."""
        target = self.page.get_by_role(role, name=name, exact=True).first
        target.wait_for()
        for _ in range(120):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise TimeoutError(f"Tab does not lead to {role} {name}")

    def press(self, role, name):
        self.reach(role, name)
        self.page.keyboard.press("Enter")

    def write(self, name, text, role="textbox"):
        self.reach(role, name)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def secretly(self, name, text):
        # A password's field has no role.
        target = self.page.get_by_label(name, exact=True)
        for _ in range(60):
            if target.evaluate("element => element === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        self.page.keyboard.type(text)

    def look(self, name):
        """What must hold of every page: names, headings, contrast, nothing beside the screen."""
        if name in self.seen:
            return
        self.seen.add(name)
        tree = self.context.new_cdp_session(self.page).send("Accessibility.getFullAXTree")["nodes"]
        nodes = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree
                 if not node.get("ignored") and "role" in node]
        self.checks.none(
            f"{name}: every control has a name", [role for role, label in nodes if role in NAMED and not label.strip()])
        roles = [role for role, _ in nodes]
        self.checks.add(f"{name}: one main part and one title", roles.count("main") == 1 and sum(
            1 for node in tree if node.get("role", {}).get("value") == "heading" and any(
                each["name"] == "level" and each["value"]["value"] == 1 for each in node.get("properties", []))) == 1, roles)
        for colours, width in VIEWS:
            self.page.emulate_media(color_scheme=colours)
            self.page.set_viewport_size({"width": width, "height": 900})
            found = self.page.evaluate(SURVEY, {"backdrop": None, "isAll": True})
            self.checks.none(f"{name}, {colours}, {width}: contrast", found["low"])
            self.checks.add(f"{name}, {colours}, {width}: fits", found["overflow"] <= 0, found["wide"])
            self.checks.none(
                f"{name}, {colours}, {width}: ids, references and styles",
                found["twice"] + found["dangling"] + found["code"]
                # Later there are those of the tool that makes the pictures.
                + ["styles"] * (found["styles"] if (colours, width) == VIEWS[0] else 0))
            file = re.sub(r"\W+", "-", name).strip("-").lower()
            self.page.screenshot(path=str(self.folder / f"{file}.{colours}.{width}.png"), full_page=True)
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size({"width": 1280, "height": 900})


def story(browser, server, checks, folder, link):
    me = Operator(browser, checks, folder)
    me.page.goto(link)
    me.heading("Become an operator")
    code = link.split("#")[1]
    checks.add("the code leaves the address", "#" not in me.page.url, me.page.url)
    checks.add("the code is in the form", me.page.locator("#code").input_value() == code)
    me.write("Email address", EMAIL)
    me.secretly("New password", PASSWORD)
    me.page.keyboard.press("Enter")

    me.heading("Set up your authenticator app")
    me.page.get_by_role("img", name="Key for the authenticator app").wait_for()
    checks.add("the key is a picture", True)
    secret = me.page.locator("main code").inner_text().replace(" ", "")
    me.page.goto(server.url + "/console/operators")
    me.heading("Set up your authenticator app")
    checks.add("nothing else opens before", me.page.url.endswith("/console/enroll"), me.page.url)
    secret = me.page.locator("main code").inner_text().replace(" ", "")
    me.write("Code", one_time_code(secret))
    me.page.keyboard.press("Enter")

    me.heading("Recovery codes")
    checks.add("what was done is said", me.page.get_by_role("status").inner_text() == "Your authenticator app is set up.")
    me.press("button", "Make recovery codes")
    me.page.get_by_text("Keep these codes in a safe place.").wait_for()
    codes = me.page.locator(".codes code").all_inner_texts()
    checks.add("ten recovery codes", len(codes) == 10, codes)
    me.seen.discard("Recovery codes")
    me.look("Recovery codes")
    me.press("link", "I have kept them")

    person = server.sign_up("ana")
    me.heading("demo-project")
    me.press("link", "Users")
    me.heading("Users")
    menu(me)
    me.write(
        "Email, name, phone number or ID", "ana", role="searchbox")
    me.page.keyboard.press("Enter")
    me.press("link", person["email"])
    me.heading(person["email"])
    me.press("button", "Disable the account")
    me.page.get_by_text("The account is disabled, and signed out everywhere.").wait_for()
    checks.add("the account is disabled", server.account(person).get("disabled") is True)
    row = me.page.locator("tr", has_text="account.disable").inner_text()
    checks.add("the history names the operator", EMAIL in row, row)
    me.seen.discard(person["email"])
    me.look(f"{person['email']} (disabled)")

    console_shown.by_keyboard(me, server, checks, person)
    console_shown.by_mouse(me, server, checks, person)
    me.page.goto(server.url + "/console/projects/demo-project")

    me.press("link", "Sign-in methods")
    me.heading("Sign-in methods")
    me.press("button", "Turn off: Anonymous guests")
    me.page.get_by_role("button", name="Turn on: Anonymous guests", exact=True).wait_for()
    checks.add("a method is off", True)
    console_settings.go_through(me)
    console_newer.go_through(me, server)
    me.press("link", "Operators")
    me.heading("Operators")
    me.page.get_by_role("textbox", name="Email address", exact=True).focus()
    me.page.keyboard.type("second@example.com")
    me.press("button", "Invite")
    me.page.get_by_text("/console/welcome#").wait_for()
    checks.add("an invitation is a link", True)

    me.page.goto(server.url + "/console/projects/demo-project")
    console_moving.tell(me, server, checks, folder, secret)

    me.press("button", "Sign out")
    me.heading("Sign in to the console")
    me.page.goto(server.url + "/console/welcome")
    skip = me.page.get_by_role("link", name="Skip to the content")
    me.page.keyboard.press("Tab")
    checks.add("the first stop skips to the content", skip.evaluate("element => element === document.activeElement"))
    checks.none("the browser has nothing to complain of", me.noise)
    me.context.close()

    # Without its script, the console works by hand.
    plain = Operator(browser, checks, folder, java_script_enabled=False)
    plain.page.goto(server.url + "/console")
    plain.page.get_by_label("Email address").fill(EMAIL)
    plain.page.get_by_label("Password").fill(PASSWORD)
    plain.page.keyboard.press("Enter")
    plain.page.get_by_label("Code").fill(codes[0])
    plain.page.keyboard.press("Enter")
    plain.page.get_by_role("heading", level=1, name="demo-project").wait_for()
    checks.add("without scripts somebody signs in", True)
    plain.context.close()


def main():
    url, link, folder = sys.argv[1:4]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    checks = Checks()
    server = Server(url)
    with chromium() as browser:
        try:
            story(browser, server, checks, folder, link)
        except Exception:
            for page in (page for context in browser.contexts for page in context.pages):
                checks.add("it goes on", False, f"{page.url}: {page.locator('body').inner_text()}")
            raise
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

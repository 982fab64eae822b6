"""Several tabs of a headless Chromium that share a session, as Firebase's web SDK keeps it (`tabs.html`).

    python3 tabs.py URL

URL  a `vincula serve --dev`, used by nobody else meanwhile; its project `demo-project` is changed.

It prints a line of JSON for each check, {"check": "...", "ok": true, "detail": "..."}, and ends with status 1 if one failed.
"""

import argparse
import functools
import http.server
import json
import os
import pathlib
import tempfile
import threading
import urllib.parse
import urllib.request

from playwright.sync_api import sync_playwright

from pages import Checks, browser_path, until

PROJECT = "demo-project"


class Host:
    """Serves the page to the browser."""

    def __init__(self):
        class Handler(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        folder = pathlib.Path(__file__).resolve().parent
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(folder)))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/tabs.html"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def administer(server, method, path, body):
    request = urllib.request.Request(
        f"{server}/identitytoolkit.googleapis.com/{path}", json.dumps(body).encode(),
        {"Authorization": "Bearer owner", "Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return json.load(answer)


class Tab:
    def __init__(self, page):
        self.page = page
        self.page.wait_for_function("document.title === 'ready'")
        self.session = page.context.new_cdp_session(page)

    def refresh(self):
        return self.page.evaluate("refresh()")

    def state(self):
        return self.page.evaluate("state()")

    def freeze(self, is_frozen):
        self.session.send("Page.setWebLifecycleState", {"state": "frozen" if is_frozen else "active"})

    @property
    def token(self):
        return (self.state()["user"] or {}).get("refreshToken")


class Stories:
    """What tabs do. Each story has a browser's profile of its own."""

    def __init__(self, browser, server, page, checks, is_rotating):
        self.browser, self.server, self.page, self.checks, self.is_rotating = browser, server, page, checks, is_rotating
        self.mode = "rotating" if is_rotating else "stable"

    def check(self, name, ok, detail=""):
        self.checks.add(f"{self.mode}: {name}", ok, detail)

    def open(self, context, storage="local"):
        page = context.new_page()
        page.goto(f"{self.page}?{urllib.parse.urlencode({'server': self.server, 'storage': storage})}")
        return Tab(page)

    def tell(self, story, *arguments):
        context = self.browser.new_context()
        context.set_default_timeout(120000)
        try:
            story(context, *arguments)
        except Exception as error:  # noqa: BLE001
            self.check(story.__name__, False, repr(error))
        finally:
            context.close()

    def expect_signed_in(self, name, *tabs):
        """Every tab is signed in, in memory and in the storage, and refreshes once more."""
        states = [tab.state() for tab in tabs]
        self.check(f"{name}: nobody is signed out", all(state["user"] and state["stored"] for state in states), states)
        outcomes = [tab.refresh() for tab in tabs]
        self.check(f"{name}: everybody goes on", outcomes == ["ok"] * len(tabs), outcomes)

    def frozen(self, context, exchanges):
        """A tab sleeps through exchanges in another one, and asks with what it has in memory as soon as it wakes."""
        name = f"frozen tab, {exchanges} exchanges"
        first = self.open(context)
        first.page.evaluate("signIn()")
        second = self.open(context)
        held = second.token
        second.freeze(True)
        outcomes = [first.refresh() for _ in range(exchanges)]
        self.check(f"{name}: the tab that is awake", outcomes == ["ok"] * exchanges, outcomes)
        self.check(f"{name}: what is exchanged changes", (first.token != held) == self.is_rotating, (held, first.token))
        second.freeze(False)
        outcome = second.refresh()
        self.check(f"{name}: the tab that woke", outcome == "ok", outcome)
        self.expect_signed_in(name, first, second)

    def active(self, context, rounds):
        """Two tabs that are awake: one exchanges twice, and the other at once, before it has looked at the storage."""
        first = self.open(context)
        first.page.evaluate("signIn()")
        second = self.open(context)
        for number in range(rounds):
            name = f"both active, round {number}"
            second.page.evaluate("outcome = null")
            outcomes = first.page.evaluate("(async () => { const found = [await refresh(), await refresh()]; ask(); return found })()")
            self.check(f"{name}: the first", outcomes == ["ok", "ok"], outcomes)
            outcome = until(lambda: second.page.evaluate("outcome"), "the second tab's answer")
            self.check(f"{name}: the second", outcome == "ok", outcome)
            # Both at the same moment.
            outcomes = first.page.evaluate("(async () => { ask(); return await refresh() })()")
            self.check(f"{name}: at once", outcomes == "ok", outcomes)
            first, second = second, first
        self.expect_signed_in("both active", first, second)

    def copied(self, context, rounds):
        """A tab that was opened from another has a copy of its session's storage, and never sees it again."""
        first = self.open(context, "session")
        first.page.evaluate("signIn()")
        with context.expect_page() as opened:
            first.page.evaluate("void window.open(location.href)")
        second = Tab(opened.value)
        self.check("copied tab: it has the token", second.token and second.token == first.token, second.state())
        outcomes = [tab.refresh() for _ in range(rounds) for tab in (first, second)]
        self.check("copied tab: both refresh in turn", outcomes == ["ok"] * 2 * rounds, outcomes)
        outcomes = [first.refresh() for _ in range(rounds)] + [second.refresh()]
        self.check("copied tab: one often, then the other", outcomes == ["ok"] * (rounds + 1), outcomes)
        self.expect_signed_in("copied tab", first, second)

    def revoked(self, context):
        """The page does sign out where the SDK would, and takes all tabs along: else the rest would show nothing."""
        first = self.open(context)
        uid = first.page.evaluate("signIn()")
        second = self.open(context)
        administer(self.server, "POST", f"v1/projects/{PROJECT}/accounts:update", {"localId": uid, "disableUser": True})
        outcome = first.refresh()
        self.check("revoked: the session is over", outcome == "USER_DISABLED", outcome)
        until(lambda: second.state()["user"] is None, "the other tab's sign-out")
        self.check("revoked: the storage is empty", second.state()["stored"] is None, second.state())

    def all(self):
        administer(
            self.server, "PATCH", f"v2/projects/{PROJECT}/config?updateMask=vincula.sessions.refreshRotation",
            {"vincula": {"sessions": {"refreshRotation": self.is_rotating}}})
        for exchanges in (1, 2, 3, 14):
            self.tell(self.frozen, exchanges)
        self.tell(self.active, 4)
        self.tell(self.copied, 4)
        self.tell(self.revoked)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    server = parser.parse_args().url
    checks, host = Checks(), Host()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), env={**os.environ, "HOME": home})
        try:
            for is_rotating in (False, True):
                Stories(browser, server, host.url, checks, is_rotating).all()
        finally:
            browser.close()
            host.close()
    raise SystemExit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()

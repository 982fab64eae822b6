"""Signs in with Apple in a headless Chromium, at a server that speaks https: Apple's page posts a form from its own site.

    python3 apple_flows.py URL APPLE FOLDER

URL     a `vincula serve --dev` with TLS at https://127.0.0.1, with the client of APPLE; the certificate need not be known.
APPLE   an apple_server.py at http://localhost, which is another site.
FOLDER  where the screenshots go.

It prints a line of JSON for each check, as pages.py does.
"""

import argparse
import json
import pathlib
import ssl
import sys
import traceback
import urllib.error
import urllib.parse
import urllib.request

from browser import Checks, chromium

LAX, NONE = "__Host-vincula-flow", "__Host-vincula-flow-form"


class Window:
    """Somebody's browser, with cookies of its own."""

    def __init__(self, browser, server):
        self.server = server
        self.context = browser.new_context(ignore_https_errors=True, locale="en-GB", service_workers="block")
        self.context.set_default_timeout(120000)
        self.page, self.callbacks = self.context.new_page(), []
        self.context.on("request", lambda request: "/__/auth/callback/" in request.url and self.callbacks.append(request))

    def begin(self):
        """Opens the handler, which leads to Apple."""
        query = urllib.parse.urlencode({
            "apiKey": "k", "appName": "[DEFAULT]", "authType": "signInViaRedirect", "redirectUrl": f"{self.server}/the-app",
            "v": "12.18.0", "providerId": "apple.com"})
        self.page.goto(f"{self.server}/__/auth/handler?{query}")
        self.page.locator("form#continue").wait_for()

    def press(self, name):
        self.page.click(f"form#{name} button")

    def event(self):
        """Waits until the browser is back at the app, and takes the event that was left for it."""
        self.page.wait_for_url("**/the-app*")
        return json.loads(self.page.evaluate("""() => {
            const key = "firebase:redirectEvent:k:[DEFAULT]", found = sessionStorage.getItem(key);
            sessionStorage.removeItem(key); return found }"""))

    def cookies(self):
        return {cookie["name"]: cookie for cookie in self.context.cookies()}

    def close(self):
        self.context.close()


class Story:
    def __init__(self, browser, server, apple, checks, folder):
        self.browser, self.server, self.apple, self.checks, self.folder = browser, server.rstrip("/"), apple, checks, folder

    def ask(self, method, url, body=None):
        unchecked = ssl.create_default_context()
        unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
        context = unchecked if url.startswith("https:") else None
        try:
            with urllib.request.urlopen(request, timeout=60, context=context) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def visits(self):
        return self.ask("GET", f"{self.apple}/_control/visits")[1]

    def account(self, token):
        """The account of an ID token, as apps see it."""
        path = "identitytoolkit.googleapis.com/v1/accounts:lookup?key=k"
        return self.ask("POST", f"{self.server}/{path}", {"idToken": token})[1]["users"][0]

    def redeem(self, event):
        body = {"requestUri": event["urlResponse"], "sessionId": event["sessionId"], "returnSecureToken": True}
        return self.ask("POST", f"{self.server}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=k", body)

    def sign_in(self):
        window = Window(self.browser, self.server)
        window.begin()
        cookies = window.cookies()
        check = self.checks.add
        check("two cookies, one for each way that a provider answers", set(cookies) == {LAX, NONE}, cookies)
        for name, site in ((LAX, "Lax"), (NONE, "None")):
            cookie = cookies[name]
            kept = cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == site and cookie["path"] == "/"
            check(f"{name} is this host's alone", kept and cookie["domain"] == "127.0.0.1", cookie)
        window.press("continue")
        event = window.event()
        sent = window.callbacks[0]
        headers = sent.all_headers()
        check("Apple's page posted a form from another site", sent.method == "POST" and headers.get("origin") == self.apple
              and headers.get("sec-fetch-site") == "cross-site", headers)
        check("with it came the one cookie that is for that", NONE + "=" in headers.get("cookie", "")
              and LAX + "=" not in headers.get("cookie", ""), headers)
        check("the name is in the form", "Ana" in urllib.parse.unquote(sent.post_data or ""), sent.post_data)
        status, first = self.redeem(event)
        check("the person is signed in, by name", status == 200 and first.get("displayName") == "Ana Ñandú"
              and first.get("email") == "ana.apple@example.com" and first.get("emailVerified") is True, first)
        check("what was redeemed is over", self.redeem(event)[0] == 400)
        visits = self.visits()
        secret = visits["secrets"][0] or {"claims": {}, "header": {}}
        claims = secret["claims"]
        check("the client secret is the team's, for Apple, and short-lived",
              secret["header"].get("kid") == "KEY0000001" and claims.get("iss") == "TEAM" and claims.get("aud") == self.apple
              and claims.get("sub") == "services.apple.test" and 0 < claims.get("exp", 0) - claims.get("iat", 0) <= 300, secret)
        redeemed = visits["redeemed"]
        check("one code, with its verifier and address", len(redeemed) == 1 and len(redeemed[0].get("code_verifier", "")) == 43
              and redeemed[0].get("redirect_uri") == f"{self.server}/__/auth/callback/apple.com", redeemed)

        # Apple says the name once.
        window.begin()
        window.press("continue")
        again = self.redeem(window.event())[1]
        check("the second time there is no name in the form", "user=" not in (window.callbacks[-1].post_data or ""))
        account = self.account(again["idToken"])
        check("and it is the same person, whose name was kept", again["localId"] == first["localId"]
              and not again.get("isNewUser") and account.get("displayName") == "Ana Ñandú"
              and account["providerUserInfo"][0].get("displayName") == "Ana Ñandú", account)
        window.close()

    def declined(self):
        window, before = Window(self.browser, self.server), len(self.visits()["redeemed"])
        window.begin()
        window.press("cancel")
        window.page.get_by_role("heading", name="Sign-in cancelled").wait_for()
        window.page.screenshot(path=self.folder / "apple-cancelled.png")
        self.checks.add("a form that says no is understood", "Apple" in window.page.inner_text("main"))
        self.checks.add("and nothing is redeemed", len(self.visits()["redeemed"]) == before)
        window.page.get_by_role("link", name="Try again").click()
        window.press("continue")
        self.checks.add("the next try works", self.redeem(window.event())[0] == 200)
        window.close()

    def planted(self):
        """The same form in a browser that did not begin the flow, and in one without the cookie."""
        before = len(self.visits()["redeemed"])
        for name in ("another browser", "a browser that keeps no such cookie"):
            window, victim = Window(self.browser, self.server), Window(self.browser, self.server)
            window.begin()
            if name.startswith("another"):
                form = window.page.content()
                victim.page.goto(f"{self.apple}/auth/keys")
                victim.page.set_content(form)
            else:
                victim.close()
                victim = window
                window.context.clear_cookies(name=NONE)
            victim.press("continue")
            victim.page.get_by_role("heading", name="no longer open").wait_for()
            self.checks.add(f"{name} is refused", "the-app" not in victim.page.url and victim.page.url.startswith(self.server))
            if window is not victim:
                victim.close()
                window.press("continue")
                self.checks.add("and the one that began it still signs in", self.redeem(window.event())[0] == 200)
            window.close()
        self.checks.add("no code was redeemed for them", len(self.visits()["redeemed"]) == before + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("apple")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks = Checks()
    with chromium("localhost") as browser:
        story = Story(browser, options.url, options.apple.rstrip("/"), checks, options.folder)
        for name in ("sign_in", "declined", "planted"):
            try:
                getattr(story, name)()
            except Exception:  # noqa: BLE001
                checks.add(name, False, traceback.format_exc()[-1200:])
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

"""Who takes part in provider_flows.py: a provider that fails as it is told, people with a browser, and what they find."""

import contextlib
import json
import pathlib
import re
import subprocess
import sys
import urllib.parse
import urllib.request

from playwright.sync_api import Error

import people
from browser import until
from loopback import Host

KEY = "k"
FIXTURES = pathlib.Path(__file__).resolve().parent
CLIENT, SECRET = "vincula-app", "the client's secret"
FULL, MOCK, PLAIN, GONE = "oidc.full", "oidc.mock", "oauth2.plain", "oidc.gone"


def ask(method, url, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if text.strip().startswith(b"{") else None


class FullProvider:
    """oauth_server.py, which fails as it is told."""

    def __init__(self, server):
        self.server, self.port, self.process = server, 0, None
        self.start()

    def start(self):
        arguments = [sys.executable, "-W", "ignore", str(FIXTURES / "oauth_server.py"), str(self.port)]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+", self.process.stdout.readline())[0]
        self.port = urllib.parse.urlsplit(self.url).port
        callbacks = [f"{self.server.url}/__/auth/callback/{name}/demo-project" for name in (FULL, PLAIN)]
        ask("PUT", f"{self.url}/_control/clients/{CLIENT}", {"secret": SECRET, "redirect_uris": callbacks})
        for name in ("ana", "bea"):
            self.person(name, f"{name}@example.com")

    def stop(self):
        self.process.kill()
        self.process.wait()

    def person(self, sub, email, verified=True, **claims):
        ask("PUT", f"{self.url}/_control/people/{sub}", {
            "email": email, "email_verified": verified, "name": sub.title(), **claims})

    def switch(self, **switches):
        ask("PUT", f"{self.url}/_control/switches", switches)

    def counts(self):
        return ask("GET", f"{self.url}/_control/counts")

    @property
    def redeemed(self):
        """How many codes the token endpoint was given."""
        return len(self.counts()["redeemed"])

    @contextlib.contextmanager
    def failing(self, **switches):
        self.switch(**switches)
        try:
            yield
        finally:
            self.switch()


class Window:
    """Somebody's browser, with cookies of its own."""

    def __init__(self, browser, server):
        self.server = server
        self.context = browser.new_context(service_workers="block")
        self.context.set_default_timeout(120000)
        self.page = self.context.new_page()
        self.callbacks = []
        self.context.on("request", self._request)

    def _request(self, request):
        if "/__/auth/callback/" in request.url and request.is_navigation_request():
            self.callbacks.append(request.url)

    def begin(self, provider, kind="signInViaRedirect", event="", **more):
        """Opens the handler, which leads to the provider's page."""
        query = {
            "apiKey": KEY, "appName": "[DEFAULT]", "authType": kind, "redirectUrl": f"{self.server.url}/the-app",
            "v": "12.18.0", "providerId": provider, **({"eventId": event} if event else {}), **more}
        self.page.goto(f"{self.server.url}/__/auth/handler?{urllib.parse.urlencode(query)}")

    def result(self):
        """Waits until the browser is back at the app, and gives the event that was left for it."""
        self.page.wait_for_url("**/the-app*")
        # Read once, as the page that hands it over does.
        text = self.page.evaluate("""key => {
            const found = sessionStorage.getItem(key); sessionStorage.removeItem(key); return found }""",
            f"firebase:redirectEvent:{KEY}:[DEFAULT]")
        return json.loads(text)

    def words(self):
        """What a page of the server's own says."""
        self.page.locator("main").wait_for()
        return self.page.inner_text("main")

    def end(self):
        """Where a flow ended: the event, or the words of a page."""
        def ended():
            if "/the-app" in self.page.url:
                return {"event": self.result()}
            if not self.page.url.startswith(self.server.url):
                return None
            try:
                # Read at once: the page that hands a sign-in over leaves by itself, and its words are no end; nor are those of the
                # app's address, which is a page that this server does not have.
                words = self.page.evaluate("""() => {
                    if (location.pathname === "/the-app") return null
                    const main = document.querySelector("main"), flow = document.getElementById("flow")
                    return main && !(flow && JSON.parse(flow.textContent).isAtOnce) ? main.innerText : null }""")
            except Error:
                return None
            return {"words": words} if words else None
        return until(ended, f"an end at {self.page.url}", 120)

    def sign(self, provider, person, **more):
        """Goes through a whole flow."""
        self.begin(provider, **more)
        people.allow(self.page, person)
        return self.end()

    def close(self):
        self.context.close()


class Stories:
    def __init__(self, browser, server, checks, folder, full, mock):
        self.browser, self.server, self.checks, self.folder = browser, server, checks, folder
        self.full, self.mock = full, mock
        self.name = "providers"
        self.app = f"{Host('flows.html').url}?{urllib.parse.urlencode({'server': server.url})}"

    @property
    def page(self):
        return self.window.page

    def check(self, name, ok, detail=""):
        self.checks.add(name, ok, detail)

    def redeem(self, event, **fields):
        """What an app does with an event: signInWithIdp, as the SDK asks for it."""
        body = {
            "requestUri": event["urlResponse"], "sessionId": event["sessionId"], "returnSecureToken": True,
            "returnIdpCredential": True, **fields}
        return self.call("signInWithIdp", body)

    def call(self, method, body):
        try:
            return self.server.call(method, body)
        except RuntimeError as error:
            return {"error": str(error)}

    def ways(self, person):
        return sorted(way["providerId"] for way in self.server.account(person).get("providerUserInfo", []))

    def people_count(self):
        return int(self.server.administer("query", {"returnUserInfo": False})["recordsCount"])

    def signed_in(self, name, end, **fields):
        """Checks that a flow ended well, and redeems it."""
        event = end.get("event") or {}
        self.check(f"{name}: the flow ends well", event.get("urlResponse") and not event.get("error"), end)
        answer = self.redeem(event, **fields) if event.get("urlResponse") else {}
        self.check(f"{name}: is redeemed", "idToken" in answer, answer)
        return answer

    def told(self, name, end, *codes):
        """Checks that the person or the app is told of a failure, and that nothing in it is the server's fault."""
        event, words = end.get("event"), end.get("words", "")
        if event:
            code = (event.get("error") or {}).get("code")
            self.check(f"{name}: the app is told", code and not event.get("urlResponse") and (not codes or code in codes), end)
        else:
            self.page.screenshot(path=str(self.folder / f"{re.sub('[^a-z0-9]+', '-', name.lower())}.png"))
            self.check(f"{name}: the person is told", len(words) > 20, words)
            if self.page.locator("#back").count():
                self.page.click("#back")
                event = self.window.result()
                code = (event.get("error") or {}).get("code", "")
                ok = code.startswith("auth/") and not event.get("urlResponse") and (not codes or code in codes)
                self.check(f"{name}: the app is told", ok, event)
            elif codes:
                self.check(f"{name}: the app can be told", False, words)

    def fresh(self):
        """Another browser."""
        self.window.close()
        self.window = Window(self.browser, self.server)
        return self.window

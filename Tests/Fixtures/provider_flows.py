"""Signs in through the pages of two real OpenID providers in a headless Chromium, as people do, and as attackers do.

    python3 provider_flows.py URL MOCK FOLDER [--only WORD]

URL     a `vincula serve --dev`, used by nobody else meanwhile; its project `demo-project` is changed.
MOCK    an oidc-provider-mock. The other provider, oauth_server.py, is started here, and ended and started again.
FOLDER  where screenshots of pages in error go.
--only  stories whose name has this word, for development.

It prints a line of JSON for each check, as pages.py does.
"""

import argparse
import contextlib
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

from playwright.sync_api import Error, sync_playwright

import people
from flows import Host, ready
from pages import Checks, Server, browser_path, tell, until

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
                # Read at once: the page that hands a sign-in over leaves by itself, and its words are no end.
                words = self.page.evaluate("""() => {
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
        self.app = f"{Host().url}?{urllib.parse.urlencode({'server': server.url})}"

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


def whole_story(stories, provider, person):
    """Sign in, come back, link, reauthenticate, unlink."""
    server, name = stories.server, f"{provider}"
    first = stories.signed_in(f"{name} sign in", stories.window.sign(provider, person))
    stories.check(f"{name} sign in: a new person", first.get("isNewUser") is True and first["providerId"] == provider, first)
    stories.check(f"{name}: tokens and profile", first.get("oauthAccessToken") and "rawUserInfo" in first, first)
    back = stories.signed_in(f"{name} come back", stories.window.sign(provider, person))
    ok = back.get("localId") == first["localId"] and not back.get("isNewUser")
    stories.check(f"{name} come back: the same person", ok, back)

    other = server.sign_up("linking")
    end = stories.window.sign(provider, f"{person}2", kind="linkViaRedirect", event=f"{other['localId']}:::1")
    stories.check(f"{name} link: the event is the caller's", end["event"]["eventId"] == f"{other['localId']}:::1", end)
    linked = stories.signed_in(f"{name} link", end, idToken=other["idToken"])
    stories.check(f"{name} link: the same account", linked.get("localId") == other["localId"], linked)
    stories.check(f"{name} link: both ways", stories.ways(other) == sorted(["password", provider]), stories.ways(other))
    again = stories.signed_in(f"{name} reauthenticate", stories.window.sign(
        provider, f"{person}2", kind="reauthViaRedirect", event=f"{other['localId']}:::2"))
    stories.check(f"{name} reauthenticate: the same account", again.get("localId") == other["localId"], again)

    end = stories.window.sign(provider, person, kind="linkViaRedirect", event=f"{other['localId']}:::3")
    taken = stories.redeem(end["event"], idToken=other["idToken"])
    said = taken.get("errorMessage", "") + taken.get("error", "")
    stories.check(f"{name} link: somebody else's is refused", "FEDERATED_USER_ID_ALREADY_LINKED" in said, taken)
    stories.check(f"{name} link: nothing changed", stories.ways(other) == sorted(["password", provider]), stories.ways(other))
    stories.call("update", {"idToken": again.get("idToken"), "deleteProvider": [provider]})
    stories.check(f"{name} unlink", stories.ways(other) == ["password"], stories.ways(other))


def full_story(stories):
    for name in ("fay", "fay2"):
        stories.full.person(name, f"{name}@example.com")
    whole_story(stories, FULL, "fay")
    counts = stories.full.counts()
    challenges, verifiers = counts["challenges"], counts["verifiers"]
    stories.check("PKCE: every flow has a challenge of its own", len(set(challenges)) == len(challenges) >= 5, challenges)
    ok = len(set(verifiers)) == len(verifiers) and all(43 <= len(each or "") <= 128 for each in verifiers)
    stories.check("PKCE: every verifier is long, and its own", ok, verifiers)


def mock_story(stories):
    for name in ("max", "max2", "moe", "moe2", "moe3"):
        ask("PUT", f"{stories.mock}/users/{name}", {"email": f"{name}@example.com", "email_verified": True, "name": name.title()})
    whole_story(stories, MOCK, "max")


def in_app(stories, provider, person):
    """The same from the page of an app at another origin (flows.html), by popup and by redirect, as the web SDK does it."""
    app, name, ids = stories.page, f"{provider} in an app", itertools.count(1000000001)

    def open_app():
        app.goto(stories.app)
        ready(app)

    def popup(kind, act):
        """What the app hears when somebody does something in the popup."""
        event = str(next(ids))
        app.evaluate("openFrame().then(() => true)")
        with app.expect_popup() as opening:
            app.evaluate("([kind, provider, event]) => popup(kind, provider, event)", [kind, provider, event])
        act(opening.value)
        find = f"events.find((event) => event.eventId === '{event}') ?? null"
        return {"event": until(lambda: app.evaluate(find), f"the event of {kind}", 120)}

    def signs(who):
        return lambda page: people.allow(page, who)

    open_app()
    first = stories.signed_in(f"{name}: popup", popup("signInViaPopup", signs(person)))
    other = stories.server.sign_up("popup")
    linked = stories.signed_in(f"{name}: link by popup", popup("linkViaPopup", signs(f"{person}2")), idToken=other["idToken"])
    stories.check(f"{name}: the same account", linked.get("localId") == other["localId"], linked)
    again = stories.signed_in(f"{name}: reauthenticate by popup", popup("reauthViaPopup", signs(f"{person}2")))
    stories.check(f"{name}: the same person", again.get("localId") == other["localId"], again)

    if provider == FULL:
        def declines(page):
            people.deny(page)
            page.locator("#back").wait_for()
            # The app closes the window as soon as it has the answer.
            with contextlib.suppress(Error):
                page.click("#back")

        end = popup("signInViaPopup", declines)["event"]
        stories.check(f"{name}: declined", (end.get("error") or {}).get("code") == "auth/user-cancelled", end)
        # A window that is closed says nothing; the app's next popup is a sign-in of its own.
        with app.expect_popup() as opening:
            app.evaluate("provider => popup('signInViaPopup', provider, '1')", provider)
        people.arrive(opening.value)
        opening.value.close()
        stories.signed_in(f"{name}: closed, then again", popup("signInViaPopup", signs(person)))

    def redirect(kind, who, event=None):
        open_app()
        more = {"eventId": event} if event else {}
        app.evaluate("([kind, provider, more]) => redirect(kind, provider, more)", [kind, provider, more])
        people.allow(app, who)
        app.wait_for_url(stories.app)
        ready(app)
        app.evaluate("openFrame().then(() => true)")
        return {"event": until(lambda: app.evaluate("events[0] ?? null"), f"the event of {kind}", 120)}

    back = stories.signed_in(f"{name}: redirect", redirect("signInViaRedirect", person))
    stories.check(f"{name}: by popup and by redirect the same person", back.get("localId") == first.get("localId"), back)
    third = stories.server.sign_up("redirect")
    end = redirect("linkViaRedirect", f"{person}3", f"{third['localId']}:::1")
    linked = stories.signed_in(f"{name}: link by redirect", end, idToken=third["idToken"])
    stories.check(f"{name}: linked by redirect", linked.get("localId") == third["localId"], linked)
    open_app()
    app.evaluate("openFrame().then(() => true)")
    nothing = until(lambda: app.evaluate("events[0] ?? null"), "the frame's first event", 120)
    stories.check(f"{name}: no event is left", (nothing["error"] or {}).get("code") == "auth/no-auth-event", nothing)


def full_in_app(stories):
    for name in ("gus", "gus2", "gus3"):
        stories.full.person(name, f"{name}@example.com")
    in_app(stories, FULL, "gus")


def mock_in_app(stories):
    in_app(stories, MOCK, "moe")


def once(stories):
    """A result is for one app, once."""
    stories.full.person("ona", "ona@example.com")
    event = stories.window.sign(FULL, "ona")["event"]
    url, session = event["urlResponse"], event["sessionId"]
    stories.check("result: no token of the provider's in its address", "token" not in url and "eyJ" not in url, url)
    for name, secret in {"wrong": "x" * len(session), "missing": ""}.items():
        answer = stories.redeem({"urlResponse": url, "sessionId": secret})
        stories.check(f"result with a {name} session", "INVALID_IDP_RESPONSE" in answer.get("error", ""), answer)
    stories.signed_in("result after strangers tried", {"event": event})
    answer = stories.redeem(event)
    stories.check("result, twice", "INVALID_IDP_RESPONSE" in answer.get("error", ""), answer)


def declined(stories):
    before = stories.people_count()
    redeemed = stories.full.redeemed
    stories.window.begin(FULL)
    people.deny(stories.page)
    stories.told("declined", stories.window.end(), "auth/user-cancelled")
    # This provider forgets the state when somebody declines, so nobody can be told whose sign-in that was.
    stories.window.begin(MOCK)
    people.deny(stories.page)
    words = stories.window.words()
    stories.check("declined without a state: words", len(words) > 20, words)
    stories.check("declined: nobody is new", stories.people_count() == before)
    stories.check("declined: nothing is redeemed", stories.full.redeemed == redeemed)
    stories.signed_in("declined, then allowed", stories.window.sign(FULL, "ana"))


def mixed_up(stories):
    """States, issuers and nonces that are not this flow's."""
    faults = {
        "another state": {"state": "s" * 43}, "another issuer": {"iss": "https://elsewhere.example"},
        "a state with markup": {"state": "<script>zqx()</script>"}}
    for name, switches in faults.items():
        redeemed = stories.full.redeemed
        with stories.full.failing(**switches):
            stories.told(name, stories.window.sign(FULL, "ana"))
        stories.check(f"{name}: the code is not redeemed", stories.full.redeemed == redeemed)
    for name, switches in {"another nonce": {"nonce": "n" * 43}, "a forged signature": {"forges": True}}.items():
        with stories.full.failing(**switches):
            stories.told(name, stories.window.sign(FULL, "ana"))
    stories.signed_in("after mix-ups", stories.window.sign(FULL, "ana"))


def replayed(stories):
    """The same answer twice, in the same browser and in another."""
    stories.window.begin(FULL)
    people.allow(stories.page, "ana")
    stories.signed_in("before the replay", stories.window.end())
    url, redeemed = stories.window.callbacks[-1], stories.full.redeemed
    stories.page.goto(url)
    stories.told("replayed", stories.window.end())
    stranger = Window(stories.browser, stories.server)
    stranger.page.goto(url)
    words = stranger.words()
    stories.check("replayed in another browser: words", len(words) > 20, words)
    stranger.close()
    stories.check("replayed: the code is not redeemed", stories.full.redeemed == redeemed)


def stolen(stories):
    """The victim's browser completes the attacker's sign-in, and the other way round."""
    attacker = Window(stories.browser, stories.server)
    redeemed = stories.full.redeemed

    def hold(window, person):
        """Goes as far as the provider's answer, which does not reach the server."""
        held = []

        def answer(route):
            if route.request.method == "POST":
                held.append(route.fetch(max_redirects=0).headers["location"])
                route.abort()
            else:
                route.continue_()

        window.begin(FULL)
        window.page.route(f"{stories.full.url}/authorize*", answer)
        with contextlib.suppress(Exception):
            people.allow(window.page, person)
        until(lambda: window.page.evaluate("true") and held, "the provider's answer", 120)
        window.page.unroute(f"{stories.full.url}/authorize*")
        return held[0]

    theirs = hold(attacker, "bea")
    stories.page.goto(theirs)
    words = stories.window.words()
    stories.check("another browser's answer: words", len(words) > 20, words)
    # The browser has a sign-in of its own under way, so it has a cookie.
    mine = hold(stories.window, "ana")
    stories.page.goto(theirs)
    stories.check("another browser's answer with a cookie: words", len(stories.window.words()) > 20, stories.page.url)
    flipped = re.sub(r"(state=)(.)", lambda found: found[1] + ("B" if found[2] == "A" else "A"), mine)
    stories.page.goto(flipped)
    stories.check("a state that differs in one letter: words", len(stories.window.words()) > 20)
    stories.check("another browser's answer: no code is redeemed", stories.full.redeemed == redeemed)

    # The attacker's own state with the victim's code: PKCE finds it out.
    code = lambda url: urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)["code"][0]  # noqa: E731
    before = stories.people_count()
    attacker.page.goto(theirs.replace(urllib.parse.quote(code(theirs)), urllib.parse.quote(code(mine))))
    end = attacker.end()
    ok = not (end.get("event") or {}).get("urlResponse")
    stories.check("an injected code: no result", ok, end)
    stories.check("an injected code: nobody is new", stories.people_count() == before)
    attacker.close()
    # Whoever was attacked tries again.
    stories.signed_in("after attacks", stories.window.sign(FULL, "ana"))


def reflected(stories):
    """What a provider says of an error is not repeated as markup."""
    heard = []
    stories.page.on("dialog", lambda dialog: (heard.append(dialog.message), dialog.dismiss()))
    text = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    for error in ("server_error", "temporarily_unavailable", "invalid_scope", text):
        with stories.full.failing(page_error=error, page_error_description=text):
            end = stories.window.sign(FULL, "ana")
        stories.told(f"error {error[:24]}", end)
        stories.check(f"error {error[:24]}: not repeated", "<" not in json.dumps(end) and not heard, end)


def unwell(stories):
    """Providers that are down, slow or speak nonsense: words, nothing half-linked, and the next try works."""
    person = stories.server.sign_up("unwell")
    faults = {f"{kind} from the {where}": {"garbage": kind, "endpoints": [where]}
              for where, kinds in {"token": ["text", "html", "json", "array", "empty", "bytes", "endless", "redirect"]}.items()
              for kind in kinds}
    faults |= {
        "503 from the token": {"down": True},
        "the client's secret is wrong": {"error": "invalid_client"}, "the code is refused": {"error": "invalid_grant"}}
    before = stories.people_count()
    for number, (name, switches) in enumerate(faults.items()):
        with stories.full.failing(**switches):
            end = stories.window.sign(FULL, "ana", kind="linkViaRedirect", event=f"{person['localId']}:::{number}")
        stories.told(name, end)
    stories.check("unwell: nobody is new", stories.people_count() == before)
    stories.check("unwell: nothing is linked", stories.ways(person) == ["password"], stories.ways(person))
    end = stories.window.sign(FULL, "ana")
    stories.signed_in("unwell, then well", end)


def again(stories):
    """The link on the page of a failure begins the same sign-in anew."""
    with stories.full.failing(down=True):
        end = stories.window.sign(FULL, "ana")
    stories.check("try again: the page says that it may be over soon", "event" not in end, end)
    stories.page.get_by_role("link", name="Try again").click()
    people.allow(stories.page, "ana")
    stories.signed_in("try again", stories.window.end())
    # Before the person was at the provider at all.
    stories.full.stop()
    ask_discovery = {"clientId": CLIENT, "issuer": stories.full.url + "/elsewhere", "enabled": True}
    path = f"/identitytoolkit.googleapis.com/v2/projects/demo-project/oauthIdpConfigs?oauthIdpConfigId={GONE}"
    stories.server.send("POST", path, {**ask_discovery, "clientSecret": SECRET}, {"Authorization": "Bearer owner"})
    stories.window.begin(GONE)
    stories.told("gone from the beginning", stories.window.end(), "auth/network-request-failed")
    stories.full.start()
    stories.signed_in("another provider meanwhile", stories.window.sign(FULL, "ana"))


def rotated(stories):
    """Keys that change while somebody is on the page, and clocks that are not right."""
    with stories.full.failing(rotates=True):
        end = stories.window.sign(FULL, "ana")
    stories.signed_in("keys rotated in the middle", end)
    with stories.full.failing(skew=20):
        end = stories.window.sign(FULL, "ana")
    stories.signed_in("a clock 20 seconds ahead", end)
    for skew in (7200, -7200):
        with stories.full.failing(skew=skew):
            end = stories.window.sign(FULL, "ana")
        stories.told(f"a clock {skew} seconds ahead", end)
    stories.signed_in("after wrong clocks", stories.window.sign(FULL, "ana"))


STORIES = [
    full_story, mock_story, full_in_app, mock_in_app, once, declined, mixed_up, replayed, stolen, reflected, unwell, again,
    rotated]


def configure(server, full, mock):
    path = "/identitytoolkit.googleapis.com/v2/projects/demo-project/oauthIdpConfigs?oauthIdpConfigId="
    for name, issuer in {FULL: full.url, MOCK: mock}.items():
        server.send("POST", path + name, {
            "clientId": CLIENT, "clientSecret": SECRET, "issuer": issuer, "enabled": True, "displayName": name,
            "responseType": {"code": True}}, {"Authorization": "Bearer owner"})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("mock")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks, server = Checks(), Server(options.url)
    full = FullProvider(server)
    configure(server, full, options.mock)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), env={**os.environ, "HOME": home},
            args=["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"])
        stories = Stories(browser, server, checks, options.folder, full, options.mock)
        try:
            for story in STORIES:
                if options.only not in story.__name__:
                    continue
                stories.window = Window(browser, server)
                began = time.monotonic()
                tell(checks, stories, story.__name__, lambda stories, story=story: story(stories))
                print(f"{story.__name__}: {time.monotonic() - began:.1f} s", file=sys.stderr)
                stories.window.close()
        finally:
            browser.close()
            full.stop()
    print(f"{checks.count} checks, {checks.failed} failed", file=sys.stderr)
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())

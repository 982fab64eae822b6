"""Sign-ins at a provider's page in a headless Chromium, by pages that speak the web SDK's protocol (`flows.html`).

    python3 flows.py URL ISSUER FOLDER

URL     a `vincula serve --dev` on 127.0.0.1, used by nobody else meanwhile; its project `demo-project` has the provider
        `oidc.mock`, which is ISSUER.
ISSUER  an `oidc-provider-mock`.
FOLDER  where the screenshots go.

It prints a line of JSON for each check, {"check": "...", "ok": true, "detail": "..."}, and ends with status 1 if one failed.
"""

import argparse
import contextlib
import pathlib
import re
import sys
import traceback
import urllib.parse

from playwright.sync_api import Error

import people
from browser import Checks, chromium, until
from loopback import Host, Site

PROVIDER = "oidc.mock"
FLOOD = 100_000


class Visit:
    """A person's browser: what it complains about, and which origins it asks."""

    def __init__(self, browser, server, issuer, app, checks, name, **options):
        self.server, self.issuer, self.app, self.checks, self.name = server, issuer, app, checks, name
        self.context = browser.new_context(locale=options.pop("locale", "en-GB"), **options)
        self.context.set_default_timeout(120000)
        self.noise, self.requests = [], []
        self.context.on("console", self.hear)
        self.context.on("weberror", lambda error: self.noise.append(f"error: {error.error}"))
        # What the provider's pages load is its own affair.
        self.context.on("request", lambda request: request.resource_type == "stylesheet" and not request.url.startswith(server)
                        or self.requests.append(request.url))
        self.page = self.open()

    def hear(self, message):
        place = message.location.get("url", "")
        # The app asks for what must be refused.
        is_expected = "accounts:signInWithIdp" in place and "status of 400" in message.text
        is_ours = place.startswith((self.server, self.app.rsplit("/", 1)[0])) or "://" not in place
        if message.type in ("error", "warning") and is_ours and not is_expected:
            self.noise.append(f"{message.type}: {message.text} ({place})")

    def check(self, name, ok, detail=""):
        self.checks.add(f"{self.name}: {name}", ok, detail)

    def open(self, app=None):
        page = self.context.new_page()
        page.goto(f"{app or self.app}?{urllib.parse.urlencode({'server': self.server})}")
        ready(page)
        return page

    def close(self):
        self.check("no error in the console, no violation of a policy", not self.noise, self.noise)
        known = [self.server, self.issuer, self.app.rsplit("/", 1)[0]]
        strangers = [url for url in self.requests if not url.startswith((*known, "data:"))]
        self.check("no other origin is asked", not strangers, strangers)
        self.context.close()


def ready(page):
    """Waits for the app's page. Polled from here: on its way the browser may pass pages that let no script be evaluated."""
    until(lambda: page.title() == "ready", "the app's page")


def authorize(page, person="ana"):
    """Signs a person in on the provider's page."""
    page.wait_for_selector("input[name=sub]").fill(person)
    people.leave(page.get_by_role("button", name="Authorize", exact=True))


def popup(visit, auth_type, event_id, act, **more):
    """Opens a popup, acts in it, and gives the event that the app got."""
    with visit.page.expect_popup() as opened:
        visit.page.evaluate(
            "([type, id, more]) => popup(type, 'oidc.mock', id, more)", [auth_type, event_id, more])
    act(opened.value)
    find = f"events.find((event) => event.eventId === '{event_id}') ?? null"
    return until(lambda: visit.page.evaluate(find), f"the event {event_id}", 120)


# Stories


def popups(visit):
    """Signs in, links and reauthenticates by popups."""
    page = visit.page
    support = page.evaluate("storageSupport()")
    visit.check("the frame answers", support == [{"status": "ACK", "webStorageSupport": True}], support)
    event = popup(visit, "signInViaPopup", "1000000001", authorize, hl="de")
    visit.check("type and id are the app's", event["type"] == "signInViaPopup" and event["error"] is None, event)
    visit.check("no token travels", not re.search(r"token|eyJ", event["urlResponse"]), event["urlResponse"])
    page.wait_for_timeout(500)
    # The web SDK takes a window that closes before it is signed in for a person who gave up.
    visit.check("the popup stays open until the app closes it", not page.evaluate("child.closed"))
    until(lambda: page.evaluate("child.closed"), "the popup closes")
    answer = page.evaluate("(event) => redeem(event)", event)
    visit.check("signed in", bool(answer.get("idToken")) and answer.get("providerId") == PROVIDER, answer)
    again = page.evaluate("(event) => redeem(event)", event)
    visit.check("a result is redeemed once", "error" in again, again)

    event = popup(visit, "reauthViaPopup", "1000000002", authorize)
    fresh = page.evaluate("(event) => redeem(event)", event)
    visit.check("reauthenticated as the same account", fresh.get("localId") == answer["localId"], fresh)

    other = page.evaluate("call('accounts:signUp', { returnSecureToken: true })")
    event = popup(visit, "linkViaPopup", "1000000003", lambda child: authorize(child, "ben"))
    wrong = page.evaluate("(event) => redeem({ ...event, sessionId: 'x'.repeat(43) })", event)
    visit.check("nobody redeems without the session's secret", "INVALID_IDP_RESPONSE" in str(wrong), wrong)
    linked = page.evaluate("([event, idToken]) => redeem(event, { idToken })", [event, other["idToken"]])
    visit.check("linked", linked.get("localId") == other["localId"], linked)


def denied(visit, folder):
    """Declines at the provider, tries again, declines again, and goes back to the app."""
    def act(child):
        for round_number in (1, 2):
            # This provider forgets the state if somebody declines, so its redirect is followed as it ought to be.
            child.get_by_role("button", name="Deny").wait_for()
            child.evaluate("""() => {
              const asked = new URLSearchParams(location.search);
              const answer = new URLSearchParams({ error: "access_denied", state: asked.get("state") });
              setTimeout(() => location.assign(`${asked.get("redirect_uri")}?${answer}`));
            }""")
            child.wait_for_url(re.compile("/__/auth/callback/"))
            heading = child.locator("h1").inner_text()
            visit.check(f"round {round_number}: the page says so", heading == "Sign-in cancelled", heading)
            if round_number == 1:
                child.screenshot(path=folder / "denied.png")
                child.get_by_role("link", name="Try again").focus()
                child.keyboard.press("Enter")
        back = child.get_by_role("button", name="Back to")
        back.focus()
        # The app closes the window as soon as it has the answer, which may be before the key is up again.
        with contextlib.suppress(Error):
            child.keyboard.press("Enter")

    event = popup(visit, "signInViaPopup", "2000000001", act)
    code = (event["error"] or {}).get("code")
    visit.check("the app learns it", code == "auth/user-cancelled" and event["urlResponse"] is None, event)


def redirects(visit):
    """Leaves by a redirect and comes back; the result is there once, in this tab, for this origin."""
    page = visit.page
    page.evaluate("redirect('signInViaRedirect', 'oidc.mock')")
    authorize(page)
    ready(page)
    page.evaluate("openFrame()")
    event = until(lambda: page.evaluate("events[0] ?? null"), "the event")
    visit.check("the event has waited", event["type"] == "signInViaRedirect" and event["eventId"] is None, event)
    answer = page.evaluate("(event) => redeem(event)", event)
    visit.check("signed in", bool(answer.get("idToken")), answer)
    page.reload()
    ready(page)
    page.evaluate("openFrame()")
    event = until(lambda: page.evaluate("events[0] ?? null"), "the second event")
    visit.check("it is read once", event["error"]["code"] == "auth/no-auth-event", event)


def strangers(visit, foreign):
    """a result is for the page that the flow was begun for; another origin that asks gets nothing."""
    page = visit.page
    page.evaluate("redirect('signInViaRedirect', 'oidc.mock')")
    authorize(page)
    ready(page)
    # The same tab, the same session storage, another origin's page around the frame.
    page.goto(f"{foreign}?{urllib.parse.urlencode({'server': visit.server})}")
    ready(page)
    page.evaluate("openFrame()")
    event = until(lambda: page.evaluate("events[0] ?? null"), "the event")
    visit.check("another origin reads nothing", event["error"]["code"] == "auth/no-auth-event", event)
    page.goto(f"{visit.app}?{urllib.parse.urlencode({'server': visit.server})}")
    ready(page)
    page.evaluate("openFrame()")
    event = until(lambda: page.evaluate("events[0] ?? null"), "the event")
    visit.check("and the page that it is for still reads it", event["type"] == "signInViaRedirect", event)

    # A popup that claims to be for the app's page, opened by another origin's.
    other = visit.open(foreign)
    with other.expect_popup() as opened:
        other.evaluate(
            "([app]) => popup('signInViaPopup', 'oidc.mock', '3000000001', { redirectUrl: app })", [visit.app])
    child = opened.value
    authorize(child)
    child.wait_for_url(re.compile("/__/auth/callback/"))
    until(lambda: "no longer waiting" in child.locator("h1").inner_text(), "the end of the wait", 120)
    stolen = other.evaluate("events.filter((event) => event.type !== 'unknown')")
    visit.check("the page that opened it gets nothing", stolen == [], stolen)
    other.close()


def asked(visit, folder):
    """a program on the person's machine gets a sign-in when the person presses the button, and not before."""
    heard = []

    def write(request):
        heard.append(request.path)
        return "<!doctype html><link rel=icon href=data:,>You can close this window."

    place = f"127.0.0.1:{Site(write).port}"
    query = {
        "apiKey": "k", "authType": "signInWithRedirect", "eventId": "ABCDEFGHIJ", "sessionId": "ab" * 32, "providerId": PROVIDER,
        "redirect": f"http://{place}/abcdefghijklmnop"}
    page = visit.context.new_page()
    page.goto(f"{visit.server}/__/auth/handler?{urllib.parse.urlencode(query)}")
    authorize(page)
    page.locator("a#back").wait_for()
    words = page.inner_text("main")
    visit.check("the page names the program and the provider", place in words and ("Mock" in words or PROVIDER in words), words)
    # A key that was meant for the provider's page.
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.wait_for_timeout(1500)
    visit.check("nothing is handed over by itself", heard == [] and "/__/auth/callback/" in page.url, heard)
    page.screenshot(path=folder / "asked.png")
    page.click("a#back")
    until(lambda: heard, "the program's answer")
    link = urllib.parse.parse_qs(urllib.parse.urlsplit(heard[0]).query).get("deep_link_id", [""])[0]
    visit.check("the button hands it over", heard[0].startswith("/abcdefghijklmnop?") and "flowCode" in link, heard)
    page.close()
    visit.requests[:] = [url for url in visit.requests if place not in url]


def flood(visit):
    """many forged messages make no request, hand over nothing, and stop nobody."""
    page = visit.page
    page.evaluate("openFrame()")
    until(lambda: page.evaluate("events.length"), "the first event")
    before = len(visit.requests)
    page.evaluate("""(count) => {
      const target = document.querySelector("iframe").contentWindow;
      const authEvent = { type: "signInViaPopup", eventId: "4000000001", urlResponse: "x", sessionId: "x", error: null };
      for (let index = 0; index < count; index++) {
        const data = { authEvent, origin: location.origin };
        target.postMessage({ eventType: "sendAuthEvent", eventId: String(index), data }, "*");
      }
    }""", FLOOD)
    support = page.evaluate("storageSupport()")
    visit.check("the frame still answers", support[0]["webStorageSupport"] is True, support)
    visit.check("no request", len(visit.requests) == before, visit.requests[before:][:5])
    visit.check("nothing is handed over", page.evaluate("events.length") == 1, page.evaluate("events.slice(0, 3)"))


def tampered(visit, folder):
    """A state that is not this browser's, and what a provider says about an error."""
    page = visit.context.new_page()
    seen = []
    page.on("dialog", lambda dialog: (seen.append(dialog.message), dialog.dismiss()))
    attack = urllib.parse.quote("<script>alert(1)</script><img src=x onerror=alert(2)>")
    for query in (f"state=x&code={attack}", f"error={attack}&error_description={attack}&state={attack}", f"code=a&code={attack}"):
        response = page.goto(f"{visit.server}/__/auth/callback/{PROVIDER}/demo-project?{query}")
        heading = page.locator("h1").inner_text()
        visit.check("a state of nobody", response.status == 400 and "no longer open" in heading, heading)
    for query in (f"apiKey={attack}&authType={attack}&providerId={attack}", f"apiKey=k&authType=signInViaPopup&appName={attack}"
                  f"&eventId={attack}&providerId=oidc.{attack}&redirectUrl={attack}&hl={attack}&customParameters={attack}"):
        response = page.goto(f"{visit.server}/__/auth/handler?{query}")
        visit.check("refused by a page", response.status == 400, response.status)
    visit.check("no script ran", not seen and page.locator("main img").count() == 0, seen)
    page.screenshot(path=folder / "refused.png")
    page.close()
    # Chromium reports the status of these pages; it is what is tested.
    visit.noise[:] = [text for text in visit.noise if "status of 400" not in text]


def framed(visit, app):
    """no page but the frame can be framed."""
    page = visit.context.new_page()
    page.goto(app)
    for path in ("/__/auth/handler?apiKey=k", f"/__/auth/callback/{PROVIDER}?state=x"):
        page.evaluate("""(url) => new Promise((resolve) => {
          const frame = document.createElement("iframe");
          Object.assign(frame, { src: url, onload: resolve });
          document.body.append(frame);
        })""", visit.server + path)
        shown = [frame.url for frame in page.frames if path.split("?")[0] in frame.url and frame.query_selector("h1")]
        visit.check(f"{path.split('?')[0]} is not framed", not shown, shown)
    page.close()
    visit.noise.clear()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("issuer")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks, app, foreign = Checks(), Host("flows.html"), Host("flows.html")
    stories = {
        "popups": popups, "denied": lambda visit: denied(visit, options.folder), "redirects": redirects,
        "strangers": lambda visit: strangers(visit, foreign.url),
        "asked": lambda visit: asked(visit, options.folder), "flood": flood,
        "tampered": lambda visit: tampered(visit, options.folder), "framed": lambda visit: framed(visit, app.url),
    }
    with chromium() as browser:
        for name, story in stories.items():
            try:
                visit = Visit(browser, options.url.rstrip("/"), options.issuer, app.url, checks, name)
                story(visit)
                if name == "strangers":
                    visit.requests[:] = [url for url in visit.requests if not url.startswith(foreign.url)]
                visit.close()
            except Exception:  # noqa: BLE001
                checks.add(name, False, traceback.format_exc()[-1200:])
    app.close()
    foreign.close()
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

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
import pathlib
import re
import sys
import time
import urllib.parse

from playwright.sync_api import Error

import people
from browser import Checks, chromium, tell, until
from flows import ready
from provider_stage import CLIENT, FULL, GONE, MOCK, SECRET, FullProvider, Stories, Window, ask
from vincula_server import Server


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
    try:
        with chromium("localhost") as browser:
            stories = Stories(browser, server, checks, options.folder, full, options.mock)
            for story in filter(lambda story: options.only in story.__name__, STORIES):
                stories.window = Window(browser, server)
                began = time.monotonic()
                tell(checks, stories, story.__name__, story)
                print(f"{story.__name__}: {time.monotonic() - began:.1f} s", file=sys.stderr)
                stories.window.close()
    finally:
        full.stop()
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

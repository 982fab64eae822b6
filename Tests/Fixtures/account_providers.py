"""Goes through the account page with real providers in a headless Chromium: their own pages, and what is wrong with them.

    python3 account_providers.py URL MOCK FOLDER [--only WORD]

URL     a `vincula serve --dev --providers-timeout-seconds 10`, used by nobody else meanwhile; its project `demo-project` is
        changed.
MOCK    an oidc-provider-mock. Two more providers (oauth_server.py) are started here.
FOLDER  where the screenshots go.
--only  stories whose name has this word, for development.

Every way is gone as a whole: from a button of the account page to the provider's page, by the server's callback and back.

It prints a line of JSON for each check, as pages.py does.
"""

import argparse
import pathlib
import sys
import time
import traceback
import urllib.parse

import people
from account import Clock, Visitor
from browser import Checks, chromium
from provider_stage import CLIENT, SECRET, FullProvider, ask
from vincula_server import PASSWORD, PROJECT, Server

FULL, MOCK, LATE = "oidc.full", "oidc.mock", "oidc.late"
TITLES = {"Full ID": FULL, "Mock ID": MOCK, "Late ID": LATE}
# When people see that a provider does not answer, on a busy machine: the server waits for ten seconds.
PATIENCE = 25


class Customer(Visitor):
    """Somebody with accounts at real providers."""

    PROVIDERS = TITLES

    def be(self, provider, person):
        """Determines who to be at a provider's page; nobody declines there."""
        self.people[provider] = person

    def vouch(self, provider):
        person = self.people[provider]
        if person is None:
            people.deny(self.page)
            self.page.wait_for_url("**/__/auth/callback/**")
            self._use(self.page.locator("#back"))
        else:
            people.allow(self.page, person)

    def count(self):
        return int(self.server.administer("query", {"returnUserInfo": False})["recordsCount"])

    def fails(self, heading, act):
        """Does what ends on a page of the server's about a failure, in time. Gives its words."""
        began, self.failure = time.monotonic(), heading
        act()
        self.page.get_by_role("heading", level=1, name=heading, exact=True).wait_for()
        took = time.monotonic() - began
        self.check(f"{heading}: in time", took < PATIENCE, f"{took:.1f} s")
        self.page.screenshot(path=str(self.folder / f"{self.name}-{heading}.png".replace(" ", "-")))
        return self.page.inner_text("main")

    def again(self):
        """Tries again on the page of a failure."""
        self._use(self.page.get_by_role("link", name="Try again", exact=True))

    def back(self, provider):
        """Goes back from the page of a failure to the account page, which says so, too."""
        self._use(self.page.locator("#back"))
        error = "network-request-failed" if self.failure.endswith("cannot be reached") else "other"
        self.alerted(f"error.PROVIDER_{error}", provider=provider)


class World:
    """The providers, and the people whom they know."""

    def __init__(self, server, mock):
        self.server, self.mock = server, mock
        self.full, self.late = FullProvider(server), FullProvider(server)
        callback = f"{server.url}/__/auth/callback/{LATE}/{PROJECT}"
        ask("PUT", f"{self.late.url}/_control/clients/{CLIENT}", {"secret": SECRET, "redirect_uris": [callback]})
        issuers = {FULL: self.full.url, MOCK: mock, LATE: self.late.url}
        for title, name in TITLES.items():
            path = f"/identitytoolkit.googleapis.com/v2/projects/{PROJECT}/oauthIdpConfigs?oauthIdpConfigId={name}"
            server.send("POST", path, {
                "clientId": CLIENT, "clientSecret": SECRET, "issuer": issuers[name], "enabled": True, "displayName": title,
                "responseType": {"code": True}}, {"Authorization": "Bearer owner"})
        self.hosts = {urllib.parse.urlsplit(issuer).netloc for issuer in issuers.values()}

    def person(self, provider, email, verified=True):
        """Somebody whom a provider knows; gives the name at the provider's page."""
        name = email.split("@")[0].replace(".", "-")
        if provider == MOCK:
            ask("PUT", f"{self.mock}/users/{name}", {"email": email, "email_verified": verified, "name": name.title()})
        else:
            (self.full if provider == FULL else self.late).person(name, email, verified)
        return name

    def stop(self):
        self.full.stop()
        self.late.stop()


# Stories


def sign_in(me, world, title):
    """A button, the provider's page, and the account; the next time it is the same account."""
    email = me.server.address(f"new.{TITLES[title][5:]}")
    me.be(TITLES[title], world.person(TITLES[title], email))
    me.open()
    me.continue_with(title)
    me.sees("account.title")
    me.check("made by this provider", me.providers(email) == [TITLES[title]], me.providers(email))
    me.check("no result is in the address", "code=" not in me.page.url and "state=" not in me.page.url, me.page.url)
    me.sign_out()
    before = me.count()
    me.continue_with(title)
    me.sees("account.title")
    me.check("nobody is new", me.count() == before)
    me.quiet()


def link(me, world, title):
    """An account with a password gets the provider, signs in with it, and loses it again."""
    email = me.server.address(f"link.{TITLES[title][5:]}")
    me.be(TITLES[title], world.person(TITLES[title], email))
    me.sign_up(email)
    me.add(title)
    me.told("told.linked", provider=title)
    me.check("linked", me.providers(email) == sorted(["password", TITLES[title]]), me.providers(email))
    me.sign_out()
    me.continue_with(title)
    me.sees("account.title")
    me.check("same account", me.providers(email) == sorted(["password", TITLES[title]]), me.providers(email))
    me.follow("remove.way", provider=title)
    me.sees("remove.title", provider=title)
    me.press("remove.way", provider=title)
    me.told("told.unlinked", provider=title)
    me.check("unlinked", me.providers(email) == ["password"], me.providers(email))
    me.check("its button is back", me.page.get_by_role("button", name=me.t("add.way", provider=title), exact=True).is_enabled())
    me.quiet()


def collision(me, world, title):
    """The provider does not vouch for the email of an account with a password: its owner signs in once, and both work."""
    email = me.server.address(f"collision.{TITLES[title][5:]}")
    me.be(TITLES[title], world.person(TITLES[title], email, verified=False))
    me.sign_up(email)
    me.sign_out()
    before = me.count()
    me.continue_with(title)
    me.sees("known.title")
    me.check("nothing is linked yet", me.providers(email) == ["password"] and me.count() == before, me.providers(email))
    me.page.reload()
    me.sees("known.title")
    me.write("password", PASSWORD)
    me.press("known.button", provider=title)
    me.told("told.linked", provider=title)
    me.check("linked", me.providers(email) == sorted(["password", TITLES[title]]), me.providers(email))
    me.sign_out()
    me.continue_with(title)
    me.sees("account.title")
    me.sign_out()
    # It cannot be another account's, too; the other account is one button away.
    other = me.server.address(f"other.{TITLES[title][5:]}")
    me.sign_up(other)
    me.add(title)
    me.sees("taken.title")
    me.check("the other account is as it was", me.providers(other) == ["password"], me.providers(other))
    me.press("taken.switch")
    me.sees("account.title")
    me.check("switched", me.page.get_by_text(me.t("signedInAs", name=email), exact=True).count() == 1)
    me.quiet()


def declined(me, world):
    """Whoever declines at the provider is told on the page that they came from, and may think again."""
    email = me.server.address("declined")
    me.sign_up(email)
    me.be(FULL, None)
    me.add("Full ID")
    me.alerted("error.PROVIDER_user-cancelled", provider="Full ID")
    me.check("nothing is linked", me.providers(email) == ["password"], me.providers(email))
    me.be(FULL, world.person(FULL, email))
    me.add("Full ID")
    me.told("told.linked", provider="Full ID")
    me.quiet()


def hanging(me, world):
    """A provider takes the connection and never answers: at its discovery, its keys, its token endpoint."""
    email = me.server.address("hanging")
    me.be(LATE, world.person(LATE, email))
    me.sign_up(email)
    before = me.count()
    unavailable = "Late ID cannot be reached"

    def untouched(where):
        me.check(f"{where}: nothing is half-linked", me.providers(email) == ["password"] and me.count() == before, me.providers(email))

    with world.late.failing(held=True, endpoints=["discovery"]):
        words = me.fails(unavailable, lambda: me.press("add.way", provider="Late ID"))
        me.check("discovery: the words", "Nothing was changed" in words, words)
        untouched("discovery")
        me.fails(unavailable, me.again)
        me.back("Late ID")
    for endpoint in ("token", "keys"):
        with world.late.failing(held=True, endpoints=[endpoint]):
            me.fails(unavailable, lambda: me.add("Late ID"))
            untouched(endpoint)
            me.back("Late ID")
            me.sees("account.title")
    # On the page of the failure itself.
    with world.late.failing(held=True, endpoints=["token"]):
        me.fails(unavailable, lambda: me.add("Late ID"))
    me.again()
    me.vouch(LATE)
    me.told("told.linked", provider="Late ID")
    me.check("linked at last", me.providers(email) == [LATE, "password"], me.providers(email))
    # The page that says that there can be no sign-in has a status of its own.
    me.check("only that page is refused", all("/__/auth/handler" in refused for refused in me.refused), me.refused)
    me.refused = []
    me.quiet()


def unwell(me, world):
    """A provider that is slow, down or wrong, and one that changes its keys in the middle."""
    email = me.server.address("unwell")
    me.be(FULL, world.person(FULL, email))
    me.sign_up(email)
    before = me.count()
    for heading, switches in [
        ("Full ID cannot be reached", {"down": True}), ("Full ID cannot be reached", {"broken": True}),
        ("Full ID cannot be reached", {"garbage": "html"}), ("Full ID cannot be reached", {"garbage": "json"}),
        ("The sign-in did not work", {"skew": 7200}), ("The sign-in did not work", {"skew": -7200}),
        ("The sign-in did not work", {"forges": True}),
    ]:
        with world.full.failing(**switches):
            me.fails(heading, lambda: me.add("Full ID"))
            me.check(f"{switches}: nothing is half-linked", me.providers(email) == ["password"] and me.count() == before)
        me.back("Full ID")
    for switches in ({"delay": 2}, {"rotates": True}, {"skew": 20}):
        with world.full.failing(**switches):
            me.add("Full ID")
            me.told("told.linked", provider="Full ID")
            me.check(f"{switches}: linked", me.providers(email) == [FULL, "password"], me.providers(email))
            me.follow("remove.way", provider="Full ID")
            me.press("remove.way", provider="Full ID")
            me.told("told.unlinked", provider="Full ID")
    me.quiet()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("mock")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    server, checks = Server(options.url), Checks()
    server.clock = Clock(None)
    server.configure("vincula.page", {"vincula": {"page": {"name": "Wool & Yarn"}}})
    world = World(server, options.mock)
    stories = [
        (f"{story.__name__} {title}", lambda me, story=story, title=title: story(me, world, title))
        for story in (sign_in, link, collision) for title in ("Full ID", "Mock ID")]
    stories += [(story.__name__, lambda me, story=story: story(me, world)) for story in (declined, hanging, unwell)]
    try:
        with chromium("localhost") as browser:
            for name, story in stories:
                if options.only not in name:
                    continue
                me = Customer(browser, server, checks, options.folder, name)
                me.others = world.hosts
                try:
                    story(me)
                except Exception as error:  # noqa: BLE001
                    shown = me.page.locator("body").inner_text()[:300] if not me.page.is_closed() else ""
                    me.check("told to its end", False, f"{error!r} {traceback.format_exc()[-500:]} {me.refused} {me.noise} {shown}")
                finally:
                    me.context.close()
    finally:
        world.stop()
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

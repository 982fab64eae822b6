"""Opens sign-in pages as native apps do, in a headless Chromium, and reads what the browser would hand to the app.

    python3 native_apps.py URL KEY FOLDER

URL     a server without --dev for which these apps are listed: com.example.app with the Firebase app id 1:23:ios:ab and the
        client 23-xyz.apps.googleusercontent.com at Google, and com.example.android. Its project receives no loopback
        redirects. Its provider's page is http://provider.example/authorize, which is in this script.
KEY     an API key of the project.
FOLDER  where the screenshots go.

The addresses are checked to the letter, and read as Firebase's SDKs read them. It prints a line of JSON for each check, as
pages.py does.
"""

import argparse
import hashlib
import html
import http.server
import json
import pathlib
import re
import secrets
import string
import sys
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

from browser import Checks, chromium

CLIENT, APP_ID, BUNDLE, PACKAGE = "23-xyz.apps.googleusercontent.com", "1:23:ios:ab", "com.example.app", "com.example.android"
CODE = r"[A-Za-z0-9_-]{43}"


def quoted(text):
    return urllib.parse.quote(text, safe="-._~")


class Provider(http.server.BaseHTTPRequestHandler):
    """The provider's page."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        links = "".join(
            f'<a id="{name}" href="{html.escape(query["redirect_uri"])}?state={html.escape(query["state"])}&amp;{answer}">{name}</a> '
            for name, answer in (("allow", "code=right"), ("deny", "error=access_denied")))
        icon = '<link rel="icon" href="data:,">'
        body = f"<!doctype html><title>Provider</title>{icon}<h1>Provider</h1>{links}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @classmethod
    def start(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), cls)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server.server_port


class Sdk:
    """A native SDK before it opens its browser: what it made up, and what it asks for."""

    def __init__(self, server, key):
        self.server, self.key = server, key
        self.event = "".join(secrets.choice(string.ascii_uppercase) for _ in range(10))
        self.session = "".join(secrets.choice(string.ascii_uppercase) for _ in range(10))

    def query(self, **more):
        return {
            "apiKey": self.key, "authType": "signInWithRedirect", "sessionId": hashlib.sha256(self.session.encode()).hexdigest(),
            "eventId": self.event, "providerId": "google.com", **more}

    def apple(self, path="/__/auth/handler", bundle=BUNDLE, **more):
        """As firebase-ios-sdk's OAuthProvider orders it: OAuthProvider.getHeadfulLiteURL."""
        fields = {
            "ibi": bundle, "v": "FirebaseAuth.iOS/12.19.0 com.example.app/1.0", "scopes": "email,profile",
            "customParameters": '{"prompt":"select_account"}', "hl": "es", **more}
        return self.server + path + "?" + urllib.parse.urlencode(self.query(**fields), quote_via=urllib.parse.quote)

    def android(self, package=PACKAGE, **more):
        """As Android's GenericIdpActivity orders it."""
        fields = {"eid": "p", "v": "X24.2.0", "apn": package, "sha1Cert": "AB" * 20, "scopes": "email", "hl": "en", **more}
        return self.server + "/__/auth/handler?" + urllib.parse.urlencode(self.query(**fields))

    def verifying(self, **more):
        """As PhoneAuthProvider.reCAPTCHAURL and Android's RecaptchaActivity order it: without a secret or a provider."""
        fields = {"apiKey": self.key, "authType": "verifyApp", "eventId": self.event, "v": "X", **more}
        return self.server + "/__/auth/handler?" + urllib.parse.urlencode(fields)

    def call(self, path, body):
        data, headers = json.dumps(body).encode(), {"Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.server}/{path}?key={self.key}", data, headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def redeem(self, link, session=None, path="www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion"):
        return self.call(path, {
            "requestUri": link, "postBody": "providerId=google.com", "sessionId": session or self.session,
            "returnSecureToken": True, "returnIdpCredential": True, "autoCreate": True})


class Phone:
    """A browser in which the app opened the page, and the addresses that leave it for an app."""

    def __init__(self, browser):
        self.context = browser.new_context(service_workers="block", locale="en-GB", has_touch=True)
        self.context.set_default_timeout(60000)
        self.page, self.left, self.status = self.context.new_page(), [], None
        # An app's address is no page: Chromium asks the system to open it, which here there is none to do.
        self.page.on("request", lambda request: self.note(request.url))

    def note(self, url):
        if not url.startswith(("http:", "https:", "data:")):
            self.left.append(url)

    def open(self, url):
        self.status = self.page.goto(url, wait_until="commit").status
        self.page.locator("h1").wait_for()

    def answer(self, name):
        """Answers at the provider, and goes back to the app as the server's page offers it."""
        self.page.click(f"#{name}", no_wait_after=True)
        back = self.page.locator("a#back")
        back.wait_for()
        end = time.monotonic() + 2
        while not self.left and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        self.waits_for_person = not self.left
        offered = back.get_attribute("href") if not self.left else ""
        if not self.left:
            back.click(no_wait_after=True)
        while not self.left:
            self.page.wait_for_timeout(50)
        # A request's address has no fragment, which is where Android's intents say everything.
        return offered if offered.startswith(f"{self.left[0]}#") else self.left[0]

    def leads_away(self):
        """What on the page would open an app, and what was opened by itself."""
        links = self.page.eval_on_selector_all("a[href]", "all => all.map(one => one.getAttribute('href'))")
        order = self.page.locator("#flow")
        told = order.text_content() if order.count() else ""
        return self.left + [link for link in links if not link.startswith(("/", "http:", "https:", "?"))] + ([told] if told else [])

    def close(self):
        self.context.close()


class Story:
    def __init__(self, browser, server, key, checks, folder):
        self.browser, self.server, self.key, self.checks, self.folder = browser, server.rstrip("/"), key, checks, folder

    def visit(self):
        return Phone(self.browser), Sdk(self.server, self.key)

    def exactly(self, name, url, prefix, sdk):
        """Compares an address of Apple's form to the letter, and gives the link in it, as firebase-ios-sdk reads it."""
        inner = f"{self.server}/__/auth/callback?authType=signInWithRedirect&eventId={sdk.event}&link="
        link = f"{self.server}/__/auth/callback?providerId=google.com&flowCode="
        expected = re.escape(f"{prefix}://firebaseauth/link?deep_link_id={quoted(inner)}{quoted(quoted(link))}") + f"({CODE})"
        found = re.fullmatch(expected, url)
        self.checks.add(f"{name}: the address, to the letter", found, url)
        outer = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(outer["deep_link_id"]).query))["link"]

    def redeemed(self, name, sdk, link):
        self.checks.add(f"{name}: worth nothing without the app's secret", sdk.redeem(link, "ABCDEFGHIJ")[0] == 400)
        status, answer = sdk.redeem(link)
        self.checks.add(f"{name}: signed in", status == 200 and answer.get("email") == "ana@gmail.com"
                        and answer.get("idToken"), answer)
        self.checks.add(f"{name}: once", sdk.redeem(link)[0] == 400)

    def apple(self):
        for name, more, prefix in (
                ("client id", {"clientId": CLIENT}, "com.googleusercontent.apps.23-xyz"),
                ("app id", {"appId": APP_ID}, "app-1-23-ios-ab"),
                ("emulator's path", {"appId": APP_ID, "path": "/emulator/auth/handler"}, "app-1-23-ios-ab")):
            phone, sdk = self.visit()
            phone.open(sdk.apple(**more))
            url = phone.answer("allow")
            phone.page.screenshot(path=self.folder / f"apple-{name.replace(' ', '-')}.png")
            self.redeemed(name, sdk, self.exactly(name, url, prefix, sdk))
            phone.close()

    def android(self):
        phone, sdk = self.visit()
        phone.open(sdk.android())
        url = phone.answer("allow")
        link = f"{self.server}/__/auth/callback?providerId=google.com&flowCode="
        expected = (
            re.escape(f"intent://firebase.auth/#Intent;scheme=genericidp;package={PACKAGE};S.authType=signInWithRedirect;"
                      f"S.eventId={sdk.event};S.link={quoted(link)}") + f"({CODE})" + re.escape(";B.encryptionEnabled=false;end;"))
        found = re.fullmatch(expected, url)
        self.checks.add("Android: the address, to the letter", found, url)
        phone.page.screenshot(path=self.folder / "android.png")
        self.redeemed("Android", sdk, link + found[1])
        phone.close()

    def declined(self):
        for name, order in (("Apple", lambda sdk: sdk.apple(appId=APP_ID)), ("Android", lambda sdk: sdk.android())):
            phone, sdk = self.visit()
            phone.open(order(sdk))
            url = phone.answer("deny")
            self.checks.add(f"{name}: a refusal waits until the person goes back", phone.waits_for_person, url)
            told = re.search(r"firebaseError=(%7B.*)$", urllib.parse.unquote(url)) if name == "Apple" else re.search(
                r"S\.firebaseError=([^;]*);", url)
            error = json.loads(urllib.parse.unquote(told[1])) if told else {}
            self.checks.add(f"{name}: the app is told", error.get("code") == "auth/user-cancelled" and sdk.event in url
                            and "flowCode" not in url, url)
            phone.close()

    def verified(self):
        """The page that proves an app's request for a code to be worth something, as the SDKs open it."""
        for name, order, expected in (
                ("Apple's proof", lambda sdk: sdk.verifying(ibi=BUNDLE, appId=APP_ID, hl="de"), lambda sdk: (
                    "app-1-23-ios-ab://firebaseauth/link?deep_link_id="
                    + quoted(f"{self.server}/__/auth/callback?authType=verifyApp&eventId={sdk.event}&recaptchaToken="), "")),
                ("Android's proof", lambda sdk: sdk.verifying(apn=PACKAGE), lambda sdk: (
                    f"intent://firebase.auth/#Intent;scheme=recaptcha;package={PACKAGE};S.authType=verifyApp;S.operation=verifyApp;"
                    f"S.eventId={sdk.event};S.recaptchaToken=", ";end;"))):
            phone, sdk = self.visit()
            faults = []
            phone.page.on("console", lambda message: message.type == "error" and faults.append(message.text))
            phone.open(order(sdk))
            # The work takes a moment.
            phone.page.locator("#back[href]").wait_for(timeout=120000)
            phone.page.screenshot(path=self.folder / f"proof-{name.split(chr(39))[0]}.png")
            before, after = expected(sdk)
            url = phone.page.get_attribute("#back", "href")
            found = re.fullmatch(re.escape(before) + r"(pow1\.[0-9]+\.[\w-]+\.[\w-]+\.[0-9]+)" + re.escape(after), url)
            self.checks.add(f"{name}: the address, to the letter", found, url)
            self.checks.add(f"{name}: handed over without being asked", any(url.startswith(left) for left in phone.left), phone.left)
            # Chromium says that there is no such app.
            faults = [fault for fault in faults if "Failed to launch" not in fault]
            self.checks.add(f"{name}: no fault in the page", not faults, faults)
            call = {"phoneNumber": "+34600000001", "recaptchaToken": found[1] if found else ""}
            path = "www.googleapis.com/identitytoolkit/v3/relyingparty/sendVerificationCode"
            status, answer = sdk.call(path, call)
            self.checks.add(f"{name}: worth a message", status == 200 and answer.get("sessionInfo"), answer)
            self.checks.add(f"{name}: one message", sdk.call(path, call)[0] == 400)
            phone.close()

    def unlisted(self):
        """No other app receives anything, and nothing leaves for the provider."""
        for name, order in (
                ("another bundle", lambda sdk: sdk.apple(bundle="com.evil", appId=APP_ID)),
                ("another client", lambda sdk: sdk.apple(clientId="99-evil.apps.googleusercontent.com")),
                ("another app id", lambda sdk: sdk.apple(appId="1:99:ios:ab")),
                ("a client that is no host", lambda sdk: sdk.apple(clientId="javascript")),
                ("no scheme", lambda sdk: sdk.apple()),
                ("another package", lambda sdk: sdk.android(package="com.evil")),
                ("a package that is none", lambda sdk: sdk.android(package="com.example.android;S.x=y")),
                ("a proof for another bundle", lambda sdk: sdk.verifying(ibi="com.evil", appId=APP_ID)),
                ("both at once", lambda sdk: sdk.android(ibi=BUNDLE, appId=APP_ID)),
                ("a program on this machine", lambda sdk: sdk.apple(appId=APP_ID, redirect="http://127.0.0.1:40123/abcdefghijklmnop")),
                ("another machine", lambda sdk: sdk.apple(appId=APP_ID, redirect="http://192.0.2.1:40123/abcdefghijklmnop"))):
            phone, sdk = self.visit()
            phone.open(order(sdk))
            phone.page.wait_for_timeout(200)
            away = phone.leads_away()
            self.checks.add(f"{name} is refused", phone.status == 400 and phone.page.url.startswith(self.server) and not away,
                            f"{phone.status} {phone.page.url} {away}")
            phone.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("key")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks = Checks()
    with chromium(here=[f"provider.example:{Provider.start()}"]) as browser:
        story = Story(browser, options.url, options.key, checks, options.folder)
        for name in ("apple", "android", "declined", "verified", "unlisted"):
            try:
                getattr(story, name)()
            except Exception:  # noqa: BLE001
                checks.add(name, False, traceback.format_exc()[-1200:])
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

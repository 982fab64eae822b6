"""Text that tries to become markup or code, in every query parameter of every page, and in every name that pages show.

    python3 payloads.py URL FOLDER            a `vincula serve --dev`, used by nobody else meanwhile
    python3 payloads.py URL FOLDER --framing KEY
                                              a server in production, with localhost as its only authorized domain: who
                                              may frame its pages

Every payload in every parameter is asked for without a browser, and the page's markup is read; in a headless Chromium every
payload is opened on every page, and every parameter at least once. A payload that became a tag, an attribute or a script's
text, that ran, that opened a dialog, that fetched anything, or that only the page's own policy stopped, is a failed check.

It prints a line of JSON for each check, as pages.py does.
"""

import argparse
import html
import html.parser
import http.client
import itertools
import json
import pathlib
import sys
import urllib.parse

from browser import Checks, chromium
from loopback import Site
from vincula_server import Server

# Whatever runs says zqx(): a function that every page has here.
PAYLOADS = [
    "<script>zqx()</script>",
    "</script><script>zqx()</script>",
    "\"><script>zqx()</script>",
    "'><script>zqx()</script>",
    "</title><script>zqx()</script>",
    "</textarea><script>zqx()</script>",
    "</style><script>zqx()</script>",
    "</noscript><script>zqx()</script>",
    "--><script>zqx()</script>",
    "]]><script>zqx()</script>",
    "<img src=x onerror=zqx()>",
    "\"><img src=x onerror=zqx()>",
    "'><img src=x onerror=zqx()>",
    "<svg onload=zqx()>",
    "<svg><script>zqx()</script></svg>",
    "<svg><animate onbegin=zqx() attributeName=x dur=1s>",
    "<body onload=zqx()>",
    "<details open ontoggle=zqx()>",
    "<input autofocus onfocus=zqx()>",
    "<iframe srcdoc=\"<script>parent.zqx()</script>\">",
    "<iframe src=\"javascript:parent.zqx()\">",
    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=zqx()&gt;\">",
    "\" onmouseover=zqx() autofocus onfocus=zqx() x=\"",
    "' onmouseover=zqx() autofocus onfocus=zqx() x='",
    "` onfocus=zqx() autofocus x=`",
    "javascript:zqx()",
    "JaVaScRiPt:zqx()//",
    "\tjavascript:zqx()",
    "java\nscript:zqx()",
    "data:text/html,<script>zqx()</script>",
    "vbscript:zqx()",
    "\";zqx();//",
    "';zqx();//",
    "`;zqx();//",
    "${zqx()}",
    "{{constructor.constructor('zqx()')()}}",
    "\\u003cscript\\u003ezqx()\\u003c/script\\u003e",
    "&lt;script&gt;zqx()&lt;/script&gt;&#x3C;script&#x3E;zqx()",
    "<base href=//elsewhere.example/><meta http-equiv=refresh content=0;url=//elsewhere.example/>",
    "<link rel=stylesheet href=//elsewhere.example/a.css><style>@import'//elsewhere.example/b.css'</style>",
]
# Whatever one of them is part of: markup, a quoted attribute, a script's text, an address.
POLYGLOT = "jaVasCript:/*-/*`/*\\`/*'/*\"/**/(/* */zqx() )//%0D%0A//</stYle/</titLe/</teXtarEa/</scRipt/--!><sVg/oNloAd=zqx()//>"

HASH = "a" * 64
# What the account page keeps of somebody who is signed in.
HOLD_SESSION = """token => {
    const held = JSON.stringify({value: token, until: null})
    sessionStorage.setItem("vincula.account:k:session", held)
}"""


def pages(server, origin):
    """The pages, each with parameters as they ought to be."""
    back = f"{origin}/app"
    handler = {
        "apiKey": "k", "appName": "[DEFAULT]", "authType": "signInViaPopup", "redirectUrl": back, "v": "12.18.0",
        "eventId": "1234567890", "providerId": "google.com", "scopes": "profile", "customParameters": "{}", "hl": "en",
        "tid": "", "fw": ""}
    native = {
        "apiKey": "k", "authType": "signInWithRedirect", "ibi": "com.example.app", "apn": "", "clientId": "",
        "appId": "1:1:ios:1", "sessionId": HASH, "v": "Vincula/1", "eventId": "ABCDEFGHIJ", "providerId": "twitter.com",
        "redirect": "http://127.0.0.1:49152/abcdefghijklmnopqrstuv"}
    callback = {
        "state": "s" * 43, "code": "c", "iss": "https://accounts.google.com", "error": "access_denied",
        "error_description": "no", "error_uri": "", "oauth_token": "t", "oauth_verifier": "v", "denied": "", "user": "{}",
        "id_token": ""}
    person = server.sign_up("payload")
    link = server.mail("PASSWORD_RESET", person["email"], continueUrl=back)
    action = {"tenantId": "", **dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))}
    found = {
        "handler": ("/__/auth/handler", handler),
        "handler by redirect": ("/emulator/auth/handler", {**handler, "authType": "signInViaRedirect"}),
        "handler of an app": ("/__/auth/handler", native),
        "callback": ("/__/auth/callback/google.com", callback),
        "callback of a project": ("/__/auth/callback/oidc.acme/demo-project", callback),
        "iframe": ("/__/auth/iframe", {"apiKey": "k", "appName": "[DEFAULT]", "v": "12.18.0", "eid": "p", "fw": ""}),
        "action": ("/__/auth/action", action),
        "action of a development server": ("/emulator/action", {**action, "mode": "verifyEmail", "oobCode": "x"}),
        "links": ("/__/auth/links", {"link": f"{server.url}/__/auth/action?oobCode=x"}),
        "account": ("/account", {
            "key": "k", "continueUrl": back, "hl": "en", "codeChallenge": "c" * 43, "state": "s", "mode": ""}),
        "development provider": ("/__/dev/provider/google.com", {
            "redirect_uri": f"{server.url}/__/auth/callback/google.com", "state": "s" * 43}),
    }
    return {name: page for name, page in found.items() if exists(server, page)}


def exists(server, page):
    return fetch(server, address(*page))[0] != 404


def address(path, fields, **changed):
    return f"{path}?{urllib.parse.urlencode({**fields, **changed})}"


def fetch(server, target, method="GET", body=None, headers=None):
    """Asks as a browser would, and follows nothing."""
    connection = http.client.HTTPConnection(server.host, timeout=60)
    connection.request(method, target, body, {"Accept": "text/html", **(headers or {})})
    answer = connection.getresponse()
    text = answer.read().decode(errors="replace")
    connection.close()
    return answer.status, answer.headers, text


class Markup(html.parser.HTMLParser):
    """What in a page a payload may have become."""

    ADDRESSES = ("href", "src", "action", "formaction", "data", "poster", "content", "ping")
    # Elements that no page of ours has; a payload's SVG shows in its attributes.
    FOREIGN = ("math", "mglyph", "base", "object", "embed", "animate", "frameset", "details")

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.problems, self.inside = [], None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.inside = tag
        if tag in self.FOREIGN:
            self.problems.append(f"<{tag}>")
        for name, value in attributes:
            bare = "".join((value or "").split()).lower()
            if name.startswith("on") or name == "srcdoc" or "zqx" in name:
                self.problems.append(f"<{tag} {name}>")
            if name in self.ADDRESSES and bare.startswith(("javascript:", "data:text", "vbscript:", "//elsewhere")):
                self.problems.append(f"<{tag} {name}={bare[:40]}>")

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, text):
        # In a script a payload may be part of a string, whose brackets are escaped; the browser says whether it runs.
        if self.inside == "style" and "zqx()" in text or self.inside == "script" and "<script>zqx" in text.lower():
            self.problems.append(f"{self.inside}: {text[:60]}")


def read_without_browser(server, checks, name, page):
    path, fields = page
    for field in fields:
        problems = []
        for payload in [*PAYLOADS, POLYGLOT]:
            status, headers, text = fetch(server, address(path, fields, **{field: payload}))
            if status >= 500:
                problems.append(f"{payload}: status {status}")
            if "\n" in headers.get("Location", "") or "zqx" in "".join(headers.keys()):
                problems.append(f"{payload}: in the headers")
            location = headers.get("Location", "").strip().lower()
            if location.startswith(("javascript:", "data:", "vbscript:")):
                problems.append(f"{payload}: sent to {location[:60]}")
            problems += [f"{payload}: {problem}" for problem in Markup(text).problems]
            is_page = not headers.get("Content-Type", "").startswith("application/json")
            if text and is_page and status != 404 and "default-src 'none'" not in headers.get("Content-Security-Policy", ""):
                problems.append(f"{payload}: no policy, status {status}")
        checks.none(f"{name}: {field} stays text", problems[:5])


class Watched:
    """A browser that hears everything that a payload could do."""

    def __init__(self, browser, server, origin):
        self.server, self.origin, self.heard = server, origin, []
        self.context = browser.new_context(service_workers="block")
        self.context.set_default_timeout(120000)
        self.context.expose_binding("heardIn", lambda _, text: self.heard.append(text))
        self.context.add_init_script("""
            window.zqx = () => heardIn(`ran in ${location.pathname}`)
            addEventListener('securitypolicyviolation', e => heardIn(
              `violation: ${e.effectiveDirective} ${e.blockedURI} ${e.sample} in ${location.pathname}`))
            """)
        self.context.on("request", self._request)
        self.page = self.context.new_page()
        self.page.on("dialog", self._dialog)
        self.page.on("pageerror", lambda error: self.heard.append(f"error: {error}"))

    def _dialog(self, dialog):
        self.heard.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request):
        parts = urllib.parse.urlsplit(request.url)
        if parts.scheme in ("http", "https") and f"{parts.scheme}://{parts.netloc}" not in (self.server.url, self.origin):
            # The page that a sign-in leads to may be a provider's, and the frame speaks with apps by Google's script;
            # nothing else may be asked for.
            is_known = request.url == "https://apis.google.com/js/api.js" or request.is_navigation_request()
            if not is_known or "elsewhere.example" in request.url:
                self.heard.append(f"request: {request.url}")

    def open(self, url):
        try:
            self.page.goto(url, wait_until="load")
        except Exception as error:  # noqa: BLE001
            # A provider on another machine, an app's scheme, or an app that is not running.
            if not any(word in str(error) for word in ("ERR_NAME_NOT_RESOLVED", "ERR_ABORTED", "ERR_CONNECTION_REFUSED",
                                                       "ERR_UNKNOWN_URL_SCHEME", "interrupted by another navigation")):
                raise
            return
        # What a payload does, it does as soon as there is time.
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")

    def drain(self):
        heard, self.heard = self.heard, []
        return heard


def open_in_browser(watched, checks, name, page):
    path, fields = page
    problems, names = [], itertools.cycle(fields)
    for payload in PAYLOADS:
        # Each payload in one parameter as it ought to be otherwise, so that the page gets as far as it can.
        field = next(names)
        watched.open(watched.server.url + address(path, fields, **{field: payload}))
        problems += [f"{field}={payload}: {heard}" for heard in watched.drain()]
    watched.open(watched.server.url + address(path, dict.fromkeys(fields, POLYGLOT)))
    problems += [f"everywhere: {heard}" for heard in watched.drain()]
    checks.none(f"{name}: nothing runs", problems[:5])


def names(server, watched, checks):
    """Payloads as people's names, addresses of pictures, and providers' names, where pages show them."""
    owner = {"Authorization": "Bearer owner"}
    path = "/identitytoolkit.googleapis.com/v2/projects/demo-project/oauthIdpConfigs?oauthIdpConfigId=oidc.hostile"
    server.send("POST", path, {
        "clientId": "c", "clientSecret": "s", "issuer": "https://issuer.example", "enabled": True,
        "displayName": PAYLOADS[0]}, owner)
    # Names and addresses with control characters are refused.
    kept = [payload for payload in PAYLOADS if payload.isprintable()]
    for number, payload in enumerate(kept):
        person = {"sub": f"hostile-{number}", "name": payload, "picture": payload, "screen_name": payload,
                  "email": f"hostile{number}@example.com", "email_verified": True}
        fields = urllib.parse.urlencode({"providerId": "google.com", "id_token": json.dumps(person)})
        answer = server.call("signInWithIdp", {
            "requestUri": "http://localhost", "postBody": fields, "returnSecureToken": True, "returnIdpCredential": True})
    if exists(server, ("/__/dev/provider/google.com", {"redirect_uri": server.url, "state": "s"})):
        watched.open(f"{server.url}{address('/__/dev/provider/google.com', {'redirect_uri': server.url, 'state': 's'})}")
        shown = watched.page.inner_text("#accounts-list")
        checks.none("names at the development provider: nothing runs", watched.drain())
        missing = [payload for payload in kept if " ".join(payload.split()) not in " ".join(shown.split())]
        checks.none("names at the development provider: all are text", missing)
    if exists(server, ("/account", {"key": "k"})):
        problems = []
        for number, payload in enumerate(kept):
            server.administer("update", {"localId": answer["localId"], "displayName": payload, "photoUrl": payload})
            if number == 0:
                watched.open(f"{server.url}/account?key=k")
                watched.page.evaluate(HOLD_SESSION, answer["refreshToken"])
            watched.open(f"{server.url}/account?key=k")
            watched.page.get_by_text(person["email"]).first.wait_for()
            text = " ".join(watched.page.inner_text("main").split())
            problems += [f"{payload}: {heard}" for heard in watched.drain()]
            problems += [f"{payload} is not shown"] if " ".join(payload.split()) not in text else []
        checks.none("names on the account page: all are text", problems[:5])


def hearing(watched, checks):
    """Whether what a payload does is heard at all."""
    watched.open(watched.origin + "/hostile")
    heard = " ".join(watched.drain())
    checks.add("what runs is heard", all(word in heard for word in ("ran in", "dialog:", "request:")), heard)


def elsewhere(request):
    """Another site: a page that runs what it is given, and one that frames an address."""
    body = "<h1>App</h1>"
    if request.route == "/hostile":
        body = "<script>zqx(); alert(1)</script><img src=//elsewhere.example/a.png>"
    if request.route == "/frame":
        body = f'<iframe name="framed" src="{html.escape(request.query["url"])}"></iframe>'
    return f"<!doctype html><link rel=icon href=data:,><title>Elsewhere</title>{body}"


def sweep(server, checks, browser):
    origin = f"http://127.0.0.1:{Site(elsewhere).port}"
    found = pages(server, origin)
    checks.add("the pages are there", {"handler", "callback", "iframe", "action"} <= set(found), list(found))
    watched = Watched(browser, server, origin)
    hearing(watched, checks)
    for name, page in found.items():
        read_without_browser(server, checks, name, page)
        open_in_browser(watched, checks, name, page)
    names(server, watched, checks)
    foreign(server, checks, browser)


def foreign(server, checks, browser):
    """What pages of other sites can read of a development server, and under a name that leads to it."""
    port, other = urllib.parse.urlsplit(server.url).port, Site(elsewhere).port
    provider = address("/__/dev/provider/google.com", {"redirect_uri": server.url, "state": "s"})
    private = ["/emulator/inbox", "/emulator/v1/projects/demo-project/oobCodes"]
    page = browser.new_context(service_workers="block").new_page()
    page.set_default_timeout(120000)

    def read(path):
        return page.evaluate(
            "url => fetch(url).then(answer => answer.text()).catch(() => 'refused')", server.url + path)

    def include(path):
        return page.evaluate("""url => new Promise(done => {
            const frame = Object.assign(document.createElement('iframe'), {src: url, onload: () => done(true)})
            document.body.append(frame) })""", server.url + path)

    for host in ("evil.example.org", "localhost"):
        page.goto(f"http://{host}:{other}/")
        checks.add(f"{host} reads what is for apps", "status" in read("/healthz"))
        checks.add(f"{host} reads no stand-in for a provider's page", read(provider) == "refused")
        include(provider)
        shown = [frame.url for frame in page.frames if frame.query_selector("#accounts-list")]
        checks.add(f"{host} frames no stand-in for a provider's page", not shown, shown)
        # The tools of a developer may read these from a page of this machine.
        for path in private if host != "localhost" else []:
            checks.add(f"{host} reads no {path}", read(path) == "refused")
    for path in (provider, *private):
        status = page.goto(f"http://evil.example.org:{port}{path}").status
        checks.add(f"under a foreign name: {path.split('?')[0]}", status in (400, 403), status)
    # People get there from anywhere.
    page.goto(f"http://evil.example.org:{other}/")
    with page.expect_navigation():
        page.evaluate("url => { location.href = url }", server.url + provider)
    checks.add("a visit shows the stand-in", page.locator("#accounts-list").count() == 1, page.url)
    page.context.close()


def frames(server, checks, browser, key):
    """What another site may frame, and what an app of the project's may."""
    port = Site(elsewhere).port
    shown = {"apiKey": key, "appName": "[DEFAULT]", "v": "12.18.0"}
    handler = {**shown, "authType": "signInViaPopup", "redirectUrl": f"http://localhost:{port}/",
               "eventId": "1", "providerId": "google.com"}
    # The page, and whether an app's own origin may frame it.
    addresses = {
        "handler": (address("/__/auth/handler", handler), False),
        "handler of an emulator": (address("/emulator/auth/handler", handler), False),
        "callback": ("/__/auth/callback/google.com?state=x&code=y", False),
        "action": ("/__/auth/action?mode=resetPassword&oobCode=x", False),
        "links": ("/__/auth/links?link=x", False),
        "account": (address("/account", {"key": key}), False),
        "iframe": (address("/__/auth/iframe", shown), True),
        "iframe of an emulator": (address("/emulator/auth/iframe", shown), True),
    }
    page = browser.new_context(service_workers="block").new_page()
    page.set_default_timeout(120000)
    for name, (target, is_for_apps) in addresses.items():
        status, headers, _ = fetch(server, target)
        if status == 404:
            continue
        if not is_for_apps:
            policy = headers.get("Content-Security-Policy", "")
            ok = "frame-ancestors 'none'" in policy and headers.get("X-Frame-Options") == "DENY"
            checks.add(f"{name}: no frame, by both headers", ok, (policy, headers.get("X-Frame-Options")))
        for host, may in {"evil.example.org": False, "localhost": is_for_apps}.items():
            query = urllib.parse.urlencode({"url": server.url + target})
            page.goto(f"http://{host}:{port}/frame?{query}")
            framed = page.frame("framed").url
            checks.add(f"{name}: framed by {host}: {'yes' if may else 'no'}", framed.startswith(server.url) == may, framed)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--framing", metavar="KEY")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks, server = Checks(), Server(options.url)
    with chromium(urllib.parse.urlsplit(server.url).hostname, here=["localhost", "evil.example.org"]) as browser:
        frames(server, checks, browser, options.framing) if options.framing else sweep(server, checks, browser)
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

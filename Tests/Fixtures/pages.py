"""Goes through the hosted pages of a `vincula serve --dev` in a headless Chromium: every page, every language, by keyboard.

It needs playwright (Tests/requirements.txt) and the system's Chromium; it downloads nothing and asks no other machine.

    python3 pages.py URL FOLDER [--clock FILE] [--only WORD]

URL     the server, used by nobody else meanwhile; its project `demo-project` is changed.
FOLDER  where the screenshots go.
--clock the file that sets the server's clock (wall_clock.c). It is set three days ahead at the
        end, to see pages of links that have expired; without it those are left out.
--only  stories whose name has this word, for development.

It prints a line of JSON for each check, {"check": "...", "ok": true, "detail": "..."}, and ends with status 1 if one failed.
What pages must say is read from Sources/VinculaServer/Pages/Texts.
"""

import argparse
import pathlib
import re
import sys
import urllib.parse

from browser import SURVEY, Checks, chromium, tell, until
from link_stories import back, change, disown, renewed_is_mailed, reset, sign_in, taken, too_many, verify
from page_texts import APP, LANGUAGES, filled, pattern, read_development_texts, read_texts
from reader import APP_HOST, App, Reader
from undo_stories import added, new_password, recover, removed, second_factor
from vincula_server import Server, code_of


def unknown(reader):
    texts, url = reader.texts, reader.server.url
    for name, path in {"unknown": "/emulator/action", "unknown at auth": "/__/auth/action"}.items():
        reader.open(f"{url}{path}?mode=resetPassword&oobCode=%3Cscript%3Ealert(1)%3C/script%3E&lang={reader.language}")
        reader.inspect(name, texts["unknown"]["title"], [], [pattern(texts["unknown"]["text"])])
    # Without a word on the language, the browser's counts.
    reader.open(f"{url}/__/auth/action?mode=resetPassword&oobCode=x")
    reader.inspect("unknown by accept-language", texts["unknown"]["title"], [], [pattern(texts["unknown"]["text"])])
    reader.open(f"{url}/__/auth/links?link=https%3A%2F%2Fevil.example%2F%3FoobCode%3Dx")
    reader.inspect("links unknown", texts["unknown"]["title"], [], [pattern(texts["unknown"]["text"])])


def accept_language(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("accepting")
    link = server.mail("VERIFY_EMAIL", person["email"], idToken=person["idToken"])
    bare = re.sub(r"lang=\w+&?", "", reader.link(link))
    roles = [("button", texts["verify"]["button"]), ("button", texts["disown"]["title"])]
    reader.open(bare)
    reader.inspect("verify by accept-language", texts["verify"]["title"], roles)
    # A language that nothing is written in is none.
    reader.open(bare + "&lang=ja")
    reader.inspect("verify in an unknown language", texts["verify"]["title"], roles)
    # The link's word counts more than the browser's.
    other = "fr" if reader.language != "fr" else "it"
    reader.open(bare + f"&lang={other}")
    reader.inspect(
        "verify by the language of the link", read_texts(other)["verify"]["title"],
        [("button", read_texts(other)["verify"]["button"]), ("button", read_texts(other)["disown"]["title"])], language=other)


def disabled(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("disabled")
    server.call("update", {"idToken": person["idToken"], "email": server.address("other")}, reader.language)
    (link,) = server.links("RECOVER_EMAIL", person["email"])
    here = reader.link(link)
    reader.open(here)
    server.administer("update", {"localId": person["localId"], "disableUser": True})
    # Disabled while the page was open, and before.
    reader.press(texts["recover"]["button"])
    reader.inspect("disabled meanwhile", texts["disabled"]["title"], [], [pattern(texts["disabled"]["text"])])
    reader.open(here)
    reader.inspect("disabled", texts["disabled"]["title"], [], [pattern(texts["disabled"]["text"])])


def links(reader):
    """The page of links that an app opens."""
    server, texts = reader.server, reader.texts
    email = server.address("app")
    link = server.mail(
        "EMAIL_SIGNIN", email, reader.language, continueUrl=reader.app.url("/"), canHandleCodeInApp=True,
        iOSBundleId="com.example.app")
    reader.open(f"{server.url}/__/auth/links?link={urllib.parse.quote(link, safe='')}")
    roles = [("link", texts["openApp"]), ("link", texts["goOnHere"])]
    reader.inspect("links", APP, roles, [pattern(texts["openAppText"])])
    target = reader.page.evaluate("document.querySelector('main a').href")
    ok = target == f"com.example.app://google/link/?deep_link_id={urllib.parse.quote(link, safe='')}"
    reader.checks.add(f"{reader.name} links: the app's own link", ok, target)
    reader.press(texts["goOnHere"], "link")
    reader.inspect(
        "links in the browser", filled(texts["signIn"]["title"], app=APP),
        [("link", texts["signIn"]["button"]), ("textbox", texts["yourAddress"]), ("button", texts["continueWithAddress"])])


# Whether each address and code is in one line, and none is wider than the page.
IN_ONE_LINE = """[...document.querySelectorAll('.whole, .uses code')].filter(each => each.innerText.trim()).map(each => {
    const range = document.createRange(); range.selectNodeContents(each)
    const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)))
    return [each.innerText, lines.size, each.getBoundingClientRect().right <= innerWidth]
})"""


def start(reader):
    """The page at `/`: it leads to the inbox by keyboard, and its lines can be copied."""
    words = read_development_texts("Start", reader.language)
    reader.open(f"{reader.server.url}/")
    title = reader.page.inner_text("h1")
    reader.checks.add(f"{reader.name} start: its own words", words["connect"] in reader.page.inner_text("main"), title)
    own = read_development_texts("Inbox", reader.language)
    inbox = own["title"]
    lines = reader.page.locator("pre").all_inner_texts()
    ours = [line for line in lines if reader.server.host in line or reader.server.host.split(":")[1] in line]
    reader.checks.add(f"{reader.name} start: a line for each client, with this host and port", len(lines) == len(ours) == 7, lines)
    reader.inspect("start", title, scripted=True, only=[("link", inbox)])
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = reader.page.get_by_role("button", name=words["copy"], exact=True).first
    button.focus()
    reader.page.keyboard.press("Enter")
    reader.page.get_by_role("button", name=words["copied"], exact=True).wait_for()
    pasted = reader.page.evaluate("navigator.clipboard.readText()")
    reader.checks.add(f"{reader.name} start: what is copied is the line", pasted.strip() == lines[0].strip(), pasted)
    reader.checks.add(
        f"{reader.name} start: a screen reader is told", reader.page.get_by_role("status").inner_text() == words["copied"])
    reader.press(inbox, "link")
    reader.inspect("start to inbox", inbox, scripted=True, only=())


def inbox(reader):
    """The mails of a development server: they arrive while somebody looks, by themselves, and can be found and cleared."""
    server, texts = reader.server, reader.texts
    words = read_development_texts("Inbox", reader.language)
    reader.open(f"{server.url}/emulator/inbox")
    person = server.sign_up("inbox")
    link = server.mail("VERIFY_EMAIL", person["email"], reader.language, idToken=person["idToken"])
    row = reader.page.get_by_role("listitem").filter(has_text=person["email"])
    row.wait_for()
    subject = row.get_by_role("heading").inner_text()
    said = reader.page.get_by_role("status").inner_text()
    reader.checks.add(
        f"{reader.name} inbox: what arrives is told", said == filled(words["newMessage"], subject=subject, address=person["email"]),
        said)
    shown = (row.locator("time").inner_text(), bool(row.locator("time").get_attribute("title")))
    reader.checks.add(f"{reader.name} inbox: a short time", shown == (words["now"], True), shown)
    target = row.get_by_role("link", name=words["openLink"]).get_attribute("href")
    reader.checks.add(f"{reader.name} inbox: the link is in the row", target == link, target)
    # A text message stands beside it, with its code to copy.
    number = f"+3460011122{reader.number}"
    server.call("sendVerificationCode", {"phoneNumber": number}, reader.language)
    text = reader.page.get_by_role("listitem").filter(has_text=number)
    text.wait_for()
    code = text.locator("code").inner_text()
    reader.checks.add(f"{reader.name} inbox: the code of a text message", code == server.text_codes(number)[-1], code)
    button = text.get_by_role("button", name=words["copy"], exact=True)
    button.focus()
    reader.page.keyboard.press("Enter")
    text.get_by_role("button", name=words["copied"], exact=True).wait_for()
    for width in (390, 320):
        reader.look("light", width, 1)
        cut = [each for each in reader.page.evaluate(IN_ONE_LINE) if each[1:] != [1, True]]
        reader.checks.none(f"{reader.name} inbox: addresses and codes in one line at {width} px", cut)
    reader.look("light", 1280, 1)
    reader.page.get_by_label(words["addressOrSubject"]).focus()
    # The filter counts while it is typed, and its button is not needed.
    reader.write(words["addressOrSubject"], person["email"])
    text.wait_for(state="detached")
    found = reader.page.get_by_role("list").get_by_role("listitem").count()
    reader.checks.add(f"{reader.name} inbox: the filter finds the one", found == 1 and row.count() == 1, found)
    said = reader.page.get_by_role("status").inner_text()
    reader.checks.add(f"{reader.name} inbox: the number found is told", said == filled(words["found"], count="1"), said)
    button = reader.page.get_by_role("button", name=words["filter"], exact=True)
    reader.checks.add(f"{reader.name} inbox: no button is left", button.count() == 0 and "q=" in reader.page.url, reader.page.url)
    reader.open(reader.page.url)
    reader.inspect("inbox", words["title"], scripted=True, only=[("link", subject), ("button", words["clear"])])
    row.get_by_role("heading").get_by_role("link").focus()
    with reader.page.expect_navigation():
        reader.page.keyboard.press("Enter")
    frame = reader.page.frame_locator("iframe")
    frame.get_by_role("link").first.wait_for()
    reader.inspect("inbox mail", subject, scripted=True, only=[("link", words["allMessages"]), ("link", words["openLink"])])
    # The mail itself, in both colours.
    inner = next(frame for frame in reader.page.frames if frame != reader.page.main_frame)
    low = []
    for scheme in ("light", "dark"):
        reader.look(scheme, 1280, 1)
        # A frame is see-through where its own colours are those of the page around it.
        behind = reader.page.evaluate("getComputedStyle(document.querySelector('iframe')).backgroundColor")
        low += [f"{scheme}: {entry}" for entry in inner.evaluate(SURVEY, {"backdrop": behind, "isAll": True})["low"]]
        reader.page.screenshot(path=str(reader.folder / f"inbox-mail.{reader.language}.{scheme}.png"), full_page=True)
    reader.look("light", 1280, 1)
    reader.checks.none(f"{reader.name} inbox mail: contrast in the mail", low)
    language = inner.evaluate("document.documentElement.lang")
    reader.checks.add(f"{reader.name} inbox mail: its language", language == reader.language, language)
    # A click in the mail opens the page in the whole window.
    roles = [("button", texts["verify"]["button"]), ("button", texts["disown"]["title"])]
    with reader.page.expect_navigation():
        frame.locator(f"a[href*='{code_of(link)}']").first.click()
    reader.inspect("inbox to verify", texts["verify"]["title"], roles)
    reader.page.go_back()
    with reader.page.expect_navigation():
        frame.locator("a[href*='answer=no']").click()
    reader.inspect("inbox to disown", texts["disown"]["title"], [("button", texts["disown"]["button"])])
    reader.open(f"{server.url}/emulator/inbox")
    reader.press(words["clear"])
    left = reader.page.get_by_text(words["nothing"], exact=True)
    left.wait_for()
    reader.checks.add(f"{reader.name} inbox: cleared", reader.page.get_by_role("list").get_by_role("listitem").count() == 0)
    reader.checks.none(f"{reader.name} inbox: quiet", reader.drain())


class Expired:
    """Links that are made now, and opened when three days have gone by."""

    def __init__(self):
        self.waiting = []

    def prepare(self, reader):
        server = reader.server
        verified, moving = server.sign_up("old"), server.sign_up("moving")
        signing = server.address("link")
        onwards = {"continueUrl": reader.app.url("/?kind=expired")}
        mails = [
            ("VERIFY_EMAIL", verified["email"], {"idToken": verified["idToken"]}, True),
            ("PASSWORD_RESET", verified["email"], {}, True),
            ("EMAIL_SIGNIN", signing, {"canHandleCodeInApp": True}, True),
            ("VERIFY_AND_CHANGE_EMAIL", moving["email"], {"idToken": moving["idToken"], "newEmail": server.address("new")}, False),
        ]
        for kind, email, fields, renews in mails:
            link = server.mail(kind, email, reader.language, **fields, **onwards)
            self.waiting.append((reader, kind, email, link, renews))

    def open(self, reader, kind, email, link, renews):
        texts = reader.texts
        reader.open(reader.link(link))
        ways = [back(reader)] if "continueUrl" in link else []
        said = [pattern(texts["expired"]["text"])] + ([] if renews else [pattern(texts["askInTheApp"])])
        roles = [("button", texts["sendNewLink"])] if renews else []
        reader.inspect(f"expired {kind}", texts["expired"]["title"], roles + ways, said)
        if renews:
            reader.press(texts["sendNewLink"])
            reader.inspect(f"expired {kind} new link sent", texts["newLinkSent"]["title"], ways)
            renewed_is_mailed(reader, kind, email, link)


def hearing(reader):
    """Whether the browser's complaints are heard at all: they are provoked here."""
    reader.open(f"{reader.server.url}/emulator/action?oobCode=x")
    reader.page.evaluate("""() => {
        document.body.append(Object.assign(new Image(), {src: "https://elsewhere.example/a.png"}))
        const script = document.createElement("script"); script.textContent = "window.ran = true"; document.body.append(script)
        console.warn("a warning")
    }""")
    wanted = ("violation: img-src", "violation: script-src", "console: a warning")
    until(lambda: reader.page.evaluate("0") == 0 and all(any(entry.startswith(want) for entry in reader.noise) for want in wanted),
          f"{wanted} in {reader.noise}")
    ran = reader.page.evaluate("window.ran")
    reader.checks.add("hearing: violations and warnings are heard, and no script runs", ran is None, reader.drain())


def forced_colours(reader):
    """High contrast, as people set it in their system: buttons and fields keep their edges."""
    server = reader.server
    link = server.mail(
        "EMAIL_SIGNIN", server.address("forced"), reader.language, continueUrl=reader.app.url("/"), canHandleCodeInApp=True)
    reader.open(link)
    reader.page.emulate_media(forced_colors="active")
    edges = reader.page.evaluate(
        "[...document.querySelectorAll('button,.button,input:not([type=hidden])')].map(e => getComputedStyle(e))"
        ".map(s => s.borderTopStyle != 'none' && parseFloat(s.borderTopWidth) >= 1)")
    reader.page.screenshot(path=str(reader.folder / f"forced-colours.{reader.language}.png"), full_page=True)
    reader.page.emulate_media(forced_colors="none")
    reader.checks.add(f"{reader.name} forced colours: edges", len(edges) == 3 and all(edges), edges)


STORIES = [
    verify, disown, reset, sign_in, too_many, change, taken, recover, second_factor, added, removed, new_password, unknown,
    accept_language, disabled, links, start, inbox,
]
# What fingers do on a phone without scripts.
BY_FINGER = [
    verify, disown, reset, sign_in, too_many, change, taken, recover, second_factor, added, removed, new_password, unknown,
    disabled, links,
]



def set_clock(server, path, waiting):
    """Sets the server's clock three days ahead, and waits until it goes by it."""
    pathlib.Path(path).write_text("+270000s\n")
    left = [(kind, email) for _, kind, email, _, _ in waiting]
    until(lambda: not any(server.links(kind, email) for kind, email in left), "the links' end")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--clock")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks, server, app, expired = Checks(), Server(options.url), App(), Expired()
    wanted = lambda story: options.only in story.__name__  # noqa: E731

    titles = {language: read_texts(language)["verify"]["title"] for language in LANGUAGES}
    checks.add("texts: six languages, all different", len(set(titles.values())) == 6, titles)
    complete = {language: sorted(read_texts(language)) for language in LANGUAGES}
    ok = len(complete["en"]) > 30 and all(names == complete["en"] for names in complete.values())
    checks.add("texts: all are found", ok, complete["en"])

    server.configure("vincula.email.appName,passwordPolicyConfig", {
        "vincula": {"email": {"appName": APP}},
        "passwordPolicyConfig": {
            "passwordPolicyEnforcementState": "ENFORCE", "refuseCommonPasswords": True,
            "passwordPolicyVersions": [{"customStrengthOptions": {
                "minPasswordLength": 8, "maxPasswordLength": 64, "containsLowercaseCharacter": True,
                "containsUppercaseCharacter": True, "containsNumericCharacter": True,
                "containsNonAlphanumericCharacter": True}}],
        },
    })
    with chromium(urllib.parse.urlsplit(server.url).hostname, here=[APP_HOST]) as browser:
        for number, language in enumerate(LANGUAGES):
            reader = Reader(browser, server, app, checks, options.folder, language, number)
            if number == 0:
                tell(checks, reader, "hearing", hearing)
            for story in filter(wanted, STORIES):
                tell(checks, reader, story.__name__, story)
            if wanted(forced_colours):
                tell(checks, reader, "forced_colours", forced_colours)
            if options.clock and options.only in "expired":
                tell(checks, reader, "expired", expired.prepare)
        phone = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
        reader = Reader(browser, server, app, checks, options.folder, "pt", scripts=False, **phone)
        for story in filter(wanted, BY_FINGER):
            tell(checks, reader, story.__name__, story)
        if expired.waiting:
            set_clock(server, options.clock, expired.waiting)
            for reader, *link in expired.waiting:
                tell(checks, reader, f"expired {link[0]}", expired.open, *link)
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

"""Stories of mailed links: verifying, disowning, passwords, signing in, new addresses. Each is told by a `Reader`."""

import re

from page_texts import APP, OWN_WORDS, filled, pattern
from reader import APP_HOST
from vincula_server import PASSWORD, code_of


def back(reader):
    return ("link", filled(reader.texts["continueTo"], place=APP_HOST))


def on(reader):
    """The way on where no app is named."""
    return ("link", reader.texts["goToAccount"])


def look_back(reader, kind):
    """Follows the way back to the app."""
    reader.press(back(reader)[1], "link")
    reader.at_app(kind, kind=kind)


def again(reader, link, kind):
    """A used link, and a new one in its place."""
    texts = reader.texts
    reader.open(link)
    reader.inspect(
        f"{kind} used", texts["used"]["title"], [("button", texts["sendNewLink"]), back(reader)], [pattern(texts["used"]["text"])])
    reader.press(texts["sendNewLink"])
    reader.inspect(f"{kind} new link sent", texts["newLinkSent"]["title"], [back(reader)], [pattern(texts["newLinkSent"]["text"])])


def renewed_is_mailed(reader, kind, email, link):
    fresh = reader.server.links(kind, email)
    ok = len(fresh) == 1 and code_of(fresh[0]) != code_of(link) and f"lang={reader.language}" in fresh[0]
    reader.checks.add(f"{reader.name} {kind}: a new link is mailed, in the same language", ok, fresh)
    return fresh[0] if fresh else None


def verify(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("verify")
    link = server.mail(
        "VERIFY_EMAIL", person["email"], reader.language, idToken=person["idToken"], continueUrl=reader.app.url("/?kind=verified"))
    here = reader.link(link)
    question = {
        "title": texts["verify"]["title"],
        "roles": [("button", texts["verify"]["button"]), ("button", texts["disown"]["title"])],
        "texts": [pattern(texts["verify"]["text"], email=person["email"])],
    }
    # However often it is opened, by whatever runs scripts: nothing happens.
    for _ in range(5):
        reader.open(here)
        reader.page.evaluate("document.title.length + document.forms.length")
    reader.inspect("verify", **question)
    server.account(person)
    ok = server.links("VERIFY_EMAIL", person["email"]) == [link] and not server.account(person).get("emailVerified")
    reader.checks.add(f"{reader.name} verify: opening it five times uses nothing up", ok)
    reader.press(texts["verify"]["button"])
    said = [pattern(texts["verified"]["text"], email=person["email"])]
    reader.inspect("verified", texts["verified"]["title"], [back(reader)], said)
    reader.checks.add(f"{reader.name} verify: the address is verified", server.account(person).get("emailVerified") is True)
    look_back(reader, "verified")
    reader.open(here)
    reader.inspect(
        "verify, opened once more", texts["verified"]["title"], [back(reader)], [pattern(texts["verified"]["text"])])


def disown(reader):
    """By the second button of the question, and by the mail's own link."""
    server, texts = reader.server, reader.texts
    for way in ("button", "link"):
        person = server.sign_up("disown")
        link = server.mail("VERIFY_EMAIL", person["email"], reader.language, idToken=person["idToken"])
        if way == "button":
            reader.open(reader.link(link))
            reader.press(texts["disown"]["title"])
        else:
            reader.open(reader.link(link) + "&answer=no")
        reader.inspect(
            f"disown by {way}", texts["disown"]["title"], [("button", texts["disown"]["button"])],
            [pattern(texts["disown"]["text"], email=person["email"])])
        ok = server.account(person).get("email") == person["email"]
        reader.checks.add(f"{reader.name} disown by {way}: nothing happens before the button", ok)
        reader.press(texts["disown"]["button"])
        reader.inspect(
            f"disowned by {way}", texts["disowned"]["title"], [],
            [pattern(texts["disowned"]["text"]), pattern(texts["closePage"])])
        account = server.account(person)
        reader.checks.add(
            f"{reader.name} disown by {way}: the account has no address", "email" not in account and "passwordHash" not in account)


def rules(texts):
    names = ["atLeast", "atMost", "lowercase", "uppercase", "digit", "symbol", "notCommon"]
    counts = {"atLeast": "8", "atMost": "64"}
    return [re.escape(filled(texts["rules"][name], count=counts.get(name, ""))) for name in names]


def reset(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("reset")
    link = server.mail("PASSWORD_RESET", person["email"], reader.language, continueUrl=reader.app.url("/?kind=reset"))
    here = reader.link(link)
    reader.open(here)
    field, button = ("textbox", texts["newPassword"]), ("button", texts["reset"]["button"])
    said = [pattern(texts["reset"]["text"], email=person["email"]), *rules(texts)]
    reader.inspect("reset", texts["reset"]["title"], [field, button], [*said, re.escape(texts["rules"]["heading"])])
    reader.checks.add(f"{reader.name} reset: its own language", OWN_WORDS[reader.language] in texts["reset"]["title"])
    fields = reader.survey()["fields"]
    ok = [(field["type"], field["autocomplete"], field["required"]) for field in fields] == [("password", "new-password", True)]
    reader.checks.add(f"{reader.name} reset: the field is a new password's", ok, fields)
    username = reader.page.evaluate("document.querySelector('input[autocomplete=username]')?.value")
    reader.checks.add(f"{reader.name} reset: password managers learn the account", username == person["email"], username)
    # The field has the focus: nothing but typing.
    reader.write(texts["newPassword"], "abc")
    reader.submit()
    broken = re.escape(texts["rules"]["broken"])
    is_focused = reader.gets_focus("password")
    reader.inspect("reset refused", texts["reset"]["title"], [field, button], [*said, broken], alert=broken)
    # What is missing is named, and nothing else; the focus is where it can be mended.
    named = reader.page.get_by_role("alert").get_by_role("listitem").all_inner_texts()
    wanted = [filled(texts["rules"][name], count="8") for name in ("atLeast", "uppercase", "digit", "symbol")]
    reader.checks.add(f"{reader.name} reset refused: what it lacks, by name", named == wanted and is_focused, named)
    reader.write(texts["newPassword"], "Another!horse8battery")
    reader.press(texts["reset"]["button"])
    reader.inspect("was reset", texts["wasReset"]["title"], [back(reader)], [pattern(texts["wasReset"]["text"])])
    signed_in = server.call("signInWithPassword", {"email": person["email"], "password": "Another!horse8battery"})
    reader.checks.add(f"{reader.name} reset: the new password signs in", signed_in["localId"] == person["localId"])
    look_back(reader, "reset")
    again(reader, here, "reset")
    fresh = renewed_is_mailed(reader, "PASSWORD_RESET", person["email"], link)
    reader.open(fresh)
    reader.inspect("reset once more", texts["reset"]["title"], [field, button])


def sign_in(reader):
    server, texts = reader.server, reader.texts
    email = server.address("link")
    onwards = reader.app.url("/in?x=a%26b&lang=old#top")
    link = server.mail("EMAIL_SIGNIN", email, reader.language, continueUrl=onwards, canHandleCodeInApp=True)
    reader.open(reader.link(link))
    title = filled(texts["signIn"]["title"], app=APP)
    roles = [("link", texts["signIn"]["button"]), ("textbox", texts["yourAddress"]), ("button", texts["continueWithAddress"])]
    said = [pattern(texts["signIn"]["text"])]
    reader.inspect("sign in", title, roles, said)
    reader.write(texts["yourAddress"], "somebody@example.com")
    reader.submit()
    wrong = re.escape(texts["otherAddress"])
    reader.inspect("sign in refused", title, roles, [*said, wrong], alert=wrong)
    reader.write(texts["yourAddress"], f" {email.upper()} ")
    reader.press(texts["continueWithAddress"])
    brought = {"x": "a&b", "mode": "signIn", "apiKey": "k", "lang": reader.language, "oobCode": code_of(link)}
    reader.at_app("sign in", **brought)
    signed_in = server.call("signInWithEmailLink", {"email": email, "oobCode": code_of(link)})
    reader.checks.add(f"{reader.name} sign in: the code signs in", signed_in["email"] == email)
    again(reader, reader.link(link), "sign in")
    fresh = renewed_is_mailed(reader, "EMAIL_SIGNIN", email, link)
    reader.open(fresh)
    reader.press(texts["signIn"]["button"], "link")
    reader.at_app("sign in on the same device", **{**brought, "oobCode": code_of(fresh)})


def too_many(reader):
    server, texts = reader.server, reader.texts
    email = server.address("guessed")
    link = server.mail("EMAIL_SIGNIN", email, reader.language, continueUrl=reader.app.url("/"), canHandleCodeInApp=True)
    reader.open(reader.link(link))
    for number in range(5):
        reader.write(texts["yourAddress"], f"guess{number}@example.com")
        reader.submit()
    reader.inspect(
        "sign in too many addresses", texts["used"]["title"], texts=[pattern(texts["tooManyAddresses"])], only=[back(reader)])
    reader.checks.add(f"{reader.name} sign in: the code is ended", not server.links("EMAIL_SIGNIN", email))


def change(reader):
    server, texts = reader.server, reader.texts
    person, new = server.sign_up("change"), server.address("changed")
    ask = {"idToken": person["idToken"], "continueUrl": reader.app.url("/?kind=changed")}
    link = server.mail("VERIFY_AND_CHANGE_EMAIL", person["email"], reader.language, newEmail=new, **ask)
    reader.open(reader.link(link))
    said = [pattern(texts["change"]["text"], newEmail=new)]
    reader.inspect("change", texts["change"]["title"], [("button", texts["change"]["button"])], said)
    shown = reader.page.inner_text("main")
    reader.checks.add(f"{reader.name} change: the old address is not told", person["email"] not in shown, shown)
    reader.press(texts["change"]["button"])
    reader.inspect("changed", texts["changed"]["title"], [back(reader)], [pattern(texts["changed"]["text"], newEmail=new)])
    account = server.account(person)
    reader.checks.add(f"{reader.name} change: done", account["email"] == new and account["emailVerified"] is True)
    look_back(reader, "changed")
    reader.open(link)
    reader.inspect(
        "change used", texts["used"]["title"], [back(reader)], [pattern(texts["used"]["text"]), pattern(texts["askInTheApp"])])
    # The mail that follows is in the page's language.
    (undo,) = server.links("RECOVER_EMAIL", person["email"])
    reader.checks.add(f"{reader.name} change: the mail to the old address", f"lang={reader.language}" in undo, undo)


def taken(reader):
    server, texts = reader.server, reader.texts
    person, new = server.sign_up("late"), server.address("wanted")
    link = server.mail("VERIFY_AND_CHANGE_EMAIL", person["email"], reader.language, newEmail=new, idToken=person["idToken"])
    reader.open(reader.link(link))
    other = server.call("signUp", {"email": new, "password": PASSWORD})
    server.administer("update", {"localId": other["localId"], "emailVerified": True})
    reader.press(texts["change"]["button"])
    reader.inspect("taken", texts["taken"]["title"], [on(reader)], [pattern(texts["taken"]["text"])])

"""Stories of mails that undo a change: of an address, a second factor, a sign-in method, a password. A `Reader` tells each."""

import json
import re
import urllib.parse

from authenticator import one_time_code
from link_stories import on
from page_texts import filled, pattern
from vincula_server import PASSWORD


def recover(reader):
    server, texts = reader.server, reader.texts
    person, new = server.sign_up("recover"), server.address("hijacked")
    server.call("update", {"idToken": person["idToken"], "email": new}, reader.language)
    (link,) = server.links("RECOVER_EMAIL", person["email"])
    reader.open(reader.link(link))
    values = {"email": person["email"], "newEmail": new}
    said = [pattern(texts["recover"]["text"], **values)]
    reader.inspect("recover", texts["recover"]["title"], [("button", texts["recover"]["button"])], said)
    reader.press(texts["recover"]["button"])
    said = [pattern(texts["recovered"]["text"], **values)]
    reader.inspect("recovered", texts["recovered"]["title"], [("button", texts["sendPasswordLink"]), on(reader)], said)
    reader.checks.add(f"{reader.name} recover: done", server.account(person)["email"] == person["email"])
    reader.press(texts["sendPasswordLink"])
    reader.inspect("recovered new password", texts["newLinkSent"]["title"], [on(reader)], [pattern(texts["newLinkSent"]["text"])])
    mailed = server.links("PASSWORD_RESET", person["email"])
    ok = len(mailed) == 1 and f"lang={reader.language}" in mailed[0]
    reader.checks.add(f"{reader.name} recover: a link for a new password", ok, mailed)
    reader.open(link)
    reader.inspect("recover used", texts["used"]["title"], [on(reader)], [pattern(texts["used"]["text"])])


def enrol(reader, token):
    """Adds an authenticator app to an account."""
    path, server = "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:", reader.server
    language = {"X-Firebase-Locale": reader.language}
    new = server.send("POST", f"{path}start?key=k", {"idToken": token, "totpEnrollmentInfo": {}})["totpSessionInfo"]
    proof = {"sessionInfo": new["sessionInfo"], "verificationCode": one_time_code(new["sharedSecretKey"])}
    server.send("POST", f"{path}finalize?key=k", {"idToken": token, "totpVerificationInfo": proof}, language)


def second_factor(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("factor")
    server.administer("update", {"localId": person["localId"], "emailVerified": True})
    enrol(reader, person["idToken"])
    (link,) = server.links("REVERT_SECOND_FACTOR_ADDITION", person["email"])
    link = reader.link(link)
    values = {"email": person["email"]}
    reader.open(link)
    said = [pattern(texts["revertSecondFactor"]["text"], **values)]
    reader.inspect(
        "second factor", texts["revertSecondFactor"]["title"], [("button", texts["revertSecondFactor"]["button"])], said)
    reader.checks.add(f"{reader.name} second factor: reading changes nothing", len(server.account(person).get("mfaInfo", [])) == 1)
    reader.press(texts["revertSecondFactor"]["button"])
    said = [pattern(texts["secondFactorReverted"]["text"], **values)]
    reader.inspect(
        "second factor removed", texts["secondFactorReverted"]["title"], [("button", texts["sendPasswordLink"]), on(reader)], said)
    reader.checks.add(f"{reader.name} second factor: done", "mfaInfo" not in server.account(person))
    reader.press(texts["sendPasswordLink"])
    reader.inspect(
        "second factor new password", texts["newLinkSent"]["title"], [on(reader)], [pattern(texts["newLinkSent"]["text"])])
    reader.open(link)
    reader.inspect("second factor used", texts["used"]["title"], [on(reader)], [pattern(texts["used"]["text"])])


def way_in(reader, name):
    """Somebody with a password, a proven address, and a provider linked to the account."""
    server = reader.server
    person = server.sign_up(name)
    server.administer("update", {"localId": person["localId"], "emailVerified": True})
    assertion = urllib.parse.quote(json.dumps({"sub": person["localId"]}))
    body = {"idToken": person["idToken"], "postBody": f"providerId=github.com&id_token={assertion}",
            "requestUri": "http://localhost", "returnSecureToken": True}
    return {**person, **server.call("signInWithIdp", body, reader.language)}


def undo(reader, name, question, done, person, link, removed, said):
    """The page of a button that undoes a change, to its end."""
    texts = reader.texts
    reader.open(link)
    values = {"email": person["email"], "provider": "GitHub"}
    button = filled(texts[question]["button"], **values)
    reader.inspect(name, texts[question]["title"], [("button", button)], [pattern(texts[question]["text"], **values), *said])
    shown = [item.strip() for item in reader.page.locator("main li").all_inner_texts()]
    right = len(shown) == len(removed) and all(re.fullmatch(*pair) for pair in zip(removed, shown))
    reader.checks.add(f"{reader.name} {name}: what goes", right, shown)
    named = reader.page.get_by_role("list", name=texts["removesNow"]).count()
    reader.checks.add(f"{reader.name} {name}: the list has a name", named == 1, named)
    reader.press(button)
    roles = [("button", texts["sendPasswordLink"]), on(reader)]
    reader.inspect(f"{name} undone", texts[done]["title"], roles, [pattern(texts[done]["text"], **values)])
    reader.press(texts["sendPasswordLink"])
    reader.inspect(f"{name} new password", texts["newLinkSent"]["title"], [on(reader)], [pattern(texts["newLinkSent"]["text"])])
    reader.open(link)
    reader.inspect(f"{name} used", texts["used"]["title"], [on(reader)], [pattern(texts["used"]["text"])])


def added(reader):
    server, texts = reader.server, reader.texts
    person = way_in(reader, "added")
    link = reader.link(server.mailed(person["email"])[0])
    undo(reader, "added", "revertSignInMethod", "signInMethodReverted", person, link,
         [re.escape(texts["aPassword"]), "GitHub"], [])
    left = [row["providerId"] for row in server.account(person).get("providerUserInfo", [])]
    reader.checks.add(f"{reader.name} added: done", "github.com" not in left, left)


def removed(reader):
    server, texts = reader.server, reader.texts
    person = way_in(reader, "removed")
    server.call("update", {"idToken": person["idToken"], "deleteProvider": ["github.com"]}, reader.language)
    link = reader.link(server.mailed(person["email"])[0])
    undo(reader, "removed", "revertSignInMethodRemoval", "signInMethodRestored", person, link,
         [re.escape(texts["aPassword"])], [])
    left = [row["providerId"] for row in server.account(person).get("providerUserInfo", [])]
    reader.checks.add(f"{reader.name} removed: done", left == ["github.com"], left)


def new_password(reader):
    server, texts = reader.server, reader.texts
    person = server.sign_up("changed")
    server.administer("update", {"localId": person["localId"], "emailVerified": True})
    changed = {"idToken": person["idToken"], "password": PASSWORD + "2", "returnSecureToken": True}
    session = server.call("update", changed, reader.language)
    enrol(reader, session["idToken"])
    link = reader.link(next(link for link in reversed(server.mailed(person["email"])) if "mode=recoverEmail" in link))
    undo(reader, "new password", "revertPasswordChange", "passwordReverted", person, link,
         [re.escape(texts["aPassword"]), pattern(texts["anAuthenticator"])], [])
    reader.checks.add(f"{reader.name} new password: done", "mfaInfo" not in server.account(person))

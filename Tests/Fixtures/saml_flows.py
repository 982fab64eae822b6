"""Signs in by SAML in a headless Chromium, as people do, and as attackers do.

    python3 saml_flows.py URL IDP FOLDER [--only WORD]

URL     a `vincula serve --dev`, whose project `demo-project` has the identity provider as saml.acme.
IDP     a saml_idp.py.
FOLDER  where screenshots of pages in error go.
--only  stories whose name has this word, for development.

It prints a line of JSON for each check, as pages.py does.
"""

import argparse
import base64
import json
import os
import pathlib
import re
import sys
import urllib.request

import people
from account import KEY, read_texts, said
from authenticator import one_time_code
from browser import Checks, chromium, tell
from provider_flows import in_app
from provider_stage import Stories, Window, ask
from vincula_server import Server

ACME = "saml.acme"


def claims_of(token):
    part = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


def requests(stories):
    with urllib.request.urlopen(f"{stories.idp}/_control/requests", timeout=60) as answer:
        return json.loads(answer.read())


def spoil(stories, name):
    ask("PUT", f"{stories.idp}/_control/spoil", name)


def whole_story(stories):
    """Sign in, come back, link, reauthenticate, unlink."""
    first = stories.signed_in("sign in", stories.window.sign(ACME, "ana"))
    stories.check("sign in: a new person", first.get("isNewUser") is True and first["providerId"] == ACME, first)
    stories.check("sign in: the email, not proven", first["email"] == "ana@acme.example", first)
    attributes = {"displayName": "Ana", "groups": ["staff", "a & b"], "dept": "x"}
    stories.check("sign in: the attributes", json.loads(first["rawUserInfo"]) == attributes, first)
    stories.check("sign in: the name", first["displayName"] == "Ana", first)
    firebase = claims_of(first["idToken"])["firebase"]
    stories.check("token: the provider", firebase["sign_in_provider"] == ACME, firebase)
    stories.check("token: the attributes", firebase.get("sign_in_attributes") == attributes, firebase)
    stories.check("token: the identity", firebase["identities"][ACME] == ["ana@acme.example"], firebase)
    fresh = stories.server.send("POST", "/securetoken.googleapis.com/v1/token?key=k", {
        "grant_type": "refresh_token", "refresh_token": first["refreshToken"]})
    again = claims_of(fresh["id_token"])["firebase"]
    stories.check("refreshed token: the attributes", again.get("sign_in_attributes") == attributes, again)
    back = stories.signed_in("come back", stories.window.sign(ACME, "ana"))
    stories.check("come back: the same person", back["localId"] == first["localId"] and not back.get("isNewUser"), back)

    request = requests(stories)[-1]
    callback = f"{stories.server.url}/__/auth/callback/{ACME}/demo-project"
    stories.check("request: to our own address", request["acs"] == callback, request)
    stories.check("request: signed", request["signed"] is True, request)
    other = stories.server.sign_up("linking")
    stories.window.begin(ACME, kind="linkViaRedirect", event=f"{other['localId']}:::1", customParameters=json.dumps({
        "login_hint": "ben"}))
    people.allow(stories.page, "ben")
    linked = stories.signed_in("link", stories.window.end(), idToken=other["idToken"])
    stories.check("link: the same account", linked.get("localId") == other["localId"], linked)
    stories.check("link: the hint reaches the page", requests(stories)[-1]["hint"] == "ben")
    stories.check("link: both ways", stories.ways(other) == sorted(["password", ACME]), stories.ways(other))
    again = stories.signed_in("reauthenticate", stories.window.sign(
        ACME, "ben", kind="reauthViaRedirect", event=f"{other['localId']}:::2"))
    stories.check("reauthenticate: the same account", again.get("localId") == other["localId"], again)
    end = stories.window.sign(ACME, "ana", kind="linkViaRedirect", event=f"{other['localId']}:::3")
    taken = stories.redeem(end["event"], idToken=other["idToken"])
    said = taken.get("errorMessage", "") + taken.get("error", "")
    stories.check("link: somebody else's is refused", "FEDERATED_USER_ID_ALREADY_LINKED" in said, taken)
    stories.call("update", {"idToken": again["idToken"], "deleteProvider": [ACME]})
    stories.check("unlink", stories.ways(other) == ["password"], stories.ways(other))


def signatures(stories):
    """The response, the assertion or both are signed."""
    for name in ("whole", "both", "none"):
        spoil(stories, name)
        stories.signed_in(f"signed: {name}", stories.window.sign(ACME, "ana"))


def spoiled(stories):
    before = stories.people_count()
    for name in ("unsigned", "changed", "wrapped", "other key"):
        spoil(stories, name)
        stories.told(name, stories.window.sign(ACME, "ana"))
    stories.check("spoiled: nobody is new", stories.people_count() == before)
    stories.signed_in("spoiled, then honest", stories.window.sign(ACME, "ana"))


def declined(stories):
    before = stories.people_count()
    stories.window.begin(ACME)
    people.deny(stories.page)
    stories.told("declined", stories.window.end(), "auth/user-cancelled")
    stories.check("declined: nobody is new", stories.people_count() == before)


def admin_sdk(stories):
    """firebase-admin for Python manages providers."""
    os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = stories.server.host
    import firebase_admin
    from firebase_admin import auth

    firebase_admin.initialize_app(options={"projectId": "demo-project"})
    with urllib.request.urlopen(f"{stories.idp}/metadata", timeout=60) as answer:
        body = re.search(r"X509Certificate>([^<]+)<", answer.read().decode())[1]
    certificate = f"-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----"
    fields = {
        "idp_entity_id": "IDP_ENTITY_ID", "sso_url": "https://example.com/login", "x509_certificates": [certificate],
        "rp_entity_id": "RP_ENTITY_ID", "callback_url": "https://projectId.firebaseapp.com/__/auth/handler",
        "display_name": "SAML", "enabled": True}
    made = auth.create_saml_provider_config("saml.sdk", **fields)
    shown = auth.get_saml_provider_config("saml.sdk")
    same = all(getattr(made, name) == value and getattr(shown, name) == value for name, value in fields.items())
    stories.check("firebase-admin: create and get", same and made.provider_id == "saml.sdk", vars(shown))
    changed = auth.update_saml_provider_config(
        "saml.sdk", display_name=auth.DELETE_ATTRIBUTE, enabled=False, sso_url="https://example.com/other", rp_entity_id="OTHER")
    ok = not changed.display_name and not changed.enabled and changed.sso_url == "https://example.com/other"
    stories.check("firebase-admin: update", ok and changed.idp_entity_id == "IDP_ENTITY_ID", vars(changed))
    ids = [each.provider_id for each in auth.list_saml_provider_configs(max_results=1).iterate_all()]
    stories.check("firebase-admin: list", ids == [ACME, "saml.sdk"], ids)
    auth.delete_saml_provider_config("saml.sdk")
    try:
        auth.get_saml_provider_config("saml.sdk")
        gone = False
    except auth.ConfigurationNotFoundError:
        gone = True
    stories.check("firebase-admin: delete", gone)


def app_story(stories):
    """By popup and by redirect, from an app at another origin."""
    in_app(stories, ACME, "cleo")


def second_factor(stories):
    """Whoever has an authenticator app is asked for its digits after the identity provider's page, on the account page, too."""
    server, page, texts = stories.server, stories.page, read_texts("en")
    first = stories.signed_in("factor: a new person", stories.window.sign(ACME, "dora"))
    server.administer("update", {"localId": first["localId"], "emailVerified": True})
    path = "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:"
    new = server.send("POST", f"{path}start?key=k", {"idToken": first["idToken"], "totpEnrollmentInfo": {}})["totpSessionInfo"]
    proof = {"sessionInfo": new["sessionInfo"], "verificationCode": one_time_code(new["sharedSecretKey"])}
    server.send("POST", f"{path}finalize?key=k", {"idToken": first["idToken"], "totpVerificationInfo": proof})
    awaited = stories.redeem(stories.window.sign(ACME, "dora")["event"])
    stories.check("factor: no tokens before it", "mfaPendingCredential" in awaited and "idToken" not in awaited, awaited)

    page.goto(f"{server.url}/account?key={KEY}")
    page.get_by_role("button", name=said(texts["continueWith"], provider="Acme"), exact=True).click()
    people.allow(page, "dora")
    page.get_by_role("heading", level=1, name=texts["code.title"], exact=True).wait_for()
    page.get_by_label(texts["code"], exact=True).fill(one_time_code(new["sharedSecretKey"], later=1))
    page.get_by_role("button", name=texts["continue"], exact=True).click()
    page.get_by_role("heading", level=1, name=texts["account.title"], exact=True).wait_for()
    stories.check("factor: the account page signs in", page.get_by_text("dora@acme.example").count() > 0, page.inner_text("main"))


STORIES = [whole_story, signatures, spoiled, declined, admin_sdk, app_story, second_factor]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("idp")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    checks, server = Checks(), Server(options.url)
    with chromium("localhost") as browser:
        stories = Stories(browser, server, checks, options.folder, None, None)
        stories.idp = options.idp
        for story in filter(lambda story: options.only in story.__name__, STORIES):
            stories.window = Window(browser, server)
            tell(checks, stories, story.__name__, story)
            stories.window.close()
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

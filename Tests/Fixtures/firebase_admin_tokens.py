"""Custom tokens and session cookies by Firebase's Admin SDK for Python, unmodified.

    firebase_admin_tokens.py emulator URL API_KEY PROJECT
    firebase_admin_tokens.py production URL API_KEY KEY_FILE [SIGNER_KEY_FILE]

With `emulator` the SDK finds the server by its own variable. With `production` it has a key file and nothing of the emulator:
signatures, access tokens and published keys are real, and only what it sends to Google's hosts goes to the server instead.
SIGNER_KEY_FILE is another system's, whose custom tokens the project accepts.
"""
import datetime
import json
import os
import re
import sys
import time
import urllib.error
import urllib.request

mode, url, api_key, argument = sys.argv[1:5]
if mode == "emulator":
    os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = url.removeprefix("http://")
else:
    import requests.adapters
    send = requests.adapters.HTTPAdapter.send

    def send_here(self, request, *arguments, **options):
        google = re.match(r"https://([a-z0-9.-]*googleapis\.com)(/.*)", request.url)
        if google:
            request.url = f"{url}/{google[1]}{google[2]}"
        assert request.url.startswith(url), request.url
        return send(self, request, *arguments, **options)

    requests.adapters.HTTPAdapter.send = send_here

import firebase_admin
from firebase_admin import auth, credentials

if mode == "emulator":
    app = firebase_admin.initialize_app(options={"projectId": argument})
    signer = app
else:
    app = firebase_admin.initialize_app(credentials.Certificate(argument))
    signer = firebase_admin.initialize_app(credentials.Certificate(sys.argv[5]), name="signer") if len(sys.argv) > 5 else app


def call(rpc, body):
    """Calls an RPC as an app does; returns the answer, or the error's message."""
    request = urllib.request.Request(
        f"{url}/v1/accounts:{rpc}?key={api_key}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        return json.load(error)["error"]["message"]


def sign_in(uid, claims=None):
    token = auth.create_custom_token(uid, claims, app=signer).decode()
    return call("signInWithCustomToken", {"token": token, "returnSecureToken": True})


def raises(error, body):
    try:
        body()
    except error:
        return
    raise AssertionError(f"{error.__name__} was not raised")


first = sign_in("ana", {"tier": "gold"})
if len(sys.argv) > 5:
    # Only who signs matters here.
    print("sign-in", first if isinstance(first, str) else auth.verify_id_token(first["idToken"])["uid"])
    sys.exit()
assert first["isNewUser"] is True, first
token = auth.verify_id_token(first["idToken"], check_revoked=True)
assert (token["uid"], token["tier"], token["firebase"]["sign_in_provider"]) == ("ana", "gold", "custom"), token
assert auth.get_user("ana").custom_claims is None and auth.get_user("ana").provider_data == []
auth.set_custom_user_claims("ana", {"role": "editor"})
again = sign_in("ana")
assert again["isNewUser"] is False, again
token = auth.verify_id_token(again["idToken"])
assert token["role"] == "editor" and "tier" not in token, token
print("custom tokens")

cookie = auth.create_session_cookie(first["idToken"], datetime.timedelta(hours=1))
claims = auth.verify_session_cookie(cookie, check_revoked=True)
assert (claims["uid"], claims["tier"], claims["exp"] - claims["iat"]) == ("ana", "gold", 3600), claims
assert claims["iss"] == "https://session.firebase.google.com/" + app.project_id, claims
raises(auth.InvalidIdTokenError, lambda: auth.verify_id_token(cookie))
raises(auth.InvalidSessionCookieError, lambda: auth.verify_session_cookie(first["idToken"]))
raises(auth.InvalidIdTokenError, lambda: auth.create_session_cookie("x.y.z", 3600))
raises(auth.InvalidIdTokenError, lambda: auth.create_session_cookie(cookie, 3600))
assert call("lookup", {"idToken": cookie}) == "INVALID_ID_TOKEN"
longest = auth.verify_session_cookie(auth.create_session_cookie(first["idToken"], datetime.timedelta(days=14)))
assert longest["exp"] - longest["iat"] == 1209600, longest
if mode == "production":
    head, body, signature = cookie.split(".")
    raises(auth.InvalidSessionCookieError, lambda: auth.verify_session_cookie(f"{head}.{body}.{signature[:-8]}AAAAAAAA"))
print("session cookies")

# The SDK compares whole seconds.
time.sleep(1.1)
auth.revoke_refresh_tokens("ana")
assert auth.verify_session_cookie(cookie)["uid"] == "ana", "valid until it expires for whoever does not ask"
raises(auth.RevokedSessionCookieError, lambda: auth.verify_session_cookie(cookie, check_revoked=True))
raises(auth.RevokedIdTokenError, lambda: auth.verify_id_token(first["idToken"], check_revoked=True))
raises(firebase_admin.exceptions.FirebaseError, lambda: auth.create_session_cookie(first["idToken"], 3600))
fresh = auth.create_session_cookie(sign_in("ana")["idToken"], 3600)
auth.verify_session_cookie(fresh, check_revoked=True)
auth.update_user("ana", disabled=True)
raises(auth.UserDisabledError, lambda: auth.verify_session_cookie(fresh, check_revoked=True))
assert sign_in("ana") == "USER_DISABLED"
print("revocation")

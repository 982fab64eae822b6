"""X as a provider of OAuth 1.0a, whose pages people use in a browser, on a free port of loopback.

    python3 x_server.py

It checks what X checks: signatures (by oauthlib), timestamps, nonces, the registered callback URLs, verifiers, and that a
request token is used once. It answers in X's words, in the format and with the status that X has for each.

    POST /oauth/request_token, /oauth/access_token
    GET  /oauth/authenticate, /oauth/authorize                  the page, with "Authorize app" and "Cancel"
    GET  /1.1/account/verify_credentials.json?include_email=true

What a test says, as JSON:

    PUT  /_control/apps/KEY     {"secret", "callbacks": ["http://…"], "name", "email": true if X lets the app see addresses}
    PUT  /_control/people/ID    {"name", "screen_name", "email", …}
    PUT  /_control/switches     {"endpoint": the last part of a path, "fault": see FAULTS}; {} for none
    POST /_control/release      lets go of what is held
    POST /_control/revoke/ID    the person withdraws what was allowed
    GET  /_control/counts       how often each endpoint was asked, and the queries of the pages that were opened

It prints its URL when it is ready, and ends with the process that started it.
"""

import hashlib
import html
import json
import re
import secrets
import threading
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from oauthlib.oauth1 import WebApplicationServer
from oauthlib.oauth1.rfc5849.errors import OAuth1Error

from loopback import Handler, listen, stay
from oauth1_rules import Rules

FORM, JSON, HTML, XML = (
    f"{kind};charset=utf-8" for kind in ("text/html", "application/json", "text/html", "application/xml"))


def errors(code, message):
    return json.dumps({"errors": [{"code": code, "message": message}]}, separators=(",", ":"))


NOT_APPROVED = (
    '<?xml version="1.0" encoding="UTF-8"?><errors><error code="415">Callback URL not approved for this client application. '
    "Approved callback URLs can be adjusted in your application settings</error></errors>")
COULD_NOT = (401, JSON, errors(32, "Could not authenticate you."))
BAD_DATA = (400, JSON, errors(215, "Bad Authentication data."))
CLOCK = (401, JSON, errors(135, "Timestamp out of bounds."))
INVALID_TOKEN = (401, JSON, errors(89, "Invalid or expired token."))
NO_REQUEST_TOKEN = (401, FORM, "Invalid request token.")
NO_VERIFIER = (401, FORM, "Error processing your OAuth request: Invalid oauth_verifier parameter")
FAULTS = {
    "capacity": (503, JSON, errors(130, "Over capacity")),
    "internal": (500, JSON, errors(131, "Internal error")),
    "limit": (429, JSON, errors(88, "Rate limit exceeded")),
    "suspended": (403, JSON, errors(64, "Your account is suspended and is not permitted to access this feature.")),
    "plan": (403, JSON, errors(453, "You currently have access to a subset of X API V2 endpoints.")),
    "clock": CLOCK,
    "garbage": (200, HTML, "<!DOCTYPE html><html><body>Something went wrong</body></html>"),
    "unconfirmed": (200, FORM, "oauth_token=unconfirmedrequesttoken00000&oauth_token_secret=s&oauth_callback_confirmed=false"),
    # Answers nothing until it is released.
    "held": None,
}
WHOA = (
    "<h2>Whoa there!</h2><p>The request token for this page is invalid. It may have already been used, or expired because it "
    "is too old. Please go back to the site or application that sent you here and try again; it was probably just a "
    "mistake.</p>")


class State:
    def __init__(self):
        self.lock = threading.Lock()
        self.apps, self.people = {}, {}
        self.requests, self.accesses = {}, {}
        self.counts, self.pages = {}, []
        self.fault, self.released = {}, threading.Event()


state = State()


class Apps(Rules):
    """What oauthlib asks about apps and tokens."""

    allowed_signature_methods = ("HMAC-SHA1",)
    safe_characters = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
    request_token_length = verifier_length = (5, 128)
    nonce_length = (8, 128)
    timestamp_lifetime = 300

    def validate_client_key(self, client_key, request):
        return client_key in state.apps

    def get_client_secret(self, client_key, request):
        return state.apps.get(client_key, {}).get("secret", "dummy")

    def validate_requested_realms(self, client_key, realms, request):
        return True

    def get_default_realms(self, client_key, request):
        return []

    def validate_redirect_uri(self, client_key, redirect_uri, request):
        # Queries may differ: X passes them on.
        asked = urlunsplit(urlsplit(redirect_uri)._replace(query="", fragment=""))
        request.is_approved = asked in state.apps.get(client_key, {}).get("callbacks", [])
        return request.is_approved

    def validate_request_token(self, client_key, token, request):
        found = state.requests.get(token)
        return bool(found and found["app"] == client_key and found["person"])

    def get_request_token_secret(self, client_key, token, request):
        return state.requests.get(token, {}).get("secret", "dummy")

    def validate_verifier(self, client_key, token, verifier, request):
        return secrets.compare_digest(state.requests.get(token, {}).get("verifier") or "", verifier)

    def validate_access_token(self, client_key, token, request):
        found = state.accesses.get(token)
        return bool(found and found["app"] == client_key and found["valid"])

    def get_access_token_secret(self, client_key, token, request):
        return state.accesses.get(token, {}).get("secret", "dummy")


signed = WebApplicationServer(Apps())


def made(text, length):
    return hashlib.sha256(text.encode()).hexdigest()[:length]


class X(Handler):
    def respond(self):
        self.send(
            *self.answer(self.route), {"Cache-Control": "no-cache, no-store, must-revalidate, pre-check=0, post-check=0"})

    def answer(self, path):
        if path.startswith("/_control/"):
            return 200, JSON, json.dumps(self.control(path.split("/")[2:]) or {})
        endpoint = path.rpartition("/")[2].removesuffix(".json")
        with state.lock:
            state.counts[endpoint] = state.counts.get(endpoint, 0) + 1
            fault, released = state.fault, state.released
        if fault.get("endpoint") == endpoint:
            if fault["fault"] != "held":
                return FAULTS[fault["fault"]]
            released.wait(600)
        routes = {
            ("POST", "/oauth/request_token"): self.request_token, ("POST", "/oauth/access_token"): self.access_token,
            ("GET", "/oauth/authenticate"): self.page, ("GET", "/oauth/authorize"): self.page,
            ("POST", "/oauth/authenticate"): self.decide, ("POST", "/oauth/authorize"): self.decide,
            ("GET", "/1.1/account/verify_credentials.json"): self.verify_credentials}
        route = routes.get((self.command, path))
        return route() if route else (404, JSON, errors(34, "Sorry, that page does not exist."))

    # Signed requests

    def checked(self, validate):
        """Whether a request is as signed as it must be, the request as it was read, and the refusal."""
        if not self.headers.get("Authorization", "").startswith("OAuth "):
            return False, None, BAD_DATA
        headers = {name: self.headers[name] for name in ("Authorization", "Content-Type") if name in self.headers}
        uri, body = f"http://{self.headers.get('Host')}{self.path}", dict(parse_qsl(self.body, keep_blank_values=True))
        # X takes the verifier in the body, too, oauthlib only beside the signature, which is the same either way.
        if "oauth_verifier" in body:
            headers["Authorization"] += f', oauth_verifier="{quote(body.pop("oauth_verifier"), safe="")}"'
        try:
            valid, request = validate(uri, self.command, urlencode(body), headers)
        except OAuth1Error as error:
            return False, None, CLOCK if "imestamp" in (error.description or "") else COULD_NOT
        return valid, request, COULD_NOT

    def request_token(self):
        def validate(*parts):
            request = signed._create_request(*parts)
            return signed.validate_request_token_request(request)

        valid, request, refusal = self.checked(validate)
        if not valid:
            if request is not None and getattr(request, "is_approved", True) is False:
                return 403, XML, NOT_APPROVED
            return refusal
        token, secret = secrets.token_hex(14)[:27], secrets.token_hex(16)
        with state.lock:
            state.requests[token] = {
                "app": request.client_key, "secret": secret, "callback": request.redirect_uri, "person": None, "verifier": None}
        return 200, FORM, f"oauth_token={token}&oauth_token_secret={secret}&oauth_callback_confirmed=true"

    def access_token(self):
        def validate(*parts):
            request = signed._create_request(*parts)
            return signed.validate_access_token_request(request)

        valid, request, refusal = self.checked(validate)
        if not valid:
            if request is None:
                return refusal
            if request.resource_owner_key not in state.requests:
                return NO_REQUEST_TOKEN
            known = state.requests[request.resource_owner_key]
            return NO_VERIFIER if known["verifier"] != request.verifier else refusal
        with state.lock:
            known = state.requests.pop(request.resource_owner_key, None)
        if known is None:
            return NO_REQUEST_TOKEN
        # An app and a person always have the same token.
        person = state.people[known["person"]]
        token = f"{known['person']}-{made(known['app'] + known['person'], 40)}"
        secret = made("secret" + known["app"] + known["person"], 45)
        with state.lock:
            state.accesses[token] = {"app": known["app"], "secret": secret, "person": known["person"], "valid": True}
        return 200, FORM, urlencode({
            "oauth_token": token, "oauth_token_secret": secret, "user_id": known["person"],
            "screen_name": person["screen_name"]})

    def verify_credentials(self):
        def validate(*parts):
            return signed.validate_protected_resource_request(*parts, realms=[])

        valid, request, refusal = self.checked(validate)
        if not valid:
            # Not by the request as oauthlib read it, which names a stand-in for a token that is no good.
            token = re.search(r'oauth_token="([^"]*)"', self.headers.get("Authorization", ""))
            known = state.accesses.get(token[1]) if token else None
            return INVALID_TOKEN if known and not known["valid"] else refusal
        known = state.accesses[request.resource_owner_key]
        number = known["person"]
        person = {"id": int(number), "id_str": number, **state.people[number]}
        if self.query.get("include_email") != "true" or not state.apps[known["app"]].get("email", True):
            person.pop("email", None)
        return 200, JSON, json.dumps(person)

    # The page

    def shown(self, title, body, status=200):
        return status, HTML, (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
            f'<link rel="icon" href="data:,">{body}</html>')

    def page(self):
        with state.lock:
            state.pages.append(self.query)
        token = self.query.get("oauth_token", "")
        known = state.requests.get(token)
        if not known or known["person"]:
            return self.shown("X / Error", WHOA, 401)
        app = html.escape(state.apps[known["app"]].get("name", "Example"))
        people = "".join(
            f'<label><input type="radio" name="person" value="{html.escape(number)}" {"checked" if order == 0 else ""}>'
            f"{html.escape(person['screen_name'])}</label>" for order, (number, person) in enumerate(state.people.items()))
        return self.shown(
            "X / Authorize an application",
            f'<h2>Authorize {app} to access your account?</h2><form id="oauth_form" method="post"><fieldset>{people}</fieldset>'
            f'<input type="hidden" name="oauth_token" value="{html.escape(token)}">'
            '<input type="submit" value="Authorize app" id="allow"> '
            '<input type="submit" value="Cancel" id="cancel" name="cancel"></form>')

    def decide(self):
        form = dict(parse_qsl(self.body, keep_blank_values=True))
        token = form.get("oauth_token", "")
        with state.lock:
            known = state.requests.get(token)
            if not known or known["person"]:
                return self.shown("X / Error", WHOA, 401)
            if "cancel" in form:
                del state.requests[token]
                target = self.back(known, {"denied": token})
                return self.shown(
                    "X / Application not authorized",
                    "<h2>You have denied the app access to interact with your account.</h2>"
                    f'<a href="{html.escape(target)}">Return to the app</a>')
            known["person"], known["verifier"] = form["person"], secrets.token_urlsafe(24)
        target = html.escape(self.back(known, {"oauth_token": token, "oauth_verifier": known["verifier"]}))
        return self.shown(
            "X / Redirecting", f'<meta http-equiv="refresh" content="0;url={target}">'
            f'<h2>Redirecting you back to the application.</h2><a href="{target}">click here to continue</a>')

    @staticmethod
    def back(known, fields):
        parts = urlsplit(known["callback"])
        return urlunsplit(parts._replace(query="&".join(filter(None, [parts.query, urlencode(fields)]))))

    # What tests say

    def control(self, parts):
        said = json.loads(self.body or "{}")
        with state.lock:
            if parts[0] == "apps":
                state.apps[parts[1]] = said
            elif parts[0] == "people":
                state.people[parts[1]] = said
            elif parts[0] == "switches":
                state.released.set()
                state.fault, state.released = said, threading.Event()
            elif parts[0] == "release":
                state.released.set()
            elif parts[0] == "revoke":
                for known in state.accesses.values():
                    known["valid"] = known["valid"] and known["person"] != parts[1]
            elif parts[0] == "counts":
                return {"counts": state.counts, "pages": state.pages}
        return {}


def main():
    print(f"X at http://127.0.0.1:{listen(X).server_port}", flush=True)
    stay()


if __name__ == "__main__":
    main()

"""The providers that are asked about access tokens, as far as Vincula asks them, on one port of loopback.

Facebook under /facebook, X under /twitter, GitHub under /github, Google under /google, LinkedIn under /linkedin and Yahoo
under /yahoo. Each checks what the real one checks: signatures by oauthlib, proofs by hmac, clients by their secrets.

A test registers a token with PUT /_control/token and its facts, and gets an ID token with POST /_control/id_token. GET
/_control/requests?token=… tells which requests named the token, in whichever way, with their full URLs.

The process ends when its standard input does.
"""

import base64
import hashlib
import hmac
import json
import sys
import threading
import time
from urllib.parse import parse_qs, unquote

from joserfc import jwt
from joserfc.jwk import RSAKey
from oauthlib.oauth1 import ResourceEndpoint

import provider_pages
from loopback import Handler, listen
from oauth1_rules import Rules

# Ours, and somebody else's.
CLIENTS = {
    "facebook": {"1111": "facebook-secret", "2222": "other-secret"},
    "twitter": {"consumerKey": "consumer-secret", "otherConsumer": "other-secret"},
    "github": {"Iv1.ours": "github-secret", "Iv1.other": "other-secret"},
    "google": {"ours.apps.example.com": "google-secret", "ios.apps.example.com": "", "other.apps.example.com": ""},
    "linkedin": {"linkedin-client": "linkedin-secret", "other-client": "other-secret"},
    "yahoo": {"yahoo-client": "yahoo-secret", "other-client": "other-secret"},
    "apple": {"services.apple.test": ""},
    "microsoft": {"microsoft-client": "microsoft-secret"},
    "oidc": {"oidc-client": "oidc secret/+%", "other-client": "other-secret"},
    "oauth2": {"oauth2-client": "oauth2-secret"},
}
KEY = RSAKey.generate_key(2048, {"kid": "fixture", "use": "sig", "alg": "RS256"})

lock = threading.Lock()
tokens = {}
requests = []


class Consumers(Rules):
    """What oauthlib asks about X's consumers and tokens."""

    safe_characters = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
    nonce_length = (20, 64)

    def validate_client_key(self, client_key, request):
        return client_key in CLIENTS["twitter"]

    def validate_access_token(self, client_key, token, request):
        known = tokens.get(token)
        return bool(known and known["provider"] == "twitter" and known["client"] == client_key and known["valid"])

    def get_client_secret(self, client_key, request):
        return CLIENTS["twitter"].get(client_key, "dummy-secret")

    def get_access_token_secret(self, client_key, token, request):
        return tokens.get(token, {}).get("secret", "dummy-secret")


protected = ResourceEndpoint(Consumers())


class Refusal(Exception):
    def __init__(self, status, body):
        self.status, self.body = status, body


class Providers(Handler):
    def respond(self):
        if not self.route.startswith("/_control/"):
            with lock:
                requests.append({
                    "method": self.command, "url": self.path, "authorization": self.headers.get("Authorization", ""),
                    "body": self.body})
        try:
            status, answer = 200, self.answer()
        except Refusal as refusal:
            status, answer = refusal.status, refusal.body
        if isinstance(answer, str):
            self.send(status, "text/html;charset=utf-8", answer)
        else:
            self.send(status, "application/json; charset=utf-8", json.dumps(answer))

    def answer(self):
        provider, _, rest = self.route[1:].partition("/")
        if provider == "_control":
            return self.control(rest)
        if provider not in CLIENTS:
            raise Refusal(404, {"message": "Not Found"})
        try:
            answer = self.page(provider, rest)
        except provider_pages.PageRefusal as refusal:
            raise Refusal(refusal.status, refusal.body) from None
        return getattr(self, provider)(rest) if answer is None else answer

    def issuer(self, provider):
        base = f"http://127.0.0.1:{self.server.server_port}/{provider}"
        return base + "/oauth" if provider == "linkedin" else base

    def page(self, provider, path):
        """The answer of a provider's page or token endpoint; None for any other path."""

        def register(token, provider, client, hint):
            with lock:
                tokens[token] = {"provider": provider, "client": client, "valid": True, "expires": time.time() + 3600,
                                 "secret": "token-secret"} | hint

        def sign(claims):
            now = int(time.time())
            return jwt.encode({"alg": "RS256", "kid": "fixture"}, {"iat": now, "exp": now + 3600} | claims, KEY)

        rules = provider_pages.PAGES[provider]
        client = {"issuer": self.issuer(provider), "clients": CLIENTS[provider]}
        if provider == "twitter" and path in ("oauth/request_token", "oauth/authenticate", "oauth/access_token"):
            return provider_pages.oauth1(
                path, f"http://127.0.0.1:{self.server.server_port}{self.route}", self.headers.get("Authorization", ""), self.query, CLIENTS["twitter"], register)
        if path == rules["page"] and self.command == "GET":
            return provider_pages.show(provider, self.query, **client)
        if path == rules["token"] and self.command == "POST":
            return provider_pages.redeem(provider, self.form(), self.basic(), register=register, sign=sign, **client)
        return None

    def basic(self):
        scheme, _, text = self.headers.get("Authorization", "").partition(" ")
        if scheme != "Basic":
            return None
        client, _, secret = base64.b64decode(text).decode().partition(":")
        return unquote(client), unquote(secret)

    # What each provider needs

    def form(self):
        return {name: values[0] for name, values in parse_qs(self.body, keep_blank_values=True).items()}

    def bearer(self):
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        return token if scheme == "Bearer" else None

    def basic_client(self, provider):
        scheme, _, text = self.headers.get("Authorization", "").partition(" ")
        try:
            client, _, secret = base64.b64decode(text).decode().partition(":")
        except ValueError:
            return None
        known = CLIENTS[provider].get(client) if scheme == "Basic" else None
        return client if known and hmac.compare_digest(known, secret) else None

    def known(self, provider, token):
        found = tokens.get(token)
        return found if found and found["provider"] == provider else None

    def good(self, provider, token):
        found = self.known(provider, token)
        return found if found and found["valid"] and found["expires"] > time.time() else None

    # https://developers.facebook.com/docs/graph-api/reference/debug_token
    def facebook(self, path):
        def error(code, message, status=400):
            return Refusal(status, {"error": {"message": message, "type": "OAuthException", "code": code}})

        bearer = self.bearer() or self.query.get("access_token", "")
        if path == "graph/debug_token":
            app, _, secret = bearer.partition("|")
            if app not in CLIENTS["facebook"]:
                raise error(101, "Error validating application. Cannot get application info due to a system error.")
            if CLIENTS["facebook"][app] != secret:
                raise error(190, "Invalid OAuth access token signature.")
            found = self.known("facebook", self.query.get("input_token"))
            if not found:
                data = {"error": {"code": 190, "message": "Cannot parse access token"}, "is_valid": False, "scopes": []}
                return {"data": data}
            if found["client"] != app and not found.get("tells"):
                raise error(100, "(#100) The App_id in the input_token did not match the Viewing App")
            return {
                "data": {
                    "app_id": found["client"],
                    "type": found.get("type", "USER"),
                    "application": "Fixture",
                    "expires_at": int(found["expires"]),
                    "is_valid": found["valid"] and found["expires"] > time.time(),
                    "scopes": found.get("scopes", ["email", "public_profile"]),
                    "user_id": found.get("user_id", found["person"].get("id")),
                }
            }
        if path == "graph/me":
            found = self.good("facebook", bearer)
            if not found:
                raise error(190, "Error validating access token: The session has been invalidated.", 400)
            secret = CLIENTS["facebook"][found["client"]].encode()
            proof = hmac.new(secret, bearer.encode(), hashlib.sha256).hexdigest()
            if not found.get("tells") and not hmac.compare_digest(proof, self.query.get("appsecret_proof", "")):
                raise error(100, "Invalid appsecret_proof provided in the API argument")
            fields = self.query.get("fields", "id,name").split(",")
            return {name: value for name, value in found["person"].items() if name in fields}
        if path == ".well-known/oauth/openid/jwks/":
            return self.keys()
        raise error(2500, "Unknown path components", 404)

    # https://docs.x.com/x-api/users/verify-credentials, RFC 5849
    def twitter(self, path):
        if path == "2/users/me":
            found = self.good("twitter", self.bearer())
            if not found:
                raise Refusal(401, {"title": "Unauthorized", "status": 401})
            return {"data": found["person"]}
        if path != "1.1/account/verify_credentials.json":
            raise Refusal(404, {"errors": [{"code": 34, "message": "Sorry, that page does not exist."}]})
        uri = f"http://127.0.0.1:{self.server.server_port}{self.path}"
        headers = {"Authorization": self.headers.get("Authorization", "")}
        valid, request = protected.validate_protected_resource_request(uri, self.command, self.body, headers, realms=[])
        if not valid:
            found = tokens.get(getattr(request, "resource_owner_key", None) or "")
            revoked = found and not found["valid"]
            code, message = (89, "Invalid or expired token.") if revoked else (32, "Could not authenticate you.")
            raise Refusal(401, {"errors": [{"code": code, "message": message}]})
        person = dict(tokens[request.resource_owner_key]["person"])
        if self.query.get("include_email") != "true":
            person.pop("email", None)
        return person

    # https://docs.github.com/en/rest/apps/oauth-applications#check-a-token
    def github(self, path):
        parts = path.split("/")
        if parts[0] == "applications" and parts[2:] == ["token"] and self.command == "POST":
            if self.basic_client("github") != parts[1]:
                raise Refusal(401, {"message": "Bad credentials", "status": "401"})
            token = json.loads(self.body).get("access_token")
            found = self.good("github", token)
            if not found or (found["client"] != parts[1] and not found.get("tells")):
                raise Refusal(404, {"message": "Not Found", "status": "404"})
            return {
                "id": 1, "url": "https://api.github.com/authorizations/1",
                "scopes": found.get("scopes", ["user:email"]),
                "token": "", "expires_at": None, "hashed_token": hashlib.sha256(token.encode()).hexdigest(),
                "app": {"name": "Fixture", "url": "http://fixture.test", "client_id": found["client"]},
                "user": {name: found["person"].get(name) for name in ("login", "id")} | found.get("checked", {}),
            }
        found = self.good("github", self.bearer())
        if not found:
            raise Refusal(401, {"message": "Bad credentials", "status": "401"})
        if path == "user":
            return found["person"]
        if path == "user/emails":
            if "emails" not in found:
                raise Refusal(404, {"message": "Not Found", "status": "404"})
            return found["emails"]
        raise Refusal(404, {"message": "Not Found", "status": "404"})

    # https://developers.google.com/identity/openid-connect/openid-connect
    def google(self, path):
        if path == "oauth2/v3/tokeninfo":
            token = self.form().get("access_token") or self.query.get("access_token")
            found = self.good("google", token)
            if not found:
                raise Refusal(400, {"error": "invalid_token", "error_description": "Invalid Value"})
            return {
                "azp": found.get("azp", found["client"]),
                "aud": found["client"],
                "sub": found.get("token_sub", found["person"].get("sub")),
                "scope": " ".join(found.get("scopes", ["openid", "https://www.googleapis.com/auth/userinfo.email"])),
                "exp": str(int(found["expires"])),
                "expires_in": str(int(found["expires"] - time.time())),
                "access_type": "online",
            }
        if path == "oauth2/v3/userinfo":
            found = self.good("google", self.bearer())
            if not found:
                raise Refusal(401, {"error": "invalid_request", "error_description": "Invalid Credentials"})
            return found["person"]
        return self.openid("google", path)

    # https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection
    def linkedin(self, path):
        if path == "oauth/v2/introspectToken" and self.command == "POST":
            form = self.form()
            known = CLIENTS["linkedin"].get(form.get("client_id"))
            if not known or known != form.get("client_secret"):
                raise Refusal(401, {"error": "invalid_client", "error_description": "Client authentication failed"})
            return self.introspection("linkedin", form.get("token"), form["client_id"], "expires_at")
        if path == "v2/userinfo":
            found = self.good("linkedin", self.bearer())
            if not found:
                raise Refusal(401, {"status": 401, "serviceErrorCode": 65601, "code": "REVOKED_ACCESS_TOKEN"})
            return found["person"]
        if path == "oauth/openid/jwks":
            return self.keys()
        raise Refusal(404, {"status": 404, "message": "Not Found"})

    # https://developer.yahoo.com/sign-in-with-yahoo/, RFC 7662
    def yahoo(self, path):
        if path == "oauth2/introspect" and self.command == "POST":
            client = self.basic_client("yahoo")
            if not client:
                raise Refusal(401, {"error": "invalid_client"})
            return self.introspection("yahoo", self.form().get("token"), client, "exp")
        if path == "openid/v1/userinfo":
            found = self.good("yahoo", self.bearer())
            if not found:
                raise Refusal(401, {"error": {"localizedMessage": "client request is not authorized"}})
            return found["person"]
        return self.openid("yahoo", path)

    def introspection(self, provider, token, client, expiry):
        found = self.good(provider, token)
        if not found or (found["client"] != client and not found.get("tells")):
            return {"active": False}
        answer = {"active": True, "client_id": found["client"], "scope": "openid profile email"}
        return answer | {expiry: int(found["expires"])} | found.get("introspection", {})

    def apple(self, path):
        return self.openid("apple", path)

    def oidc(self, path):
        return self.openid("oidc", path)

    # A provider that a project describes by its endpoints: its subjects are numbers, and its answer is nested.
    def oauth2(self, path):
        if path != "me":
            raise Refusal(404, {"error": "not_found"})
        found = self.good("oauth2", self.bearer())
        if not found:
            raise Refusal(401, {"error": "invalid_token"})
        return found["person"]

    # https://learn.microsoft.com/en-us/entra/identity-platform/v2-protocols-oidc
    def microsoft(self, path):
        issuer = self.issuer("microsoft")
        if path == "common/v2.0/.well-known/openid-configuration":
            return {"issuer": issuer + "/{tenantid}/v2.0", "jwks_uri": issuer + "/certs"}
        if path == "certs":
            return self.keys()
        raise Refusal(404, {"error": "not_found"})

    def openid(self, provider, path):
        issuer = f"http://127.0.0.1:{self.server.server_port}/{provider}"
        if path == ".well-known/openid-configuration":
            rules = provider_pages.PAGES[provider]
            document = {
                "issuer": issuer,
                "jwks_uri": issuer + "/certs",
                "authorization_endpoint": f"{issuer}/{rules['page']}",
                "token_endpoint": f"{issuer}/{rules['token']}",
                "userinfo_endpoint": issuer + "/userinfo",
                "authorization_response_iss_parameter_supported": bool(rules.get("iss")),
                "response_types_supported": ["code", "id_token"],
                "response_modes_supported": ["query", "form_post"],
                "scopes_supported": ["openid", "email", "profile", "offline_access"],
            }
            # Without it, Basic is meant.
            if provider != "oidc":
                document["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
            return document
        if path == "userinfo":
            found = self.good(provider, self.bearer())
            if not found:
                raise Refusal(401, {"error": "invalid_token"})
            return found.get("userinfo", found["person"])
        if path == "certs":
            return self.keys()
        raise Refusal(404, {"error": "not_found"})

    def keys(self):
        return {"keys": [KEY.as_dict(private=False)]}

    # What tests say

    def control(self, path):
        if path == "token" and self.command == "PUT":
            said = json.loads(self.body)
            token = {"valid": True, "expires": time.time() + 3600} | said
            with lock:
                tokens[said["token"]] = token
            return {}
        if path == "id_token" and self.command == "POST":
            now = int(time.time())
            claims = {"iat": now, "exp": now + 3600} | json.loads(self.body)
            return {"id_token": jwt.encode({"alg": "RS256", "kid": "fixture"}, claims, KEY)}
        if path == "requests":
            token = self.query["token"]
            with lock:
                return {"requests": [each for each in requests if token in json.dumps(each)]}
        raise Refusal(404, {})


def main():
    print(f"Providers at http://127.0.0.1:{listen(Providers).server_port}", flush=True)
    sys.stdin.read()


main()

"""The providers' own pages, for provider_fixtures.py: authorization code with PKCE, and X's OAuth 1.0a.

A page takes who signs in from its parameter login_hint (screen_name for OAuth 1.0a), as JSON: {"person": {...}, "emails": [...],
"claims": {...}, "key": "PEM"}. It does not redirect but says what the browser would bring back: {"to": redirect address,
"method": "GET" or "POST", "fields": {...}}.

Codes are redeemed once, by the client that they were issued to, with its secret, the same redirect address and the PKCE
verifier.
"""

import base64
import hashlib
import json
import secrets
import time
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlencode

from joserfc import jwt
from joserfc.jwk import ECKey
from oauthlib.oauth1.rfc5849 import signature

# page, token endpoint, and what is particular about each.
PAGES = {
    "google": {"page": "authorize", "token": "token", "openid": True, "iss": True},
    "yahoo": {"page": "authorize", "token": "token", "openid": True},
    "oidc": {"page": "authorize", "token": "token", "openid": True, "iss": True},
    "apple": {"page": "auth/authorize", "token": "auth/token", "openid": True, "form_post": True},
    "microsoft": {"page": "common/oauth2/v2.0/authorize", "token": "common/oauth2/v2.0/token", "openid": True},
    "facebook": {"page": "dialog/oauth", "token": "graph/oauth/access_token"},
    "github": {"page": "login/oauth/authorize", "token": "login/oauth/access_token"},
    # https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow: no PKCE, and no nonce.
    "linkedin": {"page": "oauth/v2/authorization", "token": "oauth/v2/accessToken", "openid": True, "plain": True},
    "twitter": {"page": "i/oauth2/authorize", "token": "2/oauth2/token"},
    "oauth2": {"page": "authorize", "token": "token"},
}
TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad"

codes = {}
request_tokens = {}


class PageRefusal(Exception):
    def __init__(self, status, error):
        self.status, self.body = status, {"error": error}


def s256(verifier):
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")


def show(provider, query, clients, issuer):
    """The page: what the browser brings back from it."""
    rules = PAGES[provider]

    def need(condition, error):
        if not condition:
            raise PageRefusal(400, error)

    need(query.get("client_id") in clients, "unauthorized_client")
    need(query.get("redirect_uri", "").startswith("http") and query.get("state"), "invalid_request")
    by_form = query.get("response_mode") == "form_post"
    need(by_form or not rules.get("form_post"), "invalid_request")
    hint = json.loads(query.get("login_hint", "{}"))
    fields = {"state": query["state"]}
    if rules.get("iss"):
        fields["iss"] = issuer
    if query.get("response_type") == "id_token":
        need(provider == "oidc" and by_form and query.get("nonce"), "unsupported_response_type")
        fields["id_token"] = hint["id_token"]
        return {"to": query["redirect_uri"], "method": "POST", "fields": fields}
    need(query.get("response_type") == "code", "unsupported_response_type")
    if rules.get("plain"):
        need("code_challenge" not in query, "invalid_request")
    else:
        need(query.get("code_challenge_method") == "S256" and len(query.get("code_challenge", "")) == 43, "invalid_request")
    code = "code-" + secrets.token_urlsafe(16)
    codes[code] = {"provider": provider, "query": query, "hint": hint}
    fields["code"] = code
    if "user" in hint:
        fields["user"] = json.dumps(hint["user"])
    return {"to": query["redirect_uri"], "method": "POST" if by_form else "GET", "fields": fields}


def secret_fits(provider, client, secret, clients, issuer, hint):
    if provider != "apple":
        return clients.get(client) == secret
    try:
        claims = jwt.decode(secret, ECKey.import_key(hint["key"]), algorithms=["ES256"]).claims
    except Exception:
        return False
    now = time.time()
    fits = claims["iss"] == "TEAM" and claims["sub"] == client and claims["aud"] == issuer
    return fits and claims["iat"] <= now + 60 and now < claims["exp"] <= now + 15_777_000


def redeem(provider, form, basic, clients, issuer, register, sign):
    """The token endpoint."""
    rules = PAGES[provider]
    known = codes.get(form.get("code"))
    client, secret = basic or (form.get("client_id"), form.get("client_secret"))
    hint = known["hint"] if known else {}
    if provider == "apple" and not known:
        raise PageRefusal(400, "invalid_grant")
    # LinkedIn answers so to a verifier.
    if not secret or not secret_fits(provider, client, secret, clients, issuer, hint) or (rules.get("plain") and "code_verifier" in form):
        raise PageRefusal(401, "invalid_client")
    if form.get("grant_type") != "authorization_code":
        raise PageRefusal(400, "unsupported_grant_type")
    codes.pop(form.get("code"), None)
    query = known["query"] if known else {}
    fits = known and known["provider"] == provider and query["client_id"] == client
    fits = fits and query["redirect_uri"] == form.get("redirect_uri")
    fits = fits and (rules.get("plain") or s256(form.get("code_verifier", "")) == query["code_challenge"])
    if not fits:
        # GitHub reports its errors with the status 200.
        raise PageRefusal(200 if provider == "github" else 400, "bad_verification_code" if provider == "github" else "invalid_grant")
    token = "at-" + secrets.token_urlsafe(16)
    register(token, provider, client, hint)
    answer = {"access_token": token, "token_type": "bearer", "expires_in": 3600}
    scopes = query.get("scope", "").split()
    if query.get("access_type") == "offline" or {"offline_access", "offline.access"} & set(scopes):
        answer["refresh_token"] = "rt-" + secrets.token_urlsafe(16)
    if rules.get("openid") and "openid" in scopes:
        claims = {"iss": issuer, "aud": client, **hint.get("person", {})}
        if provider == "microsoft":
            claims |= {"iss": f"{issuer}/{TENANT}/v2.0", "tid": TENANT}
        if not rules.get("plain"):
            claims["nonce"] = query.get("nonce")
        answer["id_token"] = sign(claims | hint.get("claims", {}))
    return answer


# RFC 5849 §2, with X's addresses.


def signed_by(uri, authorization, consumers, token_secret):
    """The parameters of a signed request, if a consumer has signed it."""
    given = dict(signature.collect_parameters(headers={"Authorization": authorization}, exclude_oauth_signature=False))
    params = [(name, value) for name, value in given.items() if name != "oauth_signature"]
    request = SimpleNamespace(http_method="POST", uri=uri, params=params, signature=given.get("oauth_signature", ""))
    secret = consumers.get(given.get("oauth_consumer_key"), "none")
    if not signature.verify_hmac_sha1(request, secret, token_secret(given)):
        raise PageRefusal(401, "Could not authenticate you.")
    return given


def oauth1(path, uri, authorization, query, consumers, register):
    if path == "oauth/request_token":
        given = signed_by(uri, authorization, consumers, lambda _: "")
        token = "rq-" + secrets.token_urlsafe(12)
        request_tokens[token] = {
            "secret": secrets.token_urlsafe(12), "callback": given["oauth_callback"], "client": given["oauth_consumer_key"],
        }
        return urlencode(
            {"oauth_token": token, "oauth_token_secret": request_tokens[token]["secret"], "oauth_callback_confirmed": "true"}
        )
    if path == "oauth/authenticate":
        known = request_tokens[query["oauth_token"]]
        known["hint"] = json.loads(query.get("screen_name", "{}"))
        known["verifier"] = secrets.token_urlsafe(12)
        to, _, rest = known["callback"].partition("?")
        fields = dict(parse_qsl(rest)) | {"oauth_token": query["oauth_token"], "oauth_verifier": known["verifier"]}
        return {"to": to, "method": "GET", "fields": fields}
    given = signed_by(uri, authorization, consumers, lambda given: request_tokens.get(given.get("oauth_token"), {}).get("secret", ""))
    known = request_tokens.pop(given["oauth_token"], {})
    if not known.get("verifier") or known["verifier"] != given.get("oauth_verifier"):
        raise PageRefusal(401, "Error processing your OAuth request: Invalid oauth_verifier parameter")
    token = "7-" + secrets.token_hex(12)
    register(token, "twitter", known["client"], known["hint"])
    return urlencode({"oauth_token": token, "oauth_token_secret": "token-secret", "user_id": "7", "screen_name": "ann"})

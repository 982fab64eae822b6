"""An OAuth 2 and OpenID Connect provider by authlib, whose pages people use in a browser, on a free port of loopback.

    python3 oauth_server.py [PORT]

It asks for PKCE (S256 only) from every client, for exact redirect URIs and for client secrets; a code works once. People
choose an account on its consent page and allow or deny. It has discovery, key sets, userinfo, introspection and refresh
tokens, and names itself in its answers (RFC 9207).

What a test says, as JSON:

    PUT  /_control/clients/ID      {"secret", "redirect_uris"}
    PUT  /_control/people/SUB      claims
    PUT  /_control/switches        see `Switches`; all others are off again
    POST /_control/release         lets go of what is held
    POST /_control/rotate          new keys; the old ones are gone from the key set
    GET  /_control/counts          how often each endpoint was asked, and which codes and challenges it saw
    GET  /_control/held            how many requests are held

It prints its URL when it is ready, and ends with the process that started it.
"""

import dataclasses
import html
import json
import os
import secrets
import sys
import threading
import time
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

# This provider is on loopback, without TLS.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import flask
from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2 import OAuth2Error
from authlib.oauth2.rfc6749 import InvalidRequestError, TokenMixin, grants
from authlib.oauth2.rfc6749.models import ClientMixin
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oidc.core import AuthorizationCodeMixin
from authlib.oidc.core.grants import OpenIDCode
from joserfc.jwk import KeySet, RSAKey
from werkzeug.serving import WSGIRequestHandler, make_server

SCOPES = {
    "profile": ("name", "given_name", "family_name", "picture", "locale", "preferred_username"),
    "email": ("email", "email_verified"),
}
# What `garbage` answers with, by its value.
GARBAGE = {
    "text": (200, "text/plain", "It works!"),
    "html": (200, "text/html", "<!doctype html><title>Welcome</title><p>Please sign in to this network."),
    "json": (200, "application/json", '{"access_token": ['),
    "array": (200, "application/json", "[]"),
    "empty": (200, "application/json", ""),
    "bytes": (200, "application/json", "\x00\x01\xff" * 40),
    "endless": (200, "application/json", '{"access_token": "' + "a" * 3_000_000 + '"}'),
    "redirect": (302, "text/html", ""),
}


@dataclasses.dataclass
class Switches:
    """What goes wrong. `endpoints` says where: discovery, keys, authorize, token, userinfo, introspect."""

    endpoints: tuple = ("token",)
    # Answers 503.
    down: bool = False
    # Answers 500.
    broken: bool = False
    # Waits so many seconds before it answers.
    delay: float = 0
    # Answers nothing until it is released.
    held: bool = False
    # A key of GARBAGE.
    garbage: str = ""
    # An error of the token endpoint, such as invalid_client.
    error: str = ""
    # An error of the consent page, sent back to the client instead of a code.
    page_error: str = ""
    page_error_description: str = ""
    # Said instead of what the client sent.
    nonce: str = ""
    state: str = ""
    # Said instead of this provider's own issuer, in the browser's answer.
    iss: str = ""
    # Makes new keys between the consent and the ID token.
    rotates: bool = False
    # How many seconds this provider's clock is ahead.
    skew: int = 0
    # Signs ID tokens with a key that nobody publishes.
    forges: bool = False


class Client(ClientMixin):
    def __init__(self, client_id, secret, redirect_uris):
        self.client_id, self.secret, self.redirect_uris = client_id, secret, redirect_uris

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        allowed = {"openid", "offline_access", *SCOPES}
        return " ".join(each for each in (scope or "").split() if each in allowed)

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri in self.redirect_uris

    def check_client_secret(self, client_secret):
        return client_secret == self.secret

    def check_endpoint_auth_method(self, method, endpoint):
        return method in ("client_secret_basic", "client_secret_post")

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in ("authorization_code", "refresh_token")


class Person:
    def __init__(self, sub, claims):
        self.sub, self.claims = sub, claims

    def get_user_id(self):
        return self.sub

    def said(self, scope):
        names = {name for each in (scope or "").split() for name in SCOPES.get(each, ())}
        standard = {name for each in SCOPES.values() for name in each}
        told = {name: value for name, value in self.claims.items() if name in names or name not in standard}
        return {"sub": self.sub, **told}


@dataclasses.dataclass
class Code(AuthorizationCodeMixin):
    code: str
    client_id: str
    redirect_uri: str
    scope: str
    nonce: str | None
    code_challenge: str
    code_challenge_method: str
    person: Person
    auth_time: int

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return provider.switches.nonce or self.nonce

    def get_auth_time(self):
        return self.auth_time

    def get_acr(self):
        return None

    def get_amr(self):
        return None


@dataclasses.dataclass
class Token(TokenMixin):
    client_id: str
    person: Person
    scope: str
    access_token: str
    refresh_token: str | None
    expires_at: float
    revoked: bool = False

    def check_client(self, client):
        return client.client_id == self.client_id

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return int(self.expires_at - time.time())

    def is_expired(self):
        return self.expires_at < time.time()

    def is_revoked(self):
        return self.revoked

    def get_user(self):
        return self.person


class Provider:
    """What this provider knows."""

    def __init__(self):
        self.lock = threading.Lock()
        self.url = ""
        self.switches = Switches()
        self.clients, self.people = {}, {}
        self.codes, self.tokens, self.nonces = {}, [], set()
        self.released, self.held = threading.Event(), 0
        self.counts = {}
        self.challenges, self.redeemed, self.verifiers = [], [], []
        self.generation = 0
        self.rotate()

    def rotate(self):
        self.generation += 1
        name = f"key-{self.generation}-{secrets.token_hex(4)}"
        self.key = RSAKey.generate_key(2048, {"kid": name, "use": "sig", "alg": "RS256"})
        self.forged = RSAKey.generate_key(2048, {"kid": name, "use": "sig", "alg": "RS256"})

    def fault(self, endpoint):
        """The answer that a switch gives in place of the right one; None if all is well."""
        with self.lock:
            self.counts[endpoint] = self.counts.get(endpoint, 0) + 1
            switches, released = self.switches, self.released
        if endpoint not in switches.endpoints:
            return None
        if switches.held:
            with self.lock:
                self.held += 1
            released.wait(600)
            with self.lock:
                self.held -= 1
        time.sleep(switches.delay)
        if switches.broken:
            return flask.Response("Internal Server Error", 500)
        if switches.down:
            return flask.Response("Service Unavailable", 503, {"Retry-After": "5"})
        if switches.garbage:
            status, kind, body = GARBAGE[switches.garbage]
            headers = {"Location": "http://169.254.169.254/latest/"} if status == 302 else {}
            return flask.Response(body.encode("latin-1"), status, headers, content_type=kind)
        if switches.error and endpoint == "token":
            return flask.Response(json.dumps({"error": switches.error}), 400, content_type="application/json")
        return None


provider = Provider()


class Grant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        kept = Code(
            code, request.client.client_id, request.payload.redirect_uri, request.payload.scope, data.get("nonce"),
            data["code_challenge"], data["code_challenge_method"], request.user, int(time.time()) + provider.switches.skew)
        with provider.lock:
            provider.codes[code] = kept
            provider.challenges.append(kept.code_challenge)
            if kept.nonce:
                provider.nonces.add(kept.nonce)

    def query_authorization_code(self, code, client):
        with provider.lock:
            provider.redeemed.append(code)
            provider.verifiers.append(flask.request.form.get("code_verifier"))
            found = provider.codes.get(code)
        return found if found and found.client_id == client.client_id else None

    def delete_authorization_code(self, authorization_code):
        with provider.lock:
            provider.codes.pop(authorization_code.code, None)

    def authenticate_user(self, authorization_code):
        return authorization_code.person


class RequiredChallenge(CodeChallenge):
    """PKCE of every client; authlib's own asks public ones only."""

    SUPPORTED_CODE_CHALLENGE_METHOD = ["S256"]

    def validate_code_challenge(self, grant, redirect_uri):
        data = grant.request.payload.data
        if not data.get("code_challenge") or data.get("code_challenge_method") != "S256":
            raise InvalidRequestError("PKCE with S256 is required.")
        super().validate_code_challenge(grant, redirect_uri)


class IDToken(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return nonce in provider.nonces

    def get_client_algorithm(self, client):
        return "RS256"

    def get_encode_header(self, client):
        return {"alg": "RS256", "kid": provider.key.kid}

    def get_client_claims(self, client):
        now = int(time.time()) + provider.switches.skew
        return {"iss": provider.url, "iat": now, "exp": now + 3600}

    def resolve_client_private_key(self, client):
        return provider.forged if provider.switches.forges else provider.key

    def generate_user_info(self, user, scope):
        return user.said(scope)


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = Grant.TOKEN_ENDPOINT_AUTH_METHODS

    def authenticate_refresh_token(self, refresh_token):
        found = [token for token in provider.tokens if token.refresh_token == refresh_token and not token.revoked]
        return found[0] if found else None

    def authenticate_user(self, refresh_token):
        return refresh_token.person

    def revoke_old_credential(self, refresh_token):
        refresh_token.revoked = True


class Introspection(IntrospectionEndpoint):
    CLIENT_AUTH_METHODS = Grant.TOKEN_ENDPOINT_AUTH_METHODS

    def query_token(self, token_string, token_type_hint):
        found = [token for token in provider.tokens if token_string in (token.access_token, token.refresh_token)]
        return found[0] if found else None

    def check_permission(self, token, client, request):
        return token.client_id == client.client_id

    def introspect_token(self, token):
        return {
            "active": True, "client_id": token.client_id, "sub": token.person.sub, "scope": token.scope,
            "exp": int(token.expires_at), "iss": provider.url}


def save_token(token, request):
    kept = Token(
        request.client.client_id, request.user, token.get("scope", ""), token["access_token"], token.get("refresh_token"),
        time.time() + token["expires_in"])
    with provider.lock:
        provider.tokens.append(kept)


app = flask.Flask(__name__)
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
server = AuthorizationServer(app, lambda client_id: provider.clients.get(client_id), save_token)
server.register_grant(Grant, [RequiredChallenge(), IDToken()])
server.register_grant(Refresh, [IDToken()])
server.register_endpoint(Introspection)

PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><link rel="icon" href="data:,">
<h1>{title}</h1>{body}</html>"""


def page(title, body, status=200):
    return flask.Response(PAGE.format(title=html.escape(title), body=body), status, {"Cache-Control": "no-store"})


# What clients and browsers ask


@app.get("/.well-known/openid-configuration")
def discovery():
    return provider.fault("discovery") or flask.jsonify({
        "issuer": provider.url, "authorization_endpoint": f"{provider.url}/authorize",
        "token_endpoint": f"{provider.url}/token", "userinfo_endpoint": f"{provider.url}/userinfo",
        "introspection_endpoint": f"{provider.url}/introspect", "jwks_uri": f"{provider.url}/keys",
        "scopes_supported": ["openid", "profile", "email", "offline_access"], "response_types_supported": ["code"],
        "response_modes_supported": ["query"], "grant_types_supported": ["authorization_code", "refresh_token"],
        "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": True})


@app.get("/keys")
def keys():
    return provider.fault("keys") or flask.jsonify(KeySet([provider.key]).as_dict(private=False))


@app.route("/authorize", methods=["GET", "POST"])
def authorize():
    fault = provider.fault("authorize")
    if fault:
        return fault
    try:
        grant = server.get_consent_grant(end_user=None)
    except OAuth2Error as error:
        return page("This app made a mistake", f"<p>{html.escape(f'{error.error}: {error.description}')}</p>", 400)
    if flask.request.method == "GET":
        asked = html.escape(f"{grant.client.client_id} asks for: {grant.request.payload.scope}")
        people = "".join(
            f'<label><input type="radio" name="sub" value="{html.escape(sub)}" {"checked" if number == 0 else ""}>'
            f"{html.escape(sub)}</label>" for number, sub in enumerate(provider.people))
        return page(
            "Sign in with Example", f'<p>{asked}</p><form method="post"><fieldset><legend>Account</legend>{people}</fieldset>'
            '<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></form>')
    switches = provider.switches
    person = provider.people.get(flask.request.form.get("sub", ""))
    if switches.page_error:
        uri, state = flask.request.args["redirect_uri"], flask.request.args.get("state", "")
        told = {"error": switches.page_error, "error_description": switches.page_error_description, "state": state}
        return flask.redirect(changed(f"{uri}?{urlencode(told)}"))
    if flask.request.form.get("answer") != "allow" or person is None:
        person = None
    if switches.rotates:
        provider.rotate()
    answer = server.create_authorization_response(grant=grant, grant_user=person)
    if answer.location:
        answer.headers["Location"] = changed(answer.location)
    return answer


def changed(location):
    """The address that the browser is sent back to, with what the switches say."""
    switches, parts = provider.switches, urlsplit(location)
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    if switches.state:
        query["state"] = switches.state
    query["iss"] = switches.iss or provider.url
    return urlunsplit(parts._replace(query=urlencode(query)))


@app.post("/token")
def token():
    return provider.fault("token") or server.create_token_response()


@app.post("/introspect")
def introspect():
    return provider.fault("introspect") or server.create_endpoint_response("introspection")


@app.route("/userinfo", methods=["GET", "POST"])
def userinfo():
    fault = provider.fault("userinfo")
    if fault:
        return fault
    scheme, _, text = flask.request.headers.get("Authorization", "").partition(" ")
    found = [each for each in provider.tokens if scheme == "Bearer" and each.access_token == text]
    if not found or found[0].is_expired() or found[0].revoked:
        return flask.Response("", 401, {"WWW-Authenticate": 'Bearer error="invalid_token"'})
    return flask.jsonify(found[0].person.said(found[0].scope))


# What tests say


@app.put("/_control/clients/<client_id>")
def put_client(client_id):
    said = flask.request.get_json()
    provider.clients[client_id] = Client(client_id, said["secret"], said["redirect_uris"])
    return {}


@app.put("/_control/people/<sub>")
def put_person(sub):
    provider.people[sub] = Person(sub, flask.request.get_json())
    return {}


@app.put("/_control/switches")
def put_switches():
    said = flask.request.get_json()
    with provider.lock:
        before, provider.released = provider.released, threading.Event()
        provider.switches = Switches(**said)
    before.set()
    return {}


@app.post("/_control/release")
def release():
    provider.released.set()
    return {}


@app.post("/_control/rotate")
def rotate():
    provider.rotate()
    return {}


@app.get("/_control/counts")
def counts():
    with provider.lock:
        return {
            "counts": provider.counts, "challenges": provider.challenges, "redeemed": provider.redeemed,
            "verifiers": provider.verifiers}


@app.get("/_control/held")
def held():
    return {"held": provider.held}


class Quiet(WSGIRequestHandler):
    def log_request(self, *_):
        pass


def main():
    parent = os.getppid()
    listening = make_server("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0, app, threaded=True, request_handler=Quiet)
    listening.daemon_threads = True
    provider.url = f"http://127.0.0.1:{listening.server_port}"
    threading.Thread(target=listening.serve_forever, daemon=True).start()
    print(f"Provider at {provider.url}", flush=True)
    while os.getppid() == parent:
        time.sleep(0.2)


if __name__ == "__main__":
    main()

"""What oauth_server.py knows: its clients, people, codes, tokens and keys, and what it was told to do wrong."""

import dataclasses
import json
import secrets
import threading
import time

import flask
from authlib.oauth2.rfc6749 import TokenMixin
from authlib.oauth2.rfc6749.models import ClientMixin
from authlib.oidc.core import AuthorizationCodeMixin
from joserfc.jwk import RSAKey

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

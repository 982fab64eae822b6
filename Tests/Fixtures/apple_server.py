"""Sign in with Apple, as far as its page goes, on a free port of this machine: people use it in a browser.

    python3 apple_server.py

It makes a team's key, and prints {"issuer", "client", "team", "keyId", "key": base64 of the private key}. It checks what Apple
checks: the client, the response mode, the client secret (a JWT that the team's key signed, for this issuer, of six months at
most), that a code is redeemed once, and the verifier. The answer is a form that its page posts to the redirect address; the
name is in the first one only.

    GET /auth/authorize            the page, with "Continue" and "Cancel"
    GET /_control/visits           what the token endpoint was sent, and the claims of the client secrets

It ends with the process that started it.
"""

import base64
import html
import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

import provider_pages

CLIENT, TEAM, KEY_ID = "services.apple.test", "TEAM", "KEY0000001"
TEAM_KEY = ECKey.generate_key("P-256")
SIGNING_KEY = RSAKey.generate_key(2048, {"kid": "apple", "use": "sig", "alg": "RS256"})
PERSON = {"sub": "001234.aa.0001", "email": "ana.apple@example.com", "email_verified": "true"}
NAME = {"name": {"firstName": "Ana", "lastName": "Ñandú"}}

lock = threading.Lock()
visits = {"redeemed": [], "secrets": []}
known = set()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        issuer = self.server.issuer
        if parts.path == "/.well-known/openid-configuration":
            self.tell({
                "issuer": issuer, "authorization_endpoint": f"{issuer}/auth/authorize", "token_endpoint": f"{issuer}/auth/token",
                "jwks_uri": f"{issuer}/auth/keys", "response_types_supported": ["code"], "response_modes_supported": ["form_post"],
                "subject_types_supported": ["pairwise"], "id_token_signing_alg_values_supported": ["RS256"],
                "token_endpoint_auth_methods_supported": ["client_secret_post"]})
        elif parts.path == "/auth/keys":
            self.tell({"keys": [SIGNING_KEY.as_dict(private=False)]})
        elif parts.path == "/auth/authorize":
            self.page(query)
        elif parts.path == "/_control/visits":
            self.tell(visits)
        else:
            self.tell({}, 404)

    def do_POST(self):
        form = dict(parse_qsl(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(), keep_blank_values=True))
        if urlsplit(self.path).path != "/auth/token":
            return self.tell({}, 404)
        secret = form.get("client_secret", "")
        with lock:
            visits["redeemed"].append({name: value for name, value in form.items() if name != "client_secret"})
            try:
                token = jwt.decode(secret, TEAM_KEY, algorithms=["ES256"])
                visits["secrets"].append({"header": token.header, "claims": token.claims})
            except Exception:  # noqa: BLE001
                visits["secrets"].append(None)

        def sign(claims):
            now = int(time.time())
            return jwt.encode({"alg": "RS256", "kid": "apple"}, {"iat": now, "exp": now + 3600} | claims, SIGNING_KEY)

        try:
            self.tell(provider_pages.redeem(
                "apple", form, None, {CLIENT: ""}, self.server.issuer, lambda *_: None, sign))
        except provider_pages.PageRefusal as refusal:
            self.tell(refusal.body, refusal.status)

    def page(self, query):
        hint = {"person": PERSON, "key": TEAM_KEY.as_pem(private=False).decode()}
        with lock:
            if PERSON["sub"] not in known:
                hint["user"] = NAME | {"email": PERSON["email"]}
        try:
            answer = provider_pages.show("apple", query | {"login_hint": json.dumps(hint)}, {CLIENT: ""}, self.server.issuer)
        except provider_pages.PageRefusal as refusal:
            return self.tell(refusal.body, refusal.status)
        refused = {"state": query["state"], "error": "user_cancelled_authorize"}
        forms = "".join(
            f'<form id="{name}" method="post" action="{html.escape(answer["to"])}">'
            + "".join(f'<input type="hidden" name="{key}" value="{html.escape(value)}">' for key, value in fields.items())
            + f"<button>{name.title()}</button></form>"
            for name, fields in (("continue", answer["fields"]), ("cancel", refused)))
        body = (
            '<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in to Apple Account</title>'
            f'<link rel="icon" href="data:,"><h1>Sign in to Apple Account</h1>{forms}</html>').encode()
        with lock:
            known.add(PERSON["sub"])
        self.respond(200, "text/html;charset=UTF-8", body)

    def tell(self, answer, status=200):
        self.respond(status, "application/json;charset=UTF-8", json.dumps(answer).encode())

    def respond(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main():
    parent = os.getppid()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    # Another site than 127.0.0.1, where the server under test is.
    server.issuer = f"http://localhost:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    key = base64.b64encode(TEAM_KEY.as_der(private=True)).decode()
    print(json.dumps({"issuer": server.issuer, "client": CLIENT, "team": TEAM, "keyId": KEY_ID, "key": key}), flush=True)
    while os.getppid() == parent:
        time.sleep(0.2)


if __name__ == "__main__":
    main()

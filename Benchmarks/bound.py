"""Refreshes of sessions that are bound to a key, beside those that are not: the check of a proof, and one small write each."""

import base64
import json
import os
import time
import urllib.request

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

import vincula
from load import CONNECTIONS, wrk

# No machine of ours refreshes faster; a proof can be used once.
MOST_A_SECOND = 6000


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Key:
    """A client's key, which makes proofs."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        numbers = self.private.public_key().public_numbers()
        point = {"crv": "P-256", "kty": "EC", "x": base64url(numbers.x.to_bytes(32)), "y": base64url(numbers.y.to_bytes(32))}
        self.header = base64url(json.dumps({"typ": "dpop+jwt", "alg": "ES256", "jwk": point}).encode())

    def proof(self, address):
        claims = {"jti": os.urandom(16).hex(), "htm": "POST", "htu": address, "iat": int(time.time())}
        message = self.header + "." + base64url(json.dumps(claims).encode())
        r, s = decode_dss_signature(self.private.sign(message.encode(), ec.ECDSA(hashes.SHA256())))
        return message + "." + base64url(r.to_bytes(32) + s.to_bytes(32))


def refreshes(load):
    """Measures refreshes of bound sessions: as many sessions as for the others, and a proof for each request."""
    key = Key()
    sign_up, address = f"{load.accounts}:signUp", load.tokens.split("?")[0]

    def signed_up():
        headers = {"Content-Type": "application/json", "DPoP": key.proof(sign_up)}
        with urllib.request.urlopen(urllib.request.Request(f"{sign_up}?key={load.key}", b"{}", headers)) as answer:
            return json.load(answer)["refreshToken"]

    tokens = [signed_up() for _ in range(4 * CONNECTIONS)]
    proofs = [key.proof(address) for _ in range(MOST_A_SECOND * load.seconds)]
    return wrk(load.tokens, load.seconds, "bound.lua", load._file(load.folder / "bound", tokens), load._file(load.folder / "proofs", proofs))


def measure(build, folder, seconds):
    """Returns the figures of unbound and bound refreshes on one server."""
    with vincula.serve(build, folder / "bound") as server:
        load = vincula.Workload(server, folder / "bound-load", seconds, people=1)
        return {"unbound": load.refresh(), "bound": refreshes(load)}


if __name__ == "__main__":
    import sys
    import tempfile
    from pathlib import Path

    # bound.py BUILD_FOLDER [SECONDS]
    with tempfile.TemporaryDirectory() as folder:
        seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
        for name, figure in measure(Path(sys.argv[1]), Path(folder), seconds).items():
            print(f"{name:8} {figure['rate']:8.0f}/s  p50 {figure['p50']:.2f} ms  p99 {figure['p99']:.2f} ms  failed {figure['bad']}")

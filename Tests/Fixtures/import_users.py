"""Imports users by firebase-admin, with a hash of every kind that it knows, and signs in as each of them.

    import_users.py URL

Prints a line for each kind: its name, and the answers to a wrong and to the right password, twice.
"""
import base64
import hashlib
import hmac
import os
import sys

import requests

url = sys.argv[1]
os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = url.replace("http://", "")

import firebase_admin  # noqa: E402
from firebase_admin import auth  # noqa: E402

firebase_admin.initialize_app(options={"projectId": "demo-project"})

PASSWORD, SALT, KEY = b"password", b"NaCl", b"secret"
SIGNER_KEY = base64.b64decode("jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==")
SCRYPT = base64.b64decode("V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==")
BCRYPT = b"$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"  # of U*U


def digest(name, rounds):
    value = SALT + PASSWORD
    for _ in range(rounds):
        value = hashlib.new(name, value).digest()
    return value


def keyed(name):
    return hmac.new(KEY, PASSWORD + SALT, name).digest()


Hash = auth.UserImportHash
KINDS = [
    ("SCRYPT", Hash.scrypt(key=SIGNER_KEY, salt_separator=b"\x07", rounds=8, memory_cost=14), SCRYPT),
    ("STANDARD_SCRYPT", Hash.standard_scrypt(1024, 16, 8, 64), hashlib.scrypt(PASSWORD, salt=SALT, n=1024, r=8, p=16, dklen=64)),
    ("BCRYPT", Hash.bcrypt(), BCRYPT),
    ("PBKDF_SHA1", Hash.pbkdf_sha1(100), hashlib.pbkdf2_hmac("sha1", PASSWORD, SALT, 100)),
    ("PBKDF2_SHA256", Hash.pbkdf2_sha256(100000), hashlib.pbkdf2_hmac("sha256", PASSWORD, SALT, 100000, 64)),
    ("HMAC_MD5", Hash.hmac_md5(KEY), keyed("md5")),
    ("HMAC_SHA1", Hash.hmac_sha1(KEY), keyed("sha1")),
    ("HMAC_SHA256", Hash.hmac_sha256(KEY), keyed("sha256")),
    ("HMAC_SHA512", Hash.hmac_sha512(KEY), keyed("sha512")),
    ("MD5", Hash.md5(0), digest("md5", 1).hex().encode()),
    ("SHA1", Hash.sha1(1), digest("sha1", 1)),
    ("SHA256", Hash.sha256(3), digest("sha256", 3)),
    ("SHA512", Hash.sha512(8192), digest("sha512", 8192)),
]


def sign_in(email, password):
    answer = requests.post(
        f"{url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any",
        json={"email": email, "password": password, "returnSecureToken": True}, timeout=60)
    return answer.status_code


for name, scheme, stored in KINDS:
    uid, email = name.lower(), f"{name.lower()}@example.com"
    password = "U*U" if name == "BCRYPT" else PASSWORD.decode()
    user = auth.ImportUserRecord(
        uid=uid, email=email, password_hash=stored, password_salt=None if name == "BCRYPT" else SALT,
        custom_claims={"kind": name}, provider_data=[auth.UserProvider(uid=uid, provider_id="google.com", email=email)])
    result = auth.import_users([user, auth.ImportUserRecord(uid=uid + "-twin", email=email)], hash_alg=scheme)
    answers = [sign_in(email, "wrong"), sign_in(email, password), sign_in(email, "wrong"), sign_in(email, password)]
    saved = auth.get_user(uid)
    print(
        name, result.success_count, [(error.index, error.reason) for error in result.errors], answers, saved.custom_claims,
        [provider.provider_id for provider in saved.provider_data])

hashes = [user for user in auth.list_users().iterate_all() if user.password_hash]
print("exported", len(hashes), {len(base64.urlsafe_b64decode(user.password_hash)) for user in hashes})

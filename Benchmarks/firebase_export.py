"""Writes a Firebase export with any number of accounts, in the form of firebase-tools' auth:export.

The password hashes are real: a few are computed as Firebase does (scrypt, then AES-256-CTR of the signer key), and reused.
Everything that must be unique is.

Usage: firebase_export.py COUNT FILE HASH_CONFIG [SEED [N [HASHES]]]

FILE ends in .json or .csv; the hash parameters go to HASH_CONFIG. With N, one in N accounts has the email of another one. HASHES
is the number of different hashes, 200 unless it is given.
"""

import base64
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path

SIGNER_KEY = bytes(range(64))
SEPARATOR = b"\x07"
ROUNDS, MEMORY = 8, 14
PROVIDERS = ("google.com", "facebook.com", "twitter.com", "github.com")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

CONFIG = f"""hash_config {{
  algorithm: SCRYPT,
  base64_signer_key: {base64.b64encode(SIGNER_KEY).decode()},
  base64_salt_separator: {base64.b64encode(SEPARATOR).decode()},
  rounds: {ROUNDS},
  mem_cost: {MEMORY},
}}
"""


def password(number):
    """Returns the password of the account with that number."""
    return f"password {number}"


def firebase_hash(text, salt):
    """Returns Firebase's hash of a password."""
    key = hashlib.scrypt(
        text.encode(), salt=salt + SEPARATOR, n=1 << MEMORY, r=ROUNDS, p=1, dklen=32, maxmem=64 << 20)
    command = ["openssl", "enc", "-aes-256-ctr", "-K", key.hex(), "-iv", "0" * 32]
    return subprocess.run(command, input=SIGNER_KEY, stdout=subprocess.PIPE, check=True).stdout


def accounts(count, seed=1, hashes=200):
    """Yields the accounts, sorted by id as in a real export."""
    random.seed(seed)
    known = []
    for number in range(min(hashes, count)):
        salt = hashlib.sha256(f"salt {seed} {number}".encode()).digest()[:16]
        known.append((firebase_hash(password(number), salt), salt))
    known = [(base64.b64encode(tag).decode(), base64.b64encode(salt).decode()) for tag, salt in known]
    for number in range(count):
        # The ids of an export are random, and in order.
        tail = "".join(random.choices(LETTERS, k=20))
        user = {"localId": f"{number:08d}{tail}", "createdAt": str(1_500_000_000_000 + number * 7919 % 200_000_000_000)}
        user["lastSignedInAt"] = str(int(user["createdAt"]) + random.randrange(10**10))
        kind = number % 20
        if kind != 19:
            user["email"] = f"{''.join(random.choices(LETTERS[26:52], k=8))}.{number}@example.com"
            user["emailVerified"] = number % 3 != 0
            user["displayName"] = f"Person {number}, Ünïcode" if number % 7 == 0 else f"Person {number}"
        if kind < 14:
            user["passwordHash"], user["salt"] = known[number % len(known)]
        links = []
        if kind >= 10:
            links.append(("google.com", str(10**20 + number * 7919)))
        if kind in (3, 17):
            links.append(("facebook.com", str(10**14 + number * 104729)))
        if links:
            user["providerUserInfo"] = [
                {"providerId": provider, "rawId": subject, "email": user.get("email", ""), "displayName": f"Person {number}"}
                for provider, subject in links]
        if kind in (5, 19):
            user["phoneNumber"] = f"+1202{number % 10_000_000:07d}" if count <= 10_000_000 else None
        if kind == 7:
            user["customAttributes"] = json.dumps({"role": "editor", "team": number % 50}, separators=(",", ":"))
        if number % 500 == 33:
            user["disabled"] = True
        if number % 1000 == 1 and "email" in user:
            # Not in firebase-tools' exports, but in those of accounts:batchGet.
            user["emailVerified"] = True
            user["mfaInfo"] = [{
                "mfaEnrollmentId": f"factor-{seed}-{number}", "phoneInfo": f"+1303{number % 10_000_000:07d}",
                "displayName": "phone", "enrolledAt": "2024-01-31T12:00:00Z"}]
        yield user


def csv_line(user):
    """Returns an account in the columns of firebase-tools, quoted as it quotes."""
    fields = [""] * 28
    for column, name in enumerate(
            ["localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl"]):
        value = user.get(name, "")
        fields[column] = str(value).lower() if isinstance(value, bool) else value
    if "," in fields[5]:
        fields[5] = f'"{fields[5]}"'
    for link in user.get("providerUserInfo", []):
        first = 7 + 4 * PROVIDERS.index(link["providerId"])
        fields[first:first + 3] = [link["rawId"], link["email"], link["displayName"]]
    fields[23:26] = [user["createdAt"], user["lastSignedInAt"], user.get("phoneNumber", "")]
    fields[26] = str(user.get("disabled", "")).lower()
    claims = user.get("customAttributes", "").replace('"', '""')
    fields[27] = f'"{claims}"' if claims else ""
    return ",".join(fields) + ","


def with_duplicates(users, interval):
    """Gives one account in `interval` the email of an account before it."""
    email = None
    for number, user in enumerate(users):
        if interval and number % interval == interval // 2 and email and "email" in user:
            user["email"] = email
        else:
            email = user.get("email", email)
        yield user


def write(count, path, config, seed=1, interval=0, hashes=200):
    Path(config).write_text(CONFIG, encoding="utf-8")
    with open(path, "w", encoding="utf-8") as file:
        if path.endswith(".csv"):
            for user in with_duplicates(accounts(count, seed, hashes), interval):
                file.write(csv_line(user) + "\n")
            return
        file.write('{"users": [\n')
        for number, user in enumerate(with_duplicates(accounts(count, seed, hashes), interval)):
            file.write((",\n" if number else "") + json.dumps(user, indent=2, ensure_ascii=False))
        file.write("]}\n")


if __name__ == "__main__":
    write(int(sys.argv[1]), sys.argv[2], sys.argv[3], *(int(text) for text in sys.argv[4:7]))

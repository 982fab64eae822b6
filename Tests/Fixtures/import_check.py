"""Compares an export with the database that it was imported into: nothing is lost, nothing is there twice.

Usage: import_check.py EXPORT DATABASE REJECTED     prints "ok ACCOUNTS REFUSED", or the first faults
"""

import json
import os
import sqlite3
import sys

users = json.load(open(sys.argv[1], encoding="utf-8"))["users"]
database = sqlite3.connect(sys.argv[2])
faults = []

seen, expected, refused = set(), {}, set()
for user in users:
    email = user.get("email", "").lower()
    if email and email in seen:
        refused.add(user["localId"])
        continue
    seen.add(email)
    expected[user["localId"]] = user

rows = database.execute("SELECT id, uid, email, password_salt IS NOT NULL, custom_claims, is_disabled FROM accounts").fetchall()
if len(rows) != len({row[1] for row in rows}) or {row[1] for row in rows} != set(expected):
    faults.append(f"{len(rows)} accounts, not {len(expected)}")
links = {}
for account, provider, subject in database.execute("SELECT account, provider, subject FROM identities"):
    links.setdefault(account, set()).add((provider, subject))
for row, uid, email, has_password, claims, disabled in rows:
    user = expected.get(uid, {})
    wanted = {(link["providerId"], link["rawId"]) for link in user.get("providerUserInfo", [])}
    if "phoneNumber" in user:
        wanted.add(("phone", user["phoneNumber"]))
    facts = (email, bool(has_password), claims, bool(disabled), links.get(row, set()))
    if facts != (
            user.get("email"), "passwordHash" in user, user.get("customAttributes"), user.get("disabled", False), wanted):
        faults.append(f"{uid}: {facts}")
factors = database.execute("SELECT count(*) FROM second_factors").fetchone()[0]
if factors != sum(len(user.get("mfaInfo", [])) for user in expected.values()):
    faults.append(f"{factors} second factors")

rejected = []
if os.path.exists(sys.argv[3]):
    rejected = [json.loads(line) for line in open(sys.argv[3], encoding="utf-8")]
    if os.stat(sys.argv[3]).st_mode & 0o077:
        faults.append("others can read the refused accounts")
if sorted(user["localId"] for user in rejected) != sorted(refused):
    faults.append(f"{len(rejected)} refused accounts, not {len(refused)}")
if any("email exists" not in user["importError"]["reason"] for user in rejected):
    faults.append("another reason")

# What the audit log says adds up to the same.
created = sum(
    json.loads(details)["created"]
    for (details,) in database.execute("SELECT details FROM audit_log WHERE action = 'account.import'"))
if created != len(expected):
    faults.append(f"{created} accounts in the audit log")
if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
    faults.append("the database is damaged")
print("\n".join(faults[:10]) if faults else f"ok {len(expected)} {len(refused)}")

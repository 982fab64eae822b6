"""Phone numbers and second factors under load: whole sign-ins, each of several requests, beside anonymous sign-up."""

import base64
import hashlib
import hmac
import http.client
import json
import struct
import threading
import time
import urllib.parse

import vincula
from load import CONNECTIONS, call

PROJECT = "demo-project"
TOOLKIT = "/identitytoolkit.googleapis.com"


def one_time_code(secret, period):
    """Returns the code of an authenticator app (RFC 6238) in a period of 30 seconds."""
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", period), hashlib.sha1).digest()
    at = digest[19] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


class Client:
    """A connection that stays open, and counts what it asked for."""

    def __init__(self, url):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=10)

    def post(self, path, body):
        self.connection.request("POST", f"{TOOLKIT}/{path}?key=k", json.dumps(body), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        said = json.load(answer)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {said}")
        return said


def configure(server, mask, body):
    url = f"{server.url}{TOOLKIT}/v2/projects/{PROJECT}/config?updateMask={mask}"
    call(url, body, method="PATCH", token="Bearer owner")


def drive(server, seconds, people, sign_in):
    """Has as many threads as other figures have connections sign people in, and returns the figures of whole sign-ins.

    `sign_in(client, person)` makes one sign-in; each person belongs to one thread.
    """
    times, failures, lock = [], [], threading.Lock()
    begin = time.perf_counter()
    end = begin + seconds

    def work(mine):
        client, own, bad = Client(server.url), [], []
        turn = 0
        while time.perf_counter() < end:
            started = time.perf_counter()
            try:
                if sign_in(client, mine[turn % len(mine)]) is False:
                    break
                own.append(time.perf_counter() - started)
            except (OSError, RuntimeError, http.client.HTTPException) as error:
                bad.append(error)
                client = Client(server.url)
            turn += 1
        with lock:
            times.extend(own)
            failures.extend(bad)

    threads = [threading.Thread(target=work, args=(people[n::CONNECTIONS],)) for n in range(CONNECTIONS) if people[n::CONNECTIONS]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - begin
    if failures and not times:
        raise SystemExit(f"No sign-in succeeded: {failures[0]}")
    times.sort()

    def percentile(share):
        return 1000 * times[min(len(times) - 1, int(share * len(times)))]

    return {"rate": len(times) / taken, "p50": percentile(0.5), "p99": percentile(0.99), "bad": len(failures)}


def by_phone(server, seconds):
    """Measures sign-ins by phone: a code is asked for and entered. The numbers are test numbers, which have fixed codes."""
    numbers = {f"+1555010{n:04d}": f"{n:06d}" for n in range(10)}
    configure(server, "signIn.phoneNumber", {"signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": numbers}}})

    def sign_in(client, number):
        session = client.post("v1/accounts:sendVerificationCode", {"phoneNumber": number})["sessionInfo"]
        client.post("v1/accounts:signInWithPhoneNumber", {"sessionInfo": session, "code": numbers[number]})

    # A number has at most five open codes, and each thread has one.
    people = [number for number in numbers for _ in range(4)][:CONNECTIONS]
    return drive(server, seconds, people, sign_in)


def first_factor(subject):
    """Returns a sign-in at a provider, as development servers accept it: it costs no password hash."""
    claims = json.dumps({"sub": subject, "email": f"{subject}@gmail.com", "email_verified": True})
    return {
        "postBody": f"providerId=google.com&id_token={urllib.parse.quote(claims)}", "requestUri": "http://localhost",
        "returnSecureToken": True,
    }


def by_second_phone(server, seconds):
    """Measures sign-ins with a phone as the second factor: first factor, start, finalize."""
    numbers = {f"+1555011{n:04d}": f"{n:06d}" for n in range(10)}
    configure(server, "signIn.phoneNumber,mfa", {
        "signIn": {"phoneNumber": {"enabled": True, "testPhoneNumbers": numbers}},
        "mfa": {"enabledProviders": ["PHONE_SMS"], "providerConfigs": [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 10}}]}})
    client, people = Client(server.url), []
    for n in range(CONNECTIONS):
        # As above: no number has more than five open codes.
        number = list(numbers)[n % len(numbers)]
        account = client.post("v1/accounts:signInWithIdp", first_factor(f"phone{n}"))["localId"]
        call(f"{server.url}{TOOLKIT}/v1/projects/{PROJECT}/accounts:update",
             {"localId": account, "mfa": {"enrollments": [{"phoneInfo": number}]}}, token="Bearer owner")
        people.append((f"phone{n}", number))

    def sign_in(client, person):
        subject, number = person
        asked = client.post("v1/accounts:signInWithIdp", first_factor(subject))
        pending, factor = asked["mfaPendingCredential"], asked["mfaInfo"][0]["mfaEnrollmentId"]
        session = client.post("v2/accounts/mfaSignIn:start", {
            "mfaPendingCredential": pending, "mfaEnrollmentId": factor, "phoneSignInInfo": {}})["phoneResponseInfo"]["sessionInfo"]
        client.post("v2/accounts/mfaSignIn:finalize", {
            "mfaPendingCredential": pending, "phoneVerificationInfo": {"sessionInfo": session, "code": numbers[number]}})

    return drive(server, seconds, people, sign_in)


def by_authenticator(server, seconds, people):
    """Measures sign-ins with an authenticator app: first factor and finalize. An app's code works once, so each person has a few."""
    client, made = Client(server.url), []
    for n in range(people):
        token = client.post("v1/accounts:signInWithIdp", first_factor(f"app{n}"))["idToken"]
        info = client.post("v2/accounts/mfaEnrollment:start", {"idToken": token, "totpEnrollmentInfo": {}})["totpSessionInfo"]
        period = int(time.time()) // 30 - 10
        client.post("v2/accounts/mfaEnrollment:finalize", {"idToken": token, "totpVerificationInfo": {
            "sessionInfo": info["sessionInfo"], "verificationCode": one_time_code(info["sharedSecretKey"], period)}})
        made.append({"subject": f"app{n}", "secret": info["sharedSecretKey"], "period": period})

    def sign_in(client, person):
        # The server takes codes of ten periods either way, each newer than the last one.
        person["period"] = max(person["period"] + 1, int(time.time()) // 30 - 10)
        if person["period"] > int(time.time()) // 30 + 10:
            return False
        asked = client.post("v1/accounts:signInWithIdp", first_factor(person["subject"]))
        client.post("v2/accounts/mfaSignIn:finalize", {
            "mfaPendingCredential": asked["mfaPendingCredential"], "mfaEnrollmentId": asked["mfaInfo"][0]["mfaEnrollmentId"],
            "totpVerificationInfo": {"verificationCode": one_time_code(person["secret"], person["period"])}})
        return True

    return drive(server, seconds, made, sign_in)


def measure(build, folder, seconds):
    """Measures sign-ins by phone and with second factors, and anonymous sign-up with the same client."""
    found = {}
    with vincula.serve(build, folder / "phones") as server:
        def sign_up(client, _):
            client.post("v1/accounts:signUp", {})

        found["sign-up"] = drive(server, seconds, list(range(CONNECTIONS)), sign_up)
        found["phone"] = by_phone(server, seconds)
        found["second factor, phone"] = by_second_phone(server, seconds)
        # Twenty codes for each; a run ends early rather than use one twice.
        found["second factor, app"] = by_authenticator(server, seconds, 25 * seconds)
    return found

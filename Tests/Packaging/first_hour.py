"""The first hour on a machine: the six commands of README.md, timed, and what they have brought about. Run by scripts/first-hour.sh, on
files and a network that only it sees.

    first_hour.py FOLDER      FOLDER has the package
"""

import contextlib
import email
import json
import os
import pathlib
import re
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests/Fixtures"
STAGE = pathlib.Path("/run/first-hour")
# oauth_server.py behind TLS: in production, providers speak https.
GOOGLE = """
import sys, threading
sys.path.insert(0, sys.argv[1])
import oauth_server
made = oauth_server.make_server("127.0.0.1", 0, oauth_server.app, threaded=True, request_handler=oauth_server.Quiet, ssl_context=tuple(sys.argv[2:4]))
oauth_server.provider.url = f"https://127.0.0.1:{made.server_port}"
print("Provider at", oauth_server.provider.url, flush=True)
made.serve_forever()
"""
NAMES = ("auth.example.com", "smtp.example.com", "app.example.com")
# The longest that a step may take, in seconds: each takes a few.
LIMIT = 90


def fail(words):
    print(f"first-hour: {words}", file=sys.stderr)
    log = pathlib.Path("/run/vincula-test.log")
    if log.exists():
        print(log.read_text()[-3000:], file=sys.stderr)
    sys.stderr.flush()
    # This is the first process of its namespace: everything that it has started ends with it.
    os._exit(1)


@contextlib.contextmanager
def step(name):
    """Ends everything, with the step's name, if it takes too long: nothing here may hang."""
    def late(*_):
        running = subprocess.run(["ps", "-eo", "pid,ppid,stat,etimes,args"], capture_output=True, text=True, timeout=10).stdout
        fail(f"This took more than {LIMIT} seconds: {name}\n{running}")
    outer, rest = signal.signal(signal.SIGALRM, late), signal.alarm(LIMIT)
    yield
    signal.alarm(rest)
    signal.signal(signal.SIGALRM, outer)


def start(arguments, ready):
    with step(f"the start of {arguments[0]}"):
        process = subprocess.Popen(
            [str(each) for each in arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.PIPE, text=True)
        for line in process.stdout:
            if match := re.search(ready, line):
                subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
                return match
        return fail(f"{arguments[0]} did not start.")


def prepare(folder):
    """The stand-ins for the internet, and for systemd."""
    (STAGE / "run").mkdir(parents=True)
    with open("/etc/hosts", "a") as hosts:
        hosts.write("".join(f"127.0.0.1 {name}\n" for name in NAMES))
    certificate, key = STAGE / "cert.pem", STAGE / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         "/CN=smtp.example.com", "-addext", "subjectAltName=DNS:smtp.example.com,DNS:localhost,IP:127.0.0.1", "-out", certificate, "-keyout", key],
        check=True, capture_output=True)
    with open("/etc/ssl/certs/ca-certificates.crt", "a") as trusted:
        trusted.write(certificate.read_text())
    (STAGE / "pebble.json").write_text(json.dumps({"pebble": {
        "listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000", "certificate": str(certificate),
        "privateKey": str(key), "httpPort": 80, "tlsPort": 443}}))
    start(["pebble-challtestsrv", "-dns01", "127.0.0.1:8053", "-management", "127.0.0.1:8055", "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "",
           "-http01", "", "-https01", "", "-tlsalpn01", ""], "Starting (challenge servers|management server)")
    start(["pebble", "-config", STAGE / "pebble.json", "-dnsserver", "127.0.0.1:8053"], "ACME directory available")
    start([sys.executable, FIXTURES / "smtp_sink.py", STAGE / "mails", "--port", "587", "--starttls-required", "--auth", "accounts:mail-secret",
           "--cert", certificate, "--key", key], r'"port": 587')
    google = start([sys.executable, "-W", "ignore", "-c", GOOGLE, FIXTURES, certificate, key], r"(https://\S+)")[1]
    trusted = ssl.create_default_context(cafile=str(certificate))
    for path, body in (
            ("clients/1234-web.apps.googleusercontent.com", {
                "secret": "GOCSPX-secret",
                "redirect_uris": ["https://auth.example.com/__/auth/callback/google.com", "https://app.example.com/"]}),
            ("people/g-1", {"email": "ana@gmail.com", "email_verified": True, "name": "Ana"})):
        request = urllib.request.Request(f"{google}/_control/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"}, method="PUT")
        urllib.request.urlopen(request, context=trusted, timeout=30).read()
    (folder / "mail-password").write_text("mail-secret\n")
    (folder / "google-secret").write_text("GOCSPX-secret\n")

    shutil.move("/usr/bin/systemctl", "/usr/bin/systemctl.real")
    shutil.copy(ROOT / "Tests/Packaging/systemctl", "/usr/bin/systemctl")
    os.makedirs("/run/systemd/system", exist_ok=True)
    pathlib.Path("/usr/sbin/policy-rc.d").unlink(missing_ok=True)
    # Where the server finds the stand-ins: read by the service, as the package's unit says, and by sudo.
    os.makedirs("/etc/vincula", exist_ok=True)
    pathlib.Path("/etc/vincula/secrets.env").write_text(
        f"VINCULA_TLS_ACME_DIRECTORY=https://127.0.0.1:14000/dir\nVINCULA_TLS_ACME_CA_FILE={certificate}\nVINCULA_GOOGLE_ISSUER={google}\n"
        "VINCULA_PROVIDERS_ALLOW_PRIVATE_ADDRESSES=true\n")
    sudo = pathlib.Path("/usr/local/bin/sudo")
    sudo.write_text(
        "#!/bin/bash\nset -a; . /etc/vincula/secrets.env; set +a\n"
        'if [ "$1" = -u ]; then user="$2"; shift 2; exec runuser -u "$user" -- "$@"; fi\nexec "$@"\n')
    sudo.chmod(0o755)


def commands():
    """The six commands, as README.md has them."""
    text = (ROOT / "README.md").read_text()
    block = re.search(r"^## Production in six commands\n.*?^```sh\n(.*?)^```", text, re.M | re.S)[1]
    found = [each.strip() for each in re.split(r"\n\n", block.strip())]
    if len(found) != 6:
        fail(f"README.md has {len(found)} commands instead of six.")
    return found


def run(command, folder):
    # To a file: what a command starts may hold a pipe open after it.
    with step(command), tempfile.TemporaryFile("w+") as output:
        started = time.monotonic()
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command], cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env=dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C.UTF-8", NO_COLOR="1",
                     PATH="/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"))
        seconds = time.monotonic() - started
        output.seek(0)
        printed = output.read()
    if done.returncode:
        fail(f"{command}\nended with {done.returncode}: {printed}")
    return seconds, printed


def curl(*arguments):
    return subprocess.run(["curl", "-fsS", "--max-time", "20", "--cacert", STAGE / "run/ca.pem", *arguments], capture_output=True, text=True)


def mail(address):
    """The text of the newest mail to an address."""
    for _ in range(200):
        for file in sorted((STAGE / "mails").glob("0*.json"), reverse=True):
            found = json.loads(file.read_text())
            if address in found["rcpt_tos"]:
                parts = email.message_from_string(found["data"]).walk()
                return next(part.get_payload(decode=True).decode() for part in parts if part.get_content_type() == "text/plain")
        time.sleep(0.1)
    return fail(f"No mail to {address} has arrived.")


def call(method, key, body):
    answer = curl("-H", "Content-Type: application/json", "-d", json.dumps(body), f"https://auth.example.com/v1/accounts:{method}?key={key}")
    return json.loads(answer.stdout) if answer.returncode == 0 else fail(f"{method}: {answer.stderr} {answer.stdout}")


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def allowed(page):
    """Presses "Allow" on Google's page. Returns the address that the browser is sent to."""
    trusted = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=str(STAGE / "cert.pem")))
    try:
        urllib.request.build_opener(NoRedirect, trusted).open(page, b"sub=g-1&answer=allow", timeout=30)
    except urllib.error.HTTPError as answer:
        if answer.code in (302, 303):
            return answer.headers["Location"]
        fail(f"Google's page: {answer.code} {answer.read()[:500]}")
    return fail("Google sends nobody back.")


def main():
    folder = pathlib.Path(sys.argv[1])
    with step("the preparations"):
        prepare(folder)
    package = next(folder.glob("vincula_*.deb"))
    rows, printed = [], ""
    begun = time.monotonic()
    for number, command in enumerate(commands(), 1):
        shown = re.sub(r"\s*\\\n\s*", " ", command.split("     #")[0])
        seconds, output = run(command.replace("./vincula_0.1.0_amd64.deb", f"./{package.name}"), folder)
        printed += output
        rows.append((number, shown, seconds))
        print(f"{seconds:6.1f} s  {shown}", flush=True)
        if number == 2:
            ordered = time.monotonic()
    total = time.monotonic() - begun

    roots = subprocess.run(
        ["curl", "-fsS", "--max-time", "20", "https://127.0.0.1:15000/roots/0"], capture_output=True, text=True, check=True).stdout
    (STAGE / "run/ca.pem").write_text(roots)
    (STAGE / "run/tls").touch()
    while curl("-o", "/dev/null", "https://auth.example.com/readyz").returncode:
        if time.monotonic() - ordered > 60:
            fail("There is no certificate after a minute.")
        time.sleep(0.1)
    waited = max(0.0, time.monotonic() - begun - total)
    print(f"{total:6.1f} s  the six commands" + (f", and {waited:.1f} s until the certificate was there" if waited > 0.3 else "; the certificate was there"))

    with step("a look at what the commands have brought about"):
        check(re.search(r"AIza[\w-]{35}", printed)[0], folder)
    with step("the end"):
        subprocess.run(["systemctl", "stop", "vincula.service"], check=True, timeout=LIMIT)


def check(key, folder):
    """Uses the server as an app and a browser would."""
    mail("you@example.com")
    config = "--config /etc/vincula/vincula.json"
    run(f"sudo -u vincula vincula config domains add app.example.com {config}", folder)
    begun = call("createAuthUri", key, {"providerId": "google.com", "continueUri": "https://app.example.com/"})
    account = call("signInWithIdp", key, {
        "requestUri": allowed(begun["authUri"]), "sessionId": begun["sessionId"], "returnSecureToken": True})
    print(f"Signed in with Google as {account['email']}")
    call("sendOobCode", key, {"requestType": "PASSWORD_RESET", "email": "ana@example.com"})
    code = re.search(r"[?&]oobCode=([\w-]+)", mail("ana@example.com"))[1]
    call("resetPassword", key, {"oobCode": code, "newPassword": "correct horse battery"})
    account = call("signInWithPassword", key, {"email": "ana@example.com", "password": "correct horse battery", "returnSecureToken": True})
    print(f"Signed in with the password of the mailed link as {account['email']}")
    user = subprocess.run(["ps", "-o", "user=", "-C", "vincula"], capture_output=True, text=True).stdout.split()
    if set(user) != {"vincula"}:
        fail(f"The server runs as {user}.")


main()

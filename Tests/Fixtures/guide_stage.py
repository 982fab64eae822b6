"""The machine that guides.py runs guides on: a folder instead of /, free ports instead of 443, 80, 9099 and 9098, and stand-ins for
what a test does not have: root's rights, systemd, apt, the internet, a mail provider. nginx, Caddy, PostgreSQL, Pebble and the
command are the real ones. The commands that differ from the real ones are in guide_commands.
"""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
PLACES = ("/etc/vincula", "/var/lib/vincula", "/etc/nginx", "/etc/caddy", "/etc/systemd", "/backups", "/usr/share/doc/vincula")
NAME = "auth.example.com"


def free_ports(count):
    taken = []
    for _ in range(count):
        one = socket.socket()
        one.bind(("127.0.0.1", 0))
        taken.append(one)
    ports = [one.getsockname()[1] for one in taken]
    for one in taken:
        one.close()
    return ports


class Stage:
    def __init__(self, vincula, root):
        self.vincula, self.root, self.home = vincula, root, root / "home"
        self.processes, self.settings = [], {}
        self.port, self.admin, self.tls, self.http = free_ports(4)
        for folder in ("home", "run", "log", "etc/nginx/conf.d", *[place[1:] for place in PLACES]):
            (root / folder).mkdir(parents=True, exist_ok=True)
        os.chmod(root / "var/lib/vincula", 0o700)
        path = os.environ.get("PATH", "/usr/bin:/bin")
        database = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin")) if pathlib.Path("/usr/lib/postgresql").is_dir() else []
        self.environment = {
            "PATH": ":".join([str(HERE / "guide_commands"), path, "/usr/sbin", *map(str, database[-1:])]), "HOME": str(self.home),
            "LC_ALL": "C.UTF-8", "NO_COLOR": "1", "STAGE": str(root), "STAGE_VINCULA": str(vincula), "STAGE_PYTHON": sys.executable, "STAGE_GUIDES": str(HERE / "guides.py"),
            "STAGE_PORT": str(self.port), "STAGE_ADMIN": str(self.admin), "STAGE_TLS": str(self.tls), "STAGE_HTTP": str(self.http)}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def staged(self, text):
        """A guide's text with this stage's places instead of a machine's."""
        for place in PLACES:
            text = re.sub(rf"(?<![\w/.]){re.escape(place)}(?![\w-])", str(self.root) + place, text)
        text = text.replace(" -C / ", f" -C {self.root} ")
        for name, port in (("9099", self.port), ("9098", self.admin)):
            text = re.sub(rf"\b(127\.0\.0\.1|localhost):{name}\b", rf"\1:{port}", text)
        return text

    def set(self, **settings):
        """Settings that lead the server to a stand-in instead of the name in a guide."""
        self.settings.update(settings)
        lines = [f"export VINCULA_{name}='{value}'\n" for name, value in self.settings.items()]
        (self.root / "run/environment").write_text("".join(lines))

    def start(self, arguments, ready, **more):
        """Starts a process and waits for a line that matches. Returns the match."""
        process = subprocess.Popen(
            [str(each) for each in arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
        self.processes.append(process)
        said = []
        for line in process.stdout:
            said.append(line)
            if match := re.search(ready, line):
                # Its pipe is read to the end, so that it never fills.
                threading.Thread(target=process.stdout.read, daemon=True).start()
                return match
        raise RuntimeError(f"{arguments[0]} did not start: {''.join(said)}")

    def prepare(self, needed):
        (self.root / "run/environment").write_text("")
        certificate, key = self.root / "run/cert.pem", self.root / "run/key.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
             f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1", "-out", certificate, "-keyout", key],
            check=True, capture_output=True)
        (self.root / "run/ca.pem").write_text(certificate.read_text())
        for word in needed:
            getattr(self, word)()

    # What a guide is tried with

    def server(self):
        """A server that was installed and started as "Production in six commands" says, with one account."""
        script = (
            f"vincula init --public-url https://{NAME} --project shop --tls-by nginx && systemctl start vincula"
            " && echo 'correct horse' | vincula users create --id ana --email ana@example.com --email-verified --name Ana --password")
        done = subprocess.run(["bash", "-euc", script], env=self.environment, cwd=self.home, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{done.stdout}{done.stderr}{self.log()}")
        key = re.search(r"AIza[\w-]{35}", done.stdout)[0]
        self.environment["KEY"] = key

    def smtp(self):
        """smtp.example.com, which wants STARTTLS and a password."""
        folder = self.root / "mails"
        match = self.start(
            [sys.executable, HERE / "smtp_sink.py", folder, "--starttls-required", "--auth", "accounts:mail-secret", "--cert",
             self.root / "run/cert.pem", "--key", self.root / "run/key.pem"], r'"port": (\d+)')
        self.set(SMTP_HOST="localhost", SMTP_PORT=match[1], SMTP_CA_FILE=self.root / "run/cert.pem")

    def pebble(self):
        """Let's Encrypt, and a DNS in which every name leads here."""
        folder = self.root / "pebble"
        folder.mkdir()
        port, management, dns, dns_management = free_ports(4)
        ca, key = self.root / "run/cert.pem", self.root / "run/key.pem"
        (folder / "pebble.json").write_text(json.dumps({"pebble": {
            "listenAddress": f"127.0.0.1:{port}", "managementListenAddress": f"127.0.0.1:{management}", "certificate": str(ca),
            "privateKey": str(key), "httpPort": self.http, "tlsPort": self.tls}}))
        self.start(
            ["pebble-challtestsrv", "-dns01", f"127.0.0.1:{dns}", "-management", f"127.0.0.1:{dns_management}", "-defaultIPv4", "127.0.0.1",
             "-defaultIPv6", "", "-http01", "", "-https01", "", "-tlsalpn01", ""], "Starting (challenge servers|management server)")
        self.start(
            ["pebble", "-config", folder / "pebble.json", "-dnsserver", f"127.0.0.1:{dns}"], "ACME directory available",
            env=dict(os.environ, PEBBLE_VA_NOSLEEP="1", PEBBLE_WFE_NONCEREJECT="0", PEBBLE_AUTHZREUSE="0"))
        root = subprocess.run(
            ["curl", "-sS", "--cacert", ca, f"https://127.0.0.1:{management}/roots/0"], check=True, capture_output=True, text=True).stdout
        (self.root / "run/ca.pem").write_text(root)
        self.set(
            TLS_ACME_DIRECTORY=f"https://127.0.0.1:{port}/dir", TLS_ACME_CA_FILE=ca, TLS_ACME_HTTP_LISTEN=f"127.0.0.1:{self.http}")

    def postgresql(self):
        """An empty PostgreSQL at db.example.com, whose administrator runs createuser and psql."""
        folder = self.root / "postgresql"
        folder.mkdir(mode=0o755)
        os.chmod(self.root, 0o755)
        prefix = []
        if os.geteuid() == 0:
            user = "postgres" if subprocess.run(["id", "postgres"], capture_output=True).returncode == 0 else "nobody"
            subprocess.run(["chown", user, folder], check=True)
            prefix = ["setpriv", f"--reuid={user}", "--regid", subprocess.check_output(["id", "-g", user], text=True).strip(), "--clear-groups"]
        environment = dict(self.environment, PGHOST=str(folder), PGUSER="postgres")
        subprocess.run(
            [*prefix, "initdb", "-D", folder / "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            env=environment, cwd="/", check=True, capture_output=True)
        port = free_ports(1)[0]
        self.start(
            [*prefix, "postgres", "-D", folder / "data", "-c", "listen_addresses=127.0.0.1", "-c", f"port={port}", "-c",
             f"unix_socket_directories={folder}"], "ready to accept connections", env=environment, cwd="/")
        self.environment.update(PGHOST=str(folder), PGUSER="postgres", PGPORT=str(port), STAGE_DATABASE=f"127.0.0.1:{port}")

    def log(self):
        """What the server has logged."""
        file = self.root / "log/vincula.log"
        return file.read_text(errors="replace") if file.exists() else ""

    def end(self, session=None):
        """Ends whatever was started here."""
        for file in self.root.glob("run/*.pid"):
            try:
                os.kill(int(file.read_text()), signal.SIGKILL)
            except (OSError, ValueError):
                pass
        if session:
            try:
                os.killpg(session, signal.SIGKILL)
            except OSError:
                pass
            return
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()
        time.sleep(0.1)

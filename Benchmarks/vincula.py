"""Vincula under load: the requests that make up signing in."""

import subprocess
import json

from load import CONNECTIONS, HERE, Server, call, first_answer, result, start_wrk, wrk

EMPTY = HERE / "wrk" / "empty.txt"
PASSWORD = "correct horse battery"


def serve(build, data, *flags):
    return Server(
        [build / "vincula", "serve", "--dev", "--listen", "127.0.0.1:0", "--data", data, "--log-level", "error", *flags],
        r"Server +(http://\S+)",
    )


def start_times(build, folder):
    """Returns the seconds from start to first response, with an empty folder and again with the same one, and the idle MiB."""
    times, memory = [], None
    for _ in range(2):
        with serve(build, folder / "start") as server:
            times.append(first_answer(server))
            memory = server.memory()
    return times, memory


class Workload:
    """A running server with accounts, and one method for each kind of request."""

    def __init__(self, server, folder, seconds, people=64, key="k"):
        self.seconds, self.key = seconds, key
        self.accounts = f"{server.url}/identitytoolkit.googleapis.com/v1/accounts"
        self.tokens = f"{server.url}/securetoken.googleapis.com/v1/token?key={key}"
        folder.mkdir(parents=True, exist_ok=True)
        # Another folder may have people of its own in the same database.
        emails = [f"bench{n}@{folder.name.lower()}.example.com" for n in range(people)]
        signed_up = [call(f"{self.accounts}:signUp?key={self.key}", {"email": email, "password": PASSWORD}) for email in emails]
        self.passwords = self._file(folder / "passwords", [json.dumps({"email": e, "password": PASSWORD}) for e in emails])
        self.id_tokens = self._file(folder / "id-tokens", [json.dumps({"idToken": p["idToken"]}) for p in signed_up])
        self.folder = folder

    @staticmethod
    def _file(path, lines):
        path.write_text("\n".join(lines) + "\n")
        return path

    def _refresh_tokens(self):
        """Returns the refresh tokens of many sessions, created once: they are not rotated."""
        file = self.folder / "refresh-tokens"
        if not file.exists():
            sessions = [call(f"{self.accounts}:signUp?key={self.key}", {}) for _ in range(4 * CONNECTIONS)]
            self._file(file, [session["refreshToken"] for session in sessions])
        return file

    def sign_up(self):
        return wrk(f"{self.accounts}:signUp?key={self.key}", self.seconds, "post.lua", EMPTY)

    def sign_in(self):
        return wrk(f"{self.accounts}:signInWithPassword?key={self.key}", self.seconds, "post.lua", self.passwords)

    def look_up(self):
        return wrk(f"{self.accounts}:lookup?key={self.key}", self.seconds, "post.lua", self.id_tokens)

    def refresh(self):
        return wrk(self.tokens, self.seconds, "refresh.lua", self._refresh_tokens())

    def refresh_beside_sign_ins(self):
        """Measures refreshes of 4 clients while 32 others keep all hashing threads busy."""
        tokens = self._refresh_tokens()
        busy = start_wrk(f"{self.accounts}:signInWithPassword?key={self.key}", self.seconds + 1, "post.lua", [self.passwords])
        measured = result(start_wrk(self.tokens, self.seconds, "refresh.lua", [tokens], connections=4))
        result(busy)
        return measured


def sdk_overhead(build, server, count=1000):
    """Returns the median milliseconds of a lookup: the bare request, and the same with the client SDK."""
    program = [build / "vincula-sdk-overhead", server.url, str(count)]
    raw, sdk = subprocess.run(program, capture_output=True, text=True, check=True).stdout.split()
    return float(raw), float(sdk)

"""PocketBase under the same load: a peer that also stores accounts in SQLite."""

import contextlib
import subprocess

from load import Server, call, wrk
from vincula import PASSWORD

ADMINISTRATOR = "bench@example.com"


@contextlib.contextmanager
def serve(binary, folder, seconds, people=32):
    """Runs a server with accounts, and yields it with a function that measures one kind of request of an ordinary user:
    `sign-in` with a password, `record` (reading one's own), or `refresh`."""
    data = f"--dir={folder / 'pocketbase'}"
    subprocess.run([binary, "superuser", "upsert", ADMINISTRATOR, PASSWORD, data], check=True, capture_output=True)
    with Server([binary, "serve", "--http=127.0.0.1:8391", data], r"Server started at (http://\S+)") as server:
        users = f"{server.url.rstrip('/')}/api/collections/users"
        superusers = f"{server.url.rstrip('/')}/api/collections/_superusers"
        token = call(f"{superusers}/auth-with-password", {"identity": ADMINISTRATOR, "password": PASSWORD})["token"]
        lines = []
        for number in range(people):
            email = f"bench{number}@example.com"
            call(f"{users}/records", {"email": email, "password": PASSWORD, "passwordConfirm": PASSWORD}, token=token)
            answer = call(f"{users}/auth-with-password", {"identity": email, "password": PASSWORD})
            lines.append(f"{answer['record']['id']} {answer['token']} {email}")
        people_file = folder / "pocketbase-people"
        people_file.write_text("\n".join(lines) + "\n")

        yield server, lambda kind, seconds=seconds: wrk(server.url, seconds, "pocketbase.lua", people_file, kind, PASSWORD)

"""Email links under load: requesting one while the mail server is slow, and signing in with one compared with signing up."""

import asyncio
import contextlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import vincula
from load import call, wrk

# The mail server's delay before each response, in seconds.
DELAY = 1.0
LINKS = 12_000


@contextlib.contextmanager
def slow_mail_server():
    """Runs a slow SMTP server on a free port, which discards everything it receives."""

    async def serve(reader, writer):
        async def say(text):
            await asyncio.sleep(DELAY)
            writer.write(text.encode() + b"\r\n")

        # The end of the measurement cancels what is open; asyncio would print a traceback for each connection.
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await say("220 slow")
            while line := await reader.readline():
                verb = line[:4].upper()
                if verb == b"DATA":
                    await say("354 go on")
                    await reader.readuntil(b"\r\n.\r\n")
                await say("221 bye" if verb == b"QUIT" else "250 ok")
        writer.close()

    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(serve, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        tasks = asyncio.all_tasks(loop)
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        loop.close()


def links(server, count):
    """Returns the bodies of sign-in requests, each with the code of a link created by an administrator."""
    url = f"{server.url}/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:sendOobCode"

    def link(index):
        email = f"link{index}@example.com"
        asked = {"requestType": "EMAIL_SIGNIN", "email": email, "continueUrl": "http://localhost", "returnOobLink": True}
        return json.dumps({"email": email, "oobCode": call(url, asked, token="Bearer owner")["oobCode"]})

    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(link, range(count)))


def measure(build, folder, seconds):
    """Measures requests for links with a slow mail server and without sending, sign-in by link, and sign-up."""
    found = {}
    accounts = "/identitytoolkit.googleapis.com/v1/accounts"
    asked = folder / "asked"
    emails = [f"asked{n}@example.com" for n in range(4096)]
    body = {"requestType": "EMAIL_SIGNIN", "continueUrl": "http://localhost", "canHandleCodeInApp": True}
    asked.write_text("\n".join(json.dumps({**body, "email": email}) for email in emails) + "\n")
    with slow_mail_server() as port:
        flags = ["--smtp-host", "127.0.0.1", "--smtp-port", port, "--smtp-security", "none", "--mail-from", "a@example.com"]
        with vincula.serve(build, folder / "slow-mail", *flags) as server:
            found["send, slow mail server"] = wrk(f"{server.url}{accounts}:sendOobCode?key=k", seconds, "post.lua", asked)
    with vincula.serve(build, folder / "mail") as server:
        found["send, nothing sent"] = wrk(f"{server.url}{accounts}:sendOobCode?key=k", seconds, "post.lua", asked)
        bodies = folder / "links"
        bodies.write_text("\n".join(links(server, LINKS)) + "\n")
        found["sign-up"] = wrk(f"{server.url}{accounts}:signUp?key=k", seconds, "post.lua", vincula.EMPTY)
        found["link sign-in"] = wrk(f"{server.url}{accounts}:signInWithEmailLink?key=k", seconds, "once.lua", bodies)
    return found

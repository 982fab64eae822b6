"""A mail server that keeps what it gets in a folder, and fails as it is told: for tests.

It needs aiosmtpd==1.4.6. It listens on 127.0.0.1 and ends when its standard input ends.

    python3 smtp_sink.py FOLDER [--port 0] [--mode MODE] [--auth USER:PASSWORD]
        [--starttls | --starttls-required | --tls] [--cert FILE --key FILE]

When it listens it prints one line of JSON: {"port": 40123}.

What it writes into FOLDER (each file at once complete):
    NNNN.json       a mail, from 0001 on: {"mail_from", "rcpt_tos", "data", "tls", "auth", "connection"}.
                    "data" is the message as it came, one character (latin-1) for each byte, dots unstuffed; "auth" the user
                    who signed in, or null; "connection" the number of the connection, from 1 on.
    log.jsonl       a line for each connection and command: {"connection": 1, "verb": "CONNECT"}, then "EHLO", "MAIL", ...

--mode, or a file FOLDER/mode that is read at each connection and command and counts more (write it under another name, then
rename it):
    ok                  all is taken.
    slow:SECONDS        each answer, the greeting and the one to the message too, is late by so much.
    refuse:ADDRESS      550 for this recipient.
    refuse-all          550 for each recipient.
    quota               550 5.4.5 for each recipient: the server's own trouble.
    refuse-sender       550 for each sender.
    refuse-message      554 for each message, after it was sent. Nothing is stored.
    refuse-connection   554 instead of a greeting.
    greylist:N          451 for the first N recipients since the mode was set to this text.
    cut-at-data         the connection is closed in the middle of DATA. Nothing is stored.
    cut-after-mail      the connection is closed on MAIL, without an answer.
    cut-after-data      the message is stored, and the connection closed without an answer.
    hangup:CODE         after each message was taken, the connection is closed, CODE (such as 421) said before; 0 says nothing.
    cut-reused:CODE     the same, but only on the next MAIL of the connection, which looks alive until then.
    down                each connection is closed at once.
"""

import argparse
import asyncio
import json
import logging
import os
import pathlib
import ssl
import sys
import threading
import warnings

from aiosmtpd.smtp import SMTP, AuthResult

FAILED_SIGN_IN = "535 5.7.8 Authentication credentials invalid"


class Sink:
    """What all connections share."""

    def __init__(self, options):
        self.options = options
        self.folder = pathlib.Path(options.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.mails = 0
        self.connections = 0
        self.counted_mode = None
        self.count = 0

    def mode(self):
        """The mode's name and its argument."""
        try:
            text = (self.folder / "mode").read_text().strip()
        except FileNotFoundError:
            text = self.options.mode
        if text != self.counted_mode:
            self.counted_mode, self.count = text, 0
        name, _, argument = text.partition(":")
        return name, argument

    def log(self, connection, verb):
        with open(self.folder / "log.jsonl", "a") as file:
            file.write(json.dumps({"connection": connection, "verb": verb}) + "\n")

    def store(self, mail):
        self.mails += 1
        name = f"{self.mails:04}.json"
        hidden = self.folder / f".{name}"
        hidden.write_text(json.dumps(mail))
        os.rename(hidden, self.folder / name)

    def authenticate(self, server, session, envelope, mechanism, data):
        user, _, password = self.options.auth.partition(":")
        good = (data.login, data.password) == (user.encode(), password.encode())
        if good:
            server.user = user
        # Not handled: aiosmtpd then sends the answer itself.
        return AuthResult(success=good, handled=False, message=None if good else FAILED_SIGN_IN)


class Closer(asyncio.Protocol):
    """Closes a connection at once, with or without a word."""

    def __init__(self, word=b""):
        self.word = word

    def connection_made(self, transport):
        if self.word:
            transport.write(self.word)
        transport.close()


class Connection(SMTP):
    """One connection, and the handler of its commands."""

    def __init__(self, sink, number, **arguments):
        self.sink = sink
        self.number = number
        self.user = None
        self.taken = 0
        super().__init__(self, **arguments)

    async def push(self, status):
        text = status.decode() if isinstance(status, bytes) else status
        name, argument = self.sink.mode()
        # An answer of several lines is late once.
        if name == "slow" and text[3:4] != "-":
            await asyncio.sleep(float(argument))
        await super().push(status)

    async def cut(self):
        self.transport.abort()
        # Until the loss of the connection ends this task.
        await asyncio.Event().wait()

    async def hang_up(self, code):
        if code != "0":
            await self.push(f"{code} 4.4.2 Closing the connection")
        self.transport.close()
        await asyncio.Event().wait()

    def _log(self, verb):
        self.sink.log(self.number, verb)

    async def smtp_EHLO(self, hostname):
        self._log("EHLO")
        await super().smtp_EHLO(hostname)

    async def smtp_HELO(self, hostname):
        self._log("HELO")
        await super().smtp_HELO(hostname)

    async def smtp_STARTTLS(self, arg):
        self._log("STARTTLS")
        await super().smtp_STARTTLS(arg)

    async def smtp_AUTH(self, arg):
        self._log("AUTH")
        await super().smtp_AUTH(arg)

    async def smtp_QUIT(self, arg):
        self._log("QUIT")
        await super().smtp_QUIT(arg)

    async def smtp_MAIL(self, arg):
        self._log("MAIL")
        name, argument = self.sink.mode()
        if name == "cut-after-mail":
            await self.cut()
        if name == "cut-reused" and self.taken:
            await self.hang_up(argument)
        await super().smtp_MAIL(arg)

    async def smtp_RCPT(self, arg):
        self._log("RCPT")
        await super().smtp_RCPT(arg)

    async def smtp_DATA(self, arg):
        self._log("DATA")
        if self.sink.mode()[0] == "cut-at-data":
            await self.push("354 End data with <CR><LF>.<CR><LF>")
            await self._reader.read(64)
            await self.cut()
        taken = self.taken
        await super().smtp_DATA(arg)
        name, argument = self.sink.mode()
        if name == "hangup" and self.taken > taken:
            await self.hang_up(argument)

    async def handle_exception(self, error):
        return "451 4.3.0 The sink failed"

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        session.host_name = hostname
        # aiosmtpd would offer sign-in always.
        return [line for line in responses if self.sink.options.auth or line[4:8] != "AUTH"]

    async def handle_MAIL(self, server, session, envelope, address, options):
        if self.sink.mode()[0] == "refuse-sender":
            return "550 5.7.1 Sender refused"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        name, argument = self.sink.mode()
        if name == "refuse-all" or (name == "refuse" and argument == address):
            return "550 5.1.1 No such mailbox"
        if name == "quota":
            return "550 5.4.5 Daily quota exceeded"
        if name == "greylist" and self.sink.count < int(argument):
            self.sink.count += 1
            return "451 4.7.1 Try again later"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        name, _ = self.sink.mode()
        if name == "refuse-message":
            return "554 5.6.0 Message refused"
        self.taken += 1
        self.sink.store(
            {
                "mail_from": envelope.mail_from,
                "rcpt_tos": envelope.rcpt_tos,
                "data": envelope.original_content.decode("latin-1"),
                "tls": self.sink.options.tls or self._tls_protocol is not None,
                "auth": self.user,
                "connection": self.number,
            }
        )
        if name == "cut-after-data":
            await self.cut()
        return "250 OK"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--mode", default="ok")
    parser.add_argument("--auth", metavar="USER:PASSWORD")
    tls = parser.add_mutually_exclusive_group()
    tls.add_argument("--starttls", action="store_true")
    tls.add_argument("--starttls-required", action="store_true")
    tls.add_argument("--tls", action="store_true")
    parser.add_argument("--cert")
    parser.add_argument("--key")
    return parser.parse_args()


async def serve(options):
    sink = Sink(options)
    upgrades = options.starttls or options.starttls_required
    context = None
    if upgrades or options.tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.cert, options.key)

    def connection():
        sink.connections += 1
        sink.log(sink.connections, "CONNECT")
        name, _ = sink.mode()
        if name == "down":
            return Closer()
        if name == "refuse-connection":
            return Closer(b"554 5.3.2 No service\r\n")
        return Connection(
            sink,
            sink.connections,
            hostname="sink.test",
            tls_context=context if upgrades else None,
            require_starttls=options.starttls_required,
            auth_required=options.auth is not None,
            auth_require_tls=upgrades,
            authenticator=sink.authenticate,
            loop=asyncio.get_running_loop(),
        )

    server = await asyncio.get_running_loop().create_server(
        connection, "127.0.0.1", options.port, ssl=context if options.tls else None
    )
    print(json.dumps({"port": server.sockets[0].getsockname()[1]}), flush=True)
    await server.serve_forever()


def end_with_standard_input():
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    arguments = parse()
    warnings.simplefilter("ignore")
    # Clients that go away in the middle are what the tests are about.
    logging.disable(logging.CRITICAL)
    threading.Thread(target=end_with_standard_input, daemon=True).start()
    asyncio.run(serve(arguments))

"""HTTP servers on free ports of loopback, for the scripts of this folder."""

import functools
import os
import pathlib
import threading
import time
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

PARENT = os.getppid()


class Server(ThreadingHTTPServer):
    # The default backlog of five drops connections of many tests at once, which then look like a server that is down.
    request_queue_size = 256


def listen(handler):
    """Starts a server in the background, and gives it."""
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def stay():
    """Waits until the process that started this one has ended."""
    while os.getppid() == PARENT:
        time.sleep(0.2)


class Handler(BaseHTTPRequestHandler):
    """Reads every request as a whole, and leaves the answer to `respond`."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        self._read()

    def do_POST(self):
        self._read()

    def do_PUT(self):
        self._read()

    def _read(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        parts = urlsplit(self.path)
        self.route = parts.path
        self.query = dict(parse_qsl(parts.query, keep_blank_values=True))
        self.respond()

    def send(self, status, kind, text, headers=None):
        data = text.encode()
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)


class Site:
    """Another website than the server's. `write` gives the HTML of the page that a request is for."""

    def __init__(self, write):
        class Pages(Handler):
            def respond(self):
                self.send(200, "text/html; charset=utf-8", write(self))

        self.port = listen(Pages).server_port


class Host:
    """Serves a page of this folder to the browser, at an origin that is not the server's."""

    def __init__(self, page):
        class Files(SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass

        folder = pathlib.Path(__file__).resolve().parent
        self.server = listen(functools.partial(Files, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server.server_port}/{page}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()

"""A server between a client and a real one, which fails as networks, proxies and servers do.

    fault_proxy.py http://127.0.0.1:9099 [PORT]

It prints where it is, and where its trap is: a second port, to which redirects lead and which answers nobody. The standard
library is enough.

POST /_fault sets what happens to requests from now on, in place of what was set before:
{"method": "accounts:lookup", "fault": "silent", …}. The method is a path's last part, "*" all of them. The faults:

  none         forwards
  close        closes the connection without an answer
  reset        the same, by a reset
  cut-head     closes it within the answer's head
  cut-body     closes it within the body, of which the head has told the length
  cut-chunk    closes it within a chunk
  no-http      answers as a mail server would
  answer       answers with "status", "type" and "body"
  redirect     answers with "status" and the trap's address
  silent       takes the request and never answers
  drip         forwards, and gives the answer byte by byte
  drip-forever gives a byte now and then, and no end
  lose         forwards, and closes the connection without passing the answer on
  lose-head    forwards, and closes the connection within the head

GET /_seen tells how many requests of each method came ("came"), how many went on to the server ("sent"), and what the trap
was told ("trapped").

The process ends with its parent.
"""

import http.client
import json
import socket
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from loopback import stay

TARGET = urlsplit(sys.argv[1])

lock = threading.Lock()
fault = {"method": "*", "fault": "none"}
seen = {"came": {}, "sent": {}, "trapped": []}


def count(kind, method):
    with lock:
        seen[kind][method] = seen[kind].get(method, 0) + 1


class Proxy(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.serve()

    def do_POST(self):
        self.serve()

    def serve(self):
        global fault
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = urlsplit(self.path).path
        if path == "/_seen":
            with lock:
                return self.answer(200, "application/json", json.dumps(seen).encode())
        if path == "/_fault":
            with lock:
                fault = json.loads(body)
            return self.answer(200, "application/json", b"{}")
        method = path.rsplit("/", 1)[-1]
        count("came", method)
        with lock:
            now = fault if fault["method"] in ("*", method) else {"fault": "none"}
        getattr(self, "do_" + now["fault"].replace("-", "_"))(now, method, body)

    # What may become of a request.

    def do_none(self, now, method, body):
        self.answer(*self.forward(method, body))

    def do_close(self, now, method, body):
        self.leave()

    def do_reset(self, now, method, body):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    def do_cut_head(self, now, method, body):
        self.leave(b"HTTP/1.1 200 OK\r\nContent-Type: applica")

    def do_cut_body(self, now, method, body):
        self.leave(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"idToken":"ey')

    def do_cut_chunk(self, now, method, body):
        self.leave(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            b'100\r\n{"idToken":"ey'
        )

    def do_no_http(self, now, method, body):
        self.leave(b"220 mail.example.com ESMTP\r\n")

    def do_answer(self, now, method, body):
        self.answer(now["status"], now["type"], now["body"].encode())

    def do_redirect(self, now, method, body):
        address = f"http://127.0.0.1:{trap.server_address[1]}{self.path}"
        self.answer(now["status"], "text/html", b"<html>moved</html>", [("Location", address)])

    def do_silent(self, now, method, body):
        # Until the client has had enough.
        self.connection.settimeout(60)
        try:
            self.rfile.read(1)
        except OSError:
            pass
        self.close_connection = True

    def do_drip(self, now, method, body):
        status, kind, data = self.forward(method, body)
        head = f"HTTP/1.1 {status} Slow\r\nContent-Type: {kind}\r\nContent-Length: {len(data)}\r\n\r\n".encode()
        for byte in head + data:
            self.wfile.write(bytes([byte]))
            self.wfile.flush()
            time.sleep(0.0003)

    def do_drip_forever(self, now, method, body):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{")
        try:
            while True:
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            self.close_connection = True

    def do_lose(self, now, method, body):
        self.forward(method, body)
        self.leave()

    def do_lose_head(self, now, method, body):
        self.forward(method, body)
        self.leave(b"HTTP/1.1 200 OK\r\nContent-Ty")

    # Steps.

    def forward(self, method, body):
        count("sent", method)
        connection = http.client.HTTPConnection(TARGET.hostname, TARGET.port, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers.get("Content-Type", "application/json"), data

    def answer(self, status, kind, data, headers=()):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def leave(self, data=b""):
        self.wfile.write(data)
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True


class Trap(BaseHTTPRequestHandler):
    def handle(self):
        """Keeps whatever comes, down to a connection without a word."""
        with lock:
            seen["trapped"].append("connected")
        self.connection.settimeout(0.2)
        try:
            said = self.connection.recv(65536)
        except OSError:
            said = b""
        with lock:
            seen["trapped"].append(said.decode(errors="replace"))


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 600

    def handle_error(self, request, address):
        """A client that hangs up is no news."""


server = Server(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Proxy)
trap = Server(("127.0.0.1", 0), Trap)
for each in (server, trap):
    threading.Thread(target=each.serve_forever, daemon=True).start()
print(f"Proxy http://127.0.0.1:{server.server_address[1]}", flush=True)
stay()

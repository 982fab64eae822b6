"""Stands in front of Pebble, which has no RenewalInfo (RFC 9773), and adds it.

    acme_renewal_info.py PORT PEBBLE_PORT CERTIFICATE KEY START END

Each certificate is to be renewed between START and END, in seconds from now. The first order that replaces a certificate is refused
as if the certificate had been replaced already. Prints "asked ID", "refused ID" and "replaced ID".
"""

import base64
import datetime
import http.client
import http.server
import json
import ssl
import sys
import urllib.parse

port, upstream = int(sys.argv[1]), int(sys.argv[2])
certificate, key = sys.argv[3:5]
window = [float(text) for text in sys.argv[5:7]]
trusting = ssl.create_default_context(cafile=certificate)
refused = []
paths = {}


def say(text):
    print(text, flush=True)


def time(seconds):
    now = datetime.datetime.now(datetime.timezone.utc)
    return (now + datetime.timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def ask(self, method, path, body=None):
        """Asks Pebble, which makes its addresses of the name by which it is called: this one."""
        connection = http.client.HTTPSConnection("127.0.0.1", upstream, context=trusting, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() in ("content-type", "user-agent")}
        headers["Host"] = f"127.0.0.1:{port}"
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, content

    def answer(self, status, headers, content):
        self.send_response(status)
        for name in ("content-type", "replay-nonce", "location", "retry-after", "link"):
            if name in headers:
                self.send_header(name, headers[name])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def do_HEAD(self):
        self.answer(*self.ask("HEAD", self.path))

    def do_GET(self):
        if self.path.startswith("/renewal-info/"):
            say(f"asked {self.path.rsplit('/', 1)[1]}")
            content = {"suggestedWindow": {"start": time(window[0]), "end": time(window[1])},
                       "explanationURL": "https://ca.example/why"}
            return self.answer(200, {"content-type": "application/json", "retry-after": "21600"}, json.dumps(content).encode())
        status, headers, content = self.ask("GET", self.path)
        if self.path == "/dir":
            directory = json.loads(content)
            paths.update({name: urllib.parse.urlsplit(directory[name]).path for name in ("newOrder", "newNonce")})
            directory["renewalInfo"] = f"https://127.0.0.1:{port}/renewal-info"
            content = json.dumps(directory).encode()
        self.answer(status, headers, content)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == paths.get("newOrder"):
            payload = json.loads(body)["payload"]
            order = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
            replaced = order.get("replaces")
            if replaced and not refused:
                refused.append(replaced)
                say(f"refused {replaced}")
                nonce = self.ask("HEAD", paths["newNonce"])[1]["replay-nonce"]
                problem = {"type": "urn:ietf:params:acme:error:alreadyReplaced", "detail": "it has been replaced", "status": 409}
                return self.answer(
                    409, {"content-type": "application/problem+json", "replay-nonce": nonce}, json.dumps(problem).encode())
            if replaced:
                say(f"replaced {replaced}")
        self.answer(*self.ask("POST", self.path, body))


server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
server.socket = context.wrap_socket(server.socket, server_side=True)
say("ready")
server.serve_forever()

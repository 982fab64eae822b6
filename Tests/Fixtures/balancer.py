"""A load balancer, as small as one can be that does what they all do.

    balancer.py

It prints where it is. PUT /_control/servers sets the servers, a list of URLs. Each is asked for /readyz five times a second; requests
go in turn to those that are ready, each on a connection of its own. If none can be made, the next server gets the request, since
nothing was sent yet. What fails later is answered with 502, and counted: GET /_control/figures.

The process ends with its parent.
"""

import http.client
import itertools
import json
import threading
import time
from urllib.parse import urlsplit

from loopback import Handler, listen, stay

PASSED_ON = ("content-type", "authorization", "retry-after", "www-authenticate")


class Balancer(Handler):
    lock = threading.Lock()
    turn = itertools.count()
    servers = []
    ready = []
    figures = {"answered": 0, "failed": 0, "refused": 0}

    def respond(self):
        if self.route == "/_control/servers":
            servers = json.loads(self.body)
            with Balancer.lock:
                Balancer.servers = servers
                Balancer.ready = [url for url in Balancer.ready if url in servers]
            return self.send(200, "application/json", "{}")
        if self.route == "/_control/figures":
            with Balancer.lock:
                return self.send(200, "application/json", json.dumps(Balancer.figures | {"ready": len(Balancer.ready)}))
        headers = {name: self.headers[name] for name in PASSED_ON if name in self.headers}
        with Balancer.lock:
            ready, first = list(Balancer.ready), next(Balancer.turn)
        for place in range(len(ready)):
            url = ready[(first + place) % len(ready)]
            connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=60)
            try:
                connection.connect()
            except OSError:
                continue
            try:
                connection.request(self.command, self.path, self.body.encode(), headers | {"Connection": "close"})
                answer = connection.getresponse()
                text = answer.read().decode()
                kept = {name: value for name, value in answer.getheaders() if name.lower() == "retry-after"}
            except (OSError, http.client.HTTPException) as error:
                self.count("failed")
                return self.send(502, "text/plain", f"{type(error).__name__} from {url}")
            finally:
                connection.close()
            self.count("refused" if answer.status == 503 else "answered")
            return self.send(answer.status, answer.getheader("content-type") or "text/plain", text, kept)
        self.count("failed")
        self.send(502, "text/plain", "No server is ready.")

    def count(self, what):
        with Balancer.lock:
            Balancer.figures[what] += 1


def is_ready(url):
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def watch():
    while True:
        with Balancer.lock:
            servers = list(Balancer.servers)
        ready = [url for url in servers if is_ready(url)]
        with Balancer.lock:
            Balancer.ready = [url for url in ready if url in Balancer.servers]
        time.sleep(0.2)


if __name__ == "__main__":
    threading.Thread(target=watch, daemon=True).start()
    server = listen(Balancer)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    stay()

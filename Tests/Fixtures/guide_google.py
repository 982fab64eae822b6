"""Signs Ana in at the page of the provider that stands in for Google, by the API that apps without an SDK use, and prints her account.

    python3 guide_google.py [--provider google.com] [--key KEY] [--continue-uri URL]

On the stage of guides.py, or anywhere else where the variables that it reads are set.
"""

import argparse
import http.client
import json
import os
import ssl
import sys
import urllib.error
import urllib.parse
import urllib.request


def server():
    """A connection to the server, through what terminates TLS if there is such a thing."""
    stage = os.environ["STAGE"]
    if not os.path.exists(f"{stage}/run/tls"):
        return http.client.HTTPConnection("127.0.0.1", int(os.environ["STAGE_PORT"]), timeout=60)
    trusted = ssl.create_default_context(cafile=f"{stage}/run/ca.pem")

    class Here(http.client.HTTPSConnection):
        def connect(self):
            import socket
            plain = socket.create_connection(("127.0.0.1", int(os.environ["STAGE_TLS"])), 60)
            self.sock = trusted.wrap_socket(plain, server_hostname="auth.example.com")

    return Here("auth.example.com", context=trusted, timeout=60)


def call(method, key, body):
    connection = server()
    headers = {"Content-Type": "application/json", "Host": "auth.example.com", "X-Forwarded-For": "192.0.2.7"}
    connection.request("POST", f"/v1/accounts:{method}?key={key}", json.dumps(body), headers)
    answer = connection.getresponse()
    said = json.loads(answer.read())
    if answer.status != 200:
        sys.exit(f"{method}: {answer.status} {said}")
    return said


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def allowed(page):
    """Presses "Allow" on the provider's page. Returns the address that the browser is sent to."""
    try:
        urllib.request.build_opener(NoRedirect).open(page, b"sub=g-1&answer=allow", timeout=30)
    except urllib.error.HTTPError as answer:
        if answer.code in (302, 303):
            return answer.headers["Location"]
        sys.exit(f"The provider's page: {answer.code} {answer.read()[:500]}")
    sys.exit("The provider sends nobody back.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--provider", default="google.com")
    parser.add_argument("--key", default=os.environ.get("KEY"))
    parser.add_argument("--continue-uri", default="https://app.example.com/")
    asked = parser.parse_args()
    begun = call("createAuthUri", asked.key, {"providerId": asked.provider, "continueUri": asked.continue_uri})
    back = allowed(begun["authUri"])
    account = call("signInWithIdp", asked.key, {
        "requestUri": back, "sessionId": begun["sessionId"], "returnSecureToken": True, "returnIdpCredential": True})
    print(f"Signed in with {account['providerId']} as {account['email']}, account {account['localId']}")


main()

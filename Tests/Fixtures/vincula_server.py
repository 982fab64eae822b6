"""A development server by REST: what apps, administrators and people with a mailbox do there."""

import html
import json
import re
import urllib.error
import urllib.parse
import urllib.request

PROJECT = "demo-project"
PASSWORD = "Correct!horse7battery"


class Server:
    def __init__(self, url):
        self.url = url.rstrip("/")
        self.host = urllib.parse.urlsplit(self.url).netloc
        self.people = 0

    def send(self, method, path, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **(headers or {})}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path}: {error.read().decode()[:300]}") from error

    def call(self, method, body, language=None):
        headers = {"X-Firebase-Locale": language} if language else {}
        return self.send("POST", f"/identitytoolkit.googleapis.com/v1/accounts:{method}?key=k", body, headers)

    def administer(self, method, body):
        path = f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/accounts:{method}"
        return self.send("POST", path, body, {"Authorization": "Bearer owner"})

    def configure(self, mask, body):
        path = f"/identitytoolkit.googleapis.com/v2/projects/{PROJECT}/config?updateMask={mask}"
        return self.send("PATCH", path, body, {"Authorization": "Bearer owner"})

    def address(self, name):
        self.people += 1
        return f"{name}.{self.people}@example.com"

    def sign_up(self, name):
        email = self.address(name)
        return self.call("signUp", {"email": email, "password": PASSWORD, "returnSecureToken": True})

    def account(self, person):
        return self.administer("lookup", {"localId": [person["localId"]]})["users"][0]

    def links(self, kind, email):
        """The links of a kind that work."""
        codes = self.send("GET", f"/emulator/v1/projects/{PROJECT}/oobCodes")["oobCodes"]
        return [code["oobLink"] for code in codes if code["requestType"] == kind and code["email"] == email]

    def text_codes(self, number):
        """The codes that were sent to a number and work, oldest first."""
        codes = self.send("GET", f"/emulator/v1/projects/{PROJECT}/verificationCodes")["verificationCodes"]
        return [code["code"] for code in codes if code["phoneNumber"] == number]

    def mailed(self, email):
        """The links of an address's mails, newest first, also of the codes that the emulator does not list."""
        def page(path):
            with urllib.request.urlopen(self.url + path, timeout=120) as answer:
                return answer.read().decode()
        messages = re.findall(r'<li id="m-.*?</li>', page("/emulator/inbox"), re.DOTALL)
        rows = [re.search(r'href="(/emulator/inbox/[^"]+)"', each)[1] for each in messages if f">{html.escape(email)}</span>" in each]
        found = [re.search(r'href="([^"]*oobCode=[^"]*)"', page(f"{row}/html")) for row in rows]
        return [html.unescape(link[1]) for link in found if link]

    def mail(self, kind, email, language=None, **fields):
        """Asks for a mail, and finds its link."""
        self.call("sendOobCode", {"requestType": kind, "email": email, **fields}, language)
        (link,) = self.links(kind, email)
        return link


def code_of(link):
    return urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["oobCode"][0]

"""A SAML 2.0 identity provider by signxml and lxml, whose page people use in a browser, on a free port of loopback.

    python3 saml_idp.py

It reads requests by redirect, checks their signature where a test says by whom, shows a page with people to choose from, and
has the browser post the signed answer. What a test says, as JSON:

    PUT  /_control/certificate     the PEM of whoever must sign requests; null again for nobody
    PUT  /_control/spoil           the name of one of SPOILERS, for the next answer
    GET  /_control/requests        the requests so far: id, issuer, acs, destination, signed

It prints its URL when it is ready, and ends with the process that started it.
"""

import base64
import copy
import datetime
import html
import json
import threading
import urllib.parse
import uuid
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from lxml import etree
from signxml import XMLSigner

from loopback import stay

SAML = "urn:oasis:names:tc:SAML:2.0:assertion"
SAMLP = "urn:oasis:names:tc:SAML:2.0:protocol"
DS = "http://www.w3.org/2000/09/xmldsig#"
NAMES = {"saml": SAML, "samlp": SAMLP}
PEOPLE = ["ana", "ben", "cleo", "cleo2", "cleo3", "dora"]


def make_certificate():
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "idp")])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365)).sign(key, hashes.SHA256()))
    pem = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return pem, made.public_bytes(serialization.Encoding.PEM).decode()


def moment(seconds):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def element(parent, name, text=None, **attributes):
    prefix, local = name.split(":")
    made = etree.SubElement(parent, f"{{{NAMES[prefix]}}}{local}", attributes)
    made.text = text
    return made


class Provider:
    """What the identity provider knows."""

    def __init__(self):
        self.key, self.certificate = make_certificate()
        self.requests, self.spoiler, self.signer, self.url = [], None, None, ""
        self.last = None

    @property
    def entity(self):
        return f"{self.url}/metadata"

    def metadata(self):
        body = "".join(line for line in self.certificate.splitlines() if "-----" not in line)
        return (
            f'<?xml version="1.0"?><!-- made up --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" '
            f'entityID="{self.entity}"><md:IDPSSODescriptor protocolSupportEnumeration="{SAMLP}"><md:KeyDescriptor use="signing">'
            f'<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{body}'
            f'</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService '
            f'Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="{self.url}/sso"/>'
            f'</md:IDPSSODescriptor></md:EntityDescriptor>')

    def read(self, query):
        """Reads a request by redirect (SAML 2.0 Bindings §3.4.4.1)."""
        fields = dict(urllib.parse.parse_qsl(query))
        root = etree.fromstring(zlib.decompress(base64.b64decode(fields["SAMLRequest"]), -15))
        assert root.tag == f"{{{SAMLP}}}AuthnRequest", root.tag
        signed = "Signature" in fields
        if self.signer:
            parts = dict(part.split("=", 1) for part in query.split("&"))
            text = "&".join(f"{name}={parts[name]}" for name in ("SAMLRequest", "RelayState", "SigAlg"))
            key = x509.load_pem_x509_certificate(self.signer.encode()).public_key()
            assert fields["SigAlg"].endswith("#rsa-sha256"), fields["SigAlg"]
            key.verify(base64.b64decode(fields["Signature"]), text.encode(), padding.PKCS1v15(), hashes.SHA256())
        request = {
            "id": root.get("ID"), "issuer": root.findtext(f"{{{SAML}}}Issuer"), "acs": root.get("AssertionConsumerServiceURL"),
            "destination": root.get("Destination"), "signed": signed, "hint": fields.get("login_hint")}
        self.requests.append(request)
        return request, fields["RelayState"]

    def sign(self, node, place):
        """Signs an element; `place` is where the signature goes among its children."""
        signer = XMLSigner(
            signature_algorithm="rsa-sha256", digest_algorithm="sha256", c14n_algorithm="http://www.w3.org/2001/10/xml-exc-c14n#")
        mark = etree.Element(f"{{{DS}}}Signature", Id="placeholder", nsmap={"ds": DS})
        node.insert(place, mark)
        return signer.sign(node, key=self.key, cert=self.certificate, reference_uri=f"#{node.get('ID')}")

    def assertion(self, person, request):
        node = etree.Element(
            f"{{{SAML}}}Assertion", {"ID": f"_{uuid.uuid4()}", "Version": "2.0", "IssueInstant": moment(0)}, nsmap={
                "saml": SAML, "xs": "http://www.w3.org/2001/XMLSchema", "xsi": "http://www.w3.org/2001/XMLSchema-instance"})
        element(node, "saml:Issuer", self.entity)
        subject = element(node, "saml:Subject")
        element(subject, "saml:NameID", f"{person}@acme.example", Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress")
        confirmation = element(subject, "saml:SubjectConfirmation", Method="urn:oasis:names:tc:SAML:2.0:cm:bearer")
        element(confirmation, "saml:SubjectConfirmationData", InResponseTo=request["id"], Recipient=request["acs"],
                NotOnOrAfter=moment(300))
        conditions = element(node, "saml:Conditions", NotBefore=moment(-10), NotOnOrAfter=moment(300))
        element(element(conditions, "saml:AudienceRestriction"), "saml:Audience", request["issuer"])
        context = element(element(node, "saml:AuthnStatement", AuthnInstant=moment(0), SessionIndex="_s"), "saml:AuthnContext")
        element(context, "saml:AuthnContextClassRef", "urn:oasis:names:tc:SAML:2.0:ac:classes:Password")
        statement = element(node, "saml:AttributeStatement")
        for name, values in {"displayName": [person.title()], "groups": ["staff", "a & b"], "dept": ["x"]}.items():
            attribute = element(statement, "saml:Attribute", Name=name)
            for value in values:
                element(attribute, "saml:AttributeValue", value).set(
                    "{http://www.w3.org/2001/XMLSchema-instance}type", "xs:string")
        return node

    def respond(self, person, request):
        spoiler, self.spoiler = SPOILERS[self.spoiler or "none"], None
        response = etree.Element(
            f"{{{SAMLP}}}Response", {
                "ID": f"_{uuid.uuid4()}", "Version": "2.0", "IssueInstant": moment(0), "Destination": request["acs"],
                "InResponseTo": request["id"]}, nsmap={"samlp": SAMLP})
        issuer = etree.SubElement(response, f"{{{SAML}}}Issuer", nsmap={"saml": SAML})
        issuer.text = self.entity
        code = "urn:oasis:names:tc:SAML:2.0:status:" + ("Success" if person else "Responder")
        top = element(element(response, "samlp:Status"), "samlp:StatusCode", Value=code)
        if person:
            response = spoiler(self, response, person, request)
        else:
            element(top, "samlp:StatusCode", Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed")
        self.last = base64.b64encode(etree.tostring(response)).decode()
        return self.last


def honest(provider, response, person, request, signs_response=False):
    response.append(provider.sign(provider.assertion(person, request), 1))
    return provider.sign(response, 1) if signs_response else response


def whole(provider, response, person, request):
    """Signs the response, and not the assertion."""
    response.append(provider.assertion(person, request))
    return provider.sign(response, 1)


def unsigned(provider, response, person, request):
    response.append(provider.assertion(person, request))
    return response


def changed(provider, response, person, request):
    response = honest(provider, response, person, request)
    response.find(f".//{{{SAML}}}NameID").text = "eve@acme.example"
    return response


def wrapped(provider, response, person, request):
    """Puts a forged assertion in front, and the signed one into the signature (XSW8)."""
    response = honest(provider, response, person, request)
    signed = response.find(f"{{{SAML}}}Assertion")
    forged = copy.deepcopy(signed)
    forged.set("ID", "_forged")
    forged.find(f".//{{{SAML}}}NameID").text = "eve@acme.example"
    signature = forged.find(f"{{{DS}}}Signature")
    signed.remove(signed.find(f"{{{DS}}}Signature"))
    etree.SubElement(signature, f"{{{DS}}}Object").append(signed)
    response.append(forged)
    return response


def other_key(provider, response, person, request):
    real = (provider.key, provider.certificate)
    provider.key, provider.certificate = make_certificate()
    try:
        return honest(provider, response, person, request)
    finally:
        provider.key, provider.certificate = real


SPOILERS = {
    "none": honest, "both": lambda *given: honest(*given, signs_response=True), "whole": whole, "unsigned": unsigned,
    "changed": changed, "wrapped": wrapped, "other key": other_key,
}

provider = Provider()


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *arguments):
        pass

    def answer(self, text, kind="text/html; charset=utf-8", status=200):
        data = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()

    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        if parts.path == "/metadata":
            return self.answer(provider.metadata(), "application/samlmetadata+xml")
        if parts.path == "/_control/requests":
            return self.answer(json.dumps(provider.requests), "application/json")
        if parts.path != "/sso":
            return self.answer("nothing here", status=404)
        try:
            request, state = provider.read(parts.query)
        except Exception as error:
            return self.answer(f"<p id='refused'>{html.escape(repr(error))}</p>", status=400)
        buttons = "".join(f"<button name='person' value='{name}'>{name}</button>" for name in PEOPLE)
        fields = "".join(
            f"<input type='hidden' name='{name}' value='{html.escape(value, quote=True)}'>"
            for name, value in {**{name: request[name] for name in ("id", "issuer", "acs")}, "state": state}.items())
        return self.answer(
            f"<title>IdP</title><form method='post' action='/sso' id='saml-people'>{fields}{buttons}"
            "<button name='person' value='' id='deny'>no</button></form>")

    def do_POST(self):
        fields = dict(urllib.parse.parse_qsl(self.body(), keep_blank_values=True))
        answer = provider.respond(fields["person"], fields)
        hidden = "".join(
            f"<input type='hidden' name='{name}' value='{html.escape(value, quote=True)}'>"
            for name, value in {"SAMLResponse": answer, "RelayState": fields["state"]}.items())
        return self.answer(
            f"<form method='post' action='{html.escape(fields['acs'], quote=True)}' id='back'>{hidden}</form>"
            "<script>document.getElementById('back').submit()</script>")

    def do_PUT(self):
        value = json.loads(self.body())
        if self.path == "/_control/certificate":
            provider.signer = value
        elif self.path == "/_control/spoil":
            provider.spoiler = value
        return self.answer("{}", "application/json")


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    provider.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(provider.url, flush=True)
    stay()


if __name__ == "__main__":
    main()

"""Every public function of firebase-admin's `auth` and `tenant_mgt` modules, unmodified, for a project and for a tenant of it.

    firebase_admin_functions.py emulator URL API_KEY PROJECT
    firebase_admin_functions.py production URL API_KEY KEY_FILE PUBLIC_URL

The modes are those of firebase_admin_tokens.py. `tenant_mgt` knows nothing of the emulator's variable: what it sends to Google's
hosts goes to the server in both modes, and in the emulator's it has the credential that the rest of the SDK uses there. Prints a line per part, and last the number of functions and methods. A function
that the modules have and that was never called is an error, so that a new version of the SDK cannot bring one unnoticed.
"""
import datetime
import hmac
import inspect
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

mode, url, api_key, argument = sys.argv[1:5]
if mode == "emulator":
    os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = url.removeprefix("http://")
public_url = sys.argv[5] if mode == "production" else url

import requests.adapters

send = requests.adapters.HTTPAdapter.send


def send_here(self, request, *arguments, **options):
    google = re.match(r"https://([a-z0-9.-]*googleapis\.com)(/.*)", request.url)
    if google:
        request.url = f"{url}/{google[1]}{google[2]}"
    assert request.url.startswith(url), request.url
    return send(self, request, *arguments, **options)


requests.adapters.HTTPAdapter.send = send_here

import firebase_admin
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from firebase_admin import _utils, auth, credentials, tenant_mgt


class Owner(credentials.Base):
    def get_credential(self):
        return _utils.EmulatorAdminCredentials()


if mode == "emulator":
    app = firebase_admin.initialize_app(Owner(), {"projectId": argument})
else:
    app = firebase_admin.initialize_app(credentials.Certificate(argument))

called = set()
# Of the password "password".
HMAC = hmac.new(b"secret", b"passwordNaCl", "sha256").digest()


class Counted:
    """A module or a client that notes the names of the functions that are called."""

    def __init__(self, target, label):
        self.target, self.label = target, label

    def __getattr__(self, name):
        value = getattr(self.target, name)
        if inspect.isroutine(value):
            called.add(f"{self.label}.{name}")
        return value


def raises(error, body):
    try:
        body()
    except error as raised:
        return raised
    raise AssertionError(f"{error.__name__} was not raised")


def rest(rpc, body):
    """Calls an RPC as an app does; returns the answer, or the error's message."""
    request = urllib.request.Request(
        f"{url}/v1/accounts:{rpc}?key={api_key}", json.dumps(body).encode(), {"Content-Type": "application/json"})
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        return json.load(error)["error"]["message"]


def administer(method, path, body):
    """Calls an administrators' path with the SDK's own credential."""
    token = "owner" if mode == "emulator" else app.credential.get_access_token().access_token
    request = urllib.request.Request(
        f"{url}/v2/projects/{app.project_id}/{path}", json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}, method=method)
    return json.load(urllib.request.urlopen(request))


def certificate(name):
    key = rsa.generate_private_key(65537, 2048)
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    made = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number(), now,
                                   now + datetime.timedelta(days=9)).sign(key, hashes.SHA256())
    return made.public_bytes(serialization.Encoding.PEM).decode()


def users(client, tenant):
    made = client.create_user(
        uid="ana", email="ana@example.com", email_verified=True, password="secret-of-ana", display_name="Ana",
        phone_number="+16505550101", photo_url="https://example.com/ana.png", disabled=False)
    assert (made.uid, made.email, made.email_verified, made.phone_number, made.display_name, made.photo_url, made.tenant_id) == (
        "ana", "ana@example.com", True, "+16505550101", "Ana", "https://example.com/ana.png", tenant), made._data
    assert sorted(one.provider_id for one in made.provider_data) == ["password", "phone"], made._data
    assert time.time() * 1000 - made.user_metadata.creation_timestamp < 60_000 and made.user_metadata.last_sign_in_timestamp is None
    raises(auth.UidAlreadyExistsError, lambda: client.create_user(uid="ana"))
    raises(auth.EmailAlreadyExistsError, lambda: client.create_user(email="ana@example.com"))
    raises(auth.PhoneNumberAlreadyExistsError, lambda: client.create_user(phone_number="+16505550101"))
    nobody = client.create_user()
    assert nobody.uid and nobody.email is None and nobody.provider_data == []

    for record in (client.get_user("ana"), client.get_user_by_email("ana@example.com"),
                   client.get_user_by_phone_number("+16505550101")):
        assert record.uid == "ana" and record.tenant_id == tenant
    raises(auth.UserNotFoundError, lambda: client.get_user("none"))
    raises(auth.UserNotFoundError, lambda: client.get_user_by_email("none@example.com"))
    raises(auth.UserNotFoundError, lambda: client.get_user_by_phone_number("+16505550199"))

    changed = client.update_user(
        "ana", email="ana@example.org", email_verified=False, display_name="Anna", phone_number=auth.DELETE_ATTRIBUTE,
        photo_url=auth.DELETE_ATTRIBUTE, password="another-secret", custom_claims={"role": "editor"})
    assert (changed.email, changed.email_verified, changed.display_name, changed.phone_number, changed.photo_url) == (
        "ana@example.org", False, "Anna", None, None), changed._data
    assert changed.custom_claims == {"role": "editor"}
    found = client.get_users([
        auth.UidIdentifier("ana"), auth.EmailIdentifier("ana@example.org"), auth.PhoneIdentifier("+16505550199"),
        auth.UidIdentifier(nobody.uid)])
    assert sorted(one.uid for one in found.users) == sorted(["ana", nobody.uid]), [one.uid for one in found.users]
    assert [one.phone_number for one in found.not_found] == ["+16505550199"]
    assert [one.provider_id for one in changed.provider_data] == ["password"], changed._data
    raises(auth.UserNotFoundError, lambda: client.update_user("none", display_name="N"))
    client.set_custom_user_claims("ana", {"role": "reader"})
    assert client.get_user("ana").custom_claims == {"role": "reader"}
    client.set_custom_user_claims("ana", None)
    assert not client.get_user("ana").custom_claims

    page = client.list_users(max_results=1)
    assert len(page.users) == 1 and page.has_next_page
    rest_of_them = page.get_next_page()
    assert {one.uid for one in page.users + list(rest_of_them.iterate_all())} == {"ana", nobody.uid}
    assert all(isinstance(one, auth.ExportedUserRecord) and one.tenant_id == tenant for one in page.users)
    client.delete_user(nobody.uid)
    raises(auth.UserNotFoundError, lambda: client.delete_user(nobody.uid))
    many = [client.create_user().uid for _ in range(3)]
    deleted = client.delete_users(many + ["none"])
    assert (deleted.success_count, deleted.failure_count) == (4, 0), deleted.errors
    enabled = client.create_user(disabled=False).uid
    assert client.delete_users([enabled]).success_count == 1
    print("users")


def imports(client, tenant):
    plain = client.import_users([
        auth.ImportUserRecord(
            uid="imported", email="imported@example.com", email_verified=True, display_name="Imported", disabled=False,
            phone_number="+16505550102", photo_url="https://example.com/i.png", custom_claims={"since": "2019"},
            user_metadata=auth.UserMetadata(1_500_000_000_000, 1_600_000_000_000),
            provider_data=[auth.UserProvider("g-1", "google.com", "imported@gmail.com", "Imported")]),
        auth.ImportUserRecord(uid="taken", email="ana@example.org")])
    assert (plain.success_count, plain.failure_count) == (1, 1) and plain.errors[0].index == 1, plain.errors
    record = client.get_user("imported")
    assert (record.user_metadata.creation_timestamp, record.custom_claims, record.tenant_id) == (
        1_500_000_000_000, {"since": "2019"}, tenant), record._data
    by_provider = client.get_users([auth.ProviderIdentifier("google.com", "g-1"), auth.ProviderIdentifier("google.com", "g-2")])
    assert [one.uid for one in by_provider.users] == ["imported"] and len(by_provider.not_found) == 1
    hashed = client.import_users(
        [auth.ImportUserRecord(uid="hashed", email="hashed@example.com", password_hash=HMAC, password_salt=b"NaCl")],
        auth.UserImportHash.hmac_sha256(b"secret"))
    assert hashed.failure_count == 0, hashed.errors[0].reason
    body = {"email": "hashed@example.com", "password": "password", "returnSecureToken": True, "tenantId": tenant}
    answer = rest("signInWithPassword", body)
    assert isinstance(answer, dict) and answer["localId"] == "hashed", answer
    assert isinstance(rest("signInWithPassword", body | {"password": "passwore"}), str)
    print("import")


def tokens(client, tenant):
    custom = client.create_custom_token("ana", {"tier": "gold"})
    answer = rest("signInWithCustomToken", {"token": custom.decode(), "returnSecureToken": True, "tenantId": tenant})
    assert isinstance(answer, dict), answer
    claims = client.verify_id_token(answer["idToken"], check_revoked=True)
    assert (claims["uid"], claims["tier"], claims["firebase"].get("tenant")) == ("ana", "gold", tenant), claims
    raises(auth.InvalidIdTokenError, lambda: client.verify_id_token("x.y.z"))
    # The SDK compares whole seconds.
    time.sleep(1.1)
    client.revoke_refresh_tokens("ana")
    raises(auth.RevokedIdTokenError, lambda: client.verify_id_token(answer["idToken"], check_revoked=True))
    client.verify_id_token(answer["idToken"])
    client.update_user("ana", disabled=True)
    raises(auth.UserDisabledError, lambda: client.verify_id_token(answer["idToken"], check_revoked=True))
    client.update_user("ana", disabled=False)
    print("tokens")
    return answer["idToken"]


def links(client, tenant):
    settings = auth.ActionCodeSettings(url="http://localhost/next?a=b", handle_code_in_app=True)
    made = {
        "resetPassword": client.generate_password_reset_link("ana@example.org", settings),
        "verifyEmail": client.generate_email_verification_link("ana@example.org", settings),
        "signIn": client.generate_sign_in_with_email_link("ana@example.org", settings),
    }
    for action, link in made.items():
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))
        assert query["mode"] == action and query["continueUrl"] == settings.url, link
        assert query.get("tenantId") == tenant, link
    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(made["resetPassword"]).query))
    reset = rest("resetPassword", {"oobCode": query["oobCode"], "newPassword": "the-third-secret", "tenantId": tenant})
    assert isinstance(reset, dict) and reset["email"] == "ana@example.org", reset
    raises(auth.EmailNotFoundError, lambda: client.generate_password_reset_link("none@example.com"))
    raises(auth.UserNotFoundError, lambda: client.generate_email_verification_link("none@example.com"))
    print("links")


def oidc(client):
    made = client.create_oidc_provider_config(
        "oidc.acme", "client-1", "https://oidc.acme.example", display_name="Acme", enabled=True, client_secret="a secret",
        code_response_type=True, id_token_response_type=False)
    assert (made.provider_id, made.client_id, made.issuer, made.enabled, made.code_response_type) == (
        "oidc.acme", "client-1", "https://oidc.acme.example", True, True), made._data
    assert client.get_oidc_provider_config("oidc.acme").display_name == "Acme"
    # The SDK sends the secret with this response type only, and a secret does not follow to another client or issuer.
    changed = client.update_oidc_provider_config(
        "oidc.acme", client_id="client-2", issuer="https://oidc.acme.test", display_name=auth.DELETE_ATTRIBUTE, enabled=False,
        client_secret="another", id_token_response_type=False, code_response_type=True)
    assert (changed.client_id, changed.issuer, changed.display_name or None, changed.enabled, changed.code_response_type) == (
        "client-2", "https://oidc.acme.test", None, False, True), changed._data
    client.create_oidc_provider_config("oidc.other", "client-3", "https://other.example")
    page = client.list_oidc_provider_configs(max_results=1)
    assert [one.provider_id for one in list(page.iterate_all())] == ["oidc.acme", "oidc.other"]
    for provider in ("oidc.acme", "oidc.other"):
        client.delete_oidc_provider_config(provider)
    raises(auth.ConfigurationNotFoundError, lambda: client.get_oidc_provider_config("oidc.acme"))
    raises(auth.ConfigurationNotFoundError, lambda: client.delete_oidc_provider_config("oidc.acme"))
    raises(auth.ConfigurationNotFoundError, lambda: client.update_oidc_provider_config("oidc.acme", enabled=True))
    print("OIDC providers")


def saml(client):
    first, second = certificate("first"), certificate("second")
    made = client.create_saml_provider_config(
        "saml.acme", "https://idp.acme.example", "https://idp.acme.example/sso", [first], "https://sp.example",
        public_url + "/__/auth/handler", display_name="Acme", enabled=True)
    assert (made.provider_id, made.idp_entity_id, made.sso_url, made.rp_entity_id, made.callback_url, made.enabled) == (
        "saml.acme", "https://idp.acme.example", "https://idp.acme.example/sso", "https://sp.example",
        public_url + "/__/auth/handler", True), made._data
    assert made.x509_certificates == [first], made.x509_certificates
    assert client.get_saml_provider_config("saml.acme").display_name == "Acme"
    changed = client.update_saml_provider_config(
        "saml.acme", idp_entity_id="https://idp.acme.test", sso_url="https://idp.acme.test/sso",
        x509_certificates=[first, second], rp_entity_id="https://sp.test", callback_url=public_url + "/__/auth/handler",
        display_name=auth.DELETE_ATTRIBUTE, enabled=False)
    assert (changed.idp_entity_id, changed.sso_url, changed.rp_entity_id, changed.display_name or None, changed.enabled) == (
        "https://idp.acme.test", "https://idp.acme.test/sso", "https://sp.test", None, False), changed._data
    assert changed.x509_certificates == [first, second]
    client.create_saml_provider_config(
        "saml.other", "other", "https://other.example/sso", [second], "sp", public_url + "/__/auth/handler")
    page = client.list_saml_provider_configs(max_results=1)
    assert [one.provider_id for one in list(page.iterate_all())] == ["saml.acme", "saml.other"]
    for provider in ("saml.acme", "saml.other"):
        client.delete_saml_provider_config(provider)
    raises(auth.ConfigurationNotFoundError, lambda: client.get_saml_provider_config("saml.acme"))
    raises(auth.ConfigurationNotFoundError, lambda: client.delete_saml_provider_config("saml.acme"))
    raises(auth.ConfigurationNotFoundError, lambda: client.update_saml_provider_config("saml.acme", enabled=True))
    print("SAML providers")


def cookies(client, id_token):
    fresh = rest("signInWithCustomToken", {"token": client.create_custom_token("ana").decode(), "returnSecureToken": True})
    cookie = client.create_session_cookie(fresh["idToken"], datetime.timedelta(hours=1))
    assert client.verify_session_cookie(cookie, check_revoked=True)["uid"] == "ana"
    raises(firebase_admin.exceptions.FirebaseError, lambda: client.create_session_cookie(id_token, 3600))
    print("session cookies")


def tenants(module):
    made = module.create_tenant("acme-customers", allow_password_sign_up=True, enable_email_link_sign_in=True)
    assert made.tenant_id.startswith("acme-customers-"), made.tenant_id
    assert (made.display_name, made.allow_password_sign_up, made.enable_email_link_sign_in) == ("acme-customers", True, True)
    assert module.get_tenant(made.tenant_id).display_name == "acme-customers"
    changed = module.update_tenant(made.tenant_id, display_name="acme-people", enable_email_link_sign_in=False)
    assert (changed.display_name, changed.allow_password_sign_up, changed.enable_email_link_sign_in) == ("acme-people", True, False)
    module.update_tenant(made.tenant_id, enable_email_link_sign_in=True)
    other = module.create_tenant("other-tenant")
    assert not other.allow_password_sign_up and not other.enable_email_link_sign_in
    page = module.list_tenants(max_results=1)
    assert len(page.tenants) == 1 and page.has_next_page
    ids = {one.tenant_id for one in page.tenants} | {one.tenant_id for one in page.get_next_page().iterate_all()}
    assert {made.tenant_id, other.tenant_id} <= ids, ids
    if mode == "production":
        # In the emulator's mode, as in the emulator, a tenant begins to exist when it is named.
        raises(tenant_mgt.TenantNotFoundError, lambda: module.get_tenant("none-1234"))
        raises(tenant_mgt.TenantNotFoundError, lambda: module.update_tenant("none-1234", display_name="none-none"))
        raises(tenant_mgt.TenantNotFoundError, lambda: module.delete_tenant("none-1234"))
    print("tenants")
    return made.tenant_id, other.tenant_id


project = Counted(auth, "auth")
# Firebase's own projects start without most of these too.
administer("PATCH", "config?updateMask=signIn.email.enabled,signIn.email.passwordRequired,multiTenant.allowTenants", {
    "signIn": {"email": {"enabled": True, "passwordRequired": False}}, "multiTenant": {"allowTenants": True}})
users(project, None)
imports(project, None)
links(project, None)
id_token = tokens(project, None)
oidc(project)
saml(project)
cookies(project, id_token)

management = Counted(tenant_mgt, "tenant_mgt")
tenant, other = tenants(management)
client = Counted(management.auth_for_tenant(tenant), "Client")
assert client.tenant_id == tenant
users(client, tenant)
imports(client, tenant)
links(client, tenant)
tenants_token = tokens(client, tenant)
oidc(client)
saml(client)

# The same people exist in the project and in the tenant, and nobody crosses.
raises(tenant_mgt.TenantIdMismatchError, lambda: client.verify_id_token(id_token))
neighbour = tenant_mgt.auth_for_tenant(other)
raises(tenant_mgt.TenantIdMismatchError, lambda: neighbour.verify_id_token(tenants_token))
raises(auth.UserNotFoundError, lambda: neighbour.get_user("ana"))
assert neighbour.list_users().users == []
project.delete_user("ana")
assert client.get_user("ana").tenant_id == tenant
management.delete_tenant(tenant)
management.delete_tenant(other)
if mode == "production":
    raises(tenant_mgt.TenantNotFoundError, lambda: management.get_tenant(tenant))
raises(firebase_admin.exceptions.FirebaseError, lambda: client.get_user("ana"))
assert project.get_user("imported").uid == "imported"
print("isolation")


def functions(module):
    return {name for name, value in inspect.getmembers(module, inspect.isfunction)
            if value.__module__ == module.__name__ and not name.startswith("_")}


expected = {f"auth.{name}" for name in functions(auth)} | {f"tenant_mgt.{name}" for name in functions(tenant_mgt)} | {
    f"Client.{name}" for name, _ in inspect.getmembers(auth.Client, inspect.isfunction) if not name.startswith("_")}
assert expected <= called, sorted(expected - called)
print(f"{len(expected)} functions")

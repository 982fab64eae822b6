"""The console's pages of keys, tenants, import and export, and the operator's own account; a part of console.py.

Each act is done with the keyboard alone, and once by the mouse.
"""

import json

from authenticator import one_time_code
from browser import until

PASSWORD = "correct horse battery"

HASHES = """hash_config {
  algorithm: SHA256,
  rounds: 1,
  hash_input_order: PASSWORD_FIRST,
}"""


def keys(me, server, checks):
    me.press("link", "Keys")
    me.heading("Keys")
    me.write("Label", "Android")
    me.page.keyboard.press("Enter")
    me.heading("API key created")
    key = me.page.locator("#secret").inner_text()
    checks.add("an API key is shown", key.startswith("AIza") and len(key) == 39, key)
    me.context.grant_permissions(["clipboard-read", "clipboard-write"])
    me.press("button", "Copy")
    me.page.get_by_text("Copied.").first.wait_for()
    checks.add("the key is copied", me.page.evaluate("navigator.clipboard.readText()") == key)
    me.press("link", "Back to the keys")
    me.heading("Keys")
    me.write("Name: lower-case letters, digits and hyphens", "backend")
    me.page.keyboard.press("Enter")
    me.heading("Key file created")
    me.reach("button", "Save as a file")
    with me.page.expect_download() as saved:
        me.page.keyboard.press("Enter")
    text = open(saved.value.path(), encoding="utf-8").read()
    checks.add("the key file is saved", json.loads(text)["client_email"].startswith("backend@"), text[:200])
    checks.add("the key is in no address", "PRIVATE" not in me.page.url and saved.value.url.startswith("blob:"), saved.value.url)
    me.press("link", "Back to the keys")
    me.heading("Keys")
    me.seen.discard("Keys")
    me.look("Keys (some)")
    # By the mouse.
    me.page.get_by_role("button", name="Delete: Android", exact=True).click()
    me.page.get_by_text("The key is deleted. It is refused within a second.").wait_for()
    checks.add("a key is deleted", me.page.get_by_text(key).count() == 0)


def tenants(me, server, checks):
    me.press("link", "Tenants")
    me.heading("Tenants")
    if me.page.get_by_role("button", name="Allow tenants", exact=True).count():
        me.press("button", "Allow tenants")
        me.page.get_by_text("The project allows tenants.").wait_for()
    me.write("Name: a letter, then letters, digits and hyphens, at most 20", "acme")
    me.page.keyboard.press("Enter")
    me.page.get_by_text("The tenant is created.").wait_for()
    name = me.page.locator("h1").inner_text()
    checks.add("the tenant's id begins with its name", name.startswith("acme"), name)
    me.look("Tenant")
    me.press("button", "Turn on: Email and password")
    me.page.get_by_role("button", name="Turn off: Email and password", exact=True).wait_for()
    me.page.locator("main").get_by_role("link", name="Users", exact=True).click()
    me.page.get_by_role("heading", level=1, name="Users", exact=True).wait_for()
    me.press("link", "Create an account")
    me.heading("Create an account")
    me.write("Email address", "tina@example.com")
    me.page.keyboard.press("Enter")
    me.page.get_by_role("heading", level=1, name="tina@example.com", exact=True).wait_for()
    checks.add("the account is the tenant's", f"/tenants/{name}/users/" in me.page.url, me.page.url)
    me.press("link", "Edit the account")
    me.heading("Edit the account")
    me.write("Name", "Tina")
    me.page.keyboard.press("Enter")
    me.page.get_by_text("The account is saved.").wait_for()
    me.press("link", "Set a password")
    me.heading("Set a password")
    me.secretly("New password", "a password for tina")
    me.page.keyboard.press("Enter")
    me.page.get_by_text("The password is set, and all sessions have ended.").wait_for()
    me.page.get_by_role("navigation", name="Where you are").get_by_role("link", name=name, exact=True).click()
    me.page.get_by_role("heading", level=1, name=name, exact=True).wait_for()
    me.write(f"To delete it, type {name}", name)
    me.page.keyboard.press("Enter")
    me.page.get_by_text("The tenant is deleted with its accounts.").wait_for()
    checks.add("a tenant is deleted after its name is typed", True)


def moving(me, server, checks, folder):
    users = [{"localId": f"moved{index}", "email": f"moved{index}@example.com"} for index in range(700)]
    users.append({"localId": "broken", "email": "nobody"})
    file = folder / "users.json"
    file.write_text(json.dumps({"users": users, "padding": " " * (1 << 20)}), encoding="utf-8")
    me.press("link", "Import")
    me.heading("Import accounts")
    me.page.get_by_label("File in JSON").set_input_files(str(file))
    me.press("button", "Upload")
    me.page.get_by_role("button", name="Try it: change nothing").wait_for()
    me.look("Import (ready)")
    me.press("button", "Try it: change nothing")
    me.page.get_by_text("This was a trial run: nothing was imported.").wait_for()
    # The page loads itself again until it is over.
    until(lambda: me.page.get_by_role("button", name="Import", exact=True).count() == 1, "the end of the trial")
    checks.add("a trial imports nothing", server.administer("lookup", {"localId": ["moved1"]}).get("users") is None)
    me.write("Password hash parameters, as Firebase’s console shows them; empty if the file has no passwords", HASHES)
    me.press("button", "Import")
    me.page.get_by_role("link", name="Download the refused accounts").wait_for()
    until(lambda: me.page.get_by_role("button", name="Remove this file from the server").count() == 1, "the end of the import")
    me.look("Import (done)")
    checks.add(
        "the accounts are here", len(server.administer("lookup", {"localId": ["moved1", "moved699"]})["users"]) == 2)
    with me.page.expect_download() as refused:
        me.page.get_by_role("link", name="Download the refused accounts").click()
    line = json.loads(open(refused.value.path(), encoding="utf-8").read())
    checks.add("the refused account says why", line["localId"] == "broken" and line["importError"]["reason"], line)
    me.press("link", "Users")
    me.page.get_by_role("heading", level=1, name="Users", exact=True).wait_for()
    me.press("link", "Export accounts")
    me.heading("Export accounts")
    with me.page.expect_download() as exported:
        me.press("button", "Save the file")
    text = open(exported.value.path(), encoding="utf-8").read()
    checks.add("the export has them", '"moved1@example.com"' in text and "passwordHash" not in text, text[:200])


def change_password(me, secret, old, new):
    """A sign-in of more than some minutes ago is confirmed first, even one that became too old while the form was open."""
    me.press("link", "Change the password")
    page = me.page.get_by_role("heading", level=1, name="Change the password", exact=True)
    asked = me.page.get_by_role("heading", level=1, name="Confirm that it is you", exact=True)
    done = me.page.get_by_text("Your password is changed, and your other sessions have ended.")
    for _ in range(2):
        page.or_(asked).wait_for()
        if asked.count():
            me.look("Confirm that it is you")
            me.secretly("Password", old)
            me.write("Code", one_time_code(secret))
            me.page.keyboard.press("Enter")
        me.heading("Change the password")
        me.secretly("New password", new)
        me.page.keyboard.press("Enter")
        done.or_(asked).wait_for()
        if done.count():
            return
    raise AssertionError("The confirmation does not last.")


def own_account(me, checks, secret):
    me.press("link", "Your account")
    me.heading("Your account")
    checks.add("this session is marked", me.page.get_by_text("(this browser)").count() == 1)
    change_password(me, secret, PASSWORD, "another battery staple")
    checks.add("the password is changed", me.page.url.endswith("/console/account"), me.page.url)
    change_password(me, secret, "another battery staple", PASSWORD)


def tell(me, server, checks, folder, secret):
    keys(me, server, checks)
    tenants(me, server, checks)
    moving(me, server, checks, folder)
    own_account(me, checks, secret)

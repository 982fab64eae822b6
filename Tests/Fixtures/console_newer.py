"""The console's forms for a project's name, SAML metadata, a tenant's pages, sessions and restricted keys; a part of console.py.

Everything is done with the keyboard alone.
"""

from console_settings import said
from saml_idp import Provider

PROJECT = "/console/projects/demo-project"
SEARCH = "Email, name, phone number or ID"


def to(me, rest=""):
    me.page.goto(me.page.url.split("/console")[0] + PROJECT + rest)


def area(me, label, text):
    """Replaces the text of several lines; the keyboard pastes it."""
    me.reach("textbox", label)
    me.page.keyboard.press("Control+a")
    me.page.keyboard.insert_text(text)


def name(me):
    to(me)
    me.press("link", "Change the name")
    me.heading("Change the name")
    me.write("Name", "x" * 200)
    me.checks.add("a name has an end", len(me.page.get_by_label("Name", exact=True).input_value()) == 200)
    me.write("Name", "Corner <b>Shop</b>")
    me.page.keyboard.press("Enter")
    said(me, "The name is changed. People see it at once.")
    me.checks.add("a name is text", me.page.locator("main b", has_text="Shop").count() == 0)
    me.press("link", "Change the name")
    me.write("Name", "Corner Shop")
    me.press("button", "Save")
    said(me, "The name is changed. People see it at once.")


def metadata(me):
    to(me, "/providers")
    me.press("link", "SAML provider")
    me.page.get_by_role("heading", level=1, name="SAML provider", exact=True).wait_for()
    label = "Metadata of the identity provider (XML)"
    area(me, label, "<nothing/>")
    me.press("button", "Fill in the form")
    me.page.get_by_role("alert").wait_for()
    me.checks.add("what was pasted stays", me.page.get_by_label(label).input_value() == "<nothing/>")
    me.look("SAML provider (metadata refused)")
    idp = Provider()
    idp.url = "https://idp.acme.example"
    area(me, label, idp.metadata())
    me.press("button", "Fill in the form")
    said(me, "The form is filled in from the metadata.")
    entity = me.page.get_by_label("Entity ID of the identity provider", exact=True).input_value()
    me.checks.add("the metadata fills in the form", entity == idp.entity, entity)
    me.look("SAML provider (filled in)")
    me.write("ID, after saml.", "acme")
    me.press("button", "Add the provider")
    said(me, "The provider is saved.")
    me.page.get_by_role("heading", level=1, name="saml.acme", exact=True).wait_for()
    me.press("button", "Delete the configuration")
    said(me, "The configuration is deleted.")


def tenant_pages(me):
    to(me, "/tenants")
    me.page.get_by_role("heading", level=1, name="Tenants", exact=True).wait_for()
    if me.page.get_by_role("button", name="Allow tenants", exact=True).count():
        me.press("button", "Allow tenants")
        said(me, "The project allows tenants.")
    me.write("Name: a letter, then letters, digits and hyphens, at most 20", "north")
    me.page.keyboard.press("Enter")
    said(me, "The tenant is created.")
    tenant = me.page.locator("h1").inner_text()
    tabs = me.page.get_by_role("navigation", name=f"Tenants: {tenant}")
    for link, heading in [
        ("Users", "Users"), ("Import", "Import accounts"), ("Providers", "Providers"), ("Settings", "All settings"),
    ]:
        target = tabs.get_by_role("link", name=link, exact=True)
        for _ in range(120):
            if target.evaluate("element => element === document.activeElement"):
                break
            me.page.keyboard.press("Tab")
        me.page.keyboard.press("Enter")
        me.page.get_by_role("heading", level=1, name=heading, exact=True).wait_for()
        here = tabs.locator("a[aria-current=page]").all_inner_texts()
        me.checks.add(f"a tenant's pages: {link} is marked", here == [link] and f"/tenants/{tenant}/" in me.page.url, here)
        me.look(f"{heading} (of a tenant)")
    me.write("Part of a name or of its description", "maxPerAccount", role="searchbox")
    me.page.keyboard.press("Enter")
    me.press("link", "vincula.sessions.maxPerAccount")
    me.page.get_by_role("heading", level=1, name="vincula.sessions.maxPerAccount", exact=True).wait_for()
    me.write("New value", "3", role="spinbutton")
    me.press("button", "Save")
    said(me, "The setting is changed.")
    me.checks.add("the setting is the tenant's", f"/tenants/{tenant}/" in me.page.url, me.page.url)


def sessions(me, server):
    people = [server.sign_up("bea")]
    server.administer("update", {"localId": people[0]["localId"], "displayName": "Béa Ørsted"})
    to(me, "/users")
    me.write(SEARCH, "béa ørs", role="searchbox")
    me.page.keyboard.press("Enter")
    me.press("link", people[0]["email"])
    me.heading(people[0]["email"])
    me.checks.add("a person is found by a name's beginning", True)
    table = me.page.get_by_role("table", name="Sessions")
    me.checks.add("a session is listed", table.locator("tbody tr").count() == 1)
    end = me.page.get_by_role("button", name="End the session: ").first
    me.press("button", end.get_attribute("aria-label"))
    said(me, "The session has ended.")
    me.checks.add("no session is left", me.page.get_by_text("Signed in nowhere.").count() == 1)


def session_settings(me):
    to(me, "/settings")
    me.write("Part of a name or of its description", "vincula.sessions", role="searchbox")
    me.page.keyboard.press("Enter")
    me.press("link", "vincula.sessions.idleDays")
    me.heading("vincula.sessions.idleDays")
    me.write("New value", "0", role="spinbutton")
    me.press("button", "Save")
    me.checks.add("no days are no number of days", me.page.get_by_role("status").filter(has_text="is changed").count() == 0)
    me.write("New value", "14", role="spinbutton")
    me.press("button", "Save")
    said(me, "The setting is changed.")
    me.press("button", "Reset to the default")
    said(me, "The setting is reset.")


def restricted_key(me):
    to(me, "/keys")
    me.write("Label", "Kiosk")
    me.page.keyboard.press("Enter")
    me.page.get_by_role("heading", level=1, name="API key created", exact=True).wait_for()
    key = me.page.locator("#secret").inner_text()
    me.press("link", "Back to the keys")
    me.press("link", "Restrict: Kiosk")
    me.heading("Restrict an API key")
    me.page.locator("main summary").focus()
    me.page.keyboard.press("Enter")
    me.page.get_by_text("accounts.signInWithGameCenter", exact=True).wait_for()
    area(me, "Methods, one per line; empty for all", "accounts.signin*")
    me.press("button", "Save")
    me.page.get_by_role("alert").wait_for()
    typed = me.page.get_by_label("Methods, one per line; empty for all").input_value()
    me.checks.add("a misspelt method is refused, and stays", typed == "accounts.signin*", typed)
    me.look("Restrict an API key (refused)")
    area(me, "Methods, one per line; empty for all", "accounts.signIn*\ntoken")
    area(me, "Addresses and networks, one per line; empty for all", "198.51.100.0/24")
    me.press("button", "Save")
    said(me, "The key is changed. It takes effect within a second.")
    row = me.page.locator("tr", has_text=key).inner_text()
    me.checks.add("its restrictions are listed", "accounts.signIn*" in row and "198.51.100.0/24" in row, row)
    me.look("Keys (restricted)")


def go_through(me, server):
    name(me)
    metadata(me)
    tenant_pages(me)
    sessions(me, server)
    session_settings(me)
    restricted_key(me)
    to(me)

"""The console's pages of settings, for `console.py`: each page and act, by the keyboard or by the mouse."""


def said(me, text):
    me.page.get_by_role("status").filter(has_text=text).first.wait_for()


def preview(me, text):
    """Waits until the frame of a preview shows a text."""
    me.page.frame_locator("iframe[name=preview]").get_by_text(text).first.wait_for()


def all_settings(me):
    me.press("link", "Settings")
    me.heading("All settings")
    me.write("Part of a name or of its description", "minPasswordLength", role="searchbox")
    me.page.keyboard.press("Enter")
    me.press("link", "passwordPolicyConfig.minPasswordLength")
    me.heading("passwordPolicyConfig.minPasswordLength")
    me.write("New value", "12", role="spinbutton")
    me.press("button", "Save")
    said(me, "The setting is changed.")
    me.press("button", "Reset to the default")
    said(me, "The setting is reset.")
    me.page.goto(me.page.url.replace("minPasswordLength", "minPasswordLenght"))
    me.heading("There is no such page")
    me.page.get_by_role("link", name="passwordPolicyConfig.minPasswordLength", exact=True).click()
    me.heading("passwordPolicyConfig.minPasswordLength")
    me.checks.add("a misspelt setting leads to the nearest", True)
    me.page.goto(me.page.url.replace("passwordPolicyConfig.minPasswordLength", "vincula.page.color"))
    me.heading("vincula.page.color")
    me.write("New value", "blue")
    me.press("button", "Save")
    me.page.get_by_role("alert").wait_for()
    me.checks.add("what was typed stays", me.page.locator("#value").input_value() == "blue")
    me.look("vincula.page.color (refused)")


def domains(me):
    me.press("link", "Authorised domains")
    me.heading("Authorised domains")
    me.write("Host name, without https:// and path", "app.example.com")
    me.press("button", "Add")
    said(me, "The domain is authorised.")
    me.look("Authorised domains (two)")
    me.page.get_by_role("button", name="Remove: app.example.com", exact=True).click()
    said(me, "The domain is no longer authorised.")


def templates(me):
    me.page.get_by_role("link", name="Templates", exact=True).click()
    me.heading("Templates")
    me.page.get_by_role("link", name="Sign-in link: English", exact=True).click()
    preview(me, "Subject:")
    me.heading("Sign-in link – English")
    me.write("Subject", "Welcome {{displayName}}")
    preview(me, "Welcome Ada Lovelace")
    me.checks.add("the preview follows what is typed", True)
    me.write("Subject", "Welcome {{nobody}}")
    preview(me, "it may use")
    me.checks.add("the preview says what is wrong", True)
    me.write("Subject", "Welcome {{displayName}}")
    me.press("button", "Save")
    said(me, "The text is saved.")
    preview(me, "Welcome Ada Lovelace")
    me.look("Sign-in link – English (own)")
    frame = me.page.locator("iframe[name=preview]")
    frame.screenshot(path=str(me.folder / "preview-of-a-mail.png"))
    me.checks.add("the frame has an origin of its own", frame.get_attribute("sandbox") == "", frame.get_attribute("sandbox"))
    me.press("button", "Use the standard text again")
    said(me, "The standard text is used again.")
    me.page.go_back()
    me.page.get_by_role("link", name="Templates", exact=True).first.click()
    me.page.get_by_role("link", name="Text message with a code: Deutsch", exact=True).click()
    me.heading("Text message with a code – Deutsch")


def delivery(me):
    me.press("link", "Mail and text messages")
    me.heading("Mail and text messages")
    me.press("button", "Send a test email")
    said(me, "The message is in this development server’s inbox.")
    me.look("Mail and text messages (sent)")
    me.write("Sender’s address", "shop@example.com")
    me.write("Host", "smtp.example.com")
    me.press("button", "Save and use this server")
    said(me, "The mail settings are saved.")
    me.page.get_by_role("button", name="Use the server for all projects again", exact=True).click()
    me.page.get_by_text("is kept but not used").wait_for()
    me.checks.add("a mail server is set, and left again", True)


def looks(me):
    me.press("link", "Look")
    me.heading("Look")
    me.write("Name", "Corner Shop")
    me.write("Colour of buttons and links, such as #1a4fba", "#7a1f5c")
    preview(me, "Sign in to Corner Shop")
    me.press("button", "Save")
    said(me, "The look is saved.")
    me.look("Look (own)")


def providers(me):
    me.press("link", "Providers")
    me.heading("Providers")
    me.press("link", "Google")
    me.page.locator("main summary").click()
    me.heading("Google")
    copy = me.page.get_by_role("button", name="Copy: Redirect address", exact=True)
    copy.click()
    copy.filter(has_text="Copied").wait_for()
    me.checks.add("the redirect address is copied", copy.inner_text() == "Copied", copy.inner_text())
    me.press("button", "Test the connection")
    said(me, "There is nothing to ask this provider from here")
    me.write("Client ID", "web.apps.example.com")
    me.secretly("Client secret", "hush")
    me.press("button", "Save")
    said(me, "The provider is saved.")
    me.checks.add("the secret is not shown", "hush" not in me.page.content())
    me.press("button", "Turn off: Google")
    said(me, "The provider is off.")
    me.page.get_by_role("button", name="Delete the configuration", exact=True).click()
    said(me, "The configuration is deleted.")
    for kind in ("OAuth 2 provider", "SAML provider", "OpenID Connect provider"):
        me.page.get_by_role("link", name="Providers", exact=True).first.click()
        me.page.get_by_role("link", name=kind, exact=True).click()
        me.heading(kind)
    me.write("ID, after oidc.", "acme")
    me.write("Issuer", "https://login.acme.example")
    me.write("Client ID", "client")
    me.press("button", "Add the provider")
    said(me, "The provider is saved.")
    me.heading("oidc.acme")
    me.press("button", "Delete the configuration")
    said(me, "The configuration is deleted.")


def go_through(me):
    """Everything, from a page of the project to one of it."""
    all_settings(me)
    domains(me)
    templates(me)
    delivery(me)
    looks(me)
    providers(me)

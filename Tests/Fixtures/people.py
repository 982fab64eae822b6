"""What people do on the pages of providers, whichever page it is: a module for the scripts that open them in a browser.

The pages are those of oauth_server.py, of oidc-provider-mock, of x_server.py, of saml_idp.py, and the one that a development server makes up.
"""

from playwright.sync_api import Error

PAGES = {
    "x": "#oauth_form",
    "authlib": "form button[name=answer]",
    "mock": "input[name=sub]",
    "development": "#email-input",
    "saml": "#saml-people",
}
ANY = ", ".join(PAGES.values())


def leave(locator):
    """Presses the button that ends the visit. An app may close the window before the press is over."""
    try:
        locator.click()
    except Error as error:
        if "closed" not in str(error):
            raise


def leave_by_form(page, locator):
    """Presses a button whose page then posts a form by itself, and waits until the browser has gone there."""
    leave(locator)
    try:
        page.wait_for_url(lambda url: not url.endswith("/sso"))
    except Error as error:
        if "closed" not in str(error):
            raise


def kind_of(page):
    """Which provider's page it is."""
    return next((name for name, selector in PAGES.items() if page.locator(selector).count()), "none")


def arrive(page):
    """Waits for a provider's page, and gives its kind."""
    # A development server's page shows its form once somebody wants to add a person.
    page.locator(ANY).first.wait_for(state="attached")
    return kind_of(page)


def allow(page, person="", **details):
    """Signs in at a provider's page."""
    kind = arrive(page)
    if kind == "x":
        if person:
            page.check(f"input[name=person][value='{person}']")
        leave(page.locator("#allow"))
    elif kind == "authlib":
        if person:
            page.check(f"input[name=sub][value='{person}']")
        leave(page.locator("button[value=allow]"))
    elif kind == "saml":
        leave_by_form(page, page.locator(f"button[value='{person}']"))
    elif kind == "mock":
        page.fill("input[name=sub]", person)
        leave(page.locator("form", has=page.locator("input[name=sub]")).locator("button"))
    else:
        make_up(page, **details)
    return kind


def make_up(page, email="", name="", screenName="", photo=""):
    """Signs in at a development server's page: as somebody whom it knows by the address, or as somebody new."""
    known = page.locator("#accounts-list a").filter(has_text=email) if email else None
    if known and known.count():
        leave(known.first)
        return
    if page.locator(".js-new-account").count() and page.locator(".js-new-account").is_visible():
        page.click(".js-new-account")
    fields = {"#email-input": email, "#display-name-input": name, "#screen-name-input": screenName, "#profile-photo-input": photo}
    for field, text in fields.items():
        if text:
            page.fill(field, text)
    leave(page.locator("#sign-in"))


def deny(page):
    """Declines at a provider's page."""
    kind = arrive(page)
    if kind == "x":
        page.click("#cancel")
        page.get_by_role("link", name="Return to the app").click()
    elif kind == "authlib":
        page.click("button[value=deny]")
    elif kind == "saml":
        leave_by_form(page, page.locator("#deny"))
    elif kind == "mock":
        page.click("button[value=deny]")
    else:
        page.click("#deny")
    return kind

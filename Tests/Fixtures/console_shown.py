"""What the console shows: use, audit log, limits, findings and explanations. A part of console.py."""

PROJECT = "/console/projects/demo-project"


def by_keyboard(me, server, checks, person):
    """Goes through the pages by the keyboard alone."""
    me.page.goto(server.url + PROJECT)
    me.press("link", "Usage")
    me.heading("Usage over time")
    checks.add("a picture of sign-ups has a name and a table", me.page.get_by_role("img", name="New accounts").count() == 1)
    me.press("link", "12 months")
    me.page.locator("nav a[aria-current=page]", has_text="12 months").wait_for()
    checks.add("another period", "period=12m" in me.page.url, me.page.url)
    me.page.locator("summary", has_text="Numbers: New accounts").focus()
    me.page.keyboard.press("Enter")
    me.page.get_by_role("table", name="New accounts").wait_for()
    me.seen.discard("Usage over time")
    me.look("Use over time, numbers")

    me.press("link", "Audit log")
    me.heading("Audit log")
    me.reach("combobox", "What")
    me.page.keyboard.type("Account dis")
    me.page.keyboard.press("Enter")
    me.press("button", "Find")
    me.page.wait_for_url("**action=account.disable*")
    rows = me.page.locator("tbody tr").count()
    checks.add("a filter finds what was done", rows == 1, rows)

    me.press("link", "Explain a sign-in")
    me.heading("Explain a sign-in")
    me.write("Email address", person["email"])
    me.press("button", "Explain")
    me.page.get_by_role("heading", level=2, name="The sign-in is refused").wait_for()
    checks.add("a reason is given", me.page.get_by_text("The account is disabled.").count() == 1)
    me.seen.discard("Explain a sign-in")
    me.look("Explain a sign-in, answer")

    me.press("link", "Limits")
    me.heading("Limits, and who hit them")

    me.press("link", "Health check")
    me.page.get_by_role("button", name="Check again").wait_for()
    me.heading("Health check")
    me.press("button", "Check again")
    me.page.get_by_role("table", name="Health check").wait_for()
    checks.add("findings are looked for again", True)

    me.press("link", "Server’s audit log")
    me.heading("Audit log of the server")
    checks.add("an operator's joining is there", me.page.get_by_text("operator.join", exact=True).count() >= 1)
    me.press("button", "Check every record")
    me.page.get_by_text("The log is intact:").wait_for()
    me.seen.discard("Audit log of the server")
    me.look("Audit log of the server, checked")


def by_mouse(me, server, checks, person):
    """Does the acts by clicks."""
    me.page.goto(server.url + PROJECT)
    me.page.get_by_role("link", name="Usage", exact=True).click()
    me.page.get_by_role("link", name="48 hours", exact=True).click()
    me.page.wait_for_url("**period=48h*")
    me.page.locator("main summary").first.click()
    checks.add("numbers open by a click", me.page.locator("details[open] table").count() == 1)
    me.page.get_by_role("link", name="Audit log", exact=True).click()
    with me.page.expect_download() as download:
        me.page.get_by_role("link", name="Download these records as JSON lines").click()
    lines = open(download.value.path(), encoding="utf-8").read().splitlines()
    checks.add("a download has the records", any("account.disable" in line for line in lines), lines[:2])
    me.page.get_by_role("link", name="Explain a sign-in", exact=True).click()
    me.page.get_by_label("Method", exact=True).select_option(label="Anonymous guests")
    me.page.get_by_role("button", name="Explain", exact=True).click()
    me.page.locator("#outcome").wait_for()
    checks.add("an answer by a click", True)
    me.page.get_by_role("link", name="Health check", exact=True).click()
    # The page that was there has the same table.
    with me.page.expect_navigation():
        me.page.get_by_role("button", name="Check again").click()
    me.page.get_by_role("table", name="Health check").wait_for()
    me.page.get_by_role("link", name="Server’s audit log", exact=True).click()
    me.page.get_by_role("button", name="Check every record").click()
    me.page.get_by_text("The log is intact:").wait_for()
    checks.add("the log is checked by a click", True)

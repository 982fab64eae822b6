"""Somebody who signs in on a provider's page in a headless Chromium, opened by an app.

    PERSON_url=… python3 person.py allow|deny|leave|wait

The page is opened, and done with as the argument says: see people.py. PERSON_person, PERSON_email, PERSON_name and
PERSON_screenName say who it is. When the browser is back at the app, when it was closed, or when the page waits for nothing
more, it prints what was seen: {"page": the provider's, "text": the words of the server's page and of the app's,
"visited": [addresses without queries], "left": [addresses of apps that the browser was to open]}.
"""

import json
import os
import sys
import time

from playwright.sync_api import Error

import people
from browser import chromium

APP = "You can close this window"


def go_back(page, left):
    """Waits until the browser is back at the app, and presses the button that leads there: the server's page asks first.

    Gives the words of the server's page, and of the app's if it is a page.
    """
    back, text, pressed = page.locator("a#back"), "", 0.0
    while not left:
        try:
            if page.get_by_text(APP).count():
                return "\n".join(filter(None, [text, page.inner_text("body")]))
            # A link that was pressed before the page's script had given it an address leads nowhere.
            if back.count() and time.monotonic() - pressed > 2:
                text, pressed = page.inner_text("main"), time.monotonic()
                back.click(no_wait_after=True)
            page.wait_for_timeout(50)
        except Error as error:
            # The page that was asked is being replaced by the next one.
            if "context was destroyed" not in str(error):
                raise
    return text


def main():
    parent, deed = os.getppid(), sys.argv[1]
    details = {name.removeprefix("PERSON_"): value for name, value in os.environ.items() if name.startswith("PERSON_")}
    url = details.pop("url")
    with chromium("localhost") as browser:
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(180000)
        page, visited = context.new_page(), []
        page.on("framenavigated", lambda frame: visited.append(frame.url.split("?")[0]) if frame == page.main_frame else None)
        left = []
        page.on("request", lambda request: None if request.url.startswith(("http", "data:")) else left.append(request.url))
        page.goto(url)
        # A provider's page, or words of the server's own.
        page.locator(f"{people.ANY}, main, p").first.wait_for()
        kind = people.kind_of(page)
        text = page.inner_text("body")
        if kind != "none" and deed in ("allow", "deny"):
            people.allow(page, **details) if deed == "allow" else people.deny(page)
            # Where nothing came of it, the server's page says why, and leads back to the app.
            text = go_back(page, left)
        if deed == "leave":
            page.close()
        print(json.dumps({"page": kind, "text": text, "visited": visited, "left": left}), flush=True)
        if deed == "wait":
            while os.getppid() == parent:
                page.wait_for_timeout(200)


if __name__ == "__main__":
    main()

"""Somebody who signs in on a provider's page in a headless Chromium, opened by an app.

    PERSON_url=… python3 person.py allow|deny|leave|wait

The page is opened, and done with as the argument says: see people.py. PERSON_person, PERSON_email, PERSON_name and
PERSON_screenName say who it is. When the browser is back at the app, when it was closed, or when the page waits for nothing
more, it prints what was seen: {"page": the provider's, "text": the words of the server's page and of the app's, "visited":
[addresses without queries]}.
"""

import json
import os
import sys
import tempfile

from playwright.sync_api import sync_playwright

import people
from pages import browser_path

APP = "You can close this window"


def main():
    parent, deed = os.getppid(), sys.argv[1]
    details = {name.removeprefix("PERSON_"): value for name, value in os.environ.items() if name.startswith("PERSON_")}
    url = details.pop("url")
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
            env={**os.environ, "HOME": home})
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(180000)
        page, visited = context.new_page(), []
        page.on("framenavigated", lambda frame: visited.append(frame.url.split("?")[0]) if frame == page.main_frame else None)
        page.goto(url)
        # A provider's page, or words of the server's own.
        page.locator(f"{people.ANY}, main, p").first.wait_for()
        kind = people.kind_of(page)
        text = page.inner_text("body")
        if kind != "none" and deed in ("allow", "deny"):
            people.allow(page, **details) if deed == "allow" else people.deny(page)
            # The server's page asks before it hands a sign-in to the app; where nothing came of it, it says why, and leads back.
            back = page.locator("a#back")
            back.wait_for()
            text = page.inner_text("main")
            back.click()
            page.get_by_text(APP).wait_for()
            text += "\n" + page.inner_text("body")
        if deed == "leave":
            page.close()
        print(json.dumps({"page": kind, "text": text, "visited": visited}), flush=True)
        if deed == "wait":
            while os.getppid() == parent:
                page.wait_for_timeout(200)
        browser.close()


if __name__ == "__main__":
    main()

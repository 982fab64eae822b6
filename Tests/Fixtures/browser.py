"""What the scripts that open pages in a headless Chromium share: the browser, waiting, looking, and the list of checks."""

import contextlib
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import traceback

from playwright.sync_api import Error, sync_playwright

FOLDER = pathlib.Path(__file__).resolve().parent
# A function of {backdrop, isAll}, for `page.evaluate`.
SURVEY = (FOLDER / "survey.js").read_text()


def browser_path():
    """The system's Chromium, rather the one that has no windows: it does the same for half the work."""
    names = [
        os.environ.get("CHROMIUM", ""), "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable",
        "google-chrome"]
    found = next((path for path in map(shutil.which, filter(None, names)) if path), None)
    return found or "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


@contextlib.contextmanager
def chromium(*hosts, here=()):
    """A browser with a home of its own, which reaches 127.0.0.1 and these hosts, and nothing else.

    here    names that mean 127.0.0.1 in this browser, with a port behind a colon if it is another than the address has.
    """
    rules = [f"MAP {name} 127.0.0.1{colon}{port}" for name, colon, port in (each.partition(":") for each in here)]
    rules += ["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in ("127.0.0.1", *hosts))]
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=browser_path(), args=[f"--host-resolver-rules={', '.join(rules)}"],
            env={**os.environ, "HOME": home})
        try:
            yield browser
        finally:
            browser.close()


class Checks:
    def __init__(self):
        self.failed = 0
        self.count = 0

    def add(self, name, ok, detail=""):
        self.count += 1
        self.failed += not ok
        print(json.dumps({"check": name, "ok": bool(ok), "detail": str(detail)[:1500]}, ensure_ascii=False), flush=True)

    def none(self, name, problems, detail=""):
        """Notes that there are no problems."""
        problems = list(problems)
        self.add(name, not problems, "; ".join(str(problem) for problem in problems) or detail)

    def status(self):
        """Says how many there were, and gives the script's exit status."""
        print(f"{self.count} checks, {self.failed} failed", file=sys.stderr)
        return 1 if self.failed else 0


def until(condition, what, seconds=120):
    """Waits until a condition holds, and gives what it gave."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = condition()
        except Error as error:
            # The page that was asked is being replaced by the next one.
            if "context was destroyed" not in str(error):
                raise
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


def tell(checks, reader, name, story, *arguments):
    """Goes through a story; one that breaks off is a failed check and ends no other."""
    try:
        story(reader, *arguments)
    except Exception as error:  # noqa: BLE001 Whatever it is, it is told.
        shown = ""
        with contextlib.suppress(Exception):
            reader.page.screenshot(path=str(reader.folder / f"failed.{name}.{reader.name.replace(' ', '-')}.png"))
            shown = f" at {reader.page.url.split('?')[0]}: {reader.page.inner_text('body', timeout=1000)[:300]}"
        place = traceback.extract_tb(error.__traceback__)
        files = [(pathlib.Path(frame.filename), frame.lineno) for frame in place]
        lines = [f"{file.name}:{line}" for file, line in files if file.parent == FOLDER]
        checks.add(f"{reader.name} {name}: is told to its end", False, f"{', '.join(lines)}: {error!r}{shown}")

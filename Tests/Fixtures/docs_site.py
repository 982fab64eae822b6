"""Makes the site of all documents and reads it in a headless Chromium, from its files: pages, search, keyboard, phone, dark.

    python3 docs_site.py VINCULA FOLDER

VINCULA the built command; FOLDER where the site and the screenshots go. It prints a line of JSON for each check.
"""

import pathlib
import subprocess
import sys

from browser import Checks, chromium, until

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Prose, tables, long code, many headings, a guide.
LOOKED_AT = ("index", "guides/first-production", "guides/comparison", "settings", "http-api", "operations", "command")
SIZES = ((390, 844), (1280, 900))

# What is wrong with a page's structure.
STRUCTURE = """() => {
  const wrong = [];
  if (document.documentElement.lang !== "en") wrong.push("no language");
  if (document.querySelectorAll("h1").length !== 1) wrong.push(`${document.querySelectorAll("h1").length} h1`);
  for (const role of ["header", "main", "nav.site", "footer"]) if (!document.querySelector(role)) wrong.push(`no ${role}`);
  if (document.querySelectorAll('nav.site [aria-current="page"]').length > 1) wrong.push("two current pages");
  const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length) wrong.push(`ids twice: ${twice.slice(0, 3)}`);
  let level = 1;
  for (const heading of document.querySelectorAll("main :is(h1,h2,h3,h4)")) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) wrong.push(`${heading.tagName} after H${level}: ${heading.textContent}`);
    level = next;
  }
  for (const link of document.links) {
    if (!link.textContent.trim() && !link.ariaLabel) wrong.push(`a link without words to ${link.href}`);
  }
  for (const pre of document.querySelectorAll("pre, .table")) if (pre.tabIndex !== 0) wrong.push("a scrolling box without focus");
  if (/<!--|--&gt;|&lt;!--/.test(document.querySelector("main").innerHTML)) wrong.push("a comment is shown");
  return wrong;
}"""
WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def main():
    vincula, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    site, checks = folder / "site", Checks()
    prepared = ROOT / ".venv-docs/bin/python"
    python = str(prepared) if prepared.exists() else sys.executable
    made = subprocess.run(
        [python, str(ROOT / "scripts/docs-site/make.py"), vincula, str(site)], capture_output=True, text=True)
    checks.add("the site is made, and no link of it is dead", made.returncode == 0, made.stdout + made.stderr)
    pages = sorted(str(path.relative_to(site)) for path in site.rglob("*.html"))
    checks.add("every document is there", len(pages) > 45 and "guides/add-google.html" in pages and "command.html" in pages, pages)
    with chromium() as browser:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page, asked, errors = context.new_page(), [], []
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))

        def go(name):
            page.goto((site / name).as_uri())

        for name in pages:
            go(name)
            checks.none(f"{name}: its structure", page.evaluate(STRUCTURE))
        checks.none("no other origin is asked", (url for url in asked if not url.startswith(("file:", "data:"))))
        checks.none("no script fails", errors)

        go("index.html")
        for name in ("banner", "navigation", "main", "contentinfo", "search"):
            checks.add(f"the accessibility tree has {name}", page.get_by_role(name).count() > 0)
        page.keyboard.press("Tab")
        checks.add("the first stop leads to the text", page.evaluate("document.activeElement.className") == "skip")
        page.keyboard.press("Enter")
        checks.add("and it does", page.evaluate("document.activeElement.id") == "content")
        page.keyboard.press("/")
        field = page.get_by_role("combobox")
        checks.add("a slash leads to the search", field.evaluate("each => each === document.activeElement"))
        page.keyboard.type("add goog")
        until(lambda: page.get_by_role("option").count() > 0, "results")
        checks.add("results are announced", "results" in page.locator(".search [role=status]").inner_text())
        page.keyboard.press("ArrowDown")
        checks.add("the first result is chosen", page.locator("[role=option][aria-selected=true]").inner_text().startswith("Add Google"))
        page.keyboard.press("Enter")
        page.wait_for_url("**/guides/add-google.html*")
        checks.add("and opened from a folder below", page.locator("h1").inner_text() == "Add Google")
        page.keyboard.press("/")
        page.keyboard.type("master key")
        until(lambda: page.get_by_role("option").count() > 1, "results")
        page.keyboard.press("Escape")
        checks.add("Escape closes the results", not page.get_by_role("option").first.is_visible())
        page.get_by_role("combobox").fill("zzz")
        checks.add("nothing found is said", page.locator(".search [role=status]").inner_text() == "No results")
        go("index.html")
        page.get_by_role("combobox").fill("disk full")
        page.get_by_role("option").first.click()
        page.wait_for_url("**/disk-full.html*")
        checks.add("a mouse opens a result", "disk is full" in page.locator("h1").inner_text())

        without = browser.new_context(java_script_enabled=False).new_page()
        without.goto((site / "index.html").as_uri())
        checks.add("without scripts there is no search, and the list of pages", not without.locator(".search").is_visible()
                   and without.get_by_role("link", name="Add Google").is_visible())

        for width, height in SIZES:
            for scheme in ("light", "dark"):
                look = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
                for name in LOOKED_AT:
                    look.goto((site / f"{name}.html").as_uri())
                    checks.add(f"{name} at {width} {scheme}: nothing is wider than the window", look.evaluate(WIDE) <= 0, look.evaluate(WIDE))
                    look.screenshot(path=str(folder / f"{name.replace('/', '-')}.{width}.{scheme}.png"))
                if width < 600:
                    menu = look.get_by_text("All pages", exact=True)
                    checks.add(f"at {width} {scheme} the list of pages is folded", not look.get_by_role("link", name="Add Google").is_visible())
                    menu.click()
                    checks.add(f"at {width} {scheme} and unfolds", look.get_by_role("link", name="Add Google").is_visible())
                look.context.close()
    return checks.status()


if __name__ == "__main__":
    sys.exit(main())

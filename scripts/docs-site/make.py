#!/usr/bin/env python3
"""Makes the site of all documents: guides, reference, the command, the settings, the HTTP API. It needs markdown-it-py (the environment
.venv-docs), and the built command, which describes itself. Fails for a link within the site that leads nowhere.

    scripts/docs-site/make.py VINCULA FOLDER [--api]     --api: the API of the Swift packages is in FOLDER/api
"""

import html
import importlib.util
import json
import os
import re
import shutil
import sys
import urllib.parse
from pathlib import Path

from markdown_it import MarkdownIt

sys.path.insert(0, str(Path(__file__).resolve().parent))
import reference

ROOT = Path(__file__).resolve().parents[2]
specification = importlib.util.spec_from_file_location("check_links", ROOT / "scripts/check-links.py")
check_links = importlib.util.module_from_spec(specification)
specification.loader.exec_module(check_links)

# Where each document of the repository is on the site, besides Documentation and its Guides.
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.html", "SECURITY.md": "security.html", "CHANGELOG.md": "changelog.html",
    "Examples/LinkingApp/README.md": "example-linking-app.html", "Examples/Backend/README.md": "example-backend.html",
}
REFERENCE = ["Operations", "settings", "command", "http-api", "http-types", "Coverage", "Differences", "Design", "Threats", "Scaling", "Performance"]
LABELS = {"Operations": "Operations", "Design": "Design", "http-api": "HTTP API", "http-types": "Types of the HTTP API", "command": "The command"}


class Page:
    def __init__(self, url, source, text):
        self.url, self.source, self.text = url, source, text
        self.title = re.search(r"^# +(.+)$", text, re.M)[1].replace("`", "")
        self.html, self.anchors, self.headings = "", set(), []


def documents(generated):
    """All pages, by their address."""
    pages = [Page("index.html", ROOT / "README.md", (ROOT / "README.md").read_text())]
    guides = ROOT / "Documentation/Guides"
    for file in sorted(guides.glob("*.md")):
        name = "index" if file.name == "README.md" else file.stem
        pages.append(Page(f"guides/{name}.html", file, file.read_text()))
    for file in sorted((ROOT / "Documentation").glob("*.md")):
        if not file.stem.endswith(".notes"):
            pages.append(Page(file.stem.lower().replace(" ", "-") + ".html", file, file.read_text()))
    for name, url in ELSEWHERE.items():
        pages.append(Page(url, ROOT / name, (ROOT / name).read_text()))
    for name, text in generated.items():
        # As if it were in Documentation, so that its links are written as everywhere.
        pages.append(Page(f"{name}.html", ROOT / f"Documentation/{name}.md", text))
    return {page.url: page for page in pages}


class Writer:
    """Turns one page's Markdown into HTML."""

    def __init__(self, page, urls):
        self.page, self.urls = page, urls
        self.markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.markdown.add_render_rule("fence", self.fence)

    def fence(self, tokens, index, options, env):
        token = tokens[index]
        word = token.info.split()[0] if token.info else ""
        kind = "output" if word == "output" else "code"
        code = f'<pre class="{kind}" tabindex="0"><code>{html.escape(token.content, quote=False)}</code></pre>'
        before = tokens[index - 1].content.strip() if index and tokens[index - 1].type == "html_block" else ""
        if match := re.fullmatch(r"<!-- (file|merge): (\S+) -->", before):
            words = "File" if match[1] == "file" else "Add to"
            return f"<figure><figcaption>{words} <code>{html.escape(match[2])}</code></figcaption>{code}</figure>\n"
        return code + "\n"

    def write(self):
        tokens = self.markdown.parse(self.page.text)
        counts, level = {}, 0
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                text = tokens[index + 1].content
                name = check_links.slug(text)
                counts[name] = counts.get(name, 0) + 1
                name = name if counts[name] == 1 else f"{name}-{counts[name] - 1}"
                token.attrSet("id", name)
                self.page.anchors.add(name)
                level = int(token.tag[1])
                if level > 1:
                    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).replace("`", "").replace("\\", "")
                    self.page.headings.append((level, plain, name))
            elif token.type == "inline":
                self.links(token)
        comments = [token for token in tokens if token.type == "html_block" and token.content.lstrip().startswith("<!--")]
        rendered = self.markdown.renderer.render(tokens, self.markdown.options, {})
        for token in comments:
            rendered = rendered.replace(token.content, "", 1)
        rendered = check_links.COMMENT.sub("", rendered)
        rendered = re.sub(r"<table>", '<div class="table" tabindex="0" role="region" aria-label="Table"><table>', rendered)
        rendered = rendered.replace("</table>", "</table></div>")
        rendered = re.sub(r"<(h[234]) id=\"([^\"]+)\">(.*?)</\1>", r'<\1 id="\2">\3<a class="mark" href="#\2" aria-label="Link to this heading">#</a></\1>', rendered)
        self.page.html = rendered

    def links(self, token):
        closing = []
        for child in token.children or []:
            if child.type == "link_open":
                target = self.target(child.attrGet("href"))
                if target is None:
                    # A file of the repository that is not on the site.
                    child.tag, child.attrs = "span", {"class": "file"}
                    closing.append("span")
                else:
                    child.attrSet("href", target)
                    closing.append("a")
            elif child.type == "link_close":
                child.tag = closing.pop()
            elif child.type == "image":
                child.attrSet("src", self.relative(Path(child.attrGet("src")).name))

    def relative(self, url):
        return os.path.relpath(url, Path(self.page.url).parent)

    def target(self, href):
        if re.match(r"[a-z]+:", href) or href.startswith("#"):
            return href
        path, _, anchor = href.partition("#")
        there = (self.page.source.parent / urllib.parse.unquote(path)).resolve()
        anchor = f"#{anchor}" if anchor else ""
        if there in self.urls:
            return self.relative(self.urls[there]) + anchor
        if there.name == "openapi.json":
            return self.relative("openapi.json")
        return None


def navigation(page, pages, has_api):
    """The list of all pages, the same on each."""

    def link(url, label=None):
        current = ' aria-current="page"' if url == page.url else ""
        there = os.path.relpath(url, Path(page.url).parent)
        return f'<li><a href="{html.escape(there)}"{current}>{html.escape(label or pages[url].title)}</a></li>'

    parts = [f"<h2>Start</h2><ul>{link('index.html', 'What it is')}{link('guides/index.html', 'All guides')}</ul>"]
    index = pages["guides/index.html"].text
    for title, body in re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", index, re.M | re.S):
        items = []
        for label, target in re.findall(r"^- .*?\[([^\]]+)\]\(([^)]+)\)", body, re.M):
            there = (pages["guides/index.html"].source.parent / urllib.parse.unquote(target)).resolve()
            url = next((each.url for each in pages.values() if each.source == there), None)
            if url:
                items.append(link(url, label.replace("`", "")))
        if items:
            parts.append(f"<h2>{html.escape(title)}</h2><ul>{''.join(items)}</ul>")
    urls = [f"{name.lower()}.html" for name in REFERENCE]
    items = [link(url, LABELS.get(name)) for name, url in zip(REFERENCE, urls)]
    if has_api:
        there = os.path.relpath("api/documentation/index.html", Path(page.url).parent)
        items.append(f'<li><a href="{there}">Swift packages</a></li>')
    parts.append(f"<h2>Reference</h2><ul>{''.join(items)}</ul>")
    items = [link(url) for url in ELSEWHERE.values()]
    parts.append(f"<h2>Project</h2><ul>{''.join(items)}</ul>")
    return "".join(parts)


def contents(page):
    chapters = [(text, name) for level, text, name in page.headings if level == 2]
    if len(chapters) < 4:
        return ""
    items = "".join(f'<li><a href="#{name}">{html.escape(text)}</a></li>' for text, name in chapters)
    return f'<nav class="contents" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>{items}</ul></nav>'


SHELL = """<!doctype html>
<html lang="en" data-root="{root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}style.css">
<script defer src="{root}search-index.js"></script>
<script defer src="{root}site.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a href="{root}index.html">Vincula</a>
<div class="search" role="search" hidden>
<input type="search" role="combobox" aria-label="Search titles and headings" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" placeholder="Search ( / )">
<ul id="found" role="listbox" aria-label="Results" hidden></ul>
<span role="status" class="skip"></span>
</div>
</header>
<div class="frame">
<nav class="site" aria-label="All pages"><details open><summary>All pages</summary>{navigation}</details></nav>
<main id="content" tabindex="-1">
{body}
</main>
</div>
<footer>Vincula {version}. Made by <code>make docs</code>.</footer>
</body>
</html>
"""


def colours():
    """The colours of the hosted pages, so that the site looks like them."""
    text = (ROOT / "Sources/VinculaServer/Pages/PageStyle.swift").read_text().replace("\\\n", "").replace("        ", "")
    light = re.search(r":root\{color-scheme:light dark;[^}]*\}", text)[0]
    dark = re.search(r"@media \(prefers-color-scheme:dark\)\{:root\{[^}]*\}\}", text)[0]
    return f"{light}\n{dark}\n"


def dead(pages, out):
    """Links within the site that lead nowhere."""
    problems = []
    for page in pages.values():
        written = (out / page.url).read_text()
        for target in re.findall(r'<(?:a|link|script|img)[^>]* (?:href|src)="([^"]+)"', written):
            if re.match(r"(https?|mailto|data):", target):
                continue
            path, _, anchor = html.unescape(target).partition("#")
            url = os.path.normpath(Path(page.url).parent / path) if path else page.url
            if not (out / url).exists():
                problems.append(f"{page.url}: {target} is not on the site.")
            elif anchor and url in pages and anchor not in pages[url].anchors | {"content"}:
                problems.append(f"{page.url}: {target} has no such heading.")
    return problems


def main():
    vincula, out, has_api = sys.argv[1], Path(sys.argv[2]), "--api" in sys.argv
    version = reference.run(vincula, "--version").strip()
    operations, types, openapi = reference.http(vincula)
    pages = documents({
        "command": reference.command_line(vincula), "settings": reference.settings(vincula), "http-api": operations, "http-types": types})
    urls = {page.source: page.url for page in pages.values()}
    out.mkdir(parents=True, exist_ok=True)
    index = []
    for page in pages.values():
        Writer(page, urls).write()
    for page in pages.values():
        # Below what is said before the first chapter.
        body = page.html.replace("<h2 ", f"{contents(page)}<h2 ", 1)
        root = os.path.relpath(".", Path(page.url).parent)
        file = out / page.url
        file.parent.mkdir(exist_ok=True)
        title = page.title if page.url == "index.html" else f"{page.title} · Vincula"
        file.write_text(SHELL.format(
            root="" if root == "." else root + "/", title=html.escape(title), navigation=navigation(page, pages, has_api), body=body, version=version))
        index.append((page.title, "", page.url))
        if page.url != "http-types.html":
            index += [(page.title, text, f"{page.url}#{name}") for level, text, name in page.headings if level < 4]
    (out / "openapi.json").write_text(openapi)
    (out / "search-index.js").write_text(f"window.searchIndex={json.dumps(index, ensure_ascii=False, separators=(',', ':'))};\n")
    folder = Path(__file__).resolve().parent
    (out / "style.css").write_text(colours() + (folder / "site.css").read_text())
    shutil.copy(folder / "site.js", out)
    for picture in (ROOT / "Documentation").glob("*.svg"):
        shutil.copy(picture, out)
    if problems := dead(pages, out):
        sys.exit("\n".join(problems) + f"\nsite: {len(problems)} links are dead.")
    print(f"The site is {out / 'index.html'}: {len(pages)} pages, {len(index)} entries for search.")


if __name__ == "__main__":
    main()

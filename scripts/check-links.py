#!/usr/bin/env python3
"""Checks the links of every Markdown file of the repository, without the network: that files and headings exist, and that external
addresses have a shape that can be right. Also checks the documents that the command's help, its messages and other files mention, as in
"Audit log" in Documentation/Operations.md.

    scripts/check-links.py
"""

import re
import subprocess
import sys
import urllib.parse
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^( *)(`{3,}|~{3,})[^\n]*\n.*?^\1\2[ \t]*$", re.M | re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+\"[^\"]*\")?\)")
IMAGE_OR_LINK_TAG = re.compile(r"""(?:src|href)=["']([^"']+)["']""")
BARE = re.compile(r"<(https?://[^>]*)>")
# A document, as code and messages name it, perhaps after one of its headings in quotes.
MENTION = re.compile(r"""(?:\\?"([A-Z][^"\n\\]{2,60})\\?" in )?((?:\.\./)*Documentation/[A-Za-z][\w .-]*?(?:/[\w .-]+?)?\.(?:md|svg))""")
SHAPE = re.compile(r"https?://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:\d+)?([/?#][^\s<>\"]*)?$")


def slug(heading):
    """A heading's anchor, as GitHub makes it."""
    text = re.sub(r"`([^`]*)`", r"\1", heading)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"[*_]{1,2}(\S(?:.*?\S)?)[*_]{1,2}(?!\w)", r"\1", text)
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def prose(text):
    """A document without its code blocks and comments, with as many lines."""

    def blank(match):
        return "\n" * match.group(0).count("\n")

    return COMMENT.sub(blank, FENCE.sub(blank, text))


def headings(text):
    return [match.group(1).strip().rstrip("#").strip() for match in re.finditer(r"^#{1,6} +(.+)$", prose(text), re.M)]


def anchors(text):
    """The anchors of a document's headings, and of what has an id."""
    found, counts = set(), {}
    for heading in headings(text):
        name = slug(heading)
        counts[name] = counts.get(name, 0) + 1
        found.add(name if counts[name] == 1 else f"{name}-{counts[name] - 1}")
    return found | set(re.findall(r"""<a (?:id|name)=["']([^"']+)["']""", text))


def tracked():
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def fault(path, target, known):
    """What is wrong with a link; None if nothing is."""
    if re.match(r"[a-z][a-z0-9+.-]*:", target):
        if target.startswith(("http:", "https:")):
            return None if SHAPE.match(target) else "is not an address"
        return None if target.startswith("mailto:") else "has an unknown scheme"
    if target.startswith("//"):
        return "has no scheme"
    file, _, anchor = target.partition("#")
    there = (path.parent / urllib.parse.unquote(file)).resolve() if file else path
    if file.startswith("/") or not there.is_relative_to(ROOT):
        return "leaves the repository"
    if not there.exists():
        return "does not exist"
    if anchor and there.suffix == ".md":
        if there not in known:
            known[there] = anchors(there.read_text())
        if urllib.parse.unquote(anchor) not in known[there]:
            return f"has no heading #{anchor}"
    return None


def links(text):
    """The links of a document, with their lines."""
    plain = prose(text)
    without_code = re.sub(r"`[^`\n]*`", lambda match: " " * len(match.group(0)), plain)
    for pattern, source in ((LINK, plain), (BARE, without_code), (IMAGE_OR_LINK_TAG, without_code)):
        for match in pattern.finditer(source):
            yield match.group(1), source.count("\n", 0, match.start()) + 1


def main():
    problems, known, count = [], {}, 0
    files = tracked()
    for path in files:
        name = path.relative_to(ROOT)
        if path.suffix == ".md":
            text = path.read_text()
            for target, line in links(text):
                if ".docc/" in str(name) and not target.startswith(("http", "#", ".")):
                    continue  # DocC checks its own.
                count += 1
                if problem := fault(path, target, known):
                    problems.append(f"{name}:{line}: {target} {problem}.")
        elif path.suffix in {".swift", ".sh", ".py", ".yml", ".yaml", ".1", ".json", ".js", ".in", ""} and "Tests/Fixtures/Release" not in str(name):
            if path == Path(__file__).resolve():
                continue
            try:
                text = path.read_text()
            except UnicodeDecodeError:
                continue
            for match in MENTION.finditer(text):
                count += 1
                there = (path.parent if match.group(2).startswith("..") else ROOT) / match.group(2)
                line = text.count("\n", 0, match.start()) + 1
                if "*" in match.group(2) or "\\(" in match.group(2):
                    continue
                if match.group(2).startswith(".."):
                    # Relative to wherever the code runs: the part below Documentation must exist.
                    there = ROOT / match.group(2).lstrip("./")
                if not there.exists():
                    problems.append(f"{name}:{line}: {match.group(2)} does not exist.")
                elif match.group(1) and there.suffix == ".md" and match.group(1) not in headings(there.read_text()):
                    problems.append(f"{name}:{line}: {match.group(2)} has no heading \"{match.group(1)}\".")
    if problems:
        sys.exit("\n".join(problems) + f"\ncheck-links: {len(problems)} of {count} links are dead.")
    print(f"check-links: {count} links lead somewhere.")


if __name__ == "__main__":
    main()

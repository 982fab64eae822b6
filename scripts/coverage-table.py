#!/usr/bin/env python3
"""Writes the tables of Documentation/Coverage.md: every method of Google's Identity Toolkit, and whether this server has it.

    scripts/coverage-table.py           builds the command and writes the page
    scripts/coverage-table.py --check   fails if the page does not list every method of scripts/google-methods.txt once, in order; and if
                                        the command is built and no older than its routes, if the page is not what would be written

A method's state follows from `vincula openapi`: a path that always answers that it is not supported is not there yet. The test
CoverageTests compares the page with the routes, too.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
METHODS = ROOT / "scripts" / "google-methods.txt"
PAGE = ROOT / "Documentation" / "Coverage.md"
ROUTES = ROOT / "Sources" / "VinculaServer" / "Routes"
HOST = "/identitytoolkit.googleapis.com/"
GROUPS = {"v1": "Accounts and tokens (v1)", "v2": "Configuration and second factors (v2)"}


def methods():
    """The methods, as (id, HTTP method, path, note)."""
    found = []
    for line in METHODS.read_text().splitlines():
        if line and not line.startswith("#"):
            words, _, note = line.partition(" # ")
            found.append((*words.split(), note))
    return found


def states(description, wanted):
    """Yields each method with its state."""
    served = {}
    for path, operations in json.loads(description)["paths"].items():
        for name, operation in operations.items():
            if path.startswith(HOST):
                key = name.upper(), re.sub(r"\{\w+\}", "{}", path.removeprefix(HOST))
                served[key] = "not supported" not in operation["summary"].lower()
    for identifier, http, path, note in wanted:
        if not served.get((http, path), False):
            yield identifier, http, path, "not yet", ""
        else:
            yield identifier, http, path, "partly" if note else "served", note


def page(rows):
    rows = list(rows)
    count = {state: sum(row[3] == state for row in rows) for state in ("served", "partly", "not yet")}
    lines = [
        "# Coverage of Google's API", "",
        "<!-- Made by scripts/coverage-table.py, from scripts/google-methods.txt and `vincula openapi`. -->", "",
        f"Google's Identity Toolkit has {len(rows)} methods in its two discovery documents.",
        f"Of these, this server has {count['served']}, {count['partly']} more in part, and {count['not yet']} not yet.",
        "A method that is not there yet answers `OPERATION_NOT_ALLOWED`, or `TENANT_NOT_FOUND` below a tenant.",
        "[Differences.md](Differences.md) describes what differs within a method.",
    ]
    for version, title in GROUPS.items():
        lines += ["", f"## {title}", "", "| method | path | here |", "| --- | --- | --- |"]
        for identifier, http, path, state, note in rows:
            if path.startswith(version + "/"):
                shown = path.replace("{}", "…")
                lines.append(f"| `{identifier}` | {http} `{shown}` | {state}{': ' + note if note else ''} |")
    return "\n".join(lines) + "\n"


def command():
    binary = ROOT / ".build" / "debug" / "vincula"
    newest = max(path.stat().st_mtime for path in ROUTES.rglob("*.swift"))
    return binary if binary.exists() and binary.stat().st_mtime >= newest else None


def main():
    wanted = methods()
    if "--check" not in sys.argv[1:]:
        subprocess.run(["swift", "build", "--product", "vincula"], cwd=ROOT, check=True)
        binary = ROOT / ".build" / "debug" / "vincula"
    else:
        listed = re.findall(r"^\| `([\w.]+)` \| ([A-Z]+) `(\S+)` \| (?:served|not yet|partly: .+) \|$", PAGE.read_text(), re.M)
        expected = [(row[0], row[1], row[2].replace("{}", "…")) for row in sorted(wanted, key=lambda row: row[2][:2])]
        if listed != expected:
            sys.exit("coverage-table: Documentation/Coverage.md does not list every method once. Run scripts/coverage-table.py.")
        binary = command()
        if binary is None:
            return
    description = subprocess.run([binary, "openapi"], capture_output=True, text=True, check=True).stdout
    text = page(states(description, wanted))
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(text)
    elif PAGE.read_text() != text:
        sys.exit("coverage-table: Documentation/Coverage.md is out of date. Run scripts/coverage-table.py.")


if __name__ == "__main__":
    main()

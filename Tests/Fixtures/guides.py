"""Runs the commands of a guide as they are written there, and prints a line of JSON for each block of it.

    python3 guides.py VINCULA GUIDE           VINCULA is the built command

What a guide may contain:

    ```sh                       commands: all blocks of a guide run one after the other in one bash, which ends at the first failure
    ```output                   lines that the commands before it print, in this order; … stands for anything
    <!-- not run: REASON -->    before a block: nobody runs it here, and why
    <!-- may fail -->           before commands: their exit status does not matter
    <!-- file: PATH -->         before a block: the reader writes it to this file
    <!-- merge: PATH -->        before a block of JSON: the reader adds it to this file
    <!-- run: COMMANDS -->      commands for the test only, which prepare or check something
    <!-- tried with: WORDS -->  what guide_stage.py starts before: server, pebble, smtp, postgresql

A block without any of these is an error, so that nothing in a guide is left untried without a reason.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

import guide_stage

FENCE = re.compile(r"^( *)(`{3,})(\S*)[^\n]*\n(.*?)^\1\2 *$", re.M | re.S)
COMMENT = re.compile(r"<!--(.*?)-->", re.S)
KNOWN = ("not run:", "may fail", "file:", "merge:", "run:", "tried with:")
SECONDS = 180


class Mistake(Exception):
    """What is wrong with a guide's text."""


class Step:
    """A block, or a hidden command: what happens at one place of a guide."""

    def __init__(self, kind, text, place="", line=0):
        self.kind, self.text, self.place, self.line = kind, text, place, line


def steps(text):
    """The steps of a guide in their order, and what it is tried with."""
    found, needed = [], []
    marks = [(match.start(), "comment", match) for match in COMMENT.finditer(text)]
    fences = [(match.start(), "fence", match) for match in FENCE.finditer(text)]
    inside = [(match.start(), match.end()) for _, _, match in fences]
    marks = [mark for mark in marks if not any(start <= mark[0] < end for start, end in inside)]
    mark = None
    for position, kind, match in sorted([*marks, *fences], key=lambda each: each[0]):
        line = text.count("\n", 0, position) + 1
        if kind == "comment":
            said = match.group(1).strip()
            if not said.startswith(KNOWN):
                continue
            if said.startswith("tried with:"):
                needed += said.removeprefix("tried with:").split()
            elif said.startswith("run:"):
                found.append(Step("hidden", said.removeprefix("run:").strip() + "\n", line=line))
            else:
                mark = (match.end(), said)
            continue
        language, block = match.group(3), textwrap.dedent(match.group(4))
        said = mark[1] if mark and not text[mark[0]:position].strip() else ""
        mark = None
        found.append(step(language, block, said, line))
    return found, needed


def step(language, block, said, line):
    """One block, by its language and the comment before it."""
    if said.startswith("not run:"):
        reason = said.removeprefix("not run:").strip()
        if len(reason) < 8:
            raise Mistake(f"line {line}: Say why this block is not run.")
        return Step("untried", reason, line=line)
    if said.startswith(("file:", "merge:")):
        kind, place = said.split(":", 1)
        if kind == "merge":
            json.loads(block)
        return Step(kind, block, place.strip(), line)
    if language == "output":
        return Step("output", block, line=line)
    if language == "sh":
        return Step("tolerant" if said == "may fail" else "run", block, line=line)
    raise Mistake(f"line {line}: Nobody tries this block of {language or 'text'}. Mark it: see Tests/Fixtures/guides.py.")


def script(found, stage):
    """The whole guide as one script of bash."""
    lines = ["set -euo pipefail"]
    for number, each in enumerate(found):
        text = stage.staged(each.text)
        if each.kind in ("run", "hidden"):
            lines += [f"printf '\\n@@ {number}\\n'", text]
        elif each.kind == "tolerant":
            lines += [f"printf '\\n@@ {number}\\n'", f"(\n{text}\n) || true"]
        elif each.kind in ("file", "merge"):
            source = stage.root / "blocks" / str(number)
            source.parent.mkdir(exist_ok=True)
            source.write_text(text)
            target = stage.staged(each.place)
            lines.append(f"printf '\\n@@ {number}\\n'; mkdir -p \"$(dirname '{target}')\"")
            lines.append(f"cp '{source}' '{target}'" if each.kind == "file" else f"'{sys.executable}' '{__file__}' --merge '{source}' '{target}'")
    return "\n".join([*lines, "printf '\\n@@ end\\n'"])


def merge(source, target):
    """Adds the members of one JSON file to another, as somebody with an editor does."""

    def into(old, new):
        for name, value in new.items():
            if isinstance(value, dict) and isinstance(old.get(name), dict):
                into(old[name], value)
            else:
                old[name] = value

    whole = json.loads(pathlib.Path(target).read_text())
    into(whole, json.loads(pathlib.Path(source).read_text()))
    pathlib.Path(target).write_text(json.dumps(whole, indent=2) + "\n")


def lacking(expected, printed):
    """The first expected line that was not printed after those before it; None if all were."""
    position = 0
    for line in expected.splitlines():
        if not line.strip():
            continue
        pattern = re.compile(r"[^\n]*".join(re.escape(part) for part in re.split(r"…", line.strip())))
        match = pattern.search(printed, position)
        if not match:
            return line
        position = match.end()
    return None


def report(name, ok, detail=""):
    print(json.dumps({"check": name, "ok": ok, "detail": detail}), flush=True)
    return ok


def judge(name, found, printed, status, stage):
    """Compares what was printed with what the guide says, block by block."""
    parts = dict(re.findall(r"^@@ (\w+)\n(.*?)(?=^@@ |\Z)", printed, re.M | re.S))
    good, last = True, None
    for number, each in enumerate(found):
        title = f"{name}:{each.line} {each.kind}"
        if each.kind == "untried":
            good &= report(title, True, each.text)
        elif each.kind == "output":
            line = lacking(stage.staged(each.text), parts.get(str(last), "")) if last is not None else "no commands before it"
            good &= report(title, line is None, "" if line is None else f"missing: {line}\n{parts.get(str(last), '')[-3000:]}")
        else:
            if each.kind != "hidden":
                last = number
            reached = str(number) in parts
            failed = reached and status != 0 and not any(str(later) in parts for later in [*range(number + 1, len(found)), "end"])
            detail = f"exit {status}: {parts[str(number)][-3000:]}\n{stage.log()[-2000:]}" if failed else ("" if reached else "not reached")
            good &= report(title, reached and not failed, detail)
    return good


def main():
    if sys.argv[1] == "--merge":
        return merge(*sys.argv[2:4])
    vincula, guide = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    try:
        found, needed = steps(guide.read_text())
    except (Mistake, ValueError) as error:
        report(guide.name, False, str(error))
        sys.exit(1)
    if not any(each.kind in ("run", "tolerant", "hidden") for each in found):
        for each in found:
            report(f"{guide.name}:{each.line} {each.kind}", True, each.text)
        return report(guide.name, True, "nothing to run")
    with tempfile.TemporaryDirectory(prefix="guide-") as folder, guide_stage.Stage(vincula, pathlib.Path(folder)) as stage:
        stage.prepare(needed)
        bash = subprocess.Popen(
            ["bash", "-c", script(found, stage)], cwd=stage.home, env=stage.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        try:
            printed, _ = bash.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(bash.pid, 9)
            printed, _ = bash.communicate()
        finally:
            stage.end(bash.pid)
        if not judge(guide.name, found, printed, bash.returncode, stage):
            sys.exit(1)


if __name__ == "__main__":
    main()

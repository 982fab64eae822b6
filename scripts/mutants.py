#!/usr/bin/env python3
"""Changes one line of the sources at a time, and reports the changes that no test notices.

    scripts/mutants.py                 builds all mutants of scripts/mutants.txt together, and runs their tests one by one
    scripts/mutants.py ID...           tries only these mutants
    scripts/mutants.py --here ID...    tries them in this work tree and its .build, so that only what they change is compiled
    scripts/mutants.py --list [ID...]  prints the mutants, and builds nothing
    scripts/mutants.py --check         only checks that every mutant still matches the sources and the tests

Every mutant is compiled in behind a switch that is read when a process starts, so one build serves all of them. It is made from
the committed HEAD, in .build-mutants. The file .build-mutants/chosen names the active mutant for the tests and the processes that
they start; to try one by hand, set the environment variable VINCULA_MUTANT, which takes precedence. (Setting a variable for each
run would make SwiftPM evaluate all manifests again.) The output of each run is kept in .build-mutants/logs.

With --here the tracked files must be as committed; they are again when this ends (after a kill: `git restore Sources`, and delete
the MutantSwitch.swift files). Only the chosen mutants are built. Nobody else may build or edit in the tree meanwhile.

Exits with 1 if a mutant survives or cannot be built, and with 2 if nothing could be tried.
"""

import argparse
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "scripts" / "mutants.txt"
WORK = ROOT / ".build-mutants"
TREE = WORK / "tree"
LOGS = WORK / "logs"
CHOSEN = WORK / "chosen"
SWITCH_NAME = "MutantSwitch.swift"

KINDS = ("expression", "statement", "text")
FIELDS = ("why", "file", "after", "from", "to", "kind", "tests")
REACH = 12  # Lines that may lie between `after` and `from`.
MUTANT_SECONDS = 600
BASELINE_SECONDS = 3600

SWITCH = """\
import Foundation

private let chosenMutant =
    ProcessInfo.processInfo.environment["VINCULA_MUTANT"] ?? (try? String(contentsOfFile: PATH, encoding: .utf8)) ?? ""

/// Indicates whether this mutant is active; written by scripts/mutants.py.
@usableFromInline @inline(never)
func mutantIsOn(_ id: String) -> Bool { chosenMutant == id }
"""


class Stop(Exception):
    """The reason why nothing can be tried."""


@dataclass
class Mutant:
    id: str
    area: str
    line: int
    why: str = ""
    file: str = ""
    after: str = ""
    from_: str = ""
    to: str = ""
    kind: str = "expression"
    tests: str = ""

    def switched(self, rest):
        """Returns code that is this mutant if it is active, and `rest` otherwise."""
        on = f'mutantIsOn("{self.id}")'
        if self.kind == "statement":
            return f"if {on} {{ {self.to} }} else {{ {rest} }}"
        if self.kind == "text":
            return f'\\({on} ? "{self.to}" : "{rest}")'
        return f"({on} ? ({self.to}) : ({rest}))"


# The list


def read_list(path):
    """Reads the list: `## Area`, an id alone on its line, and its indented fields below."""
    mutants, area, problems = [], "", []
    seen = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        place = f"{path.relative_to(ROOT)}:{number}"
        if line.startswith("## "):
            area = line[3:].strip()
        elif not line.strip() or line.startswith("#"):
            continue
        elif not line[0].isspace():
            if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", line.strip()):
                problems.append(f"{place}: {line.strip()} is not a valid id: use lowercase letters, digits and hyphens.")
            mutants.append(Mutant(line.strip(), area, number))
        else:
            name, _, value = line.strip().partition(" ")
            if not mutants or name not in FIELDS:
                problems.append(f"{place}: unknown field {name}; the fields are: {', '.join(FIELDS)}.")
                continue
            key = (mutants[-1].id, name)
            if key in seen:
                problems.append(f"{place}: {mutants[-1].id} has {name} twice.")
            seen[key] = number
            setattr(mutants[-1], "from_" if name == "from" else name, value.strip())
    ids = set()
    for mutant in mutants:
        place = f"{path.relative_to(ROOT)}:{mutant.line}: {mutant.id}"
        if mutant.id in ids:
            problems.append(f"{place}: duplicate id.")
        ids.add(mutant.id)
        for name in ("why", "file", "from", "to", "tests"):
            if not getattr(mutant, "from_" if name == "from" else name) and not (name == "to" and mutant.kind != "expression"):
                problems.append(f"{place} has no {name}.")
        if mutant.kind not in KINDS:
            problems.append(f"{place}: kind must be one of {', '.join(KINDS)}.")
        if mutant.kind == "text" and '"' in mutant.from_ + mutant.to:
            problems.append(f"{place}: a text must not contain quotes.")
        if not re.match(r"Sources/[^/]+/.+\.swift$", mutant.file):
            problems.append(f"{place}: {mutant.file} is not a Swift file under Sources/MODULE/.")
    if problems:
        raise Stop("\n".join(problems))
    return mutants


def span(mutant, text):
    """Returns the location of a mutant's `from` in its file."""
    start, end, place = 0, len(text), ""
    if mutant.after:
        count = text.count(mutant.after)
        if count != 1:
            raise Stop(f"{mutant.id}: {mutant.file} contains `after` {count} times, and must contain it once: {mutant.after}")
        start = text.index(mutant.after) + len(mutant.after)
        end = start + len("".join(text[start:].splitlines(keepends=True)[: REACH + 1]))
        place = f" within {REACH} lines of its `after`"
    at = text.find(mutant.from_, start, end)
    if at < 0:
        raise Stop(f"{mutant.id}: {mutant.file} does not contain `from`{place}: {mutant.from_}")
    if not mutant.after and text.count(mutant.from_) > 1:
        raise Stop(f"{mutant.id}: {mutant.file} contains `from` {text.count(mutant.from_)} times; add `after` to select one: {mutant.from_}")
    return at, at + len(mutant.from_)


def rewritten(text, mutants):
    """Returns a file's text with all of its mutants in it. Line numbers do not change."""
    places = {}
    for mutant in mutants:
        places.setdefault(span(mutant, text), []).append(mutant)
    taken = sorted(places)
    for one, other in zip(taken, taken[1:]):
        if other[0] < one[1]:
            raise Stop(f"{places[one][0].id} and {places[other][0].id} overlap: use the same snippet, or smaller ones.")
    for start, end in reversed(taken):
        code = text[start:end]
        several = places[(start, end)]
        if len(several) > 1 and any(mutant.kind == "text" for mutant in several):
            raise Stop(f"{', '.join(mutant.id for mutant in several)}: a string can have only one mutant.")
        for mutant in several:
            code = mutant.switched(code)
        text = text[:start] + code + text[end:]
    return text


def by_file(mutants):
    files = {}
    for mutant in mutants:
        files.setdefault(mutant.file, []).append(mutant)
    return files


# The tests' names, as far as they can be read from their sources


def test_names():
    """Returns roughly the names that filters are compared with: `Target.Suite/test`."""
    package = (ROOT / "Package.swift").read_text()
    targets = {}
    for kind, body in re.findall(r"\.(testTarget|\w*[tT]arget)\((.*?)(?=\.\w*[tT]arget\(|\Z)", package, re.S):
        if kind == "testTarget":
            name = re.search(r'name: "([^"]+)"', body).group(1)
            path = re.search(r'path: "([^"]+)"', body)
            targets[path.group(1) if path else f"Tests/{name}"] = name
    names = []
    for folder, target in targets.items():
        for file in (ROOT / folder).rglob("*.swift"):
            text = file.read_text()
            suites = re.findall(r"(?:struct|class|enum|actor|extension) (\w+)", text)
            tests = re.findall(r"func (`[^`]+`|\w+)", text)
            names += [f"{target}.{suite}/{test}" for suite in suites for test in [""] + tests]
    return names


def check(mutants):
    """Checks that every mutant still matches its file, and its filter a test."""
    problems = []
    for file, several in by_file(mutants).items():
        if not (ROOT / file).is_file():
            problems.append(f"{several[0].id}: there is no file {file}.")
            continue
        text = (ROOT / file).read_text()
        fitting = []
        for mutant in several:
            try:
                span(mutant, text)
                fitting.append(mutant)
            except Stop as stop:
                problems.append(str(stop))
        try:
            rewritten(text, fitting)
        except Stop as stop:
            problems.append(str(stop))
    names = test_names()
    for mutant in mutants:
        for part in mutant.tests.split("|"):
            try:
                if not any(re.search(part, name) for name in names):
                    problems.append(f"{mutant.id}: its filter matches no test: {part}")
            except re.error as error:
                problems.append(f"{mutant.id}: its filter is not a regular expression: {part}: {error}.")
    if problems:
        raise Stop("\n".join(problems))


# The scratch tree


def switch_of(file):
    """Returns the path of the switch in a file's module."""
    return "/".join(file.split("/")[:2]) + "/" + SWITCH_NAME


def switch_code():
    return SWITCH.replace("PATH", json.dumps(str(CHOSEN), ensure_ascii=False)).encode()


def write_tree(mutants):
    """Updates the tree to HEAD with these mutants in it. Files that do not change are not written, so that builds stay short."""
    archive = subprocess.run(["git", "-C", str(ROOT), "archive", "HEAD"], check=True, stdout=subprocess.PIPE).stdout
    wanted = {}
    links = {}
    modes = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            if member.issym():
                links[member.name] = member.linkname
            elif member.isfile():
                wanted[member.name] = tar.extractfile(member).read()
                modes[member.name] = 0o755 if member.mode & 0o100 else 0o644
    for file, several in by_file(mutants).items():
        if file not in wanted:
            raise Stop(f"{several[0].id}: HEAD has no file {file}.")
        wanted[file] = rewritten(wanted[file].decode(), several).encode()
        wanted[switch_of(file)] = switch_code()
        modes[switch_of(file)] = 0o644
    resolved = ROOT / "Package.resolved"
    if resolved.is_file():
        wanted["Package.resolved"] = resolved.read_bytes()
        modes["Package.resolved"] = 0o644
    if (ROOT / ".venv").is_dir():
        links[".venv"] = str(ROOT / ".venv")

    TREE.mkdir(parents=True, exist_ok=True)
    for folder, folders, files in os.walk(TREE):
        for name in files + [name for name in folders if os.path.islink(os.path.join(folder, name))]:
            path = Path(folder) / name
            relative = str(path.relative_to(TREE))
            if relative in (wanted if not path.is_symlink() else links) or relative == "Package.resolved":
                continue
            path.unlink()
    for name, content in wanted.items():
        path = TREE / name
        if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(modes[name])
    for name, target in links.items():
        path = TREE / name
        if path.is_symlink() and os.readlink(path) == target:
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to(target)


def git(*arguments):
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, stdout=subprocess.PIPE).stdout


def write_here(mutants):
    """Writes these mutants, and no others, into the work tree itself; none restores it."""
    wanted = {}
    for file, several in by_file(mutants).items():
        wanted[file] = rewritten(git("show", f"HEAD:{file}").decode(), several).encode()
        wanted[switch_of(file)] = switch_code()
    for switch in ROOT.glob(f"Sources/*/{SWITCH_NAME}"):
        if str(switch.relative_to(ROOT)) not in wanted:
            switch.unlink()
    changed = git("diff", "--name-only", "-z", "HEAD", "--", "Sources").decode().split("\0")
    restored = [file for file in changed if file and file not in wanted]
    if restored:
        git("restore", "--source=HEAD", "--", *restored)
    for file, content in wanted.items():
        path = ROOT / file
        if not path.is_file() or path.read_bytes() != content:
            path.write_bytes(content)


@dataclass
class Place:
    """Where mutants are built and tested."""
    tree: Path
    build: Path
    write: Callable


SCRATCH = Place(TREE, WORK / "build", write_tree)
HERE = Place(ROOT, ROOT / ".build", write_here)


def environment():
    own = dict(os.environ)
    for name in ("CI", "VINCULA_BINARY", "VINCULA_MUTANT", "VINCULA_ONLY_SDK", "VINCULA_ONLY_TESTS", "VINCULA_BENCH", "VINCULA_FUZZ"):
        own.pop(name, None)
    own.setdefault("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "4")
    return own


def run(place, arguments, log, seconds=None):
    """Runs a command in the tree, with its output in a file.

    Returns its exit status, or None if it took too long and was killed with all processes that it had started.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            arguments, cwd=place.tree, env=environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            start_new_session=True)
        try:
            return process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            # Also the processes that a failed run has left behind.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def build(place, mutants):
    """Builds the tree. Mutants that do not compile are left out, and returned with the compiler's message."""
    repositories = ROOT / ".build" / "repositories"
    if not (place.build / "repositories").exists() and repositories.is_dir():
        shutil.copytree(repositories, place.build / "repositories", symlinks=True)
    left, failed = list(mutants), {}
    while True:
        place.write(left)
        log = LOGS / "build.log"
        arguments = ["swift", "build", "--build-tests", "--scratch-path", str(place.build)]
        if run(place, arguments, log) == 0:
            return left, failed
        errors = compiler_errors(place, log)
        guilty = {}
        for file, line, text in errors:
            for mutant in blamed(file, line, left):
                guilty.setdefault(mutant.id, text)
        if not guilty:
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-30:])
            raise Stop(f"The build failed, but not because of a mutant; see {log.relative_to(ROOT)}:\n{tail}")
        for name, text in guilty.items():
            print(f"not built: {name}: {text}", flush=True)
        failed.update(guilty)
        left = [mutant for mutant in left if mutant.id not in guilty]
        if not left:
            return left, failed


def compiler_errors(place, log):
    found = []
    for line in log.read_text(errors="replace").splitlines():
        match = re.match(re.escape(str(place.tree)) + r"/(.+?):(\d+):\d+: error: (.*)", line)
        if match and (match.group(1), int(match.group(2)), match.group(3)) not in found:
            found.append((match.group(1), int(match.group(2)), match.group(3)))
    return found


def blamed(file, line, mutants):
    """Returns the mutants that probably caused an error: those in its line, otherwise the nearest ones in its file."""
    distances = []
    original = None
    for mutant in mutants:
        if mutant.file != file:
            continue
        if original is None:
            original = subprocess.run(
                ["git", "-C", str(ROOT), "show", f"HEAD:{file}"], check=True, stdout=subprocess.PIPE, text=True).stdout
        own = original.count("\n", 0, span(mutant, original)[0]) + 1
        distances.append((abs(own - line), mutant))
    nearest = min((distance for distance, _ in distances), default=0)
    return [mutant for distance, mutant in distances if distance == nearest]


# The runs


def test(place, filters, log, seconds, mutant=""):
    """Runs tests with a mutant, or without one.

    Returns the exit status (None if the run took too long), and the number of tests (None if it is not in the output).
    """
    arguments = ["swift", "test", "--skip-build", "--disable-xctest", "--scratch-path", str(place.build)]
    for pattern in filters:
        arguments += ["--filter", pattern]
    CHOSEN.write_text(mutant)
    try:
        status = run(place, arguments, log, seconds)
    finally:
        CHOSEN.write_text("")
    counts = re.findall(r"Test run with (\d+) tests?", log.read_text(errors="replace"))
    return status, int(counts[-1]) if counts else None


def failures(log):
    """Returns the names of the tests that failed, in order."""
    names = []
    for match in re.finditer(r"Test (.+?) (?:recorded an issue|failed after)", log.read_text(errors="replace")):
        name = re.sub(r" with \d+ (argument|test case).*| with \d+ argument.*", "", match.group(1))
        if name not in names and not name.startswith("run with"):
            names.append(name)
    return names


def try_all(place, chosen, everything, skips_baseline):
    """Builds all mutants, so that the next call can use the same build, and tries the chosen ones."""
    built, failed = build(place, everything)
    names = {mutant.id for mutant in chosen}
    left = [mutant for mutant in built if mutant.id in names]
    if left and not skips_baseline:
        print("Without a mutant:", end=" ", flush=True)
        start = time.monotonic()
        status, count = test(place, sorted({mutant.tests for mutant in left}), LOGS / "baseline.log", BASELINE_SECONDS)
        if status != 0:
            raise Stop(
                f"the tests {'do not finish' if status is None else 'fail'}; see .build-mutants/logs/baseline.log\n  "
                + "\n  ".join(failures(LOGS / "baseline.log")[:20]))
        if not count:
            raise Stop("the filters do not match any test.")
        print(f"{count} tests pass ({time.monotonic() - start:.0f} s).", flush=True)

    results = {name: "not built" for name in failed if name in names}
    for number, mutant in enumerate(left, 1):
        start = time.monotonic()
        print(f"{number} of {len(left)}  {mutant.id}", end="  ", flush=True)
        log = LOGS / f"{mutant.id}.log"
        status, count = test(place, [mutant.tests], log, MUTANT_SECONDS, mutant.id)
        if status is None:
            result, detail = "killed", "it did not finish"
        elif status != 0 and count != 0:
            names = failures(log)
            result, detail = "killed", f"by {names[0]}" if names else "by a crash"
            if len(names) > 1:
                detail += f" and {len(names) - 1} more"
        elif not count:
            result, detail = "no tests", mutant.tests
        else:
            result, detail = "survived", f"{count} tests pass"
        results[mutant.id] = result
        word = result.upper() if result != "killed" else result
        print(f"{word}  ({time.monotonic() - start:.0f} s, {detail})", flush=True)
    return results


def summarize(mutants, results):
    print()
    areas = list(dict.fromkeys(mutant.area for mutant in mutants))
    for area in areas:
        own = [mutant for mutant in mutants if mutant.area == area]
        killed = sum(results.get(mutant.id) == "killed" for mutant in own)
        print(f"{killed:4} of {len(own):<4} {area}")
    killed = sum(result == "killed" for result in results.values())
    print(f"{killed:4} of {len(mutants):<4} killed")
    for mutant in mutants:
        result = results.get(mutant.id)
        if result != "killed":
            print(f"{result}: {mutant.id} ({mutant.file}): {mutant.why}")
    return 0 if killed == len(mutants) else 1


def attempt(place, chosen, everything, options):
    if options.build_only:
        left, failed = build(place, everything)
        print(f"{len(left)} mutants were built, {len(failed)} were not.")
        return 1 if failed else 0
    return summarize(chosen, try_all(place, chosen, everything, options.skip_baseline))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], epilog="See CONTRIBUTING.md for how to add one.")
    parser.add_argument("ids", nargs="*", metavar="ID", help="a mutant (default: all)")
    parser.add_argument("--list", action="store_true", help="print the mutants, and build nothing")
    parser.add_argument("--here", action="store_true", help="build in this work tree and its .build; its files are restored")
    parser.add_argument("--check", action="store_true", help="only check that every mutant still matches the sources and the tests")
    parser.add_argument("--area", action="append", default=[], help="try the mutants of this area; can be given several times")
    parser.add_argument("--skip-baseline", action="store_true", help="do not run the tests without a mutant first")
    parser.add_argument("--build-only", action="store_true", help="build the mutants, and run no test")
    options = parser.parse_args()
    try:
        everything = read_list(LIST)
        chosen = everything
        if options.ids or options.area:
            unknown = set(options.ids) - {mutant.id for mutant in everything}
            unknown |= {area for area in options.area if all(area != mutant.area for mutant in everything)}
            if unknown:
                raise Stop(f"Unknown mutant or area: {', '.join(sorted(unknown))}.")
            chosen = [mutant for mutant in everything if mutant.id in options.ids or mutant.area in options.area]
        if options.list:
            for mutant in chosen:
                print(f"{mutant.id:40} {mutant.why}")
            return 0
        check(chosen)
        if options.check:
            print(f"{len(chosen)} mutants match the sources and the tests.")
            return 0
        if not options.here:
            return attempt(SCRATCH, chosen, everything, options)
        if git("status", "--porcelain", "--untracked-files=no"):
            raise Stop("With --here, the tracked files must be as committed.")
        try:
            return attempt(HERE, chosen, chosen, options)
        finally:
            write_here([])
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

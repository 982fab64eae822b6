#!/usr/bin/env python3
"""Links the program with Swift's static libraries from what `swift build` has compiled, in seconds: link-statically.py PROGRAM

As a release is linked, but from objects that are not optimised. Those of a release name the static libraries that they need; these
name the shared ones, so the libraries behind Foundation are listed here.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOUNDATION = [
    "Foundation", "FoundationNetworking", "FoundationEssentials", "FoundationInternationalization", "CoreFoundation",
    "_FoundationICU", "_FoundationCollections", "_FoundationCShims", "_CFURLSessionInterface",
]


def command():
    """SwiftPM's command that links the program."""
    for line in (ROOT / ".build/debug.yaml").read_text().splitlines():
        if line.strip().startswith("args: [") and "/vincula.product/Objects.LinkFileList" in line:
            return json.loads(line.strip().removeprefix("args: "))
    sys.exit("link-statically: The program has not been built. Run swift build.")


def main(program):
    """Links the program."""
    words = command()
    words[words.index("-o") + 1] = program
    libraries = [f"-l{name}" for name in FOUNDATION]
    subprocess.run(
        [*words, "-static-stdlib", "-Xlinker", "--gc-sections", "-Xlinker", "--start-group", *libraries, "-Xlinker", "--end-group"],
        cwd=ROOT, check=True)


if __name__ == "__main__":
    main(sys.argv[1])

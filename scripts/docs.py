#!/usr/bin/env python3
"""Writes all documents to .build-docs as one site: the guides and the reference (scripts/docs-site/make.py), and below api the API of the
Swift modules. Fails for a link or a parameter that does not fit the code.

It needs the command and the modules that `make docs` has built, and takes SwiftPM's flags for them. The compiler writes the symbol graphs itself,
since `swift symbolgraph-extract` leaves out whatever mentions a type of another module with package access. A link to a symbol of
another module needs no module name in the sources; it gets one here.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Each after those that it imports.
MODULES = [
    "VinculaCore", "IdentityToolkit", "VinculaCrypto", "VinculaEngine", "VinculaProviders", "VinculaSQL", "VinculaSQLite",
    "VinculaPostgreSQL", "VinculaDelivery", "VinculaServer", "VinculaAuth", "VinculaVerifier",
]
# The flags that say how sources are understood, without those that say what is written.
WITH_VALUE = {"-I", "-D", "-Xcc", "-swift-version", "-enable-upcoming-feature", "-package-name", "-target", "-sdk"}


def flags(manifest, module):
    """The flags that SwiftPM compiles a module with."""
    marker = f'"-module-name","{module}",'
    line = next((line for line in manifest.splitlines() if line.strip().startswith("args: ") and marker in line), None)
    if line is None:
        sys.exit(f"docs: {module} has not been built. Run make docs.")
    words = iter(json.loads(line.strip().removeprefix("args: ")))
    kept = []
    for word in words:
        if word in WITH_VALUE:
            kept += [word, next(words)]
        elif word.startswith(("-D", "-I")):
            kept.append(word)
    return kept


def write_symbol_graph(build, manifest, module, work):
    """Has the compiler write a module's symbol graph. Returns what it says if it fails."""
    folder = work / "graphs" / module
    folder.mkdir(parents=True)
    sources = sorted(str(path) for path in (ROOT / "Sources" / module).rglob("*.swift"))
    # What SwiftPM wrote for resources that are embedded in the code.
    sources += sorted(str(path) for path in (build / f"{module}.build" / "DerivedSources").glob("*.swift"))
    run = subprocess.run(
        ["swiftc", "-emit-module", "-emit-module-path", str(work / f"{module}.swiftmodule"), "-module-name", module, "-wmo",
         "-parse-as-library", "-suppress-warnings", "-I", str(work), "-module-cache-path", str(build / "ModuleCache"), "-emit-symbol-graph",
         "-emit-symbol-graph-dir", str(folder), "-symbol-graph-minimum-access-level", "package", *flags(manifest, module), *sources],
        cwd=ROOT, capture_output=True, text=True)
    # No pages for the extensions of other modules' types.
    for path in folder.glob("*@*.symbols.json"):
        path.unlink()
    return run.stdout + run.stderr if run.returncode else ""


def name_modules_in_links(work):
    """Writes the module before each link to a symbol of another module of ours."""
    graphs = {module: work / "graphs" / module / f"{module}.symbols.json" for module in MODULES}
    contents = {module: json.loads(path.read_text()) for module, path in graphs.items()}
    owners = {}
    for module in MODULES:
        for symbol in contents[module]["symbols"]:
            if len(symbol["pathComponents"]) == 1:
                owners.setdefault(symbol["pathComponents"][0], []).append(module)
    for module, content in contents.items():
        members = {symbol["pathComponents"][-1].split("(")[0] for symbol in content["symbols"]}

        def qualified(match):
            name = match.group(1)
            others = owners.get(name, [])
            return f"``/{others[0]}/{name}{match.group(2)}``" if len(others) == 1 and name not in members else match.group(0)

        for symbol in content["symbols"]:
            for line in symbol.get("docComment", {}).get("lines", []):
                line["text"] = re.sub(r"``(\w+)((?:/[^`]+)?)``", qualified, line["text"])
        graphs[module].write_text(json.dumps(content))


def convert(module, work, out):
    """Makes one module's pages. Returns DocC's warnings and errors."""
    catalog = ROOT / "Sources" / module / f"{module}.docc"
    arguments = ["docc", "convert"] + ([str(catalog)] if catalog.is_dir() else [])
    arguments += [
        "--additional-symbol-graph-dir", str(work / "graphs" / module), "--fallback-display-name", module,
        "--fallback-bundle-identifier", module, "--output-dir", str(out / f"{module}.doccarchive"),
        "--enable-experimental-external-link-support", "--transform-for-static-hosting", "--hosting-base-path", "api",
    ]
    for other in MODULES[: MODULES.index(module)]:
        arguments += ["--dependency", str(out / f"{other}.doccarchive")]
    # Not --warnings-as-errors, which writes nothing then, and the modules after this one would find no links to it.
    run = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True)
    said = run.stdout + run.stderr
    return said if run.returncode or re.search(r"^(warning|error):", said, re.M) else ""


def main():
    build = Path(
        os.environ.get("VINCULA_BUILD")
        or subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout.strip())
    manifest = (build / "../../debug.yaml").read_text()
    with tempfile.TemporaryDirectory(prefix="vincula-docs-") as folder:
        work = Path(folder)
        for module in MODULES:
            if problem := write_symbol_graph(build, manifest, module, work):
                sys.exit(problem)
        name_modules_in_links(work)
        problems = [found for module in MODULES if (found := convert(module, work, work))]
        if problems:
            sys.exit("\n".join(problems) + "\ndocs: DocC's warnings above must be fixed.")
        out = ROOT / ".build-docs"
        shutil.rmtree(out, ignore_errors=True)
        archives = [str(work / f"{module}.doccarchive") for module in MODULES]
        out.mkdir()
        subprocess.run(
            ["docc", "merge", *archives, "--synthesized-landing-page-name", "Vincula", "--output-path", str(out / "api")], check=True)
    prepared = ROOT / ".venv-docs/bin/python"
    python = str(prepared) if prepared.exists() else sys.executable
    subprocess.run([python, str(ROOT / "scripts/docs-site/make.py"), str(build / "vincula"), str(out), "--api"], check=True)
    print("Open .build-docs/index.html. The Swift modules' pages need a server: python3 -m http.server -d .build-docs")


main()

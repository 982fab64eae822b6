#!/usr/bin/env python3
"""Lists what a release consists of: a CycloneDX 1.5 description, and the licences of everything that is part of the program.

    scripts/sbom.py VERSION BINARY SCRATCH BOM THIRD_PARTY

SCRATCH is the folder that SwiftPM built the binary in; BOM and THIRD_PARTY are the files to write. It fails for a package whose
licence it does not know, so that somebody looks at a new one.
"""

import datetime
import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def licence(text, name):
    """The SPDX expression for a licence's text."""
    if "Apache License" in text and "Version 2.0" in text:
        return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    sys.exit(f"sbom: The licence of {name} is not known. Look at it, and add it to scripts/sbom.py.")


def component(name, version, purl, expression, **more):
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
            "licenses": [{"expression": expression}], **more}


def revision(location, commit):
    return {"externalReferences": [{"type": "vcs", "url": f"{location.removesuffix('.git')}/tree/{commit}"}]}


def packages(scratch):
    """The Swift packages: each with its component, its checkout and the identities of those that it needs."""
    pins = {pin["identity"]: pin for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]}
    root = json.loads(output("swift", "package", "--scratch-path", str(scratch), "show-dependencies", "--format", "json"))
    found, needs = {}, {}

    def walk(node, identity):
        needs[identity] = sorted(child["identity"] for child in node["dependencies"])
        for child in node["dependencies"]:
            if child["identity"] in needs:
                continue
            pin = pins[child["identity"]]
            checkout = Path(child["path"])
            path = re.sub(r"^https://|\.git$", "", pin["location"])
            version = pin["state"]["version"]
            text = next(checkout.glob("LICENSE*")).read_text()
            found[child["identity"]] = (
                component(child["name"], version, f"pkg:swift/{path}@{version}", licence(text, child["name"]),
                          **revision(pin["location"], pin["state"]["revision"])), checkout)
            walk(child, child["identity"])

    walk(root, "")
    return dict(sorted(found.items())), needs


def copies(found):
    """C libraries that packages carry with them, which nothing else names."""
    copied = []
    for identity, folder in [("swift-crypto", "CCryptoBoringSSL"), ("swift-nio-ssl", "CNIOBoringSSL")]:
        text = (found[identity][1] / "Sources" / folder / "hash.txt").read_text()
        commit = re.search(r"revision ([0-9a-f]{40})", text).group(1)
        purl = f"pkg:github/google/boringssl@{commit}"
        entry = component("boringssl", commit, purl, "OpenSSL AND ISC AND MIT", **revision("https://github.com/google/boringssl", commit))
        # Both may have the same revision.
        copied.append((identity, {**entry, "bom-ref": f"{purl}#{identity}"}))
    header = next((found["swift-nio"][1] / "Sources/CNIOLLHTTP").rglob("*llhttp.h")).read_text()
    version = ".".join(re.search(rf"LLHTTP_VERSION_{part} (\d+)", header).group(1) for part in ["MAJOR", "MINOR", "PATCH"])
    copied.append(("swift-nio", component("llhttp", version, f"pkg:github/nodejs/llhttp@{version}", "MIT")))
    header = next(file for file in (found["swift-nio-extras"][1] / "Sources/CNIOExtrasZlib").rglob("*.h") if "ZLIB_VERSION " in file.read_text())
    version = re.search(r'ZLIB_VERSION "([0-9.]+)', header.read_text()).group(1)
    copied.append(("swift-nio-extras", component("zlib", version, f"pkg:github/madler/zlib@{version}", "Zlib")))
    return copied


def toolchain():
    """Swift's standard library, Foundation, Dispatch and ICU, which are linked into the program."""
    version = re.search(r"Swift version ([0-9.]+)", output("swift", "--version")).group(1)
    # Not next to `swift` itself, which is a link.
    folder = Path(os.path.realpath(output("sh", "-c", "command -v swift").strip())).parent.parent / "share/swift"
    return component("swift", version, f"pkg:github/swiftlang/swift@swift-{version}-RELEASE",
                     "Apache-2.0 WITH Swift-exception AND Unicode-3.0",
                     description="Standard library, Foundation with ICU, and Dispatch, linked statically"), folder


def system_libraries(binary):
    """The shared libraries that the program needs, by their Debian packages."""
    names = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", str(binary)))
    paths = dict(re.findall(r"^\s*(\S+) => (\S+) ", output("ldd", str(binary)), re.M))
    release = dict(re.findall(r'^(ID|VERSION_ID)="?([^"\n]*)"?$', Path("/etc/os-release").read_text(), re.M))
    distribution = f"{release['ID']}-{release.get('VERSION_ID', '')}"
    found = {}
    for name in names:
        if name not in paths:
            continue  # The loader itself, which is part of libc6.
        # On systems where /lib is a link, the database knows one of the two names.
        for path in (paths[name], os.path.realpath(paths[name]), "/usr" + paths[name]):
            asked = subprocess.run(["dpkg", "-S", path], capture_output=True, text=True)
            if asked.returncode == 0:
                break
        else:
            sys.exit(f"sbom: No Debian package has {paths[name]}.")
        package = asked.stdout.split(": ")[0].split(",")[0]
        fields = "${Package}\t${Version}\t${Architecture}\t${Homepage}"
        package, version, architecture, homepage = output("dpkg-query", "-W", "-f", fields, package).split("\t")
        purl = f"pkg:deb/{release['ID']}/{package}@{version}?arch={architecture}&distro={distribution}"
        entry = found.setdefault(purl, {
            "type": "library", "bom-ref": purl, "name": package, "version": version, "purl": purl,
            "description": "Shared library of the system", "properties": []})
        if homepage:
            entry["externalReferences"] = [{"type": "website", "url": homepage}]
        entry["properties"].append({"name": "vincula:soname", "value": name})
    return [found[purl] for purl in sorted(found)]


def third_party(found, runtime):
    """The licences and notices of what is linked into the program, one after the other."""
    parts = ["Vincula contains the following software.\n"]

    def add(title, files):
        parts.append(f"{'=' * 78}\n{title}\n{'=' * 78}\n")
        parts.extend(f"--- {file.name} ---\n\n{file.read_text().strip()}\n" for file in files)

    add("Swift: standard library, Foundation and Dispatch", [runtime / "LICENSE.txt"])
    for entry, checkout in found.values():
        files = sorted(file for pattern in ("LICENSE*", "NOTICE*", "COPYING*") for file in
                       [*checkout.glob(pattern), *checkout.glob(f"Sources/*/{pattern}")])
        add(f"{entry['name']} {entry['version']}", files)
    return "\n".join(parts)


def check(bom):
    """Requires what CycloneDX's schema requires, and that every reference has its component."""
    assert bom["bomFormat"] == "CycloneDX" and bom["specVersion"] == "1.5" and bom["version"] >= 1
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bom["serialNumber"])
    all_of_them = [bom["metadata"]["component"], *bom["components"]]
    for entry in all_of_them:
        assert entry["type"] in {"application", "library"} and entry["name"] and entry["version"], entry
    references = [entry["bom-ref"] for entry in all_of_them]
    assert len(references) == len(set(references)), "sbom: two components have the same bom-ref"
    for dependency in bom["dependencies"]:
        assert {dependency["ref"], *dependency.get("dependsOn", [])} <= set(references), dependency


def main():
    version, binary, scratch, bom_file, third_party_file = sys.argv[1], *map(Path, sys.argv[2:])
    found, needs = packages(scratch)
    swift, runtime = toolchain()
    libraries = system_libraries(binary)
    copied = copies(found)
    own = f"pkg:generic/vincula@{version}"
    reference = {identity: entry["bom-ref"] for identity, (entry, _) in found.items()} | {"": own}
    edges = {reference[identity]: [reference[need] for need in wanted] for identity, wanted in needs.items()}
    for identity, entry in copied:
        edges[reference[identity]].append(entry["bom-ref"])
    edges[own] += [swift["bom-ref"], *(library["bom-ref"] for library in libraries)]
    stamp = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    bom = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {
            "timestamp": stamp.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "tools": {"components": [{"type": "application", "name": "scripts/sbom.py of Vincula", "version": version}]},
            "component": {"type": "application", "bom-ref": own, "name": "vincula", "version": version, "purl": own,
                          "licenses": [{"license": {"id": "Apache-2.0"}}]},
        },
        "components": [*(entry for entry, _ in found.values()), *(entry for _, entry in copied), swift, *libraries],
        "dependencies": [{"ref": ref, "dependsOn": sorted(wanted)} for ref, wanted in sorted(edges.items())],
    }
    # The same content has the same number.
    bom["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bom, sort_keys=True))}"
    check(bom)
    bom_file.write_text(json.dumps(bom, indent=2) + "\n")
    third_party_file.write_text(third_party(found, runtime))


if __name__ == "__main__":
    main()

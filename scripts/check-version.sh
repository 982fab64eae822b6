#!/usr/bin/env bash
# Checks that there is one version number. The server, the client SDK, the packages, the list of what they consist of and the manual
# page have that of the sources; it must be that of the changelog's newest entry.
#
#   scripts/check-version.sh --print    prints it, too
set -euo pipefail
cd "$(dirname "$0")/.."
source=Sources/IdentityToolkit/ProductVersion.swift
version="$(sed -n 's/.*static let current = "\([^"]*\)".*/\1/p' "$source")"
newest="$(sed -n 's/^## \[\([^]]*\)\].*/\1/p' CHANGELOG.md | head -1)"
if [ "$version" != "$newest" ]; then
    echo "check-version: $source says $version, and the newest entry of CHANGELOG.md is $newest." >&2
    exit 1
fi
# scripts/dist.sh writes these as Debian's, which sort alike.
if ! [[ "$version" =~ ^[0-9]+\.[0-9]+\.[0-9]+(-(alpha|beta|rc)\.[0-9]+)?$ ]]; then
    echo "check-version: $version is not a version such as 1.2.3 or 1.2.3-rc.1." >&2
    exit 1
fi
if [ "${1:-}" = --print ]; then echo "$version"; fi

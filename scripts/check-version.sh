#!/usr/bin/env bash
# Checks that the one version number in the sources is that of the changelog's newest entry.
set -euo pipefail
cd "$(dirname "$0")/.."
source=Sources/IdentityToolkit/ProductVersion.swift
version="$(sed -n 's/.*static let current = "\([^"]*\)".*/\1/p' "$source")"
newest="$(sed -n 's/^## \[\([^]]*\)\].*/\1/p' CHANGELOG.md | head -1)"
if [ "$version" != "$newest" ]; then
    echo "check-version: $source says $version, and the newest entry of CHANGELOG.md is $newest." >&2
    exit 1
fi

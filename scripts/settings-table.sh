#!/usr/bin/env bash
# Writes the table of settings in Documentation/Operations.md from their declarations in Sources/vincula/. Builds the command
# first, because the table is its output; the test SettingTests fails while the table is out of date.
set -euo pipefail
cd "$(dirname "$0")/.."
page=Documentation/Operations.md

swift build --product vincula
rows="$("$(swift build --show-bin-path)/vincula" settings-table)"

new="$(mktemp)"
trap 'rm -f "$new"' EXIT
ROWS="$rows" awk '
    /^<!-- Made from .* by scripts\/settings-table.sh/ { print; print ENVIRON["ROWS"]; inside = 1; found = 1; next }
    inside && /^\|/ { next }
    { inside = 0; print }
    END { exit !found }
' "$page" >"$new" || { echo "settings-table: The marker for the table is missing from $page." >&2; exit 1; }
cat "$new" >"$page"

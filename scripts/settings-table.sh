#!/usr/bin/env bash
# Writes the tables of settings in Documentation/Operations.md, the server's and projects', from their declarations in
# Sources/vincula/ and Sources/VinculaServer/ProjectSettings/. Builds the command first, because the tables are its output; the
# tests SettingTests and ConfigCommandTests fail while they are out of date.
set -euo pipefail
cd "$(dirname "$0")/.."
page=Documentation/Operations.md

swift build --product vincula
vincula="$(swift build --show-bin-path)/vincula"

new="$(mktemp)"
trap 'rm -f "$new"' EXIT

# write MARKER ROWS
write() {
    MARKER="$1" ROWS="$2" awk '
        index($0, ENVIRON["MARKER"]) == 1 { print; print ENVIRON["ROWS"]; inside = 1; found = 1; next }
        inside && /^\|/ { next }
        { inside = 0; print }
        END { exit !found }
    ' "$page" >"$new" || { echo "settings-table: The marker \"$1\" is missing from $page." >&2; exit 1; }
    cat "$new" >"$page"
}

write '<!-- Made from the declarations in Sources/vincula/' "$("$vincula" settings-table)"
write '<!-- The settings of projects' "$("$vincula" settings-table --projects)"

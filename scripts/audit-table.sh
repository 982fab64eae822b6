#!/usr/bin/env bash
# Writes the table of audit actions in Documentation/Operations.md from the comments in AuditAction.swift.
#
#   scripts/audit-table.sh          writes it
#   scripts/audit-table.sh --check  changes nothing, and exits with 1 if the table is out of date
set -euo pipefail
cd "$(dirname "$0")/.."
source=Sources/VinculaCore/Audit/AuditAction.swift
page=Documentation/Operations.md

rows="$(awk '
    /^ *\/\/\/ / { sub(/^ *\/\/\/ /, ""); comment = comment (comment == "" ? "" : " ") $0; next }
    /static let .*= AuditAction\("/ {
        match($0, /"[^"]*"/)
        name = substr($0, RSTART + 1, RLENGTH - 2)
        if (comment == "") { print "audit-table: " name " has no comment that says when it is recorded." > "/dev/stderr"; failed = 1 }
        print "| `" name "` | " comment " |"
    }
    { comment = "" }
    END { exit failed }
' "$source")"

for name in $(sed -nE 's/^ *package static let ([A-Za-z]+) = AuditAction\(.*/\1/p' "$source"); do
    if ! sed -n '/static let all/,/^    \]/p' "$source" | grep -qE "\.$name\b"; then
        echo "audit-table: $name is missing from AuditAction.all." >&2
        exit 1
    fi
done

new="$(mktemp)"
trap 'rm -f "$new"' EXIT
ROWS="$rows" awk '
    /^<!-- Made from .*AuditAction.swift/ { print; inside = 1; found = 1; next }
    inside && /^\| (action|---)/ { print; if (/---/) print ENVIRON["ROWS"]; next }
    inside && /^\|/ { next }
    { inside = 0; print }
    END { exit !found }
' "$page" >"$new" || { echo "audit-table: The marker for the table is missing from $page." >&2; exit 1; }

if [ "${1:-}" = --check ]; then
    cmp -s "$page" "$new" || { echo "The audit table in $page does not match AuditAction.swift: run scripts/audit-table.sh." >&2; exit 1; }
else
    cat "$new" >"$page"
fi

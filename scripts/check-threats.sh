#!/usr/bin/env bash
# Checks Documentation/Threats.md against the tree: every T### and R## that is mentioned anywhere has one row there, and each
# row names the test files that contain its id. Also checks that no comment or document cites a document that is not here.
#
#   scripts/check-threats.sh          changes nothing, and exits with 1 if something is wrong
#   scripts/check-threats.sh --write  first writes the names of the tests into the rows
set -euo pipefail
cd "$(dirname "$0")/.."
page=Documentation/Threats.md
folders="Sources Tests Examples Fuzz Benchmarks Documentation scripts .ci"
documents="$(echo *.md)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Every id that is mentioned, as FILE:ID. The fuzzer's inputs and recorded responses are random text.
grep -rIowE 'T[0-9]{3}|R[0-9]{1,2}' --exclude-dir=Corpus --exclude='*.jsonl' --exclude='*.svg' \
    $folders $documents Makefile | sort -u >"$work/named"

# Every test file by the name used in rows: the first folder under Tests/ and the file's own name.
find Tests -name '*.swift' | sort >"$work/tests"

# Reads the ids (FILE:ID), the test files and then the page. Prints the corrected page, and complaints to stderr.
cat >"$work/rows.awk" <<'AWK'
function short(path,    parts, count) {
    count = split(path, parts, "/")
    sub(/\.swift$/, "", parts[count])
    return parts[2] "/" parts[count]
}

function complain(text) { print text > "/dev/stderr"; bad = 1 }

FILENAME == named {
    colon = match($0, /:[TR][0-9]+$/)
    file = substr($0, 1, colon - 1)
    id = substr($0, colon + 1)
    if (!(id in users)) ids[++id_count] = id
    users[id] = file
    if (file ~ /^Tests\/.*\.swift$/) tested[id] = tested[id] (tested[id] == "" ? "" : ", ") "`" short(file) "`"
    else if (file ~ /^Tests\//) complain(file ": " id " is mentioned in a file in Tests/ that is not Swift.")
    next
}

FILENAME == tests {
    name = short($0)
    if (name in path_of) complain($0 " and " path_of[name] " would have the same name in " page ": " name ".")
    path_of[name] = $0
    next
}

# A row: | id | threat | outcome | tests |
/^\| [TR][0-9]+ \|/ {
    count = split($0, cells, / *\| */)
    id = cells[2]
    if (count != 6 || id !~ /^(T[0-9][0-9][0-9]|R[0-9][0-9]?)$/) complain(page ":" FNR ": the row of " id " does not have four cells.")
    if (id in row_of) complain(page ":" FNR ": " id " already has a row at line " row_of[id] ".")
    row_of[id] = FNR
    cell = cells[5]
    also = ""
    if (match(cell, /; see /)) {
        also = substr(cell, RSTART + RLENGTH)
        cell = substr(cell, 1, RSTART - 1)
    }
    rest = also
    while (match(rest, /`[^`]*`/)) {
        name = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        if (!(name in path_of)) complain(page ":" FNR ": " id " names " name ", which does not exist.")
        else if (index(tested[id] ",", "`" name "`,")) complain(page ":" FNR ": " name " contains the id " id ", so it must not be listed after \"see\".")
    }
    wanted = tested[id]
    if (wanted == "") wanted = cell == "not built yet" ? cell : "none"
    if (!writing && cell != wanted) {
        found = 0
        rest = cell
        while (match(rest, /`[^`]*`/)) {
            name = substr(rest, RSTART + 1, RLENGTH - 2)
            rest = substr(rest, RSTART + RLENGTH)
            if (!(name in path_of)) { complain(page ":" FNR ": " id " names " name ", which does not exist."); found = 1 }
            else if (!index(tested[id] ",", "`" name "`,")) { complain(page ":" FNR ": " id " names " name ", which does not contain the id."); found = 1 }
        }
        rest = wanted
        while (match(rest, /`[^`]*`/)) {
            name = substr(rest, RSTART + 1, RLENGTH - 2)
            rest = substr(rest, RSTART + RLENGTH)
            if (!index(cell ",", "`" name "`,")) { complain(path_of[name] ": contains the id " id ", but its row does not name the file."); found = 1 }
        }
        if (!found) complain(page ":" FNR ": the tests of " id " should read: " wanted)
    }
    print "| " id " | " cells[3] " | " cells[4] " | " wanted (also == "" ? "" : "; see " also) " |"
    next
}

{ print }

END {
    for (i = 1; i <= id_count; i++) {
        if (!(ids[i] in row_of)) complain(users[ids[i]] ": " ids[i] " has no row in " page ".")
    }
    exit bad
}
AWK

status=0
writing=""
if [ "${1:-}" = --write ]; then writing=1; fi
awk -v named="$work/named" -v tests="$work/tests" -v page="$page" -v writing="$writing" -f "$work/rows.awk" \
    "$work/named" "$work/tests" "$page" >"$work/page" || status=1
if [ -n "$writing" ] && [ "$status" = 0 ]; then cat "$work/page" >"$page"; fi
[ -n "$writing" ] || [ "$status" = 0 ] || echo "scripts/check-threats.sh --write fills in the tests of each row; anything else must be edited in $page." >&2

# Cited documents: by name, and by the folders of notes that are not part of this repository.
find $folders -name '*.md' | sed 's,.*/,,' >"$work/documents"
for document in $documents; do echo "$document"; done >>"$work/documents"
grep -rInE '\.md|researc[h]/|seed[s]/|client-protoco[l]|api-surfac[e]|ios-deman[d]' --exclude-dir=Corpus $folders $documents Makefile >"$work/cited"
awk '
    NR == FNR { here[$0] = 1; next }
    {
        place = $0
        match(place, /^[^:]*:[0-9]+:/)
        text = substr(place, RLENGTH + 1)
        place = substr(place, 1, RLENGTH)
        if (match(text, /researc[h]\/|seed[s]\/|client-protoco[l]|api-surfac[e]|ios-deman[d]/)) {
            print place " cites " substr(text, RSTART, RLENGTH) ", which is not in this repository." > "/dev/stderr"
            bad = 1
        }
        # The only document with a space in its name.
        if ("Leaving Firebase.md" in here) gsub(/Leaving( |%20)Firebase\.md/, "", text)
        while (match(text, /[A-Za-z0-9_.:\/-]*[A-Za-z0-9_-]\.md/)) {
            name = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            if (name ~ /\/\// || text ~ /^[A-Za-z0-9_]/) continue
            sub(/.*\//, "", name)
            if (name in here) continue
            print place " cites " name ", which is not in this repository." > "/dev/stderr"
            bad = 1
        }
    }
    END { exit bad }
' "$work/documents" "$work/cited" || status=1
exit "$status"

#!/usr/bin/env bash
# Runs the tests built by `swift build --build-tests`. Failures are repeated at the end, because often only the end of a run of
# several minutes is read or kept. The last line is the closing line of `swift test`.
set -uo pipefail
cd "$(dirname "$0")/.."

output="$(mktemp)"
trap 'rm -f "$output"' EXIT
# A few tests at a time: all at once, those that keep the cores busy would starve those that wait for a response.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-4}"
# A test that hangs must not hang the machine that waits for it. The whole suite takes a quarter of an hour alone.
minutes="${TEST_MINUTES:-60}"
# By this, the process of the tests is found when the time is up: `swift test` gives it a group of its own.
run="$$-$RANDOM"
export TEST_RUN_ID="$run"
{
    timeout --kill-after=10 "${minutes}m" swift test --skip-build --disable-xctest "$@"
    status=$?
    # Here, because `tee` reads for as long as that process writes.
    unset TEST_RUN_ID
    [ "$status" -ne 124 ] && [ "$status" -ne 137 ] && exit "$status"
    for process in /proc/[0-9]*; do
        grep -qsz "^TEST_RUN_ID=$run\$" "$process/environ" && grep -qsa '\.xctest' "$process/cmdline" \
            && kill -KILL "${process#/proc/}" 2>/dev/null
    done
    exit "$status"
} 2>&1 | tee "$output"
status=$?

if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
    echo "The tests did not end within $minutes minutes. Unfinished:"
    # A test's line comes when it starts, and again when it ends. The symbols depend on the terminal; the words do not.
    awk '{ sub(/^[^[:alnum:]]*/, "") }
        /^(Test|Suite) .* started\.$/ { sub(/ started\.$/, ""); if (!/^Test case/) open[$0] = 1 }
        /^(Test|Suite) .* (passed|failed) after / { sub(/ (with [0-9]+ test cases? )?(passed|failed) after .*/, ""); delete open[$0] }
        END { for (name in open) print "  " name }' "$output" | cut -c1-300 | sort | head -n 40
fi

if [ "$status" -ne 0 ]; then
    echo "Failures:"
    # The symbols depend on the terminal; the words do not. An issue's own lines, its comments and values, begin with an arrow.
    grep -aE -A 12 'recorded an issue' "$output" \
        | grep -aE 'recorded an issue|^[^[:alnum:]]*↳|^(--|\+)' | cut -c1-1500 | head -n 60
    grep -aE '(Test|Suite) .* failed after' "$output" | grep -avE 'Test run with' | cut -c1-300 | head -n 40
    grep -aE 'Fatal error|error: Exited with|unexpected signal' "$output" | cut -c1-500 | head -n 10
    grep -aE 'Test run with' "$output" | tail -n 1
fi
exit "$status"

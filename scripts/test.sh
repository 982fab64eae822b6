#!/usr/bin/env bash
# Runs the tests built by `swift build --build-tests`. Failures are repeated at the end, because often only the end of a run of
# several minutes is read or kept. The last line is the closing line of `swift test`.
set -uo pipefail
cd "$(dirname "$0")/.."

output="$(mktemp)"
trap 'rm -f "$output"' EXIT
# A few tests at a time: all at once, those that keep the cores busy would starve those that wait for a response.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-4}"
swift test --skip-build --disable-xctest "$@" 2>&1 | tee "$output"
status=$?

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

#!/usr/bin/env bash
# Runs the tests built by `swift build --build-tests`. Failures are repeated at the end, because often only the end of a run of
# several minutes is read or kept. The last line is the closing line of `swift test`.
set -uo pipefail
cd "$(dirname "$0")/.."

output="$(mktemp)"
# A few tests at a time: all at once, those that keep the cores busy would starve those that wait for a response.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-4}"
# A test that hangs must not hang the machine that waits for it: the run is over when no test and no case of one has begun or ended
# for this many minutes. The time of the whole run says nothing, because machines differ by a factor of four.
patience="${TEST_PATIENCE:-10}"
# By this, the processes of the tests are found when they hang: `swift test` puts them in a process group of their own.
run="$$-$RANDOM"
kill_tests() { # [PATTERN]
    local process
    for process in /proc/[0-9]*; do
        grep -qsz "^TEST_RUN_ID=$run\$" "$process/environ" && grep -qsaE "${1:-.}" "$process/cmdline" \
            && kill -KILL "${process#/proc/}" 2>/dev/null
    done
}
watch() {
    local lines=0 before=-1 since=$SECONDS
    while sleep 10; do
        # Byte by byte: the output has megabytes, and decoding its characters would take a tenth of a core.
        lines="$(LC_ALL=C grep -acE '^[^[:alnum:]]*Test .* (started\.$|(passed|failed) after )' "$output")"
        [ "$lines" = "$before" ] || { before="$lines"; since=$SECONDS; }
        [ $((SECONDS - since)) -lt $((patience * 60)) ] && continue
        touch "$output.hung"
        kill_tests '\.xctest'
        # Meanwhile, `swift test` writes what it has kept back.
        sleep 10
        kill_tests
        return
    done
}
# Redirected, so that its last pause does not hold our output open.
watch >/dev/null 2>&1 &
watcher=$!
trap 'kill "$watcher" 2>/dev/null; rm -f "$output" "$output.hung"' EXIT
# shellcheck disable=SC2086 # Several flags.
TEST_RUN_ID="$run" swift test --skip-build ${BUILD_FLAGS:-} --disable-xctest "$@" 2>&1 | tee "$output"
status=$?

if [ -e "$output.hung" ]; then
    [ "$status" -ne 0 ] || status=1
    echo "No test has begun or ended for $patience min. Unfinished:"
    # A line comes when a test starts, which is long before it runs, and one when it ends; the lines of its cases come when these run.
    # The symbols depend on the terminal; the words do not.
    awk '{ sub(/^[^[:alnum:]]*/, "") }
        /^Test .* started\.$/ { sub(/ started\.$/, ""); if (!/^Test run/) open[$0] = 1 }
        /^Test .* (passed|failed) after / { sub(/ (with [0-9]+ test cases? )?(passed|failed) after .*/, ""); delete open[$0] }
        END { for (name in open) print (name ~ /^Test case / ? 1 : 2), name }' "$output" \
        | sort | awk '{ if (NR <= 40) print "  " substr($0, 3, 300) } END { if (NR > 40) print "  and " NR - 40 " more" }'
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

#!/usr/bin/env bash
# Runs the client SDK's tests under the thread sanitizer, against the server of an ordinary build. Any data race is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

swift build --product vincula
export VINCULA_BINARY="$PWD/.build/debug/vincula"
# Only the SDK is built again, in a separate folder, and without the tests that merely compile.
export VINCULA_ONLY_SDK=tsan
swift build --build-tests --sanitize=thread --scratch-path .build-tsan
# The first race ends the run: a process that had one cannot be trusted any further.
TSAN_OPTIONS="halt_on_error=1 exitcode=66" SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4 \
    swift test --skip-build --sanitize=thread --scratch-path .build-tsan --disable-xctest "$@"

#!/usr/bin/env bash
# Feeds the parsers of strangers' bytes with what libFuzzer makes up, and stops at the first crash or broken promise.
#
#   scripts/fuzz.sh                     every target for a minute
#   scripts/fuzz.sh TARGET [SECONDS]    one target: json, jwt, email, postbody, identifiers, continueurl, templates
#   scripts/fuzz.sh all SECONDS         every target, for so long each
#
# An input that breaks something is left in .build-fuzz/found. Mend the parser, move the input to Fuzz/Corpus/TARGET under
# a name that says what it is, and the ordinary tests (T144) replay it from then on.
set -euo pipefail
cd "$(dirname "$0")/.."
targets=(json jwt email postbody identifiers continueurl templates)
chosen="${1:-all}"
seconds="${2:-60}"
if [ "$chosen" != all ]; then targets=("$chosen"); fi
[ "$(uname -s)" = Linux ] || { echo "fuzz: The Swift toolchain has libFuzzer on Linux only." >&2; exit 1; }

toolchain="$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")"
VINCULA_FUZZ="$(find "$toolchain/lib" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" | head -n 1)"
[ -n "$VINCULA_FUZZ" ] || { echo "fuzz: $toolchain has no libFuzzer." >&2; exit 1; }
export VINCULA_FUZZ
# A folder of its own: the flags differ from every other build's.
scratch="${VINCULA_FUZZ_BUILD:-.build-fuzz}"
swift build --scratch-path "$scratch" --product vincula-fuzz
program="$(swift build --scratch-path "$scratch" --show-bin-path)/vincula-fuzz"

# After a crash Swift's backtracer would wait for an answer at the terminal.
export SWIFT_BACKTRACE=enable=no
for target in "${targets[@]}"; do
    mkdir -p ".build-fuzz/corpus/$target" .build-fuzz/found
    echo "fuzz: $target for $seconds s" >&2
    # What is new goes to the first folder; Fuzz/Corpus is only read. An input that takes five seconds is a finding like a crash;
    # as much as an app may send is tried, since what is quadratic does not show in less.
    "$program" "$target" -max_total_time="$seconds" -max_len=65536 -len_control=1000 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
        -dict="Fuzz/Dictionaries/$target.dict" -artifact_prefix=".build-fuzz/found/$target-" \
        ".build-fuzz/corpus/$target" "Fuzz/Corpus/$target"
done

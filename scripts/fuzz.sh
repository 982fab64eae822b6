#!/usr/bin/env bash
# Runs libFuzzer on the parsers of untrusted bytes, and stops at the first crash or violated invariant.
#
#   scripts/fuzz.sh                     every target for a minute
#   scripts/fuzz.sh TARGET [SECONDS]    one target: json, jwt, proof, email, postbody, identifiers, continueurl, templates, saml, clienthello
#   scripts/fuzz.sh all SECONDS         every target, for that long each
#
# An input that breaks something is saved in .build-fuzz/found. Fix the parser, move the input to Fuzz/Corpus/TARGET under
# a descriptive name, and the ordinary tests (T144) replay it from then on.
set -euo pipefail
cd "$(dirname "$0")/.."
targets=(json jwt proof email postbody identifiers continueurl templates saml clienthello)
chosen="${1:-all}"
seconds="${2:-60}"
if [ "$chosen" != all ]; then targets=("$chosen"); fi
[ "$(uname -s)" = Linux ] || { echo "fuzz: The Swift toolchain includes libFuzzer on Linux only." >&2; exit 1; }

toolchain="$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")"
VINCULA_FUZZ="$(find "$toolchain/lib" -name "libclang_rt.fuzzer_no_main-$(uname -m).a" | head -n 1)"
[ -n "$VINCULA_FUZZ" ] || { echo "fuzz: $toolchain has no libFuzzer." >&2; exit 1; }
export VINCULA_FUZZ
# A separate folder: the flags differ from those of all other builds.
scratch="${VINCULA_FUZZ_BUILD:-.build-fuzz}"
swift build --scratch-path "$scratch" --product vincula-fuzz
program="$(swift build --scratch-path "$scratch" --show-bin-path)/vincula-fuzz"

# After a crash, Swift's backtracer would wait for input from the terminal.
export SWIFT_BACKTRACE=enable=no
for target in "${targets[@]}"; do
    mkdir -p ".build-fuzz/corpus/$target" .build-fuzz/found
    echo "fuzz: $target for $seconds s" >&2
    # New inputs go to the first folder; Fuzz/Corpus is only read. An input that takes five seconds counts as a finding, like a crash;
    # lengths up to what an app may send are tried, because quadratic behavior does not show with less.
    "$program" "$target" -max_total_time="$seconds" -max_len=65536 -len_control=1000 -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
        -dict="Fuzz/Dictionaries/$target.dict" -artifact_prefix=".build-fuzz/found/$target-" \
        ".build-fuzz/corpus/$target" "Fuzz/Corpus/$target"
done

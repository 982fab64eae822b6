#!/usr/bin/env bash
# Builds the release server and the limit programs in a separate folder, and compares their performance.
set -euo pipefail
cd "$(dirname "$0")/.."
export VINCULA_BENCH=1
swift build -c release --scratch-path .build-bench --product vincula
swift build -c release --scratch-path .build-bench --product vincula-limits
swift build -c release --scratch-path .build-bench --product vincula-sdk-overhead
# A package of its own, because of jwt-kit.
swift build -c release --package-path Benchmarks/Verifications --scratch-path .build-bench/verifications
exec .venv-bench/bin/python Benchmarks/bench.py "$(swift build -c release --scratch-path .build-bench --show-bin-path)" "$@"

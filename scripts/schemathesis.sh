#!/usr/bin/env bash
# Starts an ephemeral development server and sends it valid and invalid requests generated from its OpenAPI description: once
# as an app, once as an administrator. Fails on a response that the description does not allow, 5xx above all.
#
#   scripts/schemathesis.sh [SECONDS]    all paths, for that long in total (300)
#   scripts/schemathesis.sh quick        the plain paths, a few requests each, always the same ones
#
# VINCULA is the command (.build/debug/vincula), SEED the seed for generating requests.
set -euo pipefail
cd "$(dirname "$0")/.."
vincula="${VINCULA:-.build/debug/vincula}"
folder="$(mktemp -d)"
server=""
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; wait 2>/dev/null; rm -rf "$folder"' EXIT

: >"$folder/log"
"$vincula" serve --dev --ephemeral --listen 127.0.0.1:0 --log-level error --hash-memory-kib 64 --hash-passes 1 \
    >"$folder/log" 2>&1 &
server=$!
address=""
for _ in $(seq 600); do
    address="$(sed -nE 's|.*Server +(http://[^ ]+).*|\1|p' "$folder/log" | head -n 1)"
    [ -z "$address" ] || break
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
done
[ -n "$address" ] || { cat "$folder/log" >&2; echo "schemathesis: The server did not start." >&2; exit 1; }

plain='^/(v1|v2|emulator|healthz|readyz|metrics|\.well-known)'
administrators='/projects/|downloadAccount'
if [ "${1:-}" = quick ]; then
    choice=(--phases fuzzing -n 8 --seed "${SEED:-1}" --include-path-regex "$plain")
else
    choice=(--phases coverage,fuzzing --max-time "$((${1:-300} / 2))" ${SEED:+--seed "$SEED"})
fi
root="$PWD"
cd "$folder" # Schemathesis's records of a run must neither remain nor affect the next one.
export SCHEMATHESIS_HOOKS="$root/Tests/schemathesis_hooks.py"
run() {
    "$root/.venv/bin/python" -m schemathesis.cli --config-file "$root/Tests/schemathesis.toml" \
        run "$address/emulator/openapi.json" --continue-on-failure --warnings off --no-color --request-timeout 30 "${choice[@]}" "$@"
}
status=0
echo "schemathesis: as an app" >&2
run --exclude-path-regex "$administrators" || status=1
echo "schemathesis: as an administrator" >&2
export AS_ADMINISTRATOR=1
if [ "${1:-}" = quick ]; then
    choice=(--phases fuzzing -n 8 --seed "${SEED:-1}" --include-path-regex '^/(v1|v2|emulator/v1)/projects/')
    run -H "Authorization: Bearer owner" || status=1
else
    run -H "Authorization: Bearer owner" || status=1
fi
if ! kill -0 "$server" 2>/dev/null; then
    cat "$folder/log" >&2
    echo "schemathesis: The server exited." >&2
    status=1
fi
if grep -q "Request failed" "$folder/log"; then
    grep "Request failed" "$folder/log" | head -n 20 >&2
    status=1
fi
exit "$status"

#!/usr/bin/env bash
# Installs what this machine lacks to build and run Vincula, and reports it; silent if nothing is missing.
#
#   scripts/bootstrap.sh          the requirements of `make run`
#   scripts/bootstrap.sh test     also those of `make test`: a Python environment in .venv
#   scripts/bootstrap.sh docs     also those of `make docs`: a Python environment in .venv-docs
#   scripts/bootstrap.sh bench    also those of `make bench`: wrk, and PocketBase in .venv-bench
#   scripts/bootstrap.sh dist     also those of `make dist`: what Debian packages are made and checked with
set -euo pipefail
cd "$(dirname "$0")/.."
purpose="${1:-run}"

say() { echo "bootstrap: $*" >&2; }
stop() { say "$*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }

# The missing packages, by their names in this system's package manager.
missing=()

look_on_linux() {
    local header package
    while read -r header package; do
        [ -e "/usr/include/$header" ] || compgen -G "/usr/include/*-*/$header" >/dev/null || missing+=("$package")
    done <<'HEADERS'
argon2.h libargon2-dev
crypt.h libcrypt-dev
curl/curl.h libcurl4-openssl-dev
libxml2/libxml/parser.h libxml2-dev
postgresql/libpq-fe.h libpq-dev
openssl/evp.h libssl-dev
sqlite3.h libsqlite3-dev
zlib.h zlib1g-dev
HEADERS
    has pkg-config || missing+=(pkg-config)
    has git || missing+=(git)
    if [ "$purpose" = dist ]; then
        has dpkg-shlibdeps || missing+=(dpkg-dev)
        has lintian || missing+=(lintian)
        has man || missing+=(man-db)
        has mandoc || missing+=(mandoc)
        has systemd-analyze || missing+=(systemd)
        has xz || missing+=(xz-utils)
        has python3 || missing+=(python3)
        has curl || missing+=(curl)
    elif [ "$purpose" = docs ]; then
        has python3 || missing+=(python3)
        has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
    elif [ "$purpose" != run ]; then
        has python3 || missing+=(python3)
        has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
        has curl || missing+=(curl)
        has openssl || missing+=(openssl)
        [ "$purpose" != test ] || has pebble || missing+=(pebble)
        has prlimit || missing+=(util-linux)
        has systemd-analyze || missing+=(systemd)
        has nginx || [ -x /usr/sbin/nginx ] || missing+=(nginx-light)
        has caddy || missing+=(caddy)
        compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null || has initdb || missing+=(postgresql)
        has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome ||
            missing+=(chromium-headless-shell)
    fi
    if [ "$purpose" = bench ]; then
        has wrk || missing+=(wrk)
    fi
}

look_on_macos() {
    local prefix formula
    has brew || stop "Install Homebrew, then: brew install argon2 libpq libxcrypt libxml2 openssl@3"
    prefix="$(brew --prefix)"
    for formula in argon2 libpq libxcrypt libxml2 openssl@3; do # SQLite and zlib are part of the system.
        [ -d "$prefix/opt/$formula" ] || missing+=("$formula")
    done
    has pkg-config || missing+=(pkgconf)
    if [ "$purpose" != run ]; then
        has python3 || missing+=(python@3)
        [ "$purpose" = docs ] || has initdb || missing+=(postgresql@17)
    fi
    if [ "$purpose" = bench ]; then has wrk || missing+=(wrk); fi
}

install_by_apt() {
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        has sudo || stop "As root, run: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    say "Installing ${missing[*]}"
    ${as_root[@]+"${as_root[@]}"} apt-get update -qq >&2 || say "The package lists could not be updated; continuing with the old ones."
    # The headless Chromium does the same at half the cost; some systems only have the full one.
    apt-cache show chromium-headless-shell >/dev/null 2>&1 || missing=("${missing[@]/chromium-headless-shell/chromium}")
    ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 </dev/null
}

make_python_environment() {
    local folder="$1" wanted="$2" done="$1/requirements.txt"
    if cmp -s "$wanted" "$done" && "$folder/bin/python" -c '' 2>/dev/null; then return; fi
    say "Creating the Python environment $folder from $wanted"
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/pip" install -q --disable-pip-version-check -r "$wanted" >&2 </dev/null
    cp "$wanted" "$done" # Last, so that an incomplete environment is created again.
}

case "$purpose" in
run | test | docs | bench) ;;
dist) has dpkg-deb || stop "Releases are made on Debian and its relatives." ;;
*) stop "Unknown purpose: $purpose (run, test, docs, bench or dist)" ;;
esac

has swift || stop "Swift 6.2 or later is required: https://www.swift.org/install"

case "$(uname -s)" in
Linux) look_on_linux ;;
Darwin) look_on_macos ;;
*) stop "Only Linux and macOS are supported." ;;
esac

if [ "${#missing[@]}" -gt 0 ]; then
    if [ "$(uname -s)" = Darwin ]; then
        say "Installing ${missing[*]}"
        brew install --quiet "${missing[@]}" >&2
    elif has apt-get; then
        install_by_apt
    else
        stop "Install your system's equivalents of these Debian packages: ${missing[*]}"
    fi
fi

case "$purpose" in
test) make_python_environment .venv Tests/requirements.txt ;;
docs) make_python_environment .venv-docs Documentation/requirements.txt ;;
bench) make_python_environment .venv-bench Benchmarks/requirements.txt ;;
esac

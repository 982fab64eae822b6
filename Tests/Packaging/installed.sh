#!/usr/bin/env bash
# The life of the Debian package on a machine: installed, set up, running, upgraded, removed, purged. It is run by
# scripts/check-package.sh, on files that only it sees.
#
#   installed.sh PACKAGE NEWER_PACKAGE
set -euo pipefail
package="$1" newer="$2"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
config=/etc/vincula/vincula.json

step() { echo "check-package: $*"; }
fail() {
    echo "check-package: $*" >&2
    tail -n 20 /run/vincula-test.log >&2 2>/dev/null || true
    exit 1
}
is() { [ "$2" = "$3" ] || fail "$1 is \"$2\" instead of \"$3\"."; }
mode() { stat -c '%a %U %G' "$1"; }
asked() { cat /run/vincula-test.asked 2>/dev/null || true; rm -f /run/vincula-test.asked; }
ours() { find /etc /opt /usr /var -xdev -name '*vincula*' -not -path '/var/lib/dpkg/*' -not -path '/var/lib/apt/*' 2>/dev/null | sort; }
as_vincula() { runuser -u vincula -- vincula "$@" --config "$config"; }
post() { curl -sS --max-time 20 "http://127.0.0.1:$port/v1/accounts:$1?key=$key" -H 'Content-Type: application/json' -d "$2"; }
pick() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
wait_until_ready() {
    local waited=0
    until vincula healthcheck --config "$config" >/dev/null 2>&1; do
        waited=$((waited + 1))
        [ "$waited" -lt 300 ] || fail "The server is not ready after 30 seconds."
        sleep 0.1
    done
}

! dpkg-query -W vincula >/dev/null 2>&1 && ! getent passwd vincula >/dev/null || fail "Vincula is installed on this machine."
ours > /run/vincula-test.before
mkdir -p /run/systemd/system
asked >/dev/null

step "Installing"
# Its own path leads to the real systemctl.
apt-get install -y -qq --no-install-recommends -o DPkg::Path="$PATH" "$package" >/run/vincula-test.apt 2>&1 || { cat /run/vincula-test.apt; fail "It cannot be installed."; }
grep -q "not set up yet" /run/vincula-test.apt || fail "Nothing says that it must be set up."
is "What systemd was asked" "$(asked)" "preset daemon-reload is-enabled is-active start "
[ ! -e /run/vincula-test.pid ] || fail "The server was started without settings."
is "The version" "$(vincula --version)" "$(dpkg-query -W -f '${Version}' vincula | tr '~' -)"
is "/var/lib/vincula" "$(mode /var/lib/vincula)" "700 vincula vincula"
is "/etc/vincula" "$(mode /etc/vincula)" "750 root vincula"
is "/usr/bin/vincula" "$(mode /usr/bin/vincula)" "755 root root"
is "The user's shell" "$(getent passwd vincula | cut -d: -f6-)" "/var/lib/vincula:/usr/sbin/nologin"
is "The unit" "$(SYSTEMD_OFFLINE=1 /usr/bin/systemctl is-enabled vincula.service)" enabled
said="$(systemd-analyze verify --man=no vincula.service 2>&1 | grep vincula || true)"
[ -z "$said" ] || fail "$said"
systemd-analyze security --offline=yes --threshold=20 vincula.service >/dev/null || fail "The unit's exposure is above 2.0."

step "Setting up, as README.Debian says"
read -r port admin < <(python3 -c 'import socket
a, b = socket.socket(), socket.socket()
a.bind(("127.0.0.1", 0)); b.bind(("127.0.0.1", 0)); print(a.getsockname()[1], b.getsockname()[1])')
sed "s/127.0.0.1:9099/127.0.0.1:$port/; s/127.0.0.1:9098/127.0.0.1:$admin/" /etc/vincula/vincula.json.example > "$config"
chown root:vincula "$config"
chmod 640 "$config"
key="$(as_vincula api-keys create --label web 2>/dev/null | grep -o 'AIza[A-Za-z0-9_-]*')"
as_vincula sign-in enable email >/dev/null
as_vincula doctor > /run/vincula-test.doctor 2>&1 || { cat /run/vincula-test.doctor; fail "doctor is not content with the example."; }
! vincula healthcheck --config "$config" >/dev/null 2>&1 || fail "healthcheck finds a server that does not run."

step "Starting, and a sign-up"
echo 'VINCULA_LOG_LEVEL=notice' > /etc/vincula/secrets.env
systemctl start vincula.service
wait_until_ready
pid="$(cat /run/vincula-test.pid)"
is "The server's user" "$(stat -c %U "/proc/$pid")" vincula
is "Its capabilities" "$(sed -n 's/^CapBnd:\t//p' "/proc/$pid/status")" 0000000000000400
person="$(post signUp '{"email":"ana@example.com","password":"correct horse"}' | pick localId)"
[ -n "$person" ] || fail "Nobody can sign up."
is "master.key" "$(mode /var/lib/vincula/master.key)" "600 vincula vincula"
asked >/dev/null

step "Upgrading while it runs"
dpkg -i "$newer" >/run/vincula-test.apt 2>&1 || { cat /run/vincula-test.apt; fail "It cannot be upgraded."; }
is "What systemd was asked" "$(asked)" "daemon-reload is-enabled is-active restart "
wait_until_ready
[ "$(cat /run/vincula-test.pid)" != "$pid" ] || fail "The server was not restarted."
is "The account" "$(post signInWithPassword '{"email":"ana@example.com","password":"correct horse"}' | pick localId)" "$person"
is "The settings" "$(mode "$config")" "640 root vincula"

step "Removing"
dpkg -r vincula >/run/vincula-test.apt 2>&1 || { cat /run/vincula-test.apt; fail "It cannot be removed."; }
is "What systemd was asked" "$(asked)" "stop daemon-reload "
[ ! -e /run/vincula-test.pid ] || fail "The server still runs."
[ ! -e /usr/bin/vincula ] && [ -e "$config" ] && [ -e /var/lib/vincula/vincula.sqlite ] || fail "Removal left or took too much."

step "Purging: the accounts are kept, with their owner"
dpkg -P vincula >/run/vincula-test.apt 2>&1
grep -q "Kept: the data in /var/lib/vincula" /run/vincula-test.apt || fail "Nothing says that data is kept."
[ ! -e /etc/vincula ] && [ -e /var/lib/vincula/vincula.sqlite ] || fail "Purging left or took too much."
getent passwd vincula >/dev/null || fail "The owner of the accounts is gone."

step "Installing again: the accounts are there; then everything goes"
dpkg -i "$package" >/run/vincula-test.apt 2>&1
is "The accounts" "$(runuser -u vincula -- vincula users list --project shop --data /var/lib/vincula | grep -c ana@example.com)" 1
rm -r /var/lib/vincula
dpkg -P vincula >/run/vincula-test.apt 2>&1
! getent passwd vincula >/dev/null && ! getent group vincula >/dev/null || fail "The user is left."
ours | diff /run/vincula-test.before - || fail "Purging left the files above."
step "The package can be installed, upgraded, removed and purged."

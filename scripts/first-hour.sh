#!/usr/bin/env bash
# Times the six commands of README.md, from a machine without Vincula to a server with TLS, mail, Google and a first account
# (Tests/Packaging/first_hour.py). The machine is a copy of this one (overlayfs) with a network of its own, which is thrown away;
# Let's Encrypt is Pebble there, and Google and the mail server are the tests' stand-ins. It takes Debian, root's rights and a package.
#
#   scripts/first-hour.sh [PACKAGE]     without PACKAGE: the one that `make dist` made
set -euo pipefail
cd "$(dirname "$0")/.."
package="${1:-$(compgen -G '.build-dist/vincula_*.deb' || true)}"
fail() { echo "first-hour: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail "Only root can install packages."
[ -f "$package" ] || fail "There is no package; run make dist."
scripts/bootstrap.sh test
export work package
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2016 # The inner shell's variables.
apart='
    set -e
    mkdir "$work/changes" "$work/root"
    mount -t tmpfs tmpfs "$work/changes"
    mkdir "$work/changes/upper" "$work/changes/work"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$work/changes/upper,workdir=$work/changes/work" "$work/root"
    mount --rbind /dev "$work/root/dev"
    mount -t proc proc "$work/root/proc"
    for folder in run tmp; do mount -t tmpfs tmpfs "$work/root/$folder"; done
    mkdir -p "$work/root$PWD" "$work/root/root/trial"
    mount --rbind "$PWD" "$work/root$PWD"
    cp "$package" "$work/root/root/trial/"
    "$PWD/.venv/bin/python" -c "
import fcntl, socket, struct
one = socket.socket()
fcntl.ioctl(one, 0x8914, struct.pack(\"16sH14x\", b\"lo\", 0x49))" # lo is up.
    exec chroot "$work/root" "$PWD/.venv/bin/python" "$PWD/Tests/Packaging/first_hour.py" /root/trial'
# Each step has a limit of its own, which names it.
timeout --kill-after=10 900 unshare --mount --net --pid --fork --kill-child --propagation private bash -c "$apart" \
    || fail "It ended with status $?."

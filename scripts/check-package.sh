#!/usr/bin/env bash
# Checks the release in .build-dist: its checksums, manual page, completions and list of contents, and the Debian package's life on
# a machine (Tests/Packaging/installed.sh). That happens on this machine's files, but changes are kept apart (overlayfs) and thrown
# away afterwards; it takes root's rights. In CI, where the machine itself is thrown away, it works without overlayfs, too.
set -euo pipefail
cd "$(dirname "$0")/.."
version="$(scripts/check-version.sh --print)"
out=.build-dist
fail() { echo "check-package: $*" >&2; exit 1; }
[ "$(id -u)" -eq 0 ] || fail "Only root can install packages."

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
(cd "$out" && sha256sum --check --quiet SHA256SUMS)
package="$(echo "$out"/vincula_*.deb)"
archive="$(echo "$out"/vincula-"$version"-linux-*.tar.gz)"

tar --extract --gzip --file "$archive" --directory "$work"
tree="$(echo "$work"/vincula-*)"
for file in LICENSE bin/vincula lib/systemd/system/vincula.service share/man/man1/vincula.1 share/zsh/site-functions/_vincula \
    share/bash-completion/completions/vincula share/fish/vendor_completions.d/vincula.fish share/doc/vincula/README.md \
    share/doc/vincula/THIRD-PARTY.txt share/doc/vincula/vincula.cdx.json share/doc/vincula/examples/grafana-dashboard.json; do
    [ -s "$tree/$file" ] || fail "$file is not in the archive."
done
[ "$("$tree/bin/vincula" --version)" = "$version" ] || fail "The program is not version $version."
readelf --sections "$tree/bin/vincula" | grep -q '\.symtab\|\.debug' && fail "The program is not stripped."
ldd "$tree/bin/vincula" | grep -i 'swift\|foundation\|not found' && fail "The program needs libraries that are not Debian's."
grep -q "\"version\": \"$version\"" "$tree/share/doc/vincula/vincula.cdx.json" || fail "The list of contents has another version."
for name in swift-nio boringssl llhttp zlib libpq5 libsqlite3-0; do
    grep -q "\"name\": \"$name\"" "$tree/share/doc/vincula/vincula.cdx.json" || fail "$name is not in the list of contents."
done

said="$(mandoc -Tlint -W warning "$tree/share/man/man1/vincula.1" | grep -v 'outdated mandoc.db' || true)"
[ -z "$said" ] || fail "$said"
said="$(man --warnings --local-file "$tree/share/man/man1/vincula.1" 2>&1 >"$work/page")"
[ -z "$said" ] || fail "$said"
for words in 'vincula users list' '--tls-certificate-file' 'VINCULA_MASTER_KEY'; do
    grep -q -e "$words" "$work/page" || fail "The manual page does not have $words."
done
for shell in zsh fish; do # Where there are such shells.
    if command -v "$shell" >/dev/null; then
        "$shell" -n "$(find "$tree/share/$shell" -type f)" || fail "$shell cannot read its completions."
    fi
done

said="$(lintian --fail-on error,warning --tag-display-limit 0 "$package" 2>&1)" || fail "$said"

mkdir "$work/newer"
dpkg-deb --raw-extract "$package" "$work/newer"
sed -i 's/^Version: .*/&+test/' "$work/newer/DEBIAN/control"
mkdir "$work/packages"
dpkg-deb --root-owner-group -Znone --build "$work/newer" "$work/packages/newer.deb" >/dev/null
cp "$package" "$work/packages/package.deb"
cp Tests/Packaging/* "$work/packages"

export work
# shellcheck disable=SC2016 # The inner shells' variables.
isolated='
    set -e
    mkdir "$work/changes" "$work/root"
    mount -t tmpfs tmpfs "$work/changes"
    mkdir "$work/changes/upper" "$work/changes/work"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$work/changes/upper,workdir=$work/changes/work" "$work/root"
    [ "$1" = try ] && exit
    mount --rbind /dev "$work/root/dev"
    mount -t proc proc "$work/root/proc"
    for folder in run tmp; do mount -t tmpfs tmpfs "$work/root/$folder"; done
    mkdir "$work/root/tmp/packages"
    cp "$work/packages/"* "$work/root/tmp/packages"
    rm -f "$work/root/usr/sbin/policy-rc.d"
    cp "$work/packages/systemctl" "$work/root/usr/local/bin/systemctl"
    exec chroot "$work/root" bash /tmp/packages/installed.sh /tmp/packages/package.deb /tmp/packages/newer.deb'
apart() { unshare --mount --pid --fork --kill-child --propagation private bash -c "$isolated" isolated "$1"; }
if (apart try) 2>/dev/null; then
    rm -rf "$work/changes" "$work/root"
    apart run
elif [ -n "${CI:-}" ] && [ ! -d /run/systemd/system ]; then
    rm -f /usr/sbin/policy-rc.d
    install "$work/packages/systemctl" /usr/local/bin/systemctl
    trap 'rm -rf "$work" /usr/local/bin/systemctl /run/systemd/system' EXIT
    bash "$work/packages/installed.sh" "$work/packages/package.deb" "$work/packages/newer.deb"
else
    fail "Changes cannot be kept apart from this machine: mounting overlayfs failed."
fi

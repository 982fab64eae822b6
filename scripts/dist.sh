#!/usr/bin/env bash
# Makes a release in .build-dist: an archive, a Debian package, a list of what they consist of, and checksums.
#
#   scripts/dist.sh           everything
#   scripts/dist.sh compiled  the same with a program that is only linked, from what `swift build` has compiled. That is not
#                             optimised, and no release: .ci/run checks what a release consists of, and the compiler takes longest
#
# The same program gives the same packages, byte by byte: all times in them are that of the commit, or SOURCE_DATE_EPOCH if it is
# set. The folder of the build is not in the objects that the compiler makes; whether it gives the same program twice is not checked.
# The list of contents names the versions that it is made of.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C TZ=UTC
umask 022

version="$(scripts/check-version.sh --print)"
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH
scratch=.build-dist-swift
out=.build-dist
effort=--best
name="vincula-$version-linux-$(uname -m)"
architecture="$(dpkg --print-architecture)"
# To Debian, 1.0.0~rc.1 is older than 1.0.0, and 1.0.0-rc.1 is not.
debian_version="${version/-/\~}"

build() {
    # Where this folder is must not be in the program.
    swift build -c release --product vincula --static-swift-stdlib --scratch-path "$scratch" -debug-info-format none \
        -Xswiftc -file-prefix-map -Xswiftc "$PWD=/vincula" -Xcc "-ffile-prefix-map=$PWD=/vincula"
}

# Copies a file with its mode: put MODE FILE TARGET
put() {
    install -D -m "$1" "$2" "$3"
}

# The program's files, with their folders below /usr or /usr/local: lay_out FOLDER ZSH_FOLDER
lay_out() {
    put 755 "$work/vincula" "$1/bin/vincula"
    put 644 Packaging/vincula.service "$1/lib/systemd/system/vincula.service"
    put 644 "$work/vincula.1" "$1/share/man/man1/vincula.1"
    put 644 "$work/bash" "$1/share/bash-completion/completions/vincula"
    put 644 "$work/zsh" "$1/share/zsh/$2/_vincula"
    put 644 "$work/fish" "$1/share/fish/vendor_completions.d/vincula.fish"
    put 644 README.md "$1/share/doc/vincula/README.md"
    put 644 CHANGELOG.md "$1/share/doc/vincula/CHANGELOG.md"
    put 644 "$work/THIRD-PARTY.txt" "$1/share/doc/vincula/THIRD-PARTY.txt"
    put 644 "$out/$name.cdx.json" "$1/share/doc/vincula/vincula.cdx.json"
    put 644 Examples/Grafana/vincula.json "$1/share/doc/vincula/examples/grafana-dashboard.json"
    put 644 Examples/Prometheus/alerts.yml "$1/share/doc/vincula/examples/prometheus-alerts.yml"
    put 644 Packaging/vincula.json.example "$1/share/doc/vincula/examples/vincula.json"
}

make_archive() {
    local root="$work/archive/$name"
    lay_out "$root" site-functions
    put 644 LICENSE "$root/LICENSE"
    sed -i 's|/usr/bin/vincula|/usr/local/bin/vincula|' "$root/lib/systemd/system/vincula.service"
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --directory "$work/archive" "$name" \
        | gzip "$effort" --no-name > "$out/$name.tar.gz"
}

# The packages of the shared libraries that the program needs, in the versions that have what it calls.
library_packages() {
    mkdir -p "$work/shlibs/debian"
    printf 'Source: vincula\n\nPackage: vincula\nArchitecture: any\n' > "$work/shlibs/debian/control"
    (cd "$work/shlibs" && dpkg-shlibdeps -O -e"$work/vincula" 2>"$work/shlibs/said") | sed -n 's/^shlibs:Depends=//p'
}

make_package() {
    local root="$work/package" doc="$work/package/usr/share/doc/vincula" depends size
    lay_out "$root/usr" vendor-completions
    put 644 Packaging/vincula.json.example "$root/etc/vincula/vincula.json.example"
    put 644 Packaging/debian/copyright "$doc/copyright"
    put 644 Packaging/debian/README.Debian "$doc/README.Debian"
    put 644 Packaging/debian/lintian-overrides "$root/usr/share/lintian/overrides/vincula"
    printf 'vincula (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.gz.\n\n -- %s  %s\n' "$debian_version" \
        "$(sed -n 's/^Maintainer: //p' Packaging/debian/control.in)" "$(date -R -d "@$SOURCE_DATE_EPOCH")" > "$doc/changelog"
    gzip --best --no-name "$doc/changelog" "$doc/CHANGELOG.md" "$doc/THIRD-PARTY.txt" "$root/usr/share/man/man1/vincula.1"

    depends="$(library_packages)"
    [ -n "$depends" ] || { cat "$work/shlibs/said" >&2; exit 1; }
    size="$(du --summarize --apparent-size --block-size=1024 "$root" | cut -f1)"
    mkdir -m 755 "$root/DEBIAN"
    sed -e "s|@VERSION@|$debian_version|; s|@ARCHITECTURE@|$architecture|; s|@SIZE@|$size|; s|@DEPENDS@|$depends|" \
        Packaging/debian/control.in > "$root/DEBIAN/control"
    install -m 755 Packaging/debian/{postinst,prerm,postrm} "$root/DEBIAN"
    (cd "$root" && find etc -type f -printf '/%p\n' | sort > DEBIAN/conffiles)
    (cd "$root" && find usr -type f | sort | xargs md5sum > DEBIAN/md5sums)
    find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$out/vincula_${debian_version}_$architecture.deb" >/dev/null
}

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"
if [ "${1:-}" = compiled ]; then
    scratch=.build effort=--fast
    built="$work/linked"
    scripts/link-statically.py "$built"
else
    build
    built="$(swift build -c release --scratch-path "$scratch" --show-bin-path)/vincula"
fi
strip --strip-all -o "$work/vincula" "$built"
said="$("$work/vincula" --version)"
[ "$said" = "$version" ] || { echo "dist: The program says $said, and the sources say $version." >&2; exit 1; }
for shell in bash zsh fish; do "$work/vincula" --generate-completion-script "$shell" | sed '1{/^#!/d}' > "$work/$shell"; done
"$work/vincula" --experimental-dump-help | scripts/manpage.py "$version" > "$work/vincula.1"
scripts/sbom.py "$version" "$work/vincula" "$scratch" "$out/$name.cdx.json" "$work/THIRD-PARTY.txt"
make_archive
make_package
(cd "$out" && sha256sum -- *.tar.gz *.deb *.json > SHA256SUMS)
ls -l "$out"

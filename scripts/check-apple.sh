#!/usr/bin/env bash
# Compiles on Linux the code that only Apple's platforms have: the SDK, the example app and the seeds' snippets, against the stubs
# of Apple's modules in Tests/AppleStubs, once as on iOS and once as on macOS. Fails if a branch of an #if is compiled by neither
# nor by an ordinary build. Then runs the Keychain's calls against the stub. It needs the modules and flags of `swift build`.
set -euo pipefail
export LC_ALL=C # For sort and comm.
cd "$(dirname "$0")/.."

if [ "$(uname)" != Linux ]; then
    echo "check-apple: an ordinary build compiles the Apple code here."
    exit 0
fi

out=.build-apple
stubs=Tests/AppleStubs
sources=(Sources/VinculaAuth Sources/FirebaseAuth Sources/FirebaseCore Examples/LinkingApp/Sources/LinkingApp)
snippets=Tests/SeedSnippets/Snippets
app=Examples/LinkingApp/README.md
inputs=("${sources[@]}" Sources/IdentityToolkit Sources/VinculaProof "$snippets" "$app" "$stubs" Package.swift scripts/check-apple.sh)
if [ -e "$out/checked" ] && [ -z "$(find "${inputs[@]}" -newer "$out/checked" -print -quit)" ]; then
    echo "check-apple: nothing has changed since the last check."
    exit 0
fi

# The branches that nothing compiles here: those for other C libraries and for Objective-C, which stubs cannot replace, and these.
# Code that needs a framework is not among them: its condition is canImport, not os.
libraries='#(if|elseif) canImport\((Darwin|Musl|Android|ObjectiveC)\)$'
others='Sources/VinculaAuth/Backend/Backend.swift: #else of os(macOS)
Sources/VinculaAuth/Backend/Backend.swift: #elseif os(iOS)
Sources/VinculaAuth/Backend/Backend.swift: #if os(macOS)
Sources/VinculaAuth/Storage/FileStorage.swift: #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
Sources/VinculaAuth/Transport/HTTPTransport.swift: #else of os(Linux)
Sources/VinculaAuth/WebFlow/LoopbackSocket.swift: #else of canImport(Glibc)
Sources/VinculaAuth/WebFlow/LoopbackSocket.swift: #else of os(Linux)
Sources/VinculaAuth/WebFlow/SystemBrowser.swift: #else of os(Linux)
Sources/VinculaAuth/WebFlow/SystemBrowser.swift: #else of os(macOS) || os(Linux)
Sources/VinculaAuth/WebFlow/SystemBrowser.swift: #if os(macOS)
Sources/VinculaAuth/WebFlow/WebFlow.swift: #elseif os(tvOS) || os(watchOS)'

build="${VINCULA_BUILD:-$(swift build --show-bin-path)}"
rm -rf "$out/linux" "$out/ios" "$out/macos" "$out/checked"
mkdir -p "$out/linux" "$out/ios" "$out/macos"
# SwiftPM's flags for VinculaAuth, without those for outputs: the language mode, upcoming features, C modules.
python3 - "$build/../../debug.yaml" >"$out/flags" <<'PYTHON'
import json, sys

takes_a_value = {"-I", "-D", "-Xcc", "-target", "-swift-version", "-enable-upcoming-feature", "-package-name"}
with open(sys.argv[1]) as manifest:
    lines = (line.strip() for line in manifest)
    command = next(line for line in lines if line.startswith('args: ') and '"-module-name","VinculaAuth",' in line)
words = iter(json.loads(command.removeprefix("args: ")))
for word in words:
    if word in takes_a_value:
        value = next(words)
        # Debug information is not wanted.
        if (word, value) != ("-Xcc", "-g"):
            print(json.dumps(word), json.dumps(value))
    elif word.startswith(("-D", "-I")):
        print(json.dumps(word))
PYTHON

# Not `-typecheck`, which does not report data races and uses before initialization.
compile() { # platform, module, sources…
    local platform="$1" module="$2"
    shift 2
    swiftc -emit-module -emit-module-path "$out/$platform/$module.swiftmodule" -module-name "$module" -wmo -parse-as-library \
        -warnings-as-errors -module-cache-path "$build/ModuleCache" -I "$out/$platform" "@$out/flags" "$@"
}

check() { # platform, stubs…
    local platform="$1" module
    shift
    for module in "$@"; do compile "$platform" "$module" "$stubs/$module"/*.swift; done
    for module in "${sources[@]}"; do
        # shellcheck disable=SC2046
        compile "$platform" "$(basename "$module")" $(find "$module" -name '*.swift')
    done
    compile "$platform" Snippets "$snippets"/*.swift
    compile "$platform" MyApp "$out/MyApp.swift"
}

# The app that the example's README shows.
awk '/^ *```/ { if (code ~ /@main/) printf "%s", code; code = ""; inside = /swift$/; next } inside { code = code $0 "\n" }' \
    "$app" >"$out/MyApp.swift"
check ios Security CryptoKit UIKit AuthenticationServices GameKit Combine SwiftUI &
ios=$!
check macos Security CryptoKit AppKit AuthenticationServices GameKit Combine SwiftUI &
macos=$!
failed=
wait "$ios" || failed=1
wait "$macos" || failed=1
[ -z "$failed" ] || exit 1

# The sources reduced to their conditions, with a warning in each branch that names its place: the compiler, not this script,
# decides which branches there are on a platform.
find "${sources[@]}" "$snippets" -name '*.swift' | sort | xargs awk '
    FNR == 1 { depth = 0 }
    /^ *#if / { condition[++depth] = $0; sub(/^ *#if /, "", condition[depth]) }
    /^ *#(if|elseif|else)/ {
        text = $0
        sub(/^ */, "", text)
        if (text == "#else") text = text " of " condition[depth]
        print
        printf "#warning(\"%s:%d: %s\")\n", FILENAME, FNR, text
    }
    /^ *#endif/ { print; depth-- }' >"$out/branches.swift"
sed -n 's/^#warning("\(.*\)")$/\1/p' "$out/branches.swift" | sort -u >"$out/branches"
for platform in linux ios macos; do
    swiftc -typecheck -parse-as-library -module-cache-path "$build/ModuleCache" -I "$out/$platform" "@$out/flags" \
        "$out/branches.swift" >"$out/$platform.log" 2>&1 || { cat "$out/$platform.log" >&2; exit 1; }
done
sed -n 's/.*: warning: \(.*: #.*\)/\1/p' "$out"/{linux,ios,macos}.log | sort -u >"$out/compiled"
missed="$(comm -23 "$out/branches" "$out/compiled" | { grep -Ev "$libraries" || true; } | sed -E 's/:[0-9]+: /: /' | sort -u)"
if [ "$missed" != "$others" ]; then
    echo "check-apple: Branches that nothing compiles here, compared with the list in scripts/check-apple.sh:" >&2
    diff <(echo "$others") <(echo "$missed") >&2
    exit 1
fi

flags=(-swift-version 6 -wmo -parse-as-library -module-cache-path "$build/ModuleCache")
swiftc "${flags[@]}" -emit-module -emit-module-path "$out/Security.swiftmodule" -module-name Security \
    -c -o "$out/Security.o" "$stubs"/Security/*.swift
swiftc "${flags[@]}" -I "$out" -module-name KeychainCheck -o "$out/keychain-check" "$out/Security.o" \
    Sources/VinculaAuth/Storage/{AuthStorage,StorageError,Keychain,KeychainItems,KeychainStorage,SystemKeychain}.swift \
    "$stubs"/KeychainCheck/*.swift
"$out/keychain-check"

touch "$out/checked"
echo "check-apple: $(find "${sources[@]}" "$snippets" -name '*.swift' | wc -l) files compile as on iOS and macOS," \
    "$(wc -l <"$out/compiled") of their $(wc -l <"$out/branches") branches; the Keychain's calls are right."

#!/usr/bin/env bash
# Checks all imports: a target may import only what Package.swift declares for it, and our own modules only in the one
# direction described in Documentation/Design.md §3. SwiftPM checks neither by default.
set -euo pipefail
cd "$(dirname "$0")/.."

awk '
function list(text, set,    names, count, i) {
    delete set
    count = split(text, names, " ")
    for (i = 1; i <= count; i++) set[names[i]] = 1
}

BEGIN {
    # The direction, lowest first: each target with all of our modules that it may import.
    house["VinculaCore"] = ""
    house["VinculaCrypto"] = "VinculaCore CArgon2 CCrypt COpenSSL"
    house["VinculaEngine"] = "VinculaCore VinculaCrypto"
    house["VinculaProviders"] = "VinculaCore VinculaCrypto VinculaEngine CLibXML2"
    house["VinculaSQL"] = "VinculaCore VinculaCrypto VinculaEngine"
    house["VinculaSQLite"] = "VinculaCore VinculaCrypto VinculaEngine VinculaSQL"
    house["VinculaPostgreSQL"] = "VinculaCore VinculaEngine VinculaSQL CPostgreSQL"
    house["VinculaDelivery"] = "VinculaCore VinculaCrypto VinculaEngine CCurl"
    house["VinculaACME"] = "VinculaCore VinculaCrypto VinculaEngine"
    house["VinculaObservation"] = "VinculaCore VinculaEngine"
    house["IdentityToolkit"] = ""
    house["VinculaServer"] = "VinculaCore VinculaCrypto VinculaEngine VinculaObservation VinculaProof IdentityToolkit"
    house["VinculaProof"] = ""
    house["VinculaAuth"] = "IdentityToolkit VinculaProof"
    house["FirebaseAuth"] = house["FirebaseCore"] = "VinculaAuth"
    house["VinculaVerifier"] = "VinculaProof"
    house["VinculaVerifierHummingbird"] = "VinculaProof VinculaVerifier"
    house["backend"] = "VinculaVerifier VinculaVerifierHummingbird"
    house["LinkingApp"] = "FirebaseAuth FirebaseCore"
    house["linking-app"] = "FirebaseAuth FirebaseCore LinkingApp"
    house["vincula"] = "VinculaACME VinculaCore VinculaCrypto VinculaEngine VinculaPostgreSQL VinculaProviders VinculaSQL VinculaSQLite VinculaDelivery VinculaObservation VinculaServer"
    # Modules that these targets may import besides Foundation and our own, whatever Package.swift declares.
    bare["VinculaCore"] = bare["IdentityToolkit"] = ""
    bare["VinculaEngine"] = "Synchronization"
    bare["VinculaProof"] = "Crypto"
    # Except on Apple platforms, only the first three are available everywhere.
    bare["VinculaAuth"] = "FoundationNetworking Dispatch Crypto AsyncHTTPClient NIOCore NIOHTTP1 NIOPosix NIOSSL Android Glibc Musl Darwin CryptoKit Security GameKit UIKit AppKit AuthenticationServices"
    bare["FirebaseAuth"] = bare["FirebaseCore"] = ""

    list("Foundation CoreFoundation FoundationNetworking Dispatch Synchronization Testing Android Darwin Glibc Musl Observation AppKit AuthenticationServices Combine CryptoKit GameKit Security SwiftUI UIKit", system_modules)
    for (name in house) ours[name] = 1
    ours["CArgon2"] = ours["CCrypt"] = ours["CCurl"] = ours["CLibXML2"] = ours["COpenSSL"] = ours["CPostgreSQL"] = 1
}

# Package.swift: the quoted names between the name of a target and its settings are its dependencies.
FILENAME == "Package.swift" {
    line = $0
    sub(/\/\/.*/, "", line)
    if (line ~ /\.(target|testTarget|executableTarget|systemLibrary|macro|plugin)\(/) target = "?"
    if (target == "") next
    if (target == "?" && match(line, /name: "[^"]+"/)) {
        target = substr(line, RSTART + 7, RLENGTH - 8)
        declared[target, target] = 1
        line = substr(line, RSTART + RLENGTH)
    }
    if (match(line, /path: "[^"]+"/)) named[substr(line, RSTART + 7, RLENGTH - 8)] = target
    gsub(/(package|path): "[^"]+"/, "", line)
    while (match(line, /"[^"]+"/)) {
        declared[target, substr(line, RSTART + 1, RLENGTH - 2)] = 1
        line = substr(line, RSTART + RLENGTH)
    }
    next
}

# Lines of a multi-line string are not Swift code.
FNR == 1 { in_string = 0 }
{
    is_text = in_string
    if (gsub(/"""/, "&") % 2) in_string = !in_string
    if (is_text) next
}

match($0, /^ *(@[a-zA-Z_]+(\([a-z]+\))? +)*((public|package|internal|private|fileprivate) +)?import +/) {
    module = substr($0, RSTART + RLENGTH)
    sub(/^(struct|class|enum|protocol|typealias|func|let|var) +/, "", module)
    sub(/[^A-Za-z0-9_].*/, "", module)
    count = split(FILENAME, parts, "/")
    target = parts[2]
    folder = parts[1]
    for (i = 2; i < count; i++) {
        folder = folder "/" parts[i]
        if (folder in named) target = named[folder]
    }
    complaint = ""
    if (!(module in system_modules) && !((target, module) in declared)) {
        complaint = "which Package.swift does not declare for it"
    }
    if (target in house) {
        list(house[target], allowed)
        if (module in ours && !(module in allowed)) complaint = "against the direction of Documentation/Design.md §3"
        if (target in bare) {
            list(bare[target], others)
            if (!(module in ours) && module != "Foundation" && !(module in others)) {
                complaint = "but must not import external modules (Documentation/Design.md §3)"
            }
        }
    } else if (parts[1] == "Sources" && !(target in told)) {
        told[target] = 1
        complaint = "but has no direction yet: add it to scripts/check-imports.sh"
    }
    if (complaint != "") {
        printf "%s:%d: %s imports %s, %s.\n", FILENAME, FNR, target, module, complaint
        bad = 1
    }
}

END { exit bad }
' Package.swift $(find Sources Tests Examples -name '*.swift' | sort) >&2

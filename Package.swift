// swift-tools-version: 6.2

import PackageDescription

var settings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
]
// Settings like those of an app: none. Apps may call deprecated functions.
var appSettings: [SwiftSetting] = []
// In CI, a warning is an error.
if Context.environment["CI"] != nil {
    settings.append(.treatAllWarnings(as: .error))
    appSettings += [.treatAllWarnings(as: .error), .treatWarning("DeprecatedDeclaration", as: .warning)]
}

// For modules that requests run through: an async function stays on its caller's executor, instead of looking for its own at each
// call and each return. Nothing in them belongs to an actor. Whatever implements their protocols needs it, too.
// https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
let serverSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
    name: "vincula",
    platforms: [.macOS(.v15), .iOS(.v17)],
    products: [
        .executable(name: "vincula", targets: ["vincula"]),
        .library(name: "IdentityToolkit", targets: ["IdentityToolkit"]),
        .library(name: "VinculaAuth", targets: ["VinculaAuth"]),
        .library(name: "FirebaseAuth", targets: ["FirebaseAuth"]),
        .library(name: "FirebaseCore", targets: ["FirebaseCore"]),
        .library(name: "VinculaVerifier", targets: ["VinculaVerifier"]),
        .library(name: "VinculaVerifierHummingbird", targets: ["VinculaVerifierHummingbird"]),
        .library(name: "LinkingApp", targets: ["LinkingApp"]),
        .executable(name: "linking-app", targets: ["linking-app"]),
        .executable(name: "backend", targets: ["backend"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["JSON", "CommandLineArguments"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .systemLibrary(name: "CArgon2", providers: [.apt(["libargon2-dev"]), .brew(["argon2"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CCrypt", pkgConfig: "libxcrypt", providers: [.apt(["libcrypt-dev"]), .brew(["libxcrypt"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(name: "VinculaCore", swiftSettings: settings),
        .target(
            name: "VinculaCrypto",
            dependencies: [
                "VinculaCore", "CArgon2", "CCrypt", "COpenSSL",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "VinculaEngine",
            dependencies: ["VinculaCore", "VinculaCrypto"],
            swiftSettings: serverSettings
        ),
        .target(
            name: "VinculaProviders",
            dependencies: [
                "CLibXML2", "VinculaCore", "VinculaCrypto", "VinculaEngine",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "VinculaSQL",
            dependencies: ["VinculaCore", "VinculaCrypto", "VinculaEngine"],
            swiftSettings: settings
        ),
        .target(
            name: "VinculaPostgreSQL",
            dependencies: ["CPostgreSQL", "VinculaCore", "VinculaEngine", "VinculaSQL"],
            swiftSettings: serverSettings
        ),
        .target(
            name: "VinculaSQLite",
            dependencies: [
                "VinculaCore", "VinculaCrypto", "VinculaEngine", "VinculaSQL",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: serverSettings
        ),
        .target(
            name: "VinculaDelivery",
            dependencies: [
                "CCurl", "VinculaCore", "VinculaEngine",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: serverSettings
        ),
        // Certificates by ACME (RFC 8555).
        .target(
            name: "VinculaACME",
            dependencies: [
                "VinculaCore", "VinculaCrypto", "VinculaEngine",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: serverSettings
        ),
        // Metrics and traces: our backends of swift-metrics and swift-distributed-tracing.
        .target(
            name: "VinculaObservation",
            dependencies: [
                "VinculaCore", "VinculaEngine",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: serverSettings
        ),
        .target(name: "IdentityToolkit", swiftSettings: settings),
        // Proofs of a key (DPoP, RFC 9449), for the server, the client and backends.
        .target(
            name: "VinculaProof", dependencies: [.product(name: "Crypto", package: "swift-crypto")], swiftSettings: settings),
        .target(
            name: "ProofSamples",
            dependencies: [
                "VinculaCore", "VinculaProof", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/ProofSamples",
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaProofTests",
            dependencies: [
                "ProofSamples", "VinculaCore", "VinculaProof", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "VinculaAuth",
            dependencies: [
                "IdentityToolkit", "VinculaProof", .product(name: "Crypto", package: "swift-crypto"),
                // FoundationNetworking's URLSession traps on broken answers: see HTTPTransport.
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(platforms: [.linux])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOPosix", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        .target(name: "FirebaseAuth", dependencies: ["VinculaAuth"], swiftSettings: settings),
        .target(name: "FirebaseCore", dependencies: ["VinculaAuth"], swiftSettings: settings),
        // The app of the example, and a front end of it for terminals.
        .target(
            name: "LinkingApp",
            dependencies: ["FirebaseAuth"],
            path: "Examples/LinkingApp/Sources/LinkingApp",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "linking-app",
            dependencies: ["FirebaseAuth", "FirebaseCore", "LinkingApp"],
            path: "Examples/LinkingApp/Sources/linking-app",
            swiftSettings: settings
        ),
        .testTarget(
            name: "LinkingAppTests",
            dependencies: ["ChildProcesses", "FirebaseAuth", "FirebaseCore", "LinkingApp", "SDKSupport", "linking-app"],
            path: "Examples/LinkingApp/Tests",
            swiftSettings: settings
        ),
        // For backends: verifies tokens of ours and of Firebase. It imports nothing else of ours.
        .target(
            name: "VinculaVerifier",
            dependencies: [
                "VinculaProof",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
                // See HTTPClientExchange.
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(platforms: [.linux])),
                .product(name: "NIOCore", package: "swift-nio", condition: .when(platforms: [.linux])),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(platforms: [.linux])),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "VinculaVerifierHummingbird",
            dependencies: [
                "VinculaProof", "VinculaVerifier", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaVerifierTests",
            dependencies: [
                "TestSupport", "VinculaCore", "VinculaCrypto", "VinculaEngine", "VinculaProof", "VinculaServer",
                "VinculaVerifier", "VinculaVerifierHummingbird",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
            ],
            swiftSettings: settings
        ),
        // The backend of the example, as its developer writes it.
        .executableTarget(
            name: "backend",
            dependencies: [
                "VinculaVerifier", "VinculaVerifierHummingbird", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ],
            path: "Examples/Backend/Sources/backend",
            swiftSettings: settings
        ),
        .testTarget(
            name: "BackendTests",
            dependencies: ["ChildProcesses", "TestSupport", "VinculaCore", "backend", "vincula"],
            path: "Examples/Backend/Tests",
            swiftSettings: settings
        ),
        .target(
            name: "VinculaServer",
            dependencies: [
                "IdentityToolkit", "VinculaCore", "VinculaCrypto", "VinculaEngine", "VinculaObservation", "VinculaProof",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            // The scripts and texts of the pages are part of the command.
            resources: [
                .embedInCode("Scripts/development.js"), .embedInCode("Scripts/devtools.js"),
                .embedInCode("Scripts/gapi.js"), .embedInCode("Scripts/handler.js"),
                .embedInCode("Scripts/iframe.js"), .embedInCode("Scripts/verify.js"), .embedInCode("Scripts/Account"),
                .embedInCode("Texts/Account"), .embedInCode("Texts/Console"), .embedInCode("Console/Files"),
                .embedInCode("Pages/Account/account.css"), .embedInCode("Example"),
            ],
            swiftSettings: serverSettings
        ),
        // The parsers of strangers' bytes with what must hold of them, for the tests and for `make fuzz`.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "IdentityToolkit", "VinculaCore", "VinculaCrypto", "VinculaDelivery", "VinculaEngine", "VinculaProof",
                "VinculaProviders", "VinculaServer", .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Fuzz/Targets",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "vincula",
            dependencies: [
                "VinculaACME", "VinculaCore", "VinculaCrypto", "VinculaDelivery", "VinculaEngine", "VinculaObservation",
                "VinculaPostgreSQL", "VinculaProviders",
                "VinculaSQL", "VinculaSQLite", "VinculaServer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "SystemPackage", package: "swift-system"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            // `vincula init` prints it with the installation's paths.
            resources: [.embedInCode("Init/vincula.service")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaACMETests",
            dependencies: [
                "VinculaACME", "VinculaCore", "VinculaCrypto",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaProvidersTests",
            dependencies: [
                "TestSupport", "VinculaCore", "VinculaCrypto", "VinculaEngine", "VinculaProviders",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .target(
            name: "StoreContract",
            dependencies: ["VinculaCore", "VinculaEngine"],
            path: "Tests/StoreContract",
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaSQLiteTests",
            dependencies: [
                "StoreContract", "TestStores", "VinculaCore", "VinculaEngine", "VinculaPostgreSQL", "VinculaSQL", "VinculaSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings
        ),
        // The databases that tests are on, among them those of a PostgreSQL server that they start.
        .target(
            name: "TestStores",
            dependencies: ["ChildProcesses", "VinculaEngine", "VinculaPostgreSQL", "VinculaSQLite"],
            path: "Tests/TestStores",
            swiftSettings: serverSettings
        ),
        .testTarget(
            name: "VinculaPostgreSQLTests",
            dependencies: [
                "StoreContract", "TestStores", "VinculaCore", "VinculaEngine", "VinculaPostgreSQL", "VinculaSQL", "VinculaSQLite",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "TestSupport",
            dependencies: [
                "TestStores", "VinculaCore", "VinculaCrypto", "VinculaDelivery", "VinculaEngine", "VinculaProviders",
                "VinculaSQLite", "VinculaServer",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            path: "Tests/Support",
            swiftSettings: settings
        ),
        .testTarget(
            name: "GoldenTests",
            dependencies: ["TestSupport", "VinculaCore", "VinculaCrypto"],
            path: "Tests/Golden",
            resources: [.copy("golden.jsonl")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaCoreTests",
            dependencies: ["VinculaCore"],
            resources: [.copy("Fixtures/phone-numbers.txt")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaCryptoTests",
            dependencies: [
                "VinculaCore", "VinculaCrypto",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaEngineTests",
            dependencies: ["TestStores", "VinculaCore", "VinculaCrypto", "VinculaDelivery", "VinculaEngine", "VinculaSQL"],
            swiftSettings: serverSettings
        ),
        // A mail server that keeps the messages that it receives, and fails on demand.
        .target(
            name: "SMTPSink", path: "Tests/SMTPSink", swiftSettings: settings),
        .testTarget(
            name: "VinculaDeliveryTests",
            dependencies: ["SMTPSink", "VinculaCore", "VinculaDelivery", "VinculaEngine"],
            swiftSettings: settings
        ),
        .target(name: "ChildProcesses", path: "Tests/ChildProcesses", swiftSettings: settings),
        .target(
            name: "SDKSupport",
            dependencies: [
                "ChildProcesses", "SMTPSink", "VinculaAuth", .product(name: "Crypto", package: "swift-crypto"),
            ],
            path: "Tests/SDKSupport",
            swiftSettings: settings
        ),
        // They talk to a real server in a process of its own: the `vincula` that was built with them, or VINCULA_BINARY.
        .testTarget(
            name: "VinculaAuthTests",
            dependencies: [
                "ChildProcesses", "IdentityToolkit", "SDKSupport", "VinculaAuth", "VinculaProof",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings
        ),
        // The code in the seeds' documents and in our own, with `import FirebaseAuth` as readers write it: compiled and run.
        .testTarget(
            name: "SeedSnippetsTests",
            dependencies: ["ChildProcesses", "FirebaseAuth", "FirebaseCore", "SDKSupport"],
            path: "Tests/SeedSnippets",
            exclude: ["Seeds"],
            swiftSettings: settings
        ),
        // The seeds' snippets once more, for apps that are not in Swift 6 mode yet.
        .target(
            name: "SeedSnippetsSwift5",
            dependencies: ["FirebaseAuth", "FirebaseCore"],
            path: "Tests/SeedSnippetsSwift5",
            swiftSettings: [.swiftLanguageMode(.v5)]
                + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])
        ),
        // The client's API as apps use it, in both language modes: anything missing or different does not compile.
        .testTarget(
            name: "SurfaceTests",
            dependencies: ["FirebaseAuth", "FirebaseCore"],
            path: "Tests/Surface",
            exclude: ["Names.txt"],
            swiftSettings: appSettings
        ),
        .testTarget(
            name: "SurfaceSwift5Tests",
            dependencies: ["FirebaseAuth", "FirebaseCore"],
            path: "Tests/SurfaceSwift5",
            exclude: ["Names.txt"],
            swiftSettings: appSettings + [.swiftLanguageMode(.v5)]
        ),
        // As Xcode sets up new apps: all is the main actor's unless it says otherwise.
        .testTarget(
            name: "SurfaceMainActorTests",
            dependencies: ["FirebaseAuth", "FirebaseCore"],
            path: "Tests/SurfaceMainActor",
            exclude: ["Names.txt"],
            swiftSettings: appSettings + [
                .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
                .enableUpcomingFeature("InferIsolatedConformances"), .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
        .testTarget(
            name: "VinculaObservationTests",
            dependencies: [
                "TestStores", "TestSupport", "VinculaCore", "VinculaEngine", "VinculaObservation",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VinculaServerTests",
            dependencies: [
                "ProofSamples", "TestStores", "TestSupport", "IdentityToolkit", "VinculaCore", "VinculaCrypto", "VinculaDelivery",
                "VinculaEngine", "VinculaProof",
                "VinculaProviders", "VinculaServer",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "AttackTests",
            dependencies: [
                "FuzzTargets",
                "TestSupport", "IdentityToolkit", "VinculaCore", "VinculaCrypto", "VinculaDelivery", "VinculaEngine",
                "VinculaProviders", "VinculaSQL", "VinculaSQLite", "VinculaServer",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/Attacks",
            swiftSettings: settings
        ),
        // Several servers of the built command on one PostgreSQL.
        .testTarget(
            name: "ClusterTests",
            dependencies: [
                "ChildProcesses", "SMTPSink", "TestSupport", "VinculaCore", "VinculaEngine", "VinculaPostgreSQL", "vincula",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/Cluster",
            swiftSettings: settings
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "ChildProcesses", "SDKSupport", "SMTPSink", "TestStores", "TestSupport", "VinculaACME", "VinculaAuth",
                "VinculaCore", "VinculaEngine",
                "VinculaPostgreSQL", "VinculaProviders", "VinculaServer", "vincula",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            path: "Tests/EndToEnd",
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The client SDK alone, with what it depends on: a build in a minute instead of five.
if Context.environment["VINCULA_ONLY_SDK"] != nil {
    var sdk: Set = [
        "ChildProcesses", "FirebaseAuth", "FirebaseCore", "IdentityToolkit", "LinkingApp", "LinkingAppTests", "SDKSupport",
        "SMTPSink", "SeedSnippetsSwift5", "SeedSnippetsTests", "SurfaceMainActorTests", "SurfaceSwift5Tests", "SurfaceTests",
        "VinculaAuth", "VinculaAuthTests", "VinculaProof", "linking-app",
    ]
    // Under the thread sanitizer, what only has to compile is left out.
    if Context.environment["VINCULA_ONLY_SDK"] == "tsan" {
        sdk.subtract(["SeedSnippetsSwift5", "SurfaceMainActorTests", "SurfaceSwift5Tests", "SurfaceTests"])
    }
    package.targets.removeAll { !sdk.contains($0.name) }
    package.products.removeAll { !sdk.contains($0.name) }
}

// Some test targets only, so that a change of a few files is not paid for by all of them:
// VINCULA_ONLY_TESTS=VinculaCoreTests,AttackTests swift build --build-tests
if let named = Context.environment["VINCULA_ONLY_TESTS"] {
    let wanted = Set(named.split(separator: ",").map(String.init))
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// The limits that `make bench` measures against; nobody else needs to build them.
if Context.environment["VINCULA_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "vincula-limits",
            dependencies: [
                "VinculaCore", "VinculaCrypto", "VinculaEngine", "VinculaSQLite",
                .product(name: "Hummingbird", package: "hummingbird"),
            ],
            path: "Benchmarks/Limits",
            swiftSettings: settings
        ))
    package.targets.append(
        .executableTarget(
            name: "vincula-sdk-overhead", dependencies: ["VinculaAuth"], path: "Benchmarks/SDK", swiftSettings: settings))
}

// libFuzzer over the parsers (`make fuzz`): our own modules are built to be watched by it, and quick; nothing else is.
// The variable is the path of libFuzzer's runtime without a `main`.
if let runtime = Context.environment["VINCULA_FUZZ"] {
    let watched: Set = [
        "FuzzTargets", "IdentityToolkit", "VinculaCore", "VinculaCrypto", "VinculaDelivery", "VinculaEngine",
        "VinculaProof", "VinculaProviders", "VinculaServer",
    ]
    for target in package.targets where watched.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? settings) + [.unsafeFlags(["-sanitize=fuzzer", "-O"])]
    }
    package.targets.append(
        .executableTarget(
            name: "vincula-fuzz",
            dependencies: ["FuzzTargets"],
            path: "Fuzz/Driver",
            swiftSettings: settings,
            linkerSettings: [.unsafeFlags([runtime, "-lstdc++", "-use-ld=lld"])]
        ))
}

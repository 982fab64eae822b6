// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who uses Vincula fetches what it is compared with.
let package = Package(
    name: "verifications",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "vincula", path: "../.."), .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .executableTarget(
            name: "verifications",
            dependencies: [
                .product(name: "VinculaVerifier", package: "vincula"), .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "CryptoExtras", package: "swift-crypto"),
            ])
    ],
    swiftLanguageModes: [.v6]
)

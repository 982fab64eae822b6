import VinculaCore

/// The native apps that the operator listed: they open links to this server themselves, as Apple's and Google's systems verify
/// them, and receive the results of sign-ins at providers' pages.
package struct LinkedApps: Hashable, Sendable {
    package struct Android: Hashable, Sendable {
        package var package: String
        /// The SHA-256 of the app's signing certificates: 32 bytes in uppercase hexadecimal, with colons.
        package var fingerprints: [String]

        package init(package: String, fingerprints: [String]) {
            self.package = package
            self.fingerprints = fingerprints
        }
    }

    /// `TEAMID.com.example.app`
    package var apple: [String]
    package var android: [Android]
    /// Firebase's ids of apps, `1:1234:ios:abcd`.
    package var firebaseAppIDs: [String]

    package init(apple: [String] = [], android: [Android] = [], firebaseAppIDs: [String] = []) {
        self.apple = apple
        self.android = android
        self.firebaseAppIDs = firebaseAppIDs
    }

    private var bundleIDs: [String] {
        apple.compactMap { $0.split(separator: ".", maxSplits: 1).last.map(String.init) }
    }

    /// Bundle ids and package names.
    var identifiers: Set<String> { Set(bundleIDs + android.map(\.package)) }

    /// Adds the apps to those that results may go to.
    func add(to apps: inout RegisteredApps) {
        apps.bundleIDs.formUnion(bundleIDs)
        apps.firebaseAppIDs.formUnion(firebaseAppIDs)
        for app in android { apps.androidApps[app.package, default: []] += app.fingerprints }
    }
}

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

    /// An app of Apple's platforms by its id at Firebase.
    package struct FirebaseApp: Hashable, Sendable {
        /// `1:1234:ios:abcd`
        package var id: String
        /// The bundle id, if the operator named it.
        package var bundleID: String?

        package init(id: String, bundleID: String? = nil) {
            self.id = id
            self.bundleID = bundleID
        }
    }

    /// `TEAMID.com.example.app`
    package var apple: [String]
    package var android: [Android]
    package var firebaseApps: [FirebaseApp]

    package init(apple: [String] = [], android: [Android] = [], firebaseApps: [FirebaseApp] = []) {
        self.apple = apple
        self.android = android
        self.firebaseApps = firebaseApps
    }

    private var bundleIDs: [String] {
        apple.compactMap { $0.split(separator: ".", maxSplits: 1).last.map(String.init) }
    }

    /// Bundle ids and package names.
    var identifiers: Set<String> { Set(bundleIDs + android.map(\.package)) }

    /// Adds the apps to those that results may go to.
    func add(to apps: inout RegisteredApps) {
        apps.bundleIDs.formUnion(bundleIDs)
        for app in firebaseApps {
            apps.firebaseAppIDs.insert(app.id)
            apps.bundleIDsOfApps[app.id] = app.bundleID
        }
        for app in android { apps.androidApps[app.package, default: []] += app.fingerprints }
    }
}

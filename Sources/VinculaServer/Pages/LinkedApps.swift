/// The apps that open links to this server themselves, as Apple's and Google's systems verify them.
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

    package init(apple: [String] = [], android: [Android] = []) {
        self.apple = apple
        self.android = android
    }

    /// Bundle ids and package names.
    var identifiers: Set<String> {
        Set(apple.compactMap { $0.split(separator: ".", maxSplits: 1).last.map(String.init) } + android.map(\.package))
    }
}

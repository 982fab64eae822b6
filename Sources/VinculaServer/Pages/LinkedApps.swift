/// The apps that open links to this server, in the form that Apple's and Google's systems request.
public struct LinkedApps: Hashable, Sendable {
    public struct Android: Hashable, Sendable {
        public var package: String
        /// The SHA-256 of the certificate that the app is signed with: 32 bytes in uppercase hexadecimal, with colons.
        public var fingerprints: [String]

        public init(package: String, fingerprints: [String]) {
            self.package = package
            self.fingerprints = fingerprints
        }
    }

    /// `TEAMID.com.example.app`
    public var apple: [String]
    public var android: [Android]

    public init(apple: [String] = [], android: [Android] = []) {
        self.apple = apple
        self.android = android
    }

    /// Bundle ids and package names.
    var identifiers: Set<String> {
        Set(apple.compactMap { $0.split(separator: ".", maxSplits: 1).last.map(String.init) } + android.map(\.package))
    }
}

/// A project's configuration of a built-in provider (`defaultSupportedIdpConfigs/google.com`, …).
///
/// If a project has none, the operator's configuration applies.
package struct SupportedProvider: Hashable, Sendable, Codable {
    /// The additional settings of Sign in with Apple and Game Center.
    package struct Apple: Hashable, Sendable, Codable {
        /// The apps whose tokens and signatures are accepted.
        package var bundleIDs: [String] = []
        package var teamID: String?
        package var keyID: String?
        /// The private key of `keyID`, sealed; never returned to anyone.
        package var sealedPrivateKey: String?

        package init() {}
    }

    package let id: ProviderID
    /// With `false`, nobody signs in, links or reauthenticates with it, whatever the operator's configuration says.
    package var isEnabled: Bool
    /// Empty if there is none.
    package var clientID: String
    /// Additional clients whose tokens are accepted, such as those of mobile apps.
    package var otherClientIDs: [String]
    /// The client secret, sealed; never returned to anyone.
    package var sealedClientSecret: String?
    package var apple: Apple

    package init(
        id: ProviderID, isEnabled: Bool = false, clientID: String = "", otherClientIDs: [String] = [],
        sealedClientSecret: String? = nil, apple: Apple = Apple()
    ) {
        self.id = id
        self.isEnabled = isEnabled
        self.clientID = clientID
        self.otherClientIDs = otherClientIDs
        self.sealedClientSecret = sealedClientSecret
        self.apple = apple
    }

    /// The audiences whose tokens are accepted: the clients, and Apple's apps.
    package var audiences: [String] { (clientID.isEmpty ? [] : [clientID]) + otherClientIDs + apple.bundleIDs }

    /// The client that proves itself with a secret.
    package var clientIDsWithSecret: [String] { sealedClientSecret == nil || clientID.isEmpty ? [] : [clientID] }

    /// The clients that have no secret, such as those of native apps.
    package var clientIDsWithoutSecret: [String] {
        let all = (clientID.isEmpty ? [] : [clientID]) + otherClientIDs
        return all.filter { !clientIDsWithSecret.contains($0) }
    }

    /// Checks that the parts are consistent.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``, ``AuthError/missingClientID``, ``AuthError/missingClientSecret``.
    package func requireUsable() throws(AuthError) {
        try requireForms()
        let isApples = [ProviderID.apple, .gameCenter].contains(id)
        guard isApples || apple == Apple() else {
            throw .invalidConfig("appleSignInConfig is only for apple.com and gc.apple.com.")
        }
        let parts = [apple.teamID, apple.keyID, apple.sealedPrivateKey].compactMap(\.self).count
        guard parts == 0 || parts == 3 else {
            throw .invalidConfig("codeFlowConfig needs teamId, keyId and privateKey together.")
        }
        guard sealedClientSecret == nil || !clientID.isEmpty else { throw .missingClientID }
        // A game's apps may be configured with apple.com alone.
        guard isEnabled, id != .gameCenter else { return }
        guard !audiences.isEmpty else { throw .missingClientID }
        guard id != .playGames || !clientID.isEmpty else { throw .missingClientID }
        guard id != .playGames || sealedClientSecret != nil else { throw .missingClientSecret }
    }

    private func requireForms() throws(AuthError) {
        guard otherClientIDs.count <= 50, apple.bundleIDs.count <= 50 else {
            throw .invalidConfig("A provider may have at most 50 bundleIds and 50 additional clientIds.")
        }
        for client in (clientID.isEmpty ? [] : [clientID]) + otherClientIDs {
            guard Self.isPlain(client, longest: 1024) else {
                throw .invalidConfig("A client id must have 1 to 1024 printable ASCII characters, without spaces.")
            }
        }
        for bundle in apple.bundleIDs {
            guard Self.isPlain(bundle, longest: 255, also: "-.") else {
                throw .invalidConfig("\(bundle.prefix(60)) is not a valid bundle id.")
            }
        }
        for id in [apple.teamID, apple.keyID].compactMap(\.self) {
            guard Self.isPlain(id, longest: 32, also: "") else {
                throw .invalidConfig("teamId and keyId must have 1 to 32 letters and digits.")
            }
        }
    }

    /// - Parameter also: The characters allowed besides letters and digits; `nil` for everything printable.
    private static func isPlain(_ text: String, longest: Int, also: String? = nil) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { scalar in
                guard scalar.isASCII, (0x21...0x7E).contains(scalar.value) else { return false }
                guard let also else { return true }
                return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || also.unicodeScalars.contains(scalar)
            }
    }
}

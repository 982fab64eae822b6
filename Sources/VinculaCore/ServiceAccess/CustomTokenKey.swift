/// The public key of a service account that this server did not create, usually Firebase's, whose custom tokens a project
/// accepts.
package struct CustomTokenKey: Hashable, Sendable {
    /// The longest key id, in bytes.
    package static let longestID = 256
    /// The number of keys that a project may accept from one service account: Google gives one at most ten.
    package static let mostOfAServiceAccount = 20

    package let project: String
    /// The email of the service account, the `iss` of its tokens.
    package let serviceAccount: String
    /// The `kid` of the tokens that it signs. A token may leave it out.
    package let id: String
    /// The public key as a JSON Web Key.
    package let publicKey: String
    /// The time from which it is no longer accepted; `nil` for none.
    package let expiresAt: Timestamp?
    package var isDisabled: Bool
    package let createdAt: Timestamp

    package init(
        project: String, serviceAccount: String, id: String, publicKey: String, expiresAt: Timestamp?, isDisabled: Bool = false,
        createdAt: Timestamp
    ) {
        self.project = project
        self.serviceAccount = serviceAccount
        self.id = id
        self.publicKey = publicKey
        self.expiresAt = expiresAt
        self.isDisabled = isDisabled
        self.createdAt = createdAt
    }

    /// Indicates whether tokens that it signed are accepted now.
    package func isGood(now: Timestamp) -> Bool { !isDisabled && expiresAt.map { $0 > now } != false }

    /// Indicates whether a text can be a service account's email: visible ASCII with one `@` inside.
    package static func isServiceAccount(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return text.utf8.count <= CustomTokenRules.longestSigner && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Indicates whether a text can be a key's id: visible ASCII.
    package static func isID(_ text: String) -> Bool {
        (1...longestID).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension ServiceAccount {
    /// Indicates whether custom tokens of this account are accepted: it signs people in, so it must be allowed to change
    /// accounts.
    package var maySignCustomTokens: Bool { !isDisabled && role == .owner }
}

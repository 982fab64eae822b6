import Foundation

/// Claims that an administrator puts at the top level of an account's ID tokens.
package struct CustomClaims: Hashable, Sendable {
    /// The longest serialised form, in bytes (Firebase's limit).
    package static let maximumLength = 1000

    /// Names that belong to the token itself (Firebase's list).
    package static let reservedNames: Set<String> = [
        "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss", "jti", "nbf",
        "nonce", "sub",
    ]

    /// The claims as received, and as returned.
    package let text: String
    /// The claims by name.
    package let members: [String: JSONValue]

    /// Checks claims that an administrator sent.
    ///
    /// - Parameter text: A JSON object as text.
    /// - Throws: ``AuthError/invalidClaims`` if it is not a JSON object, ``AuthError/claimsTooLarge`` beyond
    ///   ``maximumLength``, ``AuthError/forbiddenClaim(_:)`` for a reserved name.
    package init(_ text: String) throws(AuthError) {
        guard text.utf8.count <= Self.maximumLength else { throw .claimsTooLarge }
        guard case .object(let members)? = JSONValue.parse(Data(text.utf8)) else { throw .invalidClaims }
        if let name = members.keys.sorted().first(where: Self.reservedNames.contains) { throw .forbiddenClaim(name) }
        self.text = text
        self.members = members
    }

    /// Takes claims that were checked when they were stored.
    package init(stored text: String) {
        self.text = text
        if case .object(let members)? = JSONValue.parse(Data(text.utf8)) { self.members = members } else { members = [:] }
    }
}

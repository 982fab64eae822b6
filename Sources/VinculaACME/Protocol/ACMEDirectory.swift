package import VinculaCore

/// The addresses of an ACME server's functions (RFC 8555, section 7.1.1).
package struct ACMEDirectory: Hashable, Sendable {
    package let newNonce: ACMEAddress
    package let newAccount: ACMEAddress
    package let newOrder: ACMEAddress
    /// The address below which it says when certificates are to be renewed (RFC 9773); `nil` if it does not say so.
    package let renewalInfo: ACMEAddress?
    /// The address of its terms; `nil` if it has none.
    package let terms: String?
    /// Indicates whether new accounts have to belong to one that was made elsewhere.
    package let needsExternalAccount: Bool

    /// - Throws: ``ACMEFailure/badAnswer(_:)``.
    package init(_ json: JSONValue) throws(ACMEFailure) {
        func address(_ name: String) throws(ACMEFailure) -> ACMEAddress {
            guard let address = json[name]?.string.flatMap(ACMEAddress.init) else {
                throw .badAnswer("its directory has no https address for \(name)")
            }
            return address
        }
        newNonce = try address("newNonce")
        newAccount = try address("newAccount")
        newOrder = try address("newOrder")
        renewalInfo = json["renewalInfo"]?.string.flatMap(ACMEAddress.init)
        // It is shown to people, and may be http.
        terms = (json["meta"]?["termsOfService"]?.string).flatMap { text in
            text.utf8.count <= 500 && text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ? text : nil
        }
        needsExternalAccount = json["meta"]?["externalAccountRequired"]?.bool ?? false
    }
}

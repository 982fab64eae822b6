package import Foundation

/// How the imported passwords of some accounts were hashed.
package struct PasswordScheme: Hashable, Sendable, Codable {
    package let algorithm: HashAlgorithm
    /// The length of what is compared, in bytes.
    package let length: Int

    package init(_ algorithm: HashAlgorithm, length: Int) {
        self.algorithm = algorithm
        self.length = length
    }
}

/// The id of a password scheme in the store.
package struct PasswordSchemeID: TextIdentifier {
    package let value: String

    package init(_ value: String) { self.value = value }
}

/// A password scheme as stored, once for all accounts that have it.
package struct StoredPasswordScheme: Hashable, Sendable {
    package let id: PasswordSchemeID
    package let scope: ProjectScope
    package let scheme: PasswordScheme
    /// The secret key, sealed; `nil` if the algorithm has none.
    package let sealedKey: Data?

    package init(id: PasswordSchemeID, scope: ProjectScope, scheme: PasswordScheme, sealedKey: Data?) {
        self.id = id
        self.scope = scope
        self.scheme = scheme
        self.sealedKey = sealedKey
    }

    /// The place that a key is bound to when it is sealed.
    package static func place(_ id: PasswordSchemeID) -> String { "password-scheme/\(id.value)" }
}

/// The part of a stored password that comes from another system.
package struct ImportedHash: Hashable, Sendable {
    package let scheme: PasswordSchemeID
    /// The salt of the other system; for bcrypt its prefix with the cost.
    package let salt: Data

    package init(scheme: PasswordSchemeID, salt: Data) {
        self.scheme = scheme
        self.salt = salt
    }
}

/// An imported hash of an account that still has to be wrapped.
package struct BareHash: Hashable, Sendable {
    package let account: AccountID
    package let scope: ProjectScope
    package let scheme: PasswordSchemeID
    /// The digest, in base64.
    package let digest: String

    package init(account: AccountID, scope: ProjectScope, scheme: PasswordSchemeID, digest: String) {
        self.account = account
        self.scope = scope
        self.scheme = scheme
        self.digest = digest
    }
}

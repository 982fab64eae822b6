package import Foundation
package import VinculaCore

/// The scheme of some imported passwords, with the salt of one of them.
package struct DecoyHash: Hashable, Sendable {
    package let scheme: PasswordScheme
    package let salt: Data

    package init(scheme: PasswordScheme, salt: Data) {
        self.scheme = scheme
        self.salt = salt
    }
}

/// Read access to the schemes of imported passwords.
package protocol PasswordSchemeReads {
    /// The first scheme of a project whose hashes are slow by themselves, while accounts have some.
    func decoyHash(in scope: ProjectScope) throws -> DecoyHash?
    func passwordScheme(_ id: PasswordSchemeID) throws -> StoredPasswordScheme?
    func passwordSchemes(in scope: ProjectScope) throws -> [StoredPasswordScheme]
    /// The schemes of all projects for which there are bare hashes.
    func passwordSchemesWithBareHashes() throws -> [StoredPasswordScheme]
    /// Some hashes that are still as the other system had them.
    func bareHashes(of scheme: PasswordSchemeID, limit: Int) throws -> [BareHash]
}

/// Write access to them.
package protocol PasswordSchemeWrites: PasswordSchemeReads {
    func insert(_ scheme: StoredPasswordScheme) throws
    /// Replaces a bare hash with one that wraps it, by one conditional write.
    ///
    /// - Returns: `true` if the account still had the bare hash.
    @discardableResult
    func wrap(_ bare: BareHash, as hash: String) throws -> Bool
    /// Deletes the schemes, with their keys, that no account has any more.
    ///
    /// - Returns: The number deleted.
    @discardableResult
    func deleteUnusedPasswordSchemes() throws -> Int
}

package import VinculaCore

/// Read access to the schemes of imported passwords.
package protocol PasswordSchemeReads {
    /// The password of the account of the project that a number falls to.
    ///
    /// Each account with a password gets about the same share of all numbers, and accounts that come or go move few of them.
    ///
    /// - Returns: `nil` if no account has a password.
    func samplePassword(at position: UInt32, in scope: ProjectScope) throws -> PasswordRecord?
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

package import Foundation
package import VinculaCore

/// Read access to what is known of sessions and accounts of another server.
package protocol MigrationReads {
    func exchangedToken(_ hash: Data) throws -> ExchangedToken?
    /// The mark of an account that was imported.
    func importMark(of account: AccountID, in scope: ProjectScope) throws -> ImportMark?
    /// Indicates whether an account with this id was deleted while the project was moving here.
    func wasDeletedWhileMoving(_ account: AccountID, in scope: ProjectScope) throws -> Bool
    /// The number of tokens that a project has exchanged.
    func exchangedTokenCount(in project: String) throws -> Int
}

/// Write access to it.
package protocol MigrationWrites: MigrationReads {
    /// Stores a token that is exchanged, by one conditional write.
    ///
    /// - Returns: `true` if this call was the first for the token.
    func exchange(_ token: ExchangedToken) throws -> Bool
    /// Remembers that an account was deleted while the project was moving here.
    func noteDeletedWhileMoving(_ account: AccountID, in scope: ProjectScope, expiresAt: Timestamp) throws
    /// Stores the mark of an account that exists, replacing an earlier one.
    func save(_ mark: ImportMark, of account: AccountID, in scope: ProjectScope) throws
    /// Deletes the mark of an account, if it has one: the other server has no say in it any more.
    func deleteImportMark(of account: AccountID, in scope: ProjectScope) throws
}

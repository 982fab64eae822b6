package import Foundation
package import VinculaCore

/// A query that a transaction is likely to make.
///
/// A store may ask it before a read begins, together with those of other reads; see ``Store/read(expecting:_:)``. In a write, it
/// may ask it together with the write's next query; see ``WriteTransaction/expect(_:)``.
package enum ExpectedQuery: Sendable {
    /// ``ReadTransaction/account(_:in:)``.
    case account(AccountID, scope: ProjectScope)
    /// ``ReadTransaction/account(email:in:)``.
    case accountWithEmail(EmailAddress, scope: ProjectScope)
    /// ``ReadTransaction/account(_:withSession:in:)``.
    case accountWithSession(account: AccountID, session: Data, scope: ProjectScope)
    /// ``ActionCodeReads/openActionCodes(of:in:)``.
    case openActionCodes(of: AccountID, scope: ProjectScope)
    /// ``ReadTransaction/settings(of:)``.
    case settings(project: String)
}

extension Store {
    /// Reads one consistent state.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await read(expecting: [], body)
    }
}

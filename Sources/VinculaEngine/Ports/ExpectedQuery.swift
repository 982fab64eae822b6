package import Foundation
package import VinculaCore

/// A query that a read is likely to make. A store may ask it before the read begins, together with those of other reads.
package enum ExpectedQuery: Sendable {
    /// ``ReadTransaction/account(_:withSession:in:)``.
    case accountWithSession(account: AccountID, session: Data, scope: ProjectScope)
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

import Dispatch

/// Statements that an operator or a test runs on a connection of their own.
package enum SQLScript {
    /// Runs statements separated by semicolons.
    ///
    /// - Returns: The first column of the last one's first row, as text; `nil` if there is none.
    /// - Throws: The database's error, without its text.
    @discardableResult
    package static func run(_ sql: String, at address: PostgreSQLAddress) async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        let rows = try Pipeline(address).script(sql)
                        return rows.count > 0 && rows.columnCount > 0 ? try rows.word(at: 0) : nil
                    })
            }
        }
    }
}

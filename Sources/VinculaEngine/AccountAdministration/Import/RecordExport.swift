package import VinculaCore

extension AccountAdministration {
    /// Records in the audit log that all accounts are about to be exported.
    ///
    /// An export that is interrupted has shown accounts, too, so that it is recorded before it begins.
    ///
    /// - Parameters:
    ///   - format: The format of the file.
    ///   - isComplete: `true` if second factors and all identities are written.
    ///   - hasHashes: `true` if the hashes of passwords are written.
    ///   - scope: The project or tenant.
    /// - Returns: The number of accounts.
    package func recordExport(
        format: ExportFormat, isComplete: Bool, hasHashes: Bool, in scope: ProjectScope
    ) async throws -> Int {
        // Counted beforehand: a million rows take time, and writes wait for each other.
        let count = try await countAccounts(in: scope)
        return try await write(in: scope) { work in
            work.record(
                .accountExport,
                details: [
                    "accounts": .integer(Int64(count)), "format": .string(format.rawValue), "complete": .bool(isComplete),
                    "passwordHashes": .bool(hasHashes),
                ])
            return count
        }
    }
}

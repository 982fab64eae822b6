package import VinculaCore

extension AccountAdministration {
    /// The open sessions of an account, as an operator sees them, the latest opened first.
    ///
    /// - Parameters:
    ///   - id: The account's id.
    ///   - life: The lifetime of sessions.
    ///   - limit: The maximum number of sessions.
    ///   - scope: The project.
    /// - Throws: ``AuthError/userNotFound``.
    package func openSessions(
        of id: AccountID, life: SessionLife, limit: Int, in scope: ProjectScope
    ) async throws -> [Session] {
        try await read(in: scope) { reading in
            let account = try reading.existing(id)
            return try reading.reads.openSessions(of: id, limit: limit, in: scope)
                .filter { life.isOpen($0, of: account, now: reading.now) }
        }
    }

    /// An account.
    ///
    /// - Throws: ``AuthError/userNotFound``.
    package func account(_ id: AccountID, in scope: ProjectScope) async throws -> Account {
        try await read(in: scope) { try $0.existing(id) }
    }
}

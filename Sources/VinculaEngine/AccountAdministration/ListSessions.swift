package import VinculaCore

extension AccountAdministration {
    /// Lists the open sessions of an account: the latest ``OwnSession/mostOfAList``, newest first.
    ///
    /// - Throws: ``AuthError/userNotFound``.
    package func openSessions(of id: AccountID, in scope: ProjectScope) async throws -> [OwnSession] {
        try await read(in: scope) { reading in
            let account = try reading.existing(id)
            return try reading.latestSessions(of: account).map { OwnSession($0, of: account) }
        }
    }

    /// An account.
    ///
    /// - Throws: ``AuthError/userNotFound``.
    package func account(_ id: AccountID, in scope: ProjectScope) async throws -> Account {
        try await read(in: scope) { try $0.existing(id) }
    }
}

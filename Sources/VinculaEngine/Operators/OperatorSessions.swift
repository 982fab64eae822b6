package import VinculaCore

extension OperatorAdministration {
    /// The open sessions of an operator, the latest opened first.
    package func openSessions(of id: AccountID) async throws -> [Session] {
        try await read(in: .operators) { reading in
            guard let account = try reading.account(id) else { return [] }
            return try reading.reads.openSessions(of: id, limit: OwnSession.mostOfAList, in: .operators).filter {
                !ConsoleSession.isOver($0, now: reading.now) && (try? $0.requireValid(for: account)) != nil
            }
        }
    }

    /// Ends an operator's own sessions except the one that they are in.
    package func endOtherSessions(_ visit: ConsoleVisit) async throws {
        try await write(in: .operators) { work in
            let count = try work.transaction.endSessions(of: visit.account.id, except: visit.session, in: .operators)
            guard count > 0 else { return }
            work.record(.sessionEnd, account: visit.account.id, details: ["sessions": .integer(Int64(count))])
        }
    }

    /// Ends all sessions of an operator, whose rights stay as they are.
    ///
    /// - Parameters:
    ///   - email: The operator's address.
    ///   - actor: The operator who ends them; `nil` for somebody with a shell on the server.
    /// - Throws: ``Refusal/noSuchOperator(_:)``, ``Refusal/forbidden``.
    package func endSessions(of email: String, by actor: AccountID?) async throws {
        try await write(in: .operators) { work in
            try work.requireManager(actor)
            let stored = try work.storedOperator(email: email)
            guard let old = try work.account(stored.account) else { throw Refusal.noSuchOperator(String(email.prefix(254))) }
            var account = old
            account.endAllSessions(now: work.now)
            try work.update(account, from: old)
            work.record(.operatorRevoke, account: account.id)
        }
    }
}

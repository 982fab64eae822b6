package import VinculaCore

/// The second factors that an administrator removes from an account.
package enum SecondFactorChoice: Hashable, Sendable {
    case all
    case some(Set<SecondFactorID>)
}

extension AccountAdministration {
    /// Removes second factors from an account, whose owner has lost them.
    ///
    /// All sessions end, wrong codes are forgotten, and the owner is informed by mail.
    ///
    /// - Returns: The removed factors.
    /// - Throws: ``AuthError/userNotFound``; ``AuthError/secondFactorNotFound`` if the account does not have one of them, and
    ///   then none is removed.
    package func removeSecondFactors(
        _ choice: SecondFactorChoice, of id: AccountID, in scope: ProjectScope
    ) async throws -> [SecondFactor] {
        try await write(in: scope) { work in
            guard let old = try work.account(id) else { throw AuthError.userNotFound }
            var account = old
            switch choice {
            case .all: account.secondFactors = []
            case .some(let ids):
                guard ids.isSubset(of: old.secondFactors.map(\.id)) else { throw AuthError.secondFactorNotFound }
                account.secondFactors.removeAll { ids.contains($0.id) }
            }
            let removed = old.secondFactors.filter { factor in !account.secondFactors.contains { $0.id == factor.id } }
            guard !removed.isEmpty else { return [] }
            account.endAllSessions(now: work.now)
            try guesses.forgiveCodes(of: id, work)
            try work.update(account, from: old)
            return removed
        }
    }
}

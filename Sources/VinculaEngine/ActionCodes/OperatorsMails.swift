import VinculaCore

/// The mails that operators have sent to one person from the console.
enum OperatorsMails {
    /// The number of mails in ``seconds``.
    static let most = 5
    /// The time that counts, in seconds.
    static let seconds: Int64 = 3600
}

extension Work {
    /// Counts a mail to an account by its record in the audit log, which names the operator.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)`` if operators sent it too many lately.
    func countOperatorsMail(to account: Account, for purpose: ActionCodePurpose) throws {
        let since = now.adding(seconds: -OperatorsMails.seconds)
        let placed = try reads.auditEntries(
            AuditQuery(
                project: scope.project, tenant: scope.tenant, since: since, account: account.id, action: .actionLinkSend,
                limit: OperatorsMails.most))
        // Those of the last moment may have no place in the log yet.
        let waiting = try reads.waitingAuditEntries(after: 0, limit: 1000).map(\.entry).filter {
            $0.scope == scope && $0.account == account.id && $0.action == .actionLinkSend && $0.time >= since
        }
        let earlier = placed + waiting
        if earlier.count >= OperatorsMails.most, let oldest = earlier.map(\.time.seconds).min() {
            let left = OperatorsMails.seconds - (now.seconds - oldest)
            throw AuthError.tooManyAttempts(retryAfterSeconds: max(1, Int(left)))
        }
        record(.actionLinkSend, account: account.id, details: ["purpose": .string(purpose.rawValue)])
    }
}

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
        let earlier = try reads.auditEntries(
            AuditQuery(
                project: scope.project, tenant: scope.tenant, since: now.adding(seconds: -OperatorsMails.seconds),
                account: account.id, action: .actionLinkSend, limit: OperatorsMails.most))
        if earlier.count >= OperatorsMails.most, let oldest = earlier.last {
            let left = OperatorsMails.seconds - (now.seconds - oldest.time.seconds)
            throw AuthError.tooManyAttempts(retryAfterSeconds: max(1, Int(left)))
        }
        record(.actionLinkSend, account: account.id, details: ["purpose": .string(purpose.rawValue)])
    }
}

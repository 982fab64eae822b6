package import VinculaCore

extension AuthEngine {
    /// Finishes a sign-in with a recovery code in place of a second factor. The owner is informed by mail.
    ///
    /// The attempt counts like any other code, before it is checked, in its own commit.
    ///
    /// - Parameters:
    ///   - credential: The pending credential from the first factor.
    ///   - text: The code as typed.
    ///   - scope: The project.
    /// - Throws: ``AuthError/missingPendingSignIn``, ``AuthError/invalidPendingSignIn``, ``AuthError/missingCode``,
    ///   ``AuthError/invalidCode``, ``AuthError/userDisabled``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func finishSignIn(
        _ credential: String?, recoveryCode text: String?, in scope: ProjectScope
    ) async throws -> SignedIn {
        let found = try await read(in: scope) { try $0.pendingSignIn(credential) }
        guard let text, !text.isEmpty else { throw AuthError.missingCode }
        try limits.admit(.mfaSignIn, target: found.account.id, in: scope)
        try await countCode(of: found.pending)
        guard let code = RecoveryCode(typed: text) else { throw AuthError.invalidCode }
        return try await write(in: scope) { work in
            let (pending, account) = try work.pendingSignIn(credential, counted: true)
            return try finish(pending, of: account, by: code, work)
        } signing: {
            try tokens.issue($0)
        }
    }

    /// Uses up a recovery code, and opens the session of the sign-in that it finishes.
    ///
    /// - Throws: ``AuthError/invalidCode`` for a code that is not one of the account's present set.
    func finish(_ pending: PendingSignIn, of account: Account, by code: RecoveryCode, _ work: Work) throws -> OpenedSession {
        guard let set = account.recoveryCodes,
            try work.transaction.useRecoveryCode(code.fingerprint(of: set.id, try recoveryCodeKey(work)))
        else { throw AuthError.invalidCode }
        let left = try work.reads.recoveryCodesLeft(ofSet: set.id)
        work.record(.recoveryCodesUse, account: account.id, details: ["left": .integer(Int64(left))])
        if mail.isSet(try work.settings()), account.emailVerified, let email = account.email {
            var order = MailOrder(.recoveryCodeUsed, project: work.scope.project, to: email)
            order.codesLeft = left
            try mail.queue(notice: order, work)
        }
        return try finish(pending, of: account, by: set.id, work)
    }
}

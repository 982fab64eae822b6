public import VinculaCore

/// What a code is for, as far as whoever holds it may know.
public struct ActionCodeFacts: Sendable {
    public let purpose: ActionCodePurpose
    /// Not told of a link that signs in: whoever found it would know all that it takes to use it.
    public let email: EmailAddress?
    public let newEmail: EmailAddress?
    /// The second factor that the code takes off, while the account has it.
    public let secondFactor: SecondFactor?

    init(_ code: ActionCode, account: Account?) {
        purpose = code.purpose
        email = code.purpose == .signIn ? nil : code.email
        newEmail = code.purpose == .signIn ? nil : code.newEmail
        secondFactor = account?.secondFactors.first { $0.id == code.target.secondFactor }
    }
}

extension AuthEngine {
    /// Tells what a code is for, and leaves it as it is.
    ///
    /// - Throws: ``AuthError/missingActionCode``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    public func inspectActionCode(_ text: String?, in scope: ProjectScope) async throws -> ActionCodeFacts {
        let code = try await requireActionCode(text, for: ActionCodePurpose.allCases, digitsOf: nil, in: scope)
        guard let id = code.account, code.purpose == .revertSecondFactorAddition else {
            return ActionCodeFacts(code, account: nil)
        }
        let facts = ActionCodeFacts(code, account: try await read { try $0.account(id, in: code.scope) })
        // What it takes off is gone: clients take no answer without it.
        guard facts.secondFactor != nil else { throw AuthError.invalidActionCode }
        return facts
    }

    /// Sets a new password by a mailed code.
    ///
    /// The mail proves the address: where nobody had proven it, everything that somebody else could have left goes. All
    /// sessions end. An account that is disabled stays so, and its code unspent.
    ///
    /// - Parameters:
    ///   - text: The code of a link, or six digits.
    ///   - email: Whose digits they are.
    ///   - password: The new password.
    /// - Returns: The account's email.
    /// - Throws: ``AuthError/missingActionCode``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``,
    ///   ``AuthError/userDisabled``, ``AuthError/operationNotAllowed(_:)``, and the answers to a password that cannot be used.
    @discardableResult
    public func resetPassword(
        _ text: String?, email: EmailAddress? = nil, to password: String, in scope: ProjectScope,
        from client: ClientAddress = .unknown
    ) async throws -> EmailAddress {
        let code = try await requireActionCode(
            text, for: [.resetPassword], digitsOf: email.map { .mailbox($0, .resetPassword) }, in: scope)
        let settings = try await read { try self.settings(of: scope.project, in: $0) }
        guard settings.emailEnabled else { throw AuthError.operationNotAllowed(nil) }
        guard let address = code.email else { throw AuthError.invalidActionCode }
        guard let hash = try await hashNew(password, policy: settings.passwordPolicy, email: address, in: scope) else {
            throw AuthError.missingPassword
        }
        let now = clock.now
        return try await write { transaction in
            let old = try self.account(of: code, transaction)
            guard old.email == address else { throw AuthError.invalidActionCode }
            try spend(code, now: now, transaction)
            var account = old
            if old.emailVerified {
                account.endAllSessions(now: now)
            } else {
                account.purge(now: now)
                try transaction.purge(account.id, in: scope)
            }
            account.emailVerified = true
            account.password = PasswordRecord(hash: hash, updatedAt: now)
            try relieveCodes(of: account, in: scope, now: now, transaction)
            try noteNewPassword(of: address, in: scope, from: client, now: now, transaction)
            try transaction.update(account, from: old, in: scope)
            return address
        }
    }
}

public import VinculaCore

/// The information about a code that its holder may see.
public struct ActionCodeFacts: Sendable {
    public let purpose: ActionCodePurpose
    /// Not revealed for a sign-in link: whoever found the link would then know everything needed to use it.
    public let email: EmailAddress?
    public let newEmail: EmailAddress?
    /// The second factor that the code removes, as long as the account has it.
    public let secondFactor: SecondFactor?

    init(_ code: ActionCode, account: Account?) {
        purpose = code.purpose
        email = code.purpose == .signIn ? nil : code.email
        newEmail = code.purpose == .signIn ? nil : code.newEmail
        secondFactor = account?.secondFactors.first { $0.id == code.target.secondFactor }
    }
}

extension AuthEngine {
    /// Returns what a code is for, without spending it.
    ///
    /// - Throws: ``AuthError/missingActionCode``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    public func inspectActionCode(_ text: String?, in scope: ProjectScope) async throws -> ActionCodeFacts {
        let code = try await requireActionCode(text, for: ActionCodePurpose.allCases, digitsOf: nil, in: scope)
        guard let id = code.account, code.purpose == .revertSecondFactorAddition else {
            return ActionCodeFacts(code, account: nil)
        }
        let facts = ActionCodeFacts(code, account: try await read { try $0.account(id, in: code.scope) })
        // The factor no longer exists, and clients reject a response without it.
        guard facts.secondFactor != nil else { throw AuthError.invalidActionCode }
        return facts
    }

    /// Sets a new password with a mailed code.
    ///
    /// The mail proves the address: if it was unproven, everything that somebody else could have left is removed. All
    /// sessions end. A disabled account stays disabled, and its code unspent.
    ///
    /// - Parameters:
    ///   - text: The code of a link, or six digits.
    ///   - email: The address that the digits were sent to.
    ///   - password: The new password.
    /// - Returns: The account's email.
    /// - Throws: ``AuthError/missingActionCode``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``,
    ///   ``AuthError/userDisabled``, ``AuthError/operationNotAllowed(_:)``, and the answers to a password that cannot be
    ///   used.
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

package import VinculaCore

/// The information about a code that its holder may see.
package struct ActionCodeFacts: Sendable {
    package let purpose: ActionCodePurpose
    /// Not revealed for a sign-in link: whoever found the link would then know everything needed to use it.
    package let email: EmailAddress?
    package let newEmail: EmailAddress?
    /// The second factor that the code removes, as long as the account has it.
    package let secondFactor: SecondFactor?

    init(_ code: ActionCode, account: Account?) {
        purpose = code.purpose
        email = code.purpose == .signIn ? nil : code.email
        newEmail = code.purpose == .signIn ? nil : code.newEmail
        secondFactor = account?.secondFactors.first { $0.id == code.target.secondFactor }
    }
}

extension ActionCodes {
    /// Returns what a code is for, without spending it.
    ///
    /// - Throws: ``AuthError/missingActionCode``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    package func inspectActionCode(_ text: String?, in scope: ProjectScope) async throws -> ActionCodeFacts {
        let code = try await requireActionCode(text, for: ActionCodePurpose.allCases, digitsOf: nil, in: scope)
        guard let id = code.account, code.purpose == .revertSecondFactorAddition else {
            return ActionCodeFacts(code, account: nil)
        }
        let facts = ActionCodeFacts(code, account: try await read(in: code.scope) { try $0.account(id) })
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
    ///   - scope: The project.
    ///   - client: The client's address, for the limits.
    /// - Returns: The account's email.
    /// - Throws: ``AuthError/missingActionCode``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``,
    ///   ``AuthError/userDisabled``, ``AuthError/operationNotAllowed(_:)``, and the answers to a password that cannot be
    ///   used.
    @discardableResult
    package func resetPassword(
        _ text: String?, email: EmailAddress? = nil, to password: String, in scope: ProjectScope,
        from client: ClientAddress = .unknown
    ) async throws -> EmailAddress {
        let code = try await requireActionCode(
            text, for: [.resetPassword], digitsOf: email.map { .mailbox($0, .resetPassword) }, in: scope)
        let settings = try await read(in: scope) { try $0.settings() }
        guard settings.passwordEnabled else { throw AuthError.operationNotAllowed(nil) }
        guard let address = code.email else { throw AuthError.invalidActionCode }
        guard let hash = try await hasher.hashNew(password, policy: settings.passwordPolicy, email: address, in: scope) else {
            throw AuthError.missingPassword
        }
        let reset = try await write(in: scope) { work -> EmailAddress? in
            let old = try work.account(of: code)
            guard old.email == address else { throw AuthError.invalidActionCode }
            try work.spend(code)
            // A purge could not make it theirs: whoever the backend signs in to it would still get in.
            guard old.emailVerified || !old.hasCustomToken else {
                try work.release(old)
                return nil
            }
            var account = old
            if old.emailVerified {
                account.endAllSessions(now: work.now)
            } else {
                account.purge(now: work.now)
                try work.purge(account.id)
            }
            account.emailVerified = true
            account.password = PasswordRecord(hash: hash, updatedAt: work.now)
            try guesses.relieveCodes(of: account, work)
            try guesses.noteNewPassword(of: address, from: client, work)
            try work.endPasswordReverts(of: account.id, sentTo: address)
            work.transaction.journal.noteProofByMail()
            try work.update(account, from: old)
            return address
        }
        guard let reset else { throw AuthError.invalidActionCode }
        return reset
    }
}

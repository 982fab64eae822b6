public import VinculaCore

extension AuthEngine {
    /// Does what a code is for: verifies the address of an account, changes it, or takes its change back; takes a second
    /// factor off again.
    ///
    /// - Parameters:
    ///   - text: The code of a link, or six digits.
    ///   - idToken: The caller's ID token, if they have one: whose digits they are.
    /// - Returns: The account, and the code's purpose.
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``, ``AuthError/userDisabled``,
    ///   ``AuthError/emailExists``.
    public func applyActionCode(
        _ text: String?, idToken: String? = nil, in scope: ProjectScope
    ) async throws -> (account: Account, purpose: ActionCodePurpose) {
        let code = try await accountCode(text, idToken: idToken, in: scope)
        let now = clock.now
        let account = try await write { transaction in
            let old = try self.account(of: code, transaction)
            let settings = try self.settings(of: scope.project, in: transaction)
            var account = old
            switch code.purpose {
            case .verifyEmail:
                guard old.email == code.email else { throw AuthError.invalidActionCode }
                account.emailVerified = true
            case .verifyAndChangeEmail:
                guard old.email == code.email, let email = code.newEmail else { throw AuthError.invalidActionCode }
                try requireFree(email, for: old, in: scope, now: now, transaction)
                account.setEmail(email)
                account.emailVerified = true
                account.endAllSessions(now: now)
            case .recoverEmail:
                guard let email = code.email else { throw AuthError.invalidActionCode }
                try giveBack(email, to: &account, in: scope, now: now, transaction)
                account.keepWaysIn(code.target, canReset: settings.emailEnabled)
                let keptFactors = code.target.secondFactorsBefore ?? []
                account.secondFactors.removeAll { !keptFactors.contains($0.id) }
                account.endAllSessions(now: now)
                transaction.journal.noteRecovery()
            case .revertSecondFactorAddition:
                guard let id = code.target.secondFactor, account.secondFactors.contains(where: { $0.id == id }) else {
                    throw AuthError.invalidActionCode
                }
                account.secondFactors.removeAll { $0.id == id }
                // Whoever added it was signed in: by the password, or by a way that they had added before.
                account.keepWaysIn(code.target, canReset: settings.emailEnabled)
                // They may have changed the address since, too.
                if let email = code.email, email != old.email {
                    try giveBack(email, to: &account, in: scope, now: now, transaction)
                    transaction.journal.noteRecovery()
                }
                account.endAllSessions(now: now)
            case .resetPassword, .signIn: throw AuthError.invalidActionCode
            }
            try spend(code, now: now, transaction)
            try transaction.update(account, from: old, in: scope)
            return account
        }
        return (account, code.purpose)
    }

    /// Gives an account an address back that it had.
    private func giveBack(
        _ email: EmailAddress, to account: inout Account, in scope: ProjectScope, now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        try requireFree(email, for: account, in: scope, now: now, transaction)
        account.email = email
        account.emailVerified = true
        account.initialEmail = nil
    }

    /// Takes an address off an account that its owner says is not theirs: whoever made the account has neither the address
    /// nor a password that goes with it, nor a session, and the address is free.
    ///
    /// - Parameter text: The code of the mail that asked to confirm the address.
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    public func disownAddress(_ text: String?, in scope: ProjectScope) async throws {
        let code = try await requireActionCode(text, for: [.verifyEmail], digitsOf: nil, in: scope)
        let now = clock.now
        try await write { transaction in
            // Of a disabled account too: it is not theirs either.
            guard let id = code.account, let old = try transaction.account(id, in: scope), old.email == code.email,
                !old.emailVerified
            else { throw AuthError.invalidActionCode }
            try spend(code, now: now, transaction)
            var account = old
            account.removeEmail()
            account.initialEmail = nil
            account.endAllSessions(now: now)
            try transaction.purge(id, in: scope)
            try transaction.update(account, from: old, in: scope)
            transaction.record(AuditEvent(.emailDisown, in: scope, account: id))
        }
    }

    /// Finds a code for an account; six digits by whose account the caller is signed in to.
    private func accountCode(_ text: String?, idToken: String?, in scope: ProjectScope) async throws -> ActionCode {
        var owner: DigitsOwner?
        if let idToken, !idToken.isEmpty, text?.utf8.count == 6 {
            let facts = try verifyIDToken(idToken, in: scope)
            owner = .account(try await read { try self.caller(facts, in: scope, $0).id })
        }
        return try await requireActionCode(
            text, for: ActionCodePurpose.allCases.filter(\.isOfAccount), digitsOf: owner, in: scope)
    }
}

extension Account {
    /// Takes off what a thief may sign in with: ways in that were added, and the password, which they may know or have set; the
    /// page offers a new one by mail.
    ///
    /// - Parameter canReset: Whether mail leads back to the account. Where it does not, the way in that was there first stays.
    fileprivate mutating func keepWaysIn(_ target: ActionCode.Target, canReset: Bool) {
        let kept = target.identitiesBefore ?? []
        let first = identities.first
        password = nil
        identities.removeAll { !kept.contains($0.key) }
        if phone?.value != target.phoneBefore { phone = nil }
        if !canReset, identities.isEmpty, phone == nil, let first { identities = [first] }
    }
}

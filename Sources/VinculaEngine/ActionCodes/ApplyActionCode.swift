public import VinculaCore

extension AuthEngine {
    /// Carries out what a code is for: verifies the address of an account, changes it, or reverts its change; removes a
    /// second factor or a way in.
    ///
    /// - Parameters:
    ///   - text: The code of a link, or six digits.
    ///   - idToken: The caller's ID token, if any; it identifies the account that the digits belong to.
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
                try keepWaysIn(code.target, of: &account, settings: settings, in: scope, transaction)
                account.secondFactors.removeAll { !Self.keeps($0, code) }
                account.endAllSessions(now: now)
                transaction.journal.noteRecovery()
            case .revertSecondFactorAddition:
                guard let id = code.target.secondFactor, account.secondFactors.contains(where: { $0.id == id }) else {
                    throw AuthError.invalidActionCode
                }
                try revertAddition(code, to: &account, settings: settings, in: scope, now: now, transaction)
            case .revertSignInMethodAddition:
                guard let key = code.target.addedIdentity, account.identities.contains(where: { $0.key == key }) else {
                    throw AuthError.invalidActionCode
                }
                try revertAddition(code, to: &account, settings: settings, in: scope, now: now, transaction)
            case .resetPassword, .signIn: throw AuthError.invalidActionCode
            }
            try spend(code, now: now, transaction)
            try transaction.update(account, from: old, in: scope)
            return account
        }
        return (account, code.purpose)
    }

    /// Removes what somebody who added something to an account may sign in with, the second factors that came with it or
    /// later, and their sessions.
    private func revertAddition(
        _ code: ActionCode, to account: inout Account, settings: ProjectSettings, in scope: ProjectScope, now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        // They were signed in: with the password, or with a way in that they had added before.
        try keepWaysIn(code.target, of: &account, settings: settings, in: scope, transaction)
        account.secondFactors.removeAll { !Self.keeps($0, code) }
        // They may also have changed the address since.
        if let email = code.email, email != account.email {
            try giveBack(email, to: &account, in: scope, now: now, transaction)
            transaction.journal.noteRecovery()
        }
        account.endAllSessions(now: now)
    }

    /// Removes what a thief may sign in with: ways in that were added, and the password, which they may know or have set;
    /// the page offers a new one by mail. If mail does not lead back to an account that would be left without a way in,
    /// those that the owner had before are restored.
    private func keepWaysIn(
        _ target: ActionCode.Target, of account: inout Account, settings: ProjectSettings, in scope: ProjectScope,
        _ transaction: any WriteTransaction
    ) throws {
        let kept = target.identitiesBefore ?? []
        account.password = nil
        account.identities.removeAll { !kept.contains($0.key) }
        if account.phone?.value != target.phoneBefore { account.phone = nil }
        // Nobody can sign in with a phone number yet, so it does not count as a way in here.
        guard !settings.emailEnabled, account.identities.isEmpty else { return }
        for key in kept where account.identity(of: key.provider) == nil {
            guard try transaction.account(identity: key, in: scope) == nil else { continue }
            // The provider's profile of the person is filled in at the next sign-in.
            account.identities.append(Identity(key: key, email: nil, profile: Profile()))
            // No mail may offer to remove it again, as for a way in that somebody adds.
            transaction.journal.noteRecovery()
        }
    }

    /// Indicates whether a second factor stays on the account when a code reverts a change: it was there before.
    private static func keeps(_ factor: SecondFactor, _ code: ActionCode) -> Bool {
        guard factor.id != code.target.secondFactor else { return false }
        // Codes of older versions do not list the factors.
        return code.target.secondFactorsBefore?.contains(factor.id) ?? (factor.enrolledAt < code.createdAt)
    }

    /// Restores an account's previous address.
    private func giveBack(
        _ email: EmailAddress, to account: inout Account, in scope: ProjectScope, now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws {
        try requireFree(email, for: account, in: scope, now: now, transaction)
        account.email = email
        account.emailVerified = true
        account.initialEmail = nil
    }

    /// Removes an address from an account at the request of the address's owner: whoever created the account loses the
    /// address, the password that goes with it and their sessions, and the address is free.
    ///
    /// - Parameter text: The code of the mail that asked to confirm the address.
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    public func disownAddress(_ text: String?, in scope: ProjectScope) async throws {
        let code = try await requireActionCode(text, for: [.verifyEmail], digitsOf: nil, in: scope)
        let now = clock.now
        try await write { transaction in
            // Also from a disabled account: it is not theirs either.
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

    /// Finds a code for an account; six digits are looked up by the account that the caller is signed in to.
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

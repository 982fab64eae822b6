package import VinculaCore

extension ActionCodes {
    /// Carries out what a code is for: verifies the address of an account, changes it, or takes a change of the account back.
    ///
    /// - Parameters:
    ///   - text: The code of a link, or six digits.
    ///   - idToken: The caller's ID token, if any; it identifies the account that the digits belong to.
    ///   - scope: The project.
    /// - Returns: The account, and the code's purpose.
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``, ``AuthError/userDisabled``,
    ///   ``AuthError/emailExists``.
    package func applyActionCode(
        _ text: String?, idToken: String? = nil, in scope: ProjectScope
    ) async throws -> (account: Account, purpose: ActionCodePurpose) {
        let code = try await accountCode(text, idToken: idToken, in: scope)
        let account = try await write(in: scope) { work in
            let old = try work.account(of: code)
            let settings = try work.settings()
            var account = old
            switch code.purpose {
            case .verifyEmail:
                guard old.email == code.email else { throw AuthError.invalidActionCode }
                account.emailVerified = true
            case .verifyAndChangeEmail:
                guard old.email == code.email, let email = code.newEmail else { throw AuthError.invalidActionCode }
                try work.requireFree(email, for: old)
                account.setEmail(email)
                account.emailVerified = true
                account.endAllSessions(now: work.now)
            case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition, .revertSignInMethodRemoval,
                .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
                try work.recover(&account, by: code, settings: settings)
            case .resetPassword, .signIn: throw AuthError.invalidActionCode
            }
            try work.spend(code)
            if code.purpose.takesBack { try work.endPasswordReverts(of: account.id, sentTo: code.email) }
            try work.update(account, from: old)
            return account
        }
        return (account, code.purpose)
    }

    /// Removes an address from an account at the request of the address's owner: whoever created the account loses the
    /// address, the password that goes with it and their sessions, and the address is free.
    ///
    /// - Parameters:
    ///   - text: The code of the mail that asked to confirm the address.
    ///   - scope: The project.
    /// - Throws: ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``.
    package func disownAddress(_ text: String?, in scope: ProjectScope) async throws {
        let code = try await requireActionCode(text, for: [.verifyEmail], digitsOf: nil, in: scope)
        try await write(in: scope) { work in
            // Also from a disabled account: it is not theirs either.
            guard let id = code.account, let old = try work.account(id), old.email == code.email,
                !old.emailVerified
            else { throw AuthError.invalidActionCode }
            try work.spend(code)
            var account = old
            account.removeEmail()
            account.initialEmail = nil
            account.endAllSessions(now: work.now)
            try work.purge(id)
            try work.update(account, from: old)
            work.record(.emailDisown, account: id)
        }
    }

    /// Finds a code for an account; six digits are looked up by the account that the caller is signed in to.
    private func accountCode(_ text: String?, idToken: String?, in scope: ProjectScope) async throws -> ActionCode {
        var owner: DigitsOwner?
        if let idToken, !idToken.isEmpty, text?.utf8.count == 6 {
            let facts = try tokens.verifyCaller(idToken, for: .applyMailedCode, in: scope, now: clock.now)
            owner = .account(try await read(in: scope) { try $0.caller(facts).id })
        }
        return try await requireActionCode(
            text, for: ActionCodePurpose.allCases.filter(\.isOfAccount), digitsOf: owner, in: scope)
    }
}

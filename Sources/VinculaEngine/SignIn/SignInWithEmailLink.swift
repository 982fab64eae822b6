import Foundation
package import VinculaCore

extension AuthEngine {
    /// Signs in, or links, with a mailed link.
    ///
    /// The address must be the one that the link was sent to, so that a link is worthless to somebody who finds it and does
    /// not know whose it is. The link proves the mailbox: if it was unproven, everything that somebody else could have left
    /// on the account is removed.
    ///
    /// - Parameters:
    ///   - email: The address, as received.
    ///   - text: The code of the link, or the six digits of the mail.
    ///   - idToken: The caller's ID token, to add the address to that account.
    ///   - scope: The project.
    ///   - client: The caller's network address.
    /// - Returns: The session, or the pending sign-in if a second factor is required; and whether the account is new.
    /// - Throws: ``AuthError/emailOfAnotherLink``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``,
    ///   ``AuthError/emailExists``, ``AuthError/providerAlreadyLinked``, ``AuthError/userDisabled``,
    ///   ``AuthError/adminOnlyOperation``, ``AuthError/operationNotAllowed(_:)``, ``AuthError/credentialTooOld``, and the
    ///   answers to an unusable ID token.
    package func signInWithEmailLink(
        email: String?, code text: String?, idToken: String?, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> (outcome: SignInOutcome, isNewUser: Bool) {
        guard try await read(in: scope, { try $0.settings() }).emailLinkEnabled else {
            throw AuthError.operationNotAllowed(nil)
        }
        guard let emailText = email, !emailText.isEmpty else { throw AuthError.missingEmail }
        let email = try AccountEdit.email(emailText)
        // Counted together with the address, so that nobody uses up others' attempts.
        try limits.admit(.signInWithEmailLink, target: email, in: scope, from: client)
        let facts = try idToken.flatMap {
            $0.isEmpty ? nil : try tokens.verifyCaller($0, for: .linkEmailLink, in: scope, now: clock.now)
        }
        let code = try await actionCodes.requireActionCode(text, for: [.signIn], digitsOf: .mailbox(email, .signIn), in: scope)
        guard code.email == email else {
            try await actionCodes.noteMismatch(of: code)
            throw AuthError.emailOfAnotherLink
        }
        return try await write(in: scope) { work in
            let settings = try work.settings()
            let caller = try facts.map { try work.caller($0) }
            // A link to the account's own proven address proves again who the person is, if a mailbox is enough for that.
            let provesItself = caller.map { $0.email == email && $0.emailVerified && $0.secondFactors.isEmpty } ?? false
            if let facts, let caller, !provesItself { try facts.requireRecentSignIn(to: caller, now: work.now) }
            let holder = try work.account(email: email)
            let decision = EmailLinkPolicy.explain(
                email, linkTo: caller, holder: holder, signUpAllowed: !settings.disabledUserSignUp
            ).decision
            if case .refuse(let refusal) = decision { throw refusal.emailLinkAnswer }
            try work.spend(code)
            return try open(
                decision, email, addedBy: provesItself ? nil : facts, isLink: caller != nil, settings, work)
        } signing: { opened, isNewUser in
            (try tokens.issue(opened), isNewUser)
        }
    }

    /// Carries out a decision.
    ///
    /// - Parameters:
    ///   - session: The session that continues with the address; `nil` if the mail itself proves who the person is.
    ///   - isLink: `true` if a signed-in person adds the address.
    private func open(
        _ decision: LinkingDecision, _ email: EmailAddress, addedBy session: IDTokenFacts?, isLink: Bool,
        _ settings: ProjectSettings,
        _ work: Work
    ) throws -> (PassedFirstFactor, isNewUser: Bool) {
        var signIn = SignInFacts(provider: .password, isByMail: true)
        switch decision {
        case .create:
            // An account that had the address unproven, and that could not be purged.
            if let holder = try work.account(email: email) { try work.release(holder) }
            var account = work.startAccount()
            account.email = email
            account.emailVerified = true
            account.hasEmailLink = true
            account.validSince = work.now.seconds
            return (.opened(try sessions.openNewAccount(account, by: signIn, settings, work)), true)
        case .join(let id, let adoption, _):
            let old = try work.existing(id)
            var account = old
            // A way in is only recorded once the second factor has been given.
            if isLink || old.secondFactors.isEmpty { account.hasEmailLink = true }
            if case .keep = adoption {
            } else {
                account.setEmail(email)
                account.emailVerified = true
            }
            if old.isAnonymous || old.email != nil && old.email != email { account.endAllSessions(now: work.now) }
            signIn.provenAt = session.map { $0.provenAt(addingTo: old, now: work.now) }
            return (try sessions.passFirstFactor(for: account, from: old, by: signIn, addedBy: session, work), false)
        case .purgeAndJoin(let id):
            let old = try work.existing(id)
            var account = old
            account.purge(now: work.now)
            try work.purge(id)
            account.emailVerified = true
            account.hasEmailLink = true
            return (try sessions.passFirstFactor(for: account, from: old, by: signIn, work), false)
        case .open(let id):
            let old = try work.existing(id)
            return (try sessions.passFirstFactor(for: old, from: old, by: signIn, work), false)
        case .refuse(let refusal): throw refusal.emailLinkAnswer
        }
    }
}

extension LinkingRefusal {
    /// The answer to a link that is refused.
    fileprivate var emailLinkAnswer: AuthError {
        switch self {
        case .emailExists, .needsConfirmation, .alreadyLinked: .emailExists
        case .providerAlreadyLinked: .providerAlreadyLinked
        case .userNotFound, .userMismatch: .userNotFound
        case .disabled: .userDisabled
        case .signUpNotAllowed: .adminOnlyOperation
        }
    }
}

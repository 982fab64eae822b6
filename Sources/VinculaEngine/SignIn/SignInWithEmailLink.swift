import Foundation
public import VinculaCore

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
    ///   - client: The caller's network address.
    /// - Returns: The session, or the pending sign-in if a second factor is required; and whether the account is new.
    /// - Throws: ``AuthError/emailOfAnotherLink``, ``AuthError/invalidActionCode``, ``AuthError/expiredActionCode``,
    ///   ``AuthError/emailExists``, ``AuthError/providerAlreadyLinked``, ``AuthError/userDisabled``,
    ///   ``AuthError/adminOnlyOperation``, ``AuthError/operationNotAllowed(_:)``, ``AuthError/credentialTooOld``, and the
    ///   answers to an unusable ID token.
    public func signInWithEmailLink(
        email: String?, code text: String?, idToken: String?, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> (outcome: SignInOutcome, isNewUser: Bool) {
        guard try await read({ try self.settings(of: scope.project, in: $0) }).emailLinkEnabled else {
            throw AuthError.operationNotAllowed(nil)
        }
        guard let emailText = email, !emailText.isEmpty else { throw AuthError.missingEmail }
        let email = try AccountEdit.email(emailText)
        // Counted together with the address, so that nobody uses up others' attempts.
        try limits.admit(.signInWithEmailLink, target: email, in: scope, from: client)
        let facts = try idToken.flatMap { $0.isEmpty ? nil : try verifyIDToken($0, in: scope) }
        let code = try await requireActionCode(text, for: [.signIn], digitsOf: .mailbox(email, .signIn), in: scope)
        guard code.email == email else {
            try await noteMismatch(of: code)
            throw AuthError.emailOfAnotherLink
        }
        let now = clock.now
        let (opened, isNewUser) = try await write { transaction in
            let settings = try self.settings(of: scope.project, in: transaction)
            let caller = try facts.map { try self.caller($0, in: scope, transaction) }
            // A link to the account's own proven address proves again who the person is, if a mailbox is enough for that.
            let provesItself = caller.map { $0.email == email && $0.emailVerified && $0.secondFactors.isEmpty } ?? false
            if let facts, let caller, !provesItself { try requireRecentSignIn(facts, of: caller, now: now) }
            let holder = try transaction.account(email: email, in: scope)
            let decision = EmailLinkPolicy.explain(
                email, linkTo: caller, holder: holder, signUpAllowed: !settings.disabledUserSignUp
            ).decision
            if case .refuse(let refusal) = decision { throw refusal.emailLinkAnswer }
            try spend(code, now: now, transaction)
            return try open(
                decision, email, linker: provesItself ? nil : facts, isLink: caller != nil, in: scope, now: now, transaction)
        }
        return (try issue(opened, now: now), isNewUser)
    }

    /// Carries out a decision.
    ///
    /// - Parameters:
    ///   - linker: The session that continues with the address; `nil` if the mail itself proves who the person is.
    ///   - isLink: Whether a signed-in person adds the address.
    private func open(
        _ decision: LinkingDecision, _ email: EmailAddress, linker: IDTokenFacts?, isLink: Bool, in scope: ProjectScope,
        now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> (PassedFirstFactor, isNewUser: Bool) {
        switch decision {
        case .create:
            var account = newAccount(now: now)
            account.email = email
            account.emailVerified = true
            account.hasEmailLink = true
            account.validSince = now.seconds
            account.lastSignInAt = now
            try transaction.insert(account, in: scope)
            let opened = try openFirstSession(for: account, provider: .password, in: scope, now: now, transaction)
            return (.opened(opened), true)
        case .join(let id, let adoption, _):
            let old = try existing(id, in: scope, transaction)
            var account = old
            // A way in is only recorded once the second factor has been given.
            if isLink || old.secondFactors.isEmpty { account.hasEmailLink = true }
            if case .keep = adoption {
            } else {
                account.setEmail(email)
                account.emailVerified = true
            }
            if old.isAnonymous || old.email != nil && old.email != email { account.endAllSessions(now: now) }
            return (
                try passFirstFactor(
                    for: account, from: old, provider: .password, linker: linker,
                    provenAt: linker.map { provenAt($0, addingTo: old, now: now) }, in: scope, now: now, transaction), false
            )
        case .purgeAndJoin(let id):
            let old = try existing(id, in: scope, transaction)
            var account = old
            account.purge(now: now)
            try transaction.purge(id, in: scope)
            account.emailVerified = true
            account.hasEmailLink = true
            return (try passFirstFactor(for: account, from: old, provider: .password, in: scope, now: now, transaction), false)
        case .open(let id):
            let old = try existing(id, in: scope, transaction)
            return (try passFirstFactor(for: old, from: old, provider: .password, in: scope, now: now, transaction), false)
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

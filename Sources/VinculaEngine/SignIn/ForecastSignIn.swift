package import VinculaCore

/// A sign-in that somebody asks about.
package struct ForecastQuestion: Hashable, Sendable {
    package var method: ForecastMethod
    package var email: EmailAddress?
    package var phone: PhoneNumber?
    /// The provider's id for the person.
    package var subject = ""
    /// Indicates whether the provider says that the email is verified.
    package var saysVerified = false

    package init(_ method: ForecastMethod) { self.method = method }
}

extension AuthEngine {
    /// Foresees what a sign-in would do whose proof is right, by the decisions that it would be made with. Nothing is written, and
    /// nobody is asked.
    ///
    /// - Throws: ``AuthError/missingEmail``, ``AuthError/invalidPhoneNumber``, ``AuthError/tenantNotFound``.
    package func forecast(_ question: ForecastQuestion, in scope: ProjectScope) async throws -> SignInForecast {
        let limited = limited
        let (facts, account) = try await read(in: scope) { reading in
            let settings = try reading.settings()
            var facts = ForecastFacts(method: question.method, state: try reading.state(of: question.method, settings))
            facts.signUpAllowed = !settings.disabledUserSignUp
            facts.secondFactors = settings.secondFactors
            facts.asksFunction = settings.blocking[.beforeSignIn] != nil
            facts.asksFormerServer = settings.migration.firebase != nil
            switch question.method {
            case .anonymous: break
            case .password:
                guard let email = question.email else { throw AuthError.missingEmail }
                facts.account = try reading.account(email: email)
            case .emailLink:
                guard let email = question.email else { throw AuthError.missingEmail }
                let holder = try reading.account(email: email)
                let linking = EmailLinkPolicy.explain(
                    email, linkTo: nil, holder: holder, signUpAllowed: facts.signUpAllowed)
                facts.linking = linking
                facts.opened = linking.decision.opens(holder) ? holder : nil
            case .provider(let id):
                let presented = try reading.presented(question, id, settings, server: self.serverTrust)
                facts.ownership = presented.email == nil ? nil : presented.ownership
                let linkingFacts = try reading.linkingFacts(presented, intent: .signIn, settings: settings)
                let linking = LinkingPolicy.explain(linkingFacts)
                facts.linking = linking
                facts.opened = [linkingFacts.identityHolder, linkingFacts.emailHolder].compactMap(\.self).first {
                    linking.decision.opens($0)
                }
            }
            return (facts, facts.account)
        }
        var known = facts
        if let account { known.wrongPasswords = try await limited.guesses(of: account.id, in: scope).passwords }
        return SignInForecast(known)
    }
}

extension LinkingDecision {
    /// Indicates whether the decision opens an account.
    fileprivate func opens(_ account: Account?) -> Bool {
        switch self {
        case .open(let id), .join(let id, _, _), .purgeAndJoin(let id): id == account?.id
        case .create, .refuse: false
        }
    }
}

extension ScopedReads {
    fileprivate func state(of method: ForecastMethod, _ settings: ProjectSettings) throws -> ForecastFacts.MethodState {
        switch method {
        case .password: return settings.passwordEnabled ? .on : .off
        case .emailLink: return settings.emailLinkEnabled ? .on : .off
        case .anonymous: return settings.anonymousEnabled ? .on : .off
        case .provider(let id):
            do {
                try requireEnabled(id)
                return .on
            } catch AuthError.providerDisabled {
                return .off
            } catch is AuthError {
                return .notConfigured
            }
        }
    }

    fileprivate func presented(
        _ question: ForecastQuestion, _ id: ProviderID, _ settings: ProjectSettings, server: [ProviderID: ProviderTrust]
    ) throws -> PresentedIdentity {
        guard id != .phone else {
            guard let phone = question.phone else { throw AuthError.invalidPhoneNumber }
            return PresentedIdentity(phone: phone)
        }
        let issuer = id.isDefinedByProject ? try reads.openIDProvider(id, in: scope)?.issuer : nil
        let ownership = question.email.map { email in
            settings.trust(in: id, server: server).trust.ownership(
                of: ProviderTrust.Assertion(provider: id, email: email, saysVerified: question.saysVerified))
        }
        return PresentedIdentity(
            key: IdentityKey(provider: id, issuer: issuer ?? id.canonicalIssuer, subject: question.subject),
            email: question.email, ownership: ownership ?? .claimed)
    }
}

package import VinculaCore

/// A federated sign-in, link or reauthentication, as a client requests it.
package struct ProviderSignInRequest: Sendable {
    /// The proof that the person presents.
    package enum Proof: Sendable {
        case credential(FederatedCredential)
        /// The `pendingToken` of an earlier collision.
        case pendingToken(String)
        /// The one-time code of a sign-in at the provider's page.
        case flow(FlowRedemption)
        /// The answer that the provider's page sent to the app's own address (`createAuthUri`).
        case answer(ClientFlowAnswer)
        /// A code that was sent to the person's phone.
        case phone(PhoneCodeProof)

        var pendingToken: String? { if case .pendingToken(let token) = self { token } else { nil } }
    }

    package var proof: Proof
    /// The caller's ID token, to link to that account.
    package var idToken: String?
    /// `false` when reauthenticating: never create an account.
    package var autoCreate: Bool
    /// `true` if a link replaces the account's own identity of the provider, and one with the identity that the account has
    /// is a reauthentication, as with phone numbers.
    package var replacesOwn: Bool

    package init(proof: Proof, idToken: String?, autoCreate: Bool, replacesOwn: Bool = false) {
        self.proof = proof
        self.idToken = idToken
        self.autoCreate = autoCreate
        self.replacesOwn = replacesOwn
    }
}

/// The result of a federated sign-in.
package struct ProviderSignIn: Sendable {
    package typealias Outcome = LinkingOutcome<SignInOutcome>

    /// The identity that the provider vouched for.
    package let identity: VerifiedIdentity
    package let outcome: Outcome
}

/// An identity, and when its provider's word about the email was judged.
private struct JudgedIdentity: Sendable {
    enum Judgement: Sendable {
        /// A moment ago.
        case fresh
        /// A few minutes ago, under this trust.
        case under(ProviderTrust)
        /// Some time ago, under a trust that is no longer known.
        case old
    }

    let identity: VerifiedIdentity
    let judgement: Judgement
}

extension ProjectSettings {
    fileprivate func stillTrusted(
        _ judged: JudgedIdentity, server: [ProviderID: ProviderTrust]
    ) -> PresentedIdentity {
        let presented = judged.identity.presented
        return switch judged.judgement {
        case .fresh: presented
        case .under(let trust): stillTrusted(presented, judgedUnder: trust, server: server)
        case .old: stillTrusted(presented, server: server)
        }
    }
}

extension AuthEngine {
    /// Signs in, links or reauthenticates with an identity that a provider vouches for.
    ///
    /// - Returns: The session, or the collision, which is stored before it is returned.
    /// - Throws: The verifier's errors, the answers to an unusable ID token, ``AuthError/invalidPendingToken``.
    package func signInWithProvider(_ request: ProviderSignInRequest, in scope: ProjectScope) async throws -> ProviderSignIn {
        let caller = try request.idToken.map { try tokens.verify($0, in: scope, now: clock.now) }
        let verified = try await verify(request.proof, in: scope)
        let identity = verified.identity
        try limits.admit(.signInWithIdp, target: identity.presented.key, in: scope)
        let pendingToken = request.proof.pendingToken
        return try await write(in: scope) { work -> LinkingOutcome<PassedFirstFactor> in
            // Verification takes time, and a provider may have been disabled in the meantime.
            let settings = try work.settings()
            try work.requireProvider(of: identity.presented)
            let intent = try work.intent(of: request, presenting: identity.presented.key, caller: caller)
            if let caller { try caller.require(intent.isLink ? .linkIdentity : .reauthenticate) }
            // Otherwise a stale session could empty an account and then take it over.
            if case .link(let account) = intent, account.isAnonymous, let caller {
                try caller.requireRecentSignIn(to: account, now: work.now)
            }
            // A replacement also removes a way in.
            if case .link(let account) = intent, request.replacesOwn, let caller,
                account.identity(of: identity.presented.key.provider) != nil
            {
                try caller.requireRecentSignIn(to: account, now: work.now)
            }
            let presented = settings.stillTrusted(verified, server: self.serverTrust)
            var facts = try work.linkingFacts(presented, intent: intent, settings: settings)
            facts.replacesOwn = request.replacesOwn
            let decision = LinkingPolicy.decide(facts)
            if let pendingToken { try work.redeem(pendingToken, for: decision, intent: intent) }
            // Whatever is decided: a collision gets a token of its own.
            if case .flow(let redemption) = request.proof { try BrowserFlows.consume(redemption, work) }
            if case .phone(let code) = request.proof { try work.consume(code) }
            let context = LinkingContext(
                settings: settings, addedBy: intent.isLink ? caller : nil, pendingToken: pendingToken,
                details: identity.details, credential: BlockingCredential(identity))
            return try linker.apply(decision, facts, context, work)
        } signing: { outcome in
            ProviderSignIn(identity: identity, outcome: try outcome.map { try tokens.issue($0) })
        }
    }

    /// Verifies the proof with its issuer, outside any transaction. Pending tokens and flow codes are this server's own.
    private func verify(
        _ proof: ProviderSignInRequest.Proof, in scope: ProjectScope
    ) async throws -> JudgedIdentity {
        switch proof {
        case .credential(let credential):
            let (trust, configured, client) = try await read(in: scope) { reading in
                let settings = try reading.settings()
                return (
                    settings.trust(in: credential.provider, server: self.serverTrust).trust,
                    try reading.reads.openIDProvider(credential.provider, in: scope),
                    try reading.client(of: credential.provider, sealer: sealer)
                )
            }
            let place = try limits.enter(credential.provider, in: scope)
            defer { place?.leave() }
            let identity = try await verifier.verify(credential, configured: configured, client: client, trust: trust)
            return JudgedIdentity(identity: identity, judgement: .fresh)
        case .pendingToken(let token):
            let pending = try await read(in: scope) { try $0.pendingCredential(of: token) }
            return JudgedIdentity(identity: VerifiedIdentity(pending, openedWith: token), judgement: .old)
        case .flow(let redemption):
            let result = try await flows.result(of: redemption, in: scope)
            return JudgedIdentity(identity: result.identity, judgement: .under(result.trust))
        case .phone(let code):
            let number = try await verify(code, in: scope, isMeant: { $0 == .signIn }).number
            let identity = VerifiedIdentity(
                presented: PresentedIdentity(phone: number),
                details: ProviderDetails(federatedID: number.value, rawUserInfo: .object([:])))
            return JudgedIdentity(identity: identity, judgement: .fresh)
        case .answer(let answer):
            // A token may come beside a state that this server has nothing to do with.
            if let credential = answer.credential, try await !flows.made(stateOf: answer) {
                return try await verify(.credential(credential), in: scope)
            }
            return JudgedIdentity(identity: try await flows.identity(from: answer, in: scope), judgement: .fresh)
        }
    }

    /// The facts that the policy would get for a credential that arrives now.
    package func linkingFacts(
        _ presented: PresentedIdentity, intent: LinkingIntent, in scope: ProjectScope
    ) async throws -> LinkingFacts {
        try await read(in: scope) { reading in
            let settings = try reading.settings()
            return try reading.linkingFacts(presented, intent: intent, settings: settings)
        }
    }
}

extension ScopedReads {
    /// Checks that the project still has a provider that it configured itself, with the same issuer.
    fileprivate func requireProvider(of presented: PresentedIdentity) throws {
        let provider = presented.key.provider
        try requireEnabled(provider)
        guard provider.isDefinedByProject else { return }
        // Only an emulator's assertion names the provider as its issuer; no configuration may.
        if provider.isSAML, presented.key.issuer == provider.value, try settings().allowsUnknownSAML { return }
        guard try reads.openIDProvider(provider, in: scope)?.issuer == presented.key.issuer else {
            throw AuthError.providerNotConfigured
        }
    }

    fileprivate func intent(
        of request: ProviderSignInRequest, presenting key: IdentityKey, caller facts: IDTokenFacts?
    ) throws -> LinkingIntent {
        let account = try facts.map { try caller($0) }
        let hasIt = request.replacesOwn && account?.identities.contains { $0.key == key } == true
        guard request.autoCreate, !hasIt else { return .reauthenticate(as: account) }
        return account.map { .link(to: $0) } ?? .signIn
    }

    func linkingFacts(
        _ presented: PresentedIdentity, intent: LinkingIntent, settings: ProjectSettings
    ) throws -> LinkingFacts {
        LinkingFacts(
            presented: presented, intent: intent,
            identityHolder: try account(identity: presented.key),
            emailHolder: try presented.email.flatMap { try account(email: $0) },
            oneAccountPerEmail: !settings.allowDuplicateEmails, signUpAllowed: !settings.disabledUserSignUp)
    }
}

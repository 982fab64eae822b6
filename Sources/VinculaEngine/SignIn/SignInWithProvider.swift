import Foundation
package import VinculaCore
import VinculaCrypto

/// A federated sign-in, link or reauthentication, as a client requests it.
package struct ProviderSignInRequest: Sendable {
    /// The proof that the person presents.
    package enum Proof: Sendable {
        case credential(FederatedCredential)
        /// The `pendingToken` of an earlier collision.
        case pendingToken(String)

        var pendingToken: String? { if case .pendingToken(let token) = self { token } else { nil } }
    }

    package var proof: Proof
    /// The caller's ID token, to link to that account.
    package var idToken: String?
    /// `false` when reauthenticating: never create an account.
    package var autoCreate: Bool

    package init(proof: Proof, idToken: String?, autoCreate: Bool) {
        self.proof = proof
        self.idToken = idToken
        self.autoCreate = autoCreate
    }
}

/// The result of a federated sign-in.
package struct ProviderSignIn: Sendable {
    package enum Outcome: Sendable {
        case passed(SignInOutcome, isNewUser: Bool, emailRecycled: Bool)
        case collided(Collision)
    }

    /// The identity that the provider vouched for.
    package let identity: VerifiedIdentity
    package let outcome: Outcome
}

extension AuthEngine {
    /// Signs in, links or reauthenticates with an identity that a provider vouches for.
    ///
    /// - Returns: The session, or the collision, which is stored before it is returned.
    /// - Throws: The verifier's errors, the answers to an unusable ID token, ``AuthError/invalidPendingToken``.
    package func signInWithProvider(_ request: ProviderSignInRequest, in scope: ProjectScope) async throws -> ProviderSignIn {
        let caller = try request.idToken.map { try tokens.verify($0, in: scope, now: clock.now) }
        let identity = try await verify(request.proof, in: scope)
        try limits.admit(.signInWithIdp, target: identity.presented.key, in: scope)
        let applied = try await write(in: scope) { work -> AppliedLinking in
            // Verification takes time, and a provider may have been disabled in the meantime.
            let settings = try work.settings()
            try work.requireProvider(of: identity.presented)
            let intent = try work.intent(of: request, caller: caller)
            // Otherwise a stale session could empty an account and then take it over.
            if case .link(let account) = intent, account.isAnonymous, let caller {
                try caller.requireRecentSignIn(to: account, now: work.now)
            }
            let presented =
                request.proof.pendingToken == nil
                ? identity.presented : settings.stillTrusted(identity.presented, server: self.serverTrust)
            let facts = try work.linkingFacts(presented, intent: intent, settings: settings)
            let decision = LinkingPolicy.decide(facts)
            let token = request.proof.pendingToken
            if let token { try linker.redeem(token, for: decision, intent: intent, work) }
            let context = LinkingContext(
                settings: settings, addedBy: intent.isLink ? caller : nil, pendingToken: token,
                details: identity.details)
            return try linker.apply(decision, facts, context, work)
        }
        switch applied {
        case .passed(let opened, let isNewUser, let emailRecycled):
            let passed = try tokens.issue(opened)
            return ProviderSignIn(
                identity: identity, outcome: .passed(passed, isNewUser: isNewUser, emailRecycled: emailRecycled))
        case .collided(let collision):
            return ProviderSignIn(identity: identity, outcome: .collided(collision))
        }
    }

    /// Verifies the proof with its issuer, outside any transaction.
    private func verify(
        _ proof: ProviderSignInRequest.Proof, in scope: ProjectScope
    ) async throws -> VerifiedIdentity {
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
            return try await verifier.verify(credential, configured: configured, client: client, trust: trust)
        case .pendingToken(let token):
            let hash = Data(token.utf8).sha256
            let now = clock.now
            let pending = try await read { try $0.reads.pendingCredential(tokenHash: hash) }
            guard let pending, pending.scope == scope, pending.expiresAt > now else { throw AuthError.invalidPendingToken }
            let presented = pending.presented
            let details = ProviderDetails.open(pending.sealedProfile, with: token)
            return VerifiedIdentity(
                presented: presented,
                details: details ?? ProviderDetails(federatedID: presented.key.subject, rawUserInfo: .object([:])))
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
        guard provider.isOpenIDConnect else { return }
        guard try reads.openIDProvider(provider, in: scope)?.issuer == presented.key.issuer else {
            throw AuthError.providerNotConfigured
        }
    }

    fileprivate func intent(of request: ProviderSignInRequest, caller facts: IDTokenFacts?) throws -> LinkingIntent {
        let account = try facts.map { try caller($0) }
        guard request.autoCreate else { return .reauthenticate(as: account) }
        return account.map { .link(to: $0) } ?? .signIn
    }

    fileprivate func linkingFacts(
        _ presented: PresentedIdentity, intent: LinkingIntent, settings: ProjectSettings
    ) throws -> LinkingFacts {
        LinkingFacts(
            presented: presented, intent: intent,
            identityHolder: try account(identity: presented.key),
            emailHolder: try presented.email.flatMap { try account(email: $0) },
            oneAccountPerEmail: !settings.allowDuplicateEmails, signUpAllowed: !settings.disabledUserSignUp)
    }
}

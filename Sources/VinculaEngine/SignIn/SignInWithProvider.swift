import Foundation
public import VinculaCore
import VinculaCrypto

/// A federated sign-in, link or reauthentication, as a client requests it.
public struct ProviderSignInRequest: Sendable {
    /// The proof that the person presents.
    public enum Proof: Sendable {
        case credential(FederatedCredential)
        /// The `pendingToken` of an earlier collision.
        case pendingToken(String)

        var pendingToken: String? { if case .pendingToken(let token) = self { token } else { nil } }
    }

    public var proof: Proof
    /// The caller's ID token, to link to that account.
    public var idToken: String?
    /// `false` when reauthenticating: never create an account.
    public var autoCreate: Bool

    public init(proof: Proof, idToken: String?, autoCreate: Bool) {
        self.proof = proof
        self.idToken = idToken
        self.autoCreate = autoCreate
    }
}

/// The result of a federated sign-in.
public struct ProviderSignIn: Sendable {
    public enum Outcome: Sendable {
        case passed(SignInOutcome, isNewUser: Bool, emailRecycled: Bool)
        case collided(Collision)
    }

    /// The identity that the provider vouched for.
    public let identity: VerifiedIdentity
    public let outcome: Outcome
}

extension AuthEngine {
    /// Signs in, links or reauthenticates with an identity that a provider vouches for.
    ///
    /// - Returns: The session, or the collision, which is stored before it is returned.
    /// - Throws: The verifier's errors, the answers to an unusable ID token, ``AuthError/invalidPendingToken``.
    public func signInWithProvider(_ request: ProviderSignInRequest, in scope: ProjectScope) async throws -> ProviderSignIn {
        let caller = try request.idToken.map { try tokens.verify($0, in: scope, now: clock.now) }
        let identity = try await verify(request.proof, in: scope)
        try limits.admit(.signInWithIdp, target: identity.presented.key, in: scope)
        let now = clock.now
        let applied = try await write { transaction -> AppliedLinking in
            // Verification takes time, and a provider may have been disabled in the meantime.
            let settings = try self.settings(of: scope.project, in: transaction)
            try requireProvider(of: identity.presented, in: scope, transaction)
            let intent = try intent(of: request, caller: caller, in: scope, transaction)
            // Otherwise a stale session could empty an account and then take it over.
            if case .link(let account) = intent, account.isAnonymous, let caller {
                try requireRecentSignIn(caller, of: account, now: now)
            }
            let presented =
                request.proof.pendingToken == nil
                ? identity.presented : settings.stillTrusted(identity.presented, server: self.serverTrust)
            let facts = try Self.linkingFacts(presented, intent: intent, settings: settings, in: scope, transaction)
            let decision = LinkingPolicy.decide(facts)
            let token = request.proof.pendingToken
            if let token { try redeem(token, for: decision, intent: intent, in: scope, now: now, transaction) }
            let context = LinkingContext(
                settings: settings, scope: scope, now: now, linker: intent.isLink ? caller : nil, pendingToken: token,
                told: PendingProfile(identity))
            return try apply(decision, facts, context, transaction)
        }
        switch applied {
        case .passed(let opened, let isNewUser, let emailRecycled):
            let passed = try issue(opened, now: now)
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
            let (trust, configured, client) = try await read { transaction in
                let settings = try self.settings(of: scope.project, in: transaction)
                return (
                    settings.trust(in: credential.provider, server: self.serverTrust).trust,
                    try transaction.openIDProvider(credential.provider, in: scope),
                    try self.client(of: credential.provider, in: scope, transaction)
                )
            }
            let place = try limits.enter(credential.provider, in: scope)
            defer { place?.leave() }
            return try await verifier.verify(credential, configured: configured, client: client, trust: trust)
        case .pendingToken(let token):
            let hash = Data(token.utf8).sha256
            let now = clock.now
            let pending = try await read { try $0.pendingCredential(tokenHash: hash) }
            guard let pending, pending.scope == scope, pending.expiresAt > now else { throw AuthError.invalidPendingToken }
            let presented = pending.presented
            return PendingProfile.open(pending.sealedProfile, with: token)?.identity(presented)
                ?? VerifiedIdentity(presented: presented, federatedID: presented.key.subject, rawUserInfo: .object([:]))
        }
    }

    /// Checks that the project still has a provider that it configured itself, with the same issuer.
    private func requireProvider(
        of presented: PresentedIdentity, in scope: ProjectScope, _ transaction: any ReadTransaction
    ) throws {
        let provider = presented.key.provider
        try requireEnabled(provider, in: scope, transaction)
        guard provider.isOpenIDConnect else { return }
        guard try transaction.openIDProvider(provider, in: scope)?.issuer == presented.key.issuer else {
            throw AuthError.providerNotConfigured
        }
    }

    private func intent(
        of request: ProviderSignInRequest, caller facts: IDTokenFacts?, in scope: ProjectScope, _ transaction: any ReadTransaction
    ) throws -> LinkingIntent {
        let account = try facts.map { try caller($0, in: scope, transaction) }
        guard request.autoCreate else { return .reauthenticate(as: account) }
        return account.map { .link(to: $0) } ?? .signIn
    }

    /// The facts that the policy would get for a credential that arrives now.
    public func linkingFacts(
        _ presented: PresentedIdentity, intent: LinkingIntent, in scope: ProjectScope
    ) async throws -> LinkingFacts {
        try await read { transaction in
            let settings = try self.settings(of: scope.project, in: transaction)
            return try Self.linkingFacts(presented, intent: intent, settings: settings, in: scope, transaction)
        }
    }

    private static func linkingFacts(
        _ presented: PresentedIdentity, intent: LinkingIntent, settings: ProjectSettings, in scope: ProjectScope,
        _ transaction: any ReadTransaction
    ) throws -> LinkingFacts {
        LinkingFacts(
            presented: presented, intent: intent,
            identityHolder: try transaction.account(identity: presented.key, in: scope),
            emailHolder: try presented.email.flatMap { try transaction.account(email: $0, in: scope) },
            oneAccountPerEmail: !settings.allowDuplicateEmails, signUpAllowed: !settings.disabledUserSignUp)
    }
}

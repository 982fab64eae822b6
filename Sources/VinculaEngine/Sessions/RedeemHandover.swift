import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Opens a session with a code that hands a person over, and uses the code up.
    ///
    /// The session is worth what the one that it comes from is: it has the same sign-in time, provider and second factor,
    /// and its lifetime counts from the same opening. A wrong verifier uses the code up, too.
    ///
    /// - Parameters:
    ///   - code: The code, as received.
    ///   - verifier: The app's verifier, as received.
    ///   - scope: The project that the caller's API key belongs to.
    /// - Throws: ``AuthError/missingCode``; ``AuthError/invalidArgument(_:)`` for a text that can be no verifier;
    ///   ``AuthError/invalidHandoverCode``, also once its session has ended, or the account or the provider was disabled.
    package func redeemHandover(_ code: String?, verifier: String?, in scope: ProjectScope) async throws -> SignedIn {
        guard let code, !code.isEmpty else { throw AuthError.missingCode }
        guard let verifier, ProofKey.isVerifier(verifier) else {
            throw AuthError.invalidArgument("codeVerifier must be 43 to 128 letters, digits, '-', '.', '_' and '~'.")
        }
        let challenge = Data(verifier.utf8).sha256.base64URL
        let life = sessionLife
        let opened: OpenedSession? = try await write(in: scope) { work in
            guard let found = try work.reads.handoverCode(Data(code.utf8).sha256),
                let giver = try work.reads.session(found.session), giver.scope.project == scope.project,
                scope.tenant.isEmpty || giver.scope == scope
            else { return nil }
            // The code is all that the app has: it names the tenant.
            let work = work.about(giver.scope)
            // The app's session is bound to a key of the app's own, which says nothing about the code.
            let key = try work.settings(in: giver.scope).sessions.keyOfNewSession(proven: work.provenKey, now: work.now)
            guard try work.transaction.consumeHandoverCode(found.id) else { return nil }
            // From here on nothing is thrown: the code is used up, whatever is wrong with it.
            guard found.challenge == challenge, found.expiresAt > work.now, let account = try work.account(giver.account),
                life.isOpen(giver, of: account, now: work.now), try work.isEnabled(giver.signInProvider),
                try work.isInUse()
            else { return nil }
            work.record(.sessionHandOver, account: account.id, details: ["host": .string(found.host)])
            return try sessions.openCopy(of: giver, account, key, work)
        }
        guard let opened else { throw AuthError.invalidHandoverCode }
        return try tokens.issue(opened)
    }
}

extension ScopedReads {
    /// Indicates whether people may sign in here now.
    fileprivate func isInUse() throws -> Bool {
        do {
            try requireInUse()
            return true
        } catch is AuthError {
            return false
        }
    }

    /// Indicates whether people may sign in with a provider now.
    fileprivate func isEnabled(_ provider: ProviderID) throws -> Bool {
        do {
            try requireEnabled(provider)
            return true
        } catch is AuthError {
            return false
        }
    }
}

extension SessionOpener {
    /// Opens another session that is worth what an open one is.
    ///
    /// It has the place of whoever redeems the code, not the giver's. That place does not become known: a backend may have
    /// redeemed the code. And it is a root of its own, because the app that holds it may not be trusted as much as the giver.
    fileprivate func openCopy(
        of giver: Session, _ account: Account, _ key: KeyThumbprint?, _ work: Work
    ) throws -> OpenedSession {
        let token = tokens.refreshTokens.first()
        let session = Session(
            id: token.sessionID, scope: giver.scope, account: giver.account, authTime: giver.authTime,
            openedAt: giver.openedAt, signInProvider: giver.signInProvider, secondFactor: giver.secondFactor,
            generation: giver.generation, lastUsedAt: work.now, refresh: RefreshChain(active: token.hash),
            place: SessionPlace(client: work.origin.client, device: work.origin.device), isByMail: giver.isByMail,
            claims: giver.claims, attributes: giver.attributes, key: key)
        try work.transaction.insert(session)
        return OpenedSession(
            account: account, session: session, refreshToken: token, issuedAt: work.now,
            isForEnrollment: try work.isForEnrollment(session, of: account))
    }
}

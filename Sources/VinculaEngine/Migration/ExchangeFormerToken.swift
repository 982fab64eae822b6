import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Exchanges a refresh token, also one of the server that the project left.
    ///
    /// The other server decides whether its token is good. The session that is opened for it has the token's time of sign-in,
    /// so it is no fresher than it was there.
    ///
    /// A token is exchanged once. Within an hour it gets tokens of the same session again: a client may not have received the
    /// answer, and a browser's tabs each have a copy.
    ///
    /// - Parameters:
    ///   - text: The token as the client has it.
    ///   - scope: The project that the caller's API key belongs to, with the tenant that the request names, if any.
    ///   - client: The caller's network address.
    /// - Throws: The errors of ``refreshSession(_:in:)``; ``AuthError/tokenExpired`` for a token that was exchanged
    ///   earlier, or whose account has ended its sessions here; the refusal of the project's function;
    ///   ``AuthError/formerServerUnavailable(_:)``, also if that function fails.
    package func exchangeRefreshToken(
        _ text: String, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> SignedIn {
        guard !isRefreshToken(text), FormerTokenRules.isRefreshToken(text) else {
            return try await refreshSession(text, in: scope)
        }
        let project = scope.project
        let hash = Data("\(project)\u{0}\(text)".utf8).sha256
        let known = try await read(in: ProjectScope(project: project)) { reading in
            (
                former: try reading.settings().migration.firebase, earlier: try reading.reads.exchangedToken(hash),
                now: reading.now
            )
        }
        guard let former = known.former, former.isOpen(now: known.now), former.acceptsRefreshTokens else {
            throw AuthError.invalidRefreshToken
        }
        if let earlier = known.earlier { return try await repeatExchange(earlier, in: scope, at: known.now) }
        let (facts, claims, given) = try await ask(former, of: project, for: client) {
            access -> (FormerTokenFacts, CustomClaims?, GivenAccount?) in
            let idToken = try await formerServer.idToken(for: text, at: access)
            guard let facts = try await verifiedFacts(of: idToken, at: access) else { throw AuthError.invalidRefreshToken }
            let isUnknown = former.asksForPasswords ? try await hasNoAccount(facts, in: project) : false
            // Of an account that is here, only the claims matter, and those only where a custom token has some.
            guard isUnknown || facts.signInProvider == .custom && !facts.claims.isEmpty else { return (facts, nil, nil) }
            let given = try await formerServer.account(idToken: idToken, tenant: facts.tenant, at: access)
            guard given.id == facts.account.value else { throw AuthError.userNotFound }
            return (facts, facts.sessionClaims(accountHas: given.customClaims), isUnknown ? given : nil)
        }
        guard scope.tenant.isEmpty || scope.tenant == facts.tenant else { throw AuthError.tenantIDMismatch }
        let home = ProjectScope(project: project, tenant: facts.tenant)
        let token = tokens.refreshTokens.first(for: hash)
        let opened = try await move(to: home) { work in
            let exchanged = ExchangedToken(
                hash: hash, scope: home, session: token.sessionID, exchangedAt: work.now,
                expiresAt: work.now.adding(seconds: FormerTokenRules.rememberedSeconds))
            guard try work.transaction.exchange(exchanged) else { return nil }
            guard try work.settings().migration.firebase == former else { throw AuthError.invalidRefreshToken }
            if let given, try work.account(facts.account) == nil {
                _ = try work.adopt(given, of: former, sealer: sealer)
            }
            return try sessions.moveSession(facts, claims, token, work)
        }
        guard let opened else {
            // Another request with the same token was faster.
            guard let earlier = try await read({ try $0.reads.exchangedToken(hash) }) else { throw AuthError.invalidRefreshToken }
            return try await repeatExchange(earlier, in: scope, at: clock.now)
        }
        migrationCounts.note(.session)
        return try tokens.issue(opened)
    }

    private func repeatExchange(_ earlier: ExchangedToken, in scope: ProjectScope, at now: Timestamp) async throws -> SignedIn {
        guard earlier.isRepeatable(now: now) else { throw AuthError.tokenExpired }
        let token = tokens.refreshTokens.first(for: earlier.hash)
        return try await refreshSession(tokens.refreshTokens.text(token), in: scope)
    }

    /// Makes a decision about a session that moves here. If the project's function is too busy to be asked, or the account
    /// changes whenever it is, the error signs nobody out.
    private func move(
        to home: ProjectScope, _ body: @escaping @Sendable (Work) throws -> OpenedSession?
    ) async throws -> OpenedSession? {
        do {
            return try await write(in: home, body)
        } catch AuthError.overloaded {
            throw AuthError.formerServerUnavailable("Too many people are moving at this moment.")
        } catch AuthError.blockedByFunction(let text) where text == BlockingRefusal.changing {
            throw AuthError.formerServerUnavailable(text)
        }
    }

    /// Indicates whether an account of the other server is not here.
    private func hasNoAccount(_ facts: FormerTokenFacts, in project: String) async throws -> Bool {
        let scope = ProjectScope(project: project, tenant: facts.tenant)
        return try await read(in: scope) { try $0.account(facts.account) } == nil
    }
}

extension SessionOpener {
    /// Opens the session of somebody who signed in at another server. The project's function is asked, as before a sign-in.
    fileprivate func moveSession(
        _ facts: FormerTokenFacts, _ claims: CustomClaims?, _ token: RefreshToken, _ work: Work
    ) throws -> OpenedSession {
        let known = try work.account(facts.account)
        let mark = try work.reads.importMark(of: facts.account, in: work.scope)
        let (admitted, left) = try ImportMark.admit(facts, to: known, mark)
        guard let old = known else { throw AuthError.userNotFound }
        var account = admitted
        try work.requireEnabled(facts.signInProvider)
        let settings = try work.settings()
        if facts.signInProvider == .password, !settings.emailEnabled { throw AuthError.providerDisabled }
        if facts.signInProvider == .anonymous, !settings.anonymousEnabled { throw AuthError.providerDisabled }
        var signIn = SignInFacts(
            provider: facts.signInProvider, secondFactor: facts.secondFactor.flatMap { account.counts($0) ? $0 : nil },
            provenAt: facts.authTime, isMove: true, claims: claims)
        if let claims = try askBeforeSignIn(to: &account, from: old, by: signIn, settings, work) { signIn.claims = claims }
        if account != old { try work.update(account, from: old) }
        if left != mark { try work.transaction.save(left, of: account.id, in: work.scope) }
        let opened = try openFirstSession(for: account, by: signIn, settings: settings, token: token, work)
        // The way in that the person used there may be missing here.
        try opened.session.requireValid(for: account)
        try work.transaction.noteUse(ofSession: opened.session.id, at: work.now)
        work.record(
            .sessionMigrate, account: account.id, details: ["provider": .string(facts.signInProvider.value)])
        return opened
    }
}

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
    ///   earlier, or whose account has ended its sessions here; ``AuthError/formerServerUnavailable(_:)``.
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
        let (facts, claims, given) = try await ask(former, of: project, for: client) { access in
            let idToken = try await formerServer.idToken(for: text, at: access)
            guard let facts = try await verifiedFacts(of: idToken, at: access) else { throw AuthError.invalidRefreshToken }
            let claims = facts.sessionClaims(accountHas: try await formerClaims(facts, idToken, at: access))
            return (facts, claims, try await unknownAccount(facts, idToken, former, in: project, at: access))
        }
        guard scope.tenant.isEmpty || scope.tenant == facts.tenant else { throw AuthError.tenantIDMismatch }
        let home = ProjectScope(project: project, tenant: facts.tenant)
        let token = tokens.refreshTokens.first(for: hash)
        let opened = try await write(in: home) { work in
            let exchanged = ExchangedToken(
                hash: hash, scope: home, session: token.sessionID, exchangedAt: work.now,
                expiresAt: work.now.adding(seconds: FormerTokenRules.rememberedSeconds))
            guard try work.transaction.exchange(exchanged) else { return OpenedSession?.none }
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

    /// The custom claims that the account has at the other server, which are asked for only where they matter.
    private func formerClaims(
        _ facts: FormerTokenFacts, _ idToken: String, at access: FormerServerAccess
    ) async throws -> String? {
        guard facts.signInProvider == .custom, !facts.claims.isEmpty else { return nil }
        let given = try await formerServer.account(idToken: idToken, tenant: facts.tenant, at: access)
        guard given.id == facts.account.value else { throw AuthError.userNotFound }
        return given.customClaims
    }

    /// The other server's account, if there is none here and the project takes them over.
    private func unknownAccount(
        _ facts: FormerTokenFacts, _ idToken: String, _ former: FormerProject, in project: String, at access: FormerServerAccess
    ) async throws -> GivenAccount? {
        guard former.asksForPasswords else { return nil }
        let scope = ProjectScope(project: project, tenant: facts.tenant)
        guard try await read(in: scope, { try $0.account(facts.account) }) == nil else { return nil }
        let given = try await formerServer.account(idToken: idToken, tenant: facts.tenant, at: access)
        guard given.id == facts.account.value else { throw AuthError.userNotFound }
        return given
    }
}

extension SessionOpener {
    /// Opens the session of somebody who signed in at another server.
    fileprivate func moveSession(
        _ facts: FormerTokenFacts, _ claims: CustomClaims?, _ token: RefreshToken, _ work: Work
    ) throws -> OpenedSession {
        let old = try work.account(facts.account)
        let mark = try work.reads.importMark(of: facts.account, in: work.scope)
        let (account, left) = try ImportMark.admit(facts, to: old, mark)
        try work.requireEnabled(facts.signInProvider)
        let settings = try work.settings()
        if facts.signInProvider == .password, !settings.emailEnabled { throw AuthError.providerDisabled }
        if facts.signInProvider == .anonymous, !settings.anonymousEnabled { throw AuthError.providerDisabled }
        if let old, account != old {
            try work.update(account, from: old)
            try work.transaction.save(left, of: account.id, in: work.scope)
        }
        let opened = try openFirstSession(
            for: account, provider: facts.signInProvider,
            secondFactor: facts.secondFactor.flatMap { account.counts($0) ? $0 : nil }, provenAt: facts.authTime,
            claims: claims, token: token, work)
        // The way in that the person used there may be missing here.
        try opened.session.requireValid(for: account)
        try work.transaction.noteUse(ofSession: opened.session.id, at: work.now)
        work.record(
            .sessionMigrate, account: account.id, details: ["provider": .string(facts.signInProvider.value)])
        return opened
    }
}

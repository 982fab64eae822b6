import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Finds the account of an ID token of the server that the project left.
    ///
    /// Clients look up their account right after their start with the token that they have, and some sign out for any refusal.
    /// The token is good for nothing else here. If the project takes over accounts, one that is not here yet comes along, by the
    /// rules for a session that moves: otherwise the client would sign out before it could exchange its refresh token.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - scope: The project or tenant.
    ///   - client: The caller's network address.
    /// - Returns: `nil` if it is no such token, or the project does not accept any.
    /// - Throws: ``AuthError/userNotFound``, ``AuthError/userDisabled``, ``AuthError/tokenExpired`` once the account has ended
    ///   its sessions here, ``AuthError/formerServerUnavailable(_:)``, and the refusals of an account that cannot be taken over.
    func accountOfFormerIDToken(
        _ text: String?, in scope: ProjectScope, from client: ClientAddress
    ) async throws -> Account? {
        guard let text, let token = JSONWebToken(text) else { return nil }
        let (settings, now) = try await read(in: scope) { (try $0.settings(), $0.now) }
        guard let former = settings.migration.firebase, former.isOpen(now: now), former.acceptsIDTokens,
            (try? FormerTokenRules.check(token.claims, of: former.id, now: now)) != nil
        else { return nil }
        let facts = try await verifiedFacts(of: text, at: access(to: former, of: scope.project))
        guard let facts, facts.tenant == scope.tenant else { return nil }
        if former.asksForPasswords, try await read(in: scope, { try $0.account(facts.account) }) == nil {
            try await bringAccount(of: facts, text, former, in: scope, from: client)
        }
        return try await read(in: scope) { reading in
            let account = try reading.account(facts.account)
            let mark = try reading.reads.importMark(of: facts.account, in: scope)
            return try ImportMark.admit(facts, to: account, mark).account
        }
    }

    /// Takes over the account of an ID token that has been verified.
    private func bringAccount(
        of facts: FormerTokenFacts, _ idToken: String, _ former: FormerProject, in scope: ProjectScope,
        from client: ClientAddress
    ) async throws {
        // Before the other server is asked: the account may have been deleted here.
        if try await read({ try $0.reads.wasDeletedWhileMoving(facts.account, in: scope) }) { throw AuthError.userNotFound }
        let given = try await ask(former, of: scope.project, for: client) {
            try await formerServer.account(idToken: idToken, tenant: facts.tenant, at: $0)
        }
        guard given.id == facts.account.value else { throw AuthError.userNotFound }
        let isNew = try await write(in: scope) { work in
            try work.requireInUse()
            guard try work.settings().migration.firebase == former else { throw AuthError.userNotFound }
            guard try work.account(facts.account) == nil else { return false }
            try work.requireWayIn(of: facts)
            let account = try work.adopt(given, of: former, sealer: sealer)
            _ = try ImportMark.admit(facts, to: account, try work.reads.importMark(of: account.id, in: work.scope))
            return true
        }
        if isNew { migrationCounts.note(.account) }
    }
}

extension Work {
    /// Requires that people may sign in here as the owner of a token has signed in there.
    fileprivate func requireWayIn(of facts: FormerTokenFacts) throws {
        try requireEnabled(facts.signInProvider)
        let settings = try settings()
        let isOff =
            facts.signInProvider == .password && !settings.emailEnabled
            || facts.signInProvider == .anonymous && !settings.anonymousEnabled
        guard !isOff else { throw AuthError.providerDisabled }
    }
}

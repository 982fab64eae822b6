import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Finds the account of an ID token of the server that the project left.
    ///
    /// Clients look up their account right after their start with the token that they have, and some sign out for any refusal.
    /// The token is good for nothing else here.
    ///
    /// - Returns: `nil` if it is no such token, or the project does not accept any.
    /// - Throws: ``AuthError/userNotFound``, ``AuthError/userDisabled``, ``AuthError/tokenExpired`` once the account has ended
    ///   its sessions here, ``AuthError/formerServerUnavailable(_:)``.
    func accountOfFormerIDToken(_ text: String?, in scope: ProjectScope) async throws -> Account? {
        guard let text, let token = JSONWebToken(text) else { return nil }
        let (settings, now) = try await read(in: scope) { (try $0.settings(), $0.now) }
        guard let former = settings.migration.firebase, former.isOpen(now: now), former.acceptsIDTokens,
            (try? FormerTokenRules.check(token.claims, of: former.id, now: now)) != nil
        else { return nil }
        let facts = try await verifiedFacts(of: text, at: access(to: former, of: scope.project))
        guard let facts, facts.tenant == scope.tenant else { return nil }
        return try await read(in: scope) { reading in
            let account = try reading.account(facts.account)
            let mark = try reading.reads.importMark(of: facts.account, in: scope)
            return try ImportMark.admit(facts, to: account, mark).account
        }
    }
}

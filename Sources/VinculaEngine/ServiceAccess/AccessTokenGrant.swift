import Foundation
package import VinculaCore
import VinculaCrypto

/// An access token as issued to its owner.
package struct AccessTokenGrant: Hashable, Sendable {
    package let accessToken: String
    /// In seconds.
    package let expiresIn: Int64
}

extension ServiceAccess {
    /// The lifetime of an access token, in seconds.
    package static let accessTokenLifetime: Int64 = 3600

    /// Exchanges an assertion that a service account's key signed for an access token (RFC 7523).
    ///
    /// An assertion works once. One without a `jti`, as Google's libraries send it, may be reused within a minute; the
    /// access token then expires together with the first one.
    ///
    /// - Parameters:
    ///   - text: The assertion in compact form.
    ///   - audiences: Every name of the token endpoint.
    /// - Throws: ``AssertionRefusal``.
    package func grantAccessToken(assertion text: String, audiences: Set<String>) async throws -> AccessTokenGrant {
        // The key determines the algorithm: a token that names another one is refused before the key is looked up.
        guard let token = JSONWebToken(text), token.algorithm == "RS256", let (key, account) = try await signer(of: token)
        else { throw AssertionRefusal.unsigned }
        let keyID = key.id
        let rules = AssertionRules(serviceAccount: account.email, audiences: audiences)
        // Refused without a write; the decision is made again in it.
        _ = try rules.check(token.claims, now: clock.now)
        let (grantedAt, now) = try await write { work in
            guard try Self.liveKey(keyID, work.reads) != nil else { throw AssertionRefusal.unsigned }
            let facts = try rules.check(token.claims, now: work.now)
            // Without an id, the signed bytes identify the assertion: the signature can be encoded in more than one way.
            let name = facts.id.map { Data("\(account.email)\n\($0)".utf8) } ?? token.message
            let firstUse = try work.transaction.useAssertion(name.sha256, now: work.now, expiresAt: facts.expiresAt)
            return (try AssertionRules.grantedAt(firstUse: firstUse, hasID: facts.id != nil, now: work.now), work.now)
        }
        let expiresAt = grantedAt.adding(seconds: Self.accessTokenLifetime).milliseconds
        guard let accessToken = try await accessTokens().text(AccessTokenFacts(keyID: keyID, expiresAt: expiresAt)) else {
            throw AssertionRefusal.unsigned
        }
        return AccessTokenGrant(accessToken: accessToken, expiresIn: (expiresAt - now.milliseconds) / 1000)
    }

    /// The service account that an access token belongs to, as it is now (or was half a second ago).
    ///
    /// - Throws: ``AuthError/invalidBearer``, also for a token that has expired, or whose key or account is deleted or
    ///   disabled.
    package func administrator(accessToken text: String) async throws -> ServiceAccount {
        guard let facts = try await accessTokens().parse(text), facts.expiresAt > clock.now.milliseconds,
            let account = try await callers.serviceAccount(
                ofKey: facts.keyID, read: { try await read { try Self.liveKey(facts.keyID, $0.reads)?.account } })
        else { throw AuthError.invalidBearer }
        return account
    }

    /// The certificates of a service account's keys, by key id; its signatures, on custom tokens too, are checked with them.
    ///
    /// - Returns: An empty dictionary for an account that is disabled or does not exist.
    package func serviceAccountCertificates(of email: String) async throws -> [String: String] {
        try await read { reading in
            guard let account = try reading.reads.serviceAccount(email), !account.isDisabled else { return [:] }
            let keys = try reading.reads.serviceAccountKeys(of: email)
            return Dictionary(keys.map { ($0.id, $0.certificate) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The key that signed an assertion, and its account, if both may be used.
    ///
    /// Google's library for Node does not name the key: any key of the account in `iss` will do then.
    private func signer(of token: JSONWebToken) async throws -> (key: ServiceAccountKey, account: ServiceAccount)? {
        let candidates = try await read { reading in
            if let id = token.keyID { return try Self.liveKey(id, reading.reads).map { [$0] } ?? [] }
            guard let email = token.claims["iss"]?.string, let account = try reading.reads.serviceAccount(email),
                !account.isDisabled
            else { return [] }
            return try reading.reads.serviceAccountKeys(of: email).map { (key: $0, account: account) }
        }
        return candidates.first { candidate in
            JSONWebKeySet(json: Data("{\"keys\":[\(candidate.key.publicKey)]}".utf8)).map(token.isSigned) ?? false
        }
    }

    /// A key and its account, if both may be used.
    private static func liveKey(
        _ id: String, _ transaction: any ReadTransaction
    ) throws -> (key: ServiceAccountKey, account: ServiceAccount)? {
        guard let key = try transaction.serviceAccountKey(id), let account = try transaction.serviceAccount(key.serviceAccount),
            !account.isDisabled
        else { return nil }
        return (key, account)
    }

    private func accessTokens() async throws -> AccessTokens {
        try await callers.accessTokens {
            AccessTokens(secret: try await AccessTokenSecret.load(store: transactions.store, sealer: sealer))
        }
    }
}

/// The secret under which access tokens are tagged; the server creates it once.
private enum AccessTokenSecret {
    private static let name = "access-token-secret"

    static func load(store: any Store, sealer: Sealer) async throws -> Data {
        if let sealed = try await store.read({ try $0.sealedSecret(name) }) { return try sealer.open(sealed, place: name) }
        let fresh = try sealer.seal(SecureRandom.bytes(AccessTokens.secretLength), place: name)
        return try sealer.open(try await store.write { try $0.keepSealedSecret(fresh, named: name) }, place: name)
    }
}

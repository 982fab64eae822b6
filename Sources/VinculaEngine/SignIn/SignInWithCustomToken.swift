import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Signs in as the person that a project's backend names, and creates the account if there is none.
    ///
    /// The backend is trusted completely: it signs in to any account of its project, whatever opens that otherwise, without
    /// a second factor and without any effect on the account's ways in. A token can be used until it expires.
    ///
    /// - Parameters:
    ///   - text: The custom token, as received.
    ///   - scope: The project.
    /// - Throws: ``AuthError/missingCustomToken``, ``AuthError/invalidCustomToken(_:)``, also if the signer is unknown,
    ///   disabled or expired; ``AuthError/customTokenMismatch`` if it may sign for another project only;
    ///   ``AuthError/missingIdentifier``; the errors of ``CustomClaims``; ``AuthError/tenantIDMismatch``;
    ///   ``AuthError/userDisabled``; ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func signInWithCustomToken(
        _ text: String?, in scope: ProjectScope
    ) async throws -> (signedIn: SignedIn, isNewUser: Bool) {
        guard let text, !text.isEmpty else { throw AuthError.missingCustomToken }
        let (facts, signer) = try await checkCustomToken(text, in: scope)
        guard facts.tenant == scope.tenant else { throw AuthError.tenantIDMismatch }
        try limits.admit(.signInWithCustomToken, target: facts.account, in: scope)
        return try await write(in: scope) { work -> (OpenedSession, Bool) in
            // The key may have been disabled or deleted since its signature was checked.
            if let signer, try !CustomTokenSigner.all(named: signer.name, work.reads, now: work.now).contains(signer) {
                throw AuthError.unknownSigner
            }
            return try sessions.signIn(by: facts, work)
        } signing: { opened, isNewUser in
            (try tokens.issue(opened), isNewUser)
        }
    }

    /// - Returns: The token's facts, and its signer; `nil` for an unsigned token, which only `--dev` accepts.
    private func checkCustomToken(
        _ text: String, in scope: ProjectScope
    ) async throws -> (CustomTokenFacts, CustomTokenSigner?) {
        guard let token = JSONWebToken(text) else {
            guard let unsigned = UnsignedToken(text) else { throw AuthError.invalidCustomToken("Invalid assertion format") }
            guard acceptsUnsignedCustomTokens else {
                throw AuthError.invalidCustomToken(
                    "The token is not signed. An Admin SDK signs with the key file, unless its emulator variable is set.")
            }
            return (try CustomTokenRules.checkUnsigned(unsigned.claims, isJWT: unsigned.isJWT), nil)
        }
        let name = try CustomTokenRules.signer(token.claims)
        let now = clock.now
        // The key determines the algorithm: a token that names another one is refused before keys are looked up.
        guard token.algorithm == "RS256" else { throw AuthError.unknownSigner }
        let signers = try await read { try CustomTokenSigner.all(named: name, $0.reads, now: now) }
        let signed = signers.filter { $0.hasSigned(token) }
        guard let signer = signed.first(where: { $0.project == scope.project }) else {
            throw signed.isEmpty ? AuthError.unknownSigner : AuthError.customTokenMismatch
        }
        return (try CustomTokenRules.check(token.claims, now: now), signer)
    }
}

extension AuthError {
    /// The signature of a custom token is wrong, or nobody may make it. The caller is not told which.
    fileprivate static let unknownSigner = AuthError.invalidCustomToken(
        "The signature is not that of a key whose custom tokens this project accepts.")
}

/// A key whose custom tokens a project accepts now.
private struct CustomTokenSigner: Hashable, Sendable {
    let project: String
    /// The service account's email.
    let name: String
    let keyID: String
    /// The public key as a JSON Web Key.
    let key: String

    /// The keys of a service account that this server created, and of a foreign one with that email.
    ///
    /// A service account that is disabled, or may only read, signs nothing in its project, by a foreign key neither.
    static func all(named name: String, _ reads: any ReadTransaction, now: Timestamp) throws -> [CustomTokenSigner] {
        var signers = try reads.customTokenKeys(of: name).filter { $0.isGood(now: now) }.map {
            CustomTokenSigner(project: $0.project, name: name, keyID: $0.id, key: $0.publicKey)
        }
        guard let account = try reads.serviceAccount(name) else { return signers }
        guard account.maySignCustomTokens else { return signers.filter { $0.project != account.project } }
        signers += try reads.serviceAccountKeys(of: name).map {
            CustomTokenSigner(project: account.project, name: name, keyID: $0.id, key: $0.publicKey)
        }
        return signers
    }

    /// Indicates whether a token was signed by this key. Most Admin SDKs do not name the key.
    func hasSigned(_ token: JSONWebToken) -> Bool {
        guard token.keyID == nil || token.keyID == keyID else { return false }
        return JSONWebKeySet(json: Data("{\"keys\":[\(key)]}".utf8)).map { token.isSigned(by: $0) } ?? false
    }
}

extension SessionOpener {
    /// Opens a session for the person that a custom token names.
    fileprivate func signIn(by facts: CustomTokenFacts, _ work: Work) throws -> (OpenedSession, isNewUser: Bool) {
        let signIn = SignInFacts(provider: .custom, claims: facts.claims)
        guard let old = try work.account(facts.account) else {
            var account = Account.start(facts.account, now: work.now)
            account.hasCustomToken = true
            account.lastSignInAt = work.now
            // If an id is reused, backends that check for revocation must not accept the tokens of its first account.
            account.validSince = work.now.seconds
            try work.insert(account)
            work.transaction.journal.note(UsageEvent(.signUp, signIn.method))
            return (try openFirstSession(for: account, by: signIn, work), true)
        }
        guard !old.isDisabled else { throw AuthError.userDisabled }
        var account = old
        account.hasCustomToken = true
        return (try openSession(for: account, from: old, by: signIn, work), false)
    }
}

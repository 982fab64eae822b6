public import VinculaCore
import VinculaCrypto

/// A person who is signed in now.
public struct SignedIn: Sendable {
    public let account: Account
    public let tokens: TokenSet
}

/// A session that a transaction opened, before its ID token is signed.
struct OpenedSession: Sendable {
    let account: Account
    let session: Session
    let refreshToken: RefreshToken
}

extension AuthEngine {
    /// Opens a session within a transaction, and notes the sign-in.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it, but for the sign-in's time.
    ///   - old: The account as it stands in the store.
    func openSession(
        for account: Account, from old: Account, provider: ProviderID, in scope: ProjectScope, now: Timestamp,
        _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        var account = account
        account.lastSignInAt = now
        try transaction.update(account, from: old, in: scope)
        return try openFirstSession(for: account, provider: provider, in: scope, now: now, transaction)
    }

    /// Opens the session that goes on after all others ended.
    ///
    /// - Parameter earlier: When the person proved who they are, which a change of password or email does not repeat.
    func continueSession(
        for account: Account, from old: Account, earlier: IDTokenFacts, provider: ProviderID, in scope: ProjectScope,
        now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        try transaction.update(account, from: old, in: scope)
        // Sessions count from the revocation on, so the one that goes on cannot be older than it.
        let authTime = max(earlier.authTime, Timestamp(seconds: account.validSince ?? now.seconds))
        return try openFirstSession(for: account, provider: provider, in: scope, now: authTime, transaction)
    }

    /// Opens a session of an account that was written with its sign-in's time already.
    func openFirstSession(
        for account: Account, provider: ProviderID, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        let token = tokens.refreshTokens.first()
        // After the clock was set back, the account's last revocation can lie ahead; this sign-in comes after it.
        let authTime = max(now, Timestamp(seconds: account.validSince ?? now.seconds))
        let session = Session(
            id: token.sessionID, scope: scope, account: account.id, authTime: authTime, signInProvider: provider,
            generation: account.generation, refresh: RefreshChain(active: token.hash))
        try transaction.insert(session)
        return OpenedSession(account: account, session: session, refreshToken: token)
    }

    /// Signs the tokens of a session, after its transaction.
    func issue(_ opened: OpenedSession, now: Timestamp) throws -> SignedIn {
        let tokens = TokenSet(
            idToken: try tokens.idToken(for: opened.account, session: opened.session, now: now),
            refreshToken: tokens.refreshTokens.text(opened.refreshToken), expiresIn: TokenMint.idTokenLifetime)
        return SignedIn(account: opened.account, tokens: tokens)
    }
}

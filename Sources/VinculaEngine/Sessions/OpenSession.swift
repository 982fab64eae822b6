public import VinculaCore
import VinculaCrypto

/// A person who is signed in now.
public struct SignedIn: Sendable {
    public let account: Account
    public let tokens: TokenSet
}

/// What a good first factor leads to.
public enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The account has second factors, and no tokens are given before one of them is.
    case secondFactorRequired(AwaitedSecondFactor)

    public var account: Account {
        switch self {
        case .signedIn(let signedIn): signedIn.account
        case .secondFactorRequired(let awaited): awaited.account
        }
    }
}

/// A sign-in that a second factor finishes.
public struct AwaitedSecondFactor: Sendable {
    public let account: Account
    /// What finishes the sign-in, with a code of one of the account's second factors. Only its hash is kept.
    public let pendingCredential: String
}

/// A session that a transaction opened, before its ID token is signed.
struct OpenedSession: Sendable {
    let account: Account
    let session: Session
    let refreshToken: RefreshToken
}

/// What a good first factor led to, within its transaction.
enum PassedFirstFactor: Sendable {
    case opened(OpenedSession)
    case awaits(AwaitedSecondFactor)
}

extension AuthEngine {
    /// Goes on from a good first factor: opens a session, or has the sign-in wait where the account has second factors. Every
    /// way of signing in goes through here.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it, but for the sign-in's time.
    ///   - old: The account as it stands in the store.
    ///   - linker: The session that adds a way in, if it is a link: it goes on, with the second factor that it gave.
    ///   - provenAt: When the person proved who they are, where that is not now.
    /// - Throws: ``AuthError/unsupportedFirstFactor`` for a way of signing in that no second factor goes with,
    ///   ``AuthError/credentialTooOld`` for a link by a session that gave no second factor.
    func passFirstFactor(
        for account: Account, from old: Account, provider: ProviderID, linker: IDTokenFacts? = nil, provenAt: Timestamp? = nil,
        in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> PassedFirstFactor {
        guard account.secondFactors.isEmpty else {
            guard SecondFactorPolicy.goesWith(provider) else { throw AuthError.unsupportedFirstFactor }
            if let linker {
                try SecondFactorPolicy.checkSession(of: account, secondFactor: linker.secondFactor)
                return .opened(
                    try openSession(
                        for: account, from: old, provider: provider, secondFactor: linker.secondFactor, provenAt: provenAt,
                        in: scope, now: now, transaction))
            }
            try transaction.update(account, from: old, in: scope)
            return .awaits(try awaitSecondFactor(of: account, firstFactor: provider, in: scope, now: now, transaction))
        }
        return .opened(
            try openSession(
                for: account, from: old, provider: provider, secondFactor: nil, provenAt: provenAt, in: scope, now: now,
                transaction))
    }

    /// Opens a session within a transaction, and notes the sign-in.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it, but for the sign-in's time.
    ///   - old: The account as it stands in the store.
    ///   - secondFactor: The one that the person gave, which every account that has one asks for.
    ///   - provenAt: When the person proved who they are, where that is not now.
    func openSession(
        for account: Account, from old: Account, provider: ProviderID, secondFactor: SecondFactorID?,
        provenAt: Timestamp? = nil, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        var account = account
        account.lastSignInAt = now
        try transaction.update(account, from: old, in: scope)
        return try openFirstSession(
            for: account, provider: provider, secondFactor: secondFactor, in: scope, now: provenAt ?? now, openedAt: now,
            transaction)
    }

    /// When somebody proved who they are who adds a way in to their account: when they signed in. What they add proves nothing of
    /// who they were before; only an anonymous person signs in by it.
    func provenAt(_ linker: IDTokenFacts, addingTo account: Account, now: Timestamp) -> Timestamp {
        account.isAnonymous && linker.signInProvider == .anonymous ? now : linker.authTime
    }

    /// Opens the session that goes on after all others ended.
    ///
    /// - Parameters:
    ///   - earlier: When the person proved who they are, and by which second factor: a change of password or email repeats
    ///     neither.
    ///   - secondFactor: The one that the person has just proven, instead of the earlier one.
    func continueSession(
        for account: Account, from old: Account, earlier: IDTokenFacts, provider: ProviderID,
        secondFactor: SecondFactorID? = nil, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        try transaction.update(account, from: old, in: scope)
        // Sessions count from the revocation on, so the one that goes on cannot be older than it.
        let authTime = max(earlier.authTime, Timestamp(seconds: account.validSince ?? now.seconds))
        let given = secondFactor ?? earlier.secondFactor
        return try openFirstSession(
            for: account, provider: provider,
            secondFactor: given.flatMap { id in account.secondFactors.contains { $0.id == id } ? id : nil }, in: scope,
            now: authTime, openedAt: now, transaction)
    }

    /// Opens a session of an account that was written with its sign-in's time already.
    ///
    /// - Parameters:
    ///   - now: When the person proved who they are.
    ///   - openedAt: The present moment, where that is later: the session's life counts from it.
    func openFirstSession(
        for account: Account, provider: ProviderID, secondFactor: SecondFactorID? = nil, in scope: ProjectScope,
        now: Timestamp, openedAt: Timestamp? = nil, _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        let token = tokens.refreshTokens.first()
        // After the clock was set back, the account's last revocation can lie ahead; this sign-in comes after it.
        let authTime = max(now, Timestamp(seconds: account.validSince ?? now.seconds))
        let session = Session(
            id: token.sessionID, scope: scope, account: account.id, authTime: authTime,
            openedAt: max(authTime, openedAt ?? authTime), signInProvider: provider, secondFactor: secondFactor,
            generation: account.generation, refresh: RefreshChain(active: token.hash))
        try transaction.insert(session)
        // A stale session's place is nobody's home: whoever holds it must not use up the mails that the owner may have sent.
        if RecentSignIn.isRecent(authTime, now: session.openedAt) {
            try notePlace(of: account, in: scope, now: openedAt ?? now, transaction)
        }
        return OpenedSession(account: account, session: session, refreshToken: token)
    }

    /// Signs the tokens of a session, after its transaction.
    func issue(_ opened: OpenedSession, now: Timestamp) throws -> SignedIn {
        let tokens = TokenSet(
            idToken: try tokens.idToken(for: opened.account, session: opened.session, now: now),
            refreshToken: tokens.refreshTokens.text(opened.refreshToken), expiresIn: TokenMint.idTokenLifetime)
        return SignedIn(account: opened.account, tokens: tokens)
    }

    /// Signs the tokens of a sign-in that is complete.
    func issue(_ passed: PassedFirstFactor, now: Timestamp) throws -> SignInOutcome {
        switch passed {
        case .opened(let opened): .signedIn(try issue(opened, now: now))
        case .awaits(let awaited): .secondFactorRequired(awaited)
        }
    }
}

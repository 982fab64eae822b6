public import VinculaCore
import VinculaCrypto

/// A person who is now signed in.
public struct SignedIn: Sendable {
    public let account: Account
    public let tokens: TokenSet
}

/// The result of a correct first factor.
public enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The account has second factors, and no tokens are issued before one of them is given.
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
    /// The credential that finishes the sign-in, together with a code of one of the account's second factors. Only its hash
    /// is stored.
    public let pendingCredential: String
}

/// A session that a transaction opened, before its ID token is signed.
struct OpenedSession: Sendable {
    let account: Account
    let session: Session
    let refreshToken: RefreshToken
}

/// The result of a correct first factor, within its transaction.
enum PassedFirstFactor: Sendable {
    case opened(OpenedSession)
    case awaits(AwaitedSecondFactor)
}

extension AuthEngine {
    /// Continues after a correct first factor: opens a session, or makes the sign-in wait if the account has second factors.
    /// Every way of signing in goes through here.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it, except for the sign-in's time.
    ///   - old: The account as it is in the store.
    ///   - linker: The session that adds a way in, if this is a link: it continues, with the second factor that it gave.
    ///   - provenAt: The time at which the person proved who they are, if that is not now.
    /// - Throws: ``AuthError/unsupportedFirstFactor`` for a way of signing in that cannot be combined with a second factor,
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

    /// Opens a session within a transaction, and records the sign-in.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it, except for the sign-in's time.
    ///   - old: The account as it is in the store.
    ///   - secondFactor: The second factor that the person gave; every account that has one requires it.
    ///   - provenAt: The time at which the person proved who they are, if that is not now.
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

    /// The time at which a person who adds a way in to their account proved who they are: when they signed in. The addition
    /// proves nothing about who they were before; only an anonymous person signs in with it.
    func provenAt(_ linker: IDTokenFacts, addingTo account: Account, now: Timestamp) -> Timestamp {
        account.isAnonymous && linker.signInProvider == .anonymous ? now : linker.authTime
    }

    /// Opens the session that continues after all others have ended.
    ///
    /// - Parameters:
    ///   - earlier: The session before, with its sign-in time and second factor: a change of password or email repeats
    ///     neither.
    ///   - secondFactor: The second factor that the person has just proven, instead of the earlier one.
    func continueSession(
        for account: Account, from old: Account, earlier: IDTokenFacts, provider: ProviderID,
        secondFactor: SecondFactorID? = nil, in scope: ProjectScope, now: Timestamp, _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        try transaction.update(account, from: old, in: scope)
        // Sessions must be later than the revocation, so the one that continues cannot be older than it.
        let authTime = max(earlier.authTime, Timestamp(seconds: account.validSince ?? now.seconds))
        let given = secondFactor ?? earlier.secondFactor
        return try openFirstSession(
            for: account, provider: provider,
            secondFactor: given.flatMap { id in account.secondFactors.contains { $0.id == id } ? id : nil }, in: scope,
            now: authTime, openedAt: now, transaction)
    }

    /// Opens a session of an account that was already written with its sign-in's time.
    ///
    /// - Parameters:
    ///   - now: The time at which the person proved who they are.
    ///   - openedAt: The current time, if that is later: the session's lifetime counts from it.
    func openFirstSession(
        for account: Account, provider: ProviderID, secondFactor: SecondFactorID? = nil, in scope: ProjectScope,
        now: Timestamp, openedAt: Timestamp? = nil, _ transaction: any WriteTransaction
    ) throws -> OpenedSession {
        let token = tokens.refreshTokens.first()
        // After the clock was set back, the account's last revocation can be in the future; this sign-in comes after it.
        let authTime = max(now, Timestamp(seconds: account.validSince ?? now.seconds))
        let session = Session(
            id: token.sessionID, scope: scope, account: account.id, authTime: authTime,
            openedAt: max(authTime, openedAt ?? authTime), signInProvider: provider, secondFactor: secondFactor,
            generation: account.generation, refresh: RefreshChain(active: token.hash))
        try transaction.insert(session)
        // A stale session's place does not become known: its holder must not use up the owner's mails.
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

    /// Signs the tokens of a completed sign-in.
    func issue(_ passed: PassedFirstFactor, now: Timestamp) throws -> SignInOutcome {
        switch passed {
        case .opened(let opened): .signedIn(try issue(opened, now: now))
        case .awaits(let awaited): .secondFactorRequired(awaited)
        }
    }
}

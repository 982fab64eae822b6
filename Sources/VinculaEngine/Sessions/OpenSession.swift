package import VinculaCore
import VinculaCrypto

/// A person who is now signed in.
package struct SignedIn: Sendable {
    package let account: Account
    package let tokens: TokenSet
}

/// The result of a correct first factor.
package enum SignInOutcome: Sendable {
    case signedIn(SignedIn)
    /// The account has second factors, and no tokens are issued before one of them is given.
    case secondFactorRequired(AwaitedSecondFactor)

    package var account: Account {
        switch self {
        case .signedIn(let signedIn): signedIn.account
        case .secondFactorRequired(let awaited): awaited.account
        }
    }
}

/// A sign-in that a second factor finishes.
package struct AwaitedSecondFactor: Sendable {
    package let account: Account
    /// The credential that finishes the sign-in, together with a code of one of the account's second factors. Only its hash
    /// is stored.
    package let pendingCredential: String
}

/// A session that a transaction opened, before its ID token is signed.
struct OpenedSession: Sendable {
    let account: Account
    let session: Session
    let refreshToken: RefreshToken
    /// The time at which its ID token is issued.
    let issuedAt: Timestamp
    /// True if its ID token is an ``EnrollmentToken``.
    let isForEnrollment: Bool
}

/// The result of a correct first factor, within its transaction.
enum PassedFirstFactor: Sendable {
    case opened(OpenedSession)
    case awaits(AwaitedSecondFactor)
}

/// Opens sessions: what every way of signing in comes to.
struct SessionOpener: Sendable {
    let tokens: TokenMint
    let mail: AccountMail

    /// Continues after a correct first factor: opens a session, or makes the sign-in wait if the account has second factors.
    /// Every way of signing in goes through here, except for custom tokens, whose backend makes its own checks.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it, except for the sign-in's time.
    ///   - old: The account as it is in the store.
    ///   - signIn: How the person signs in, up to now without a second factor.
    ///   - session: The session that adds a way in, if this is a link: it continues, with the second factor that it gave.
    /// - Throws: ``AuthError/unsupportedFirstFactor`` for a way of signing in that cannot be combined with a second factor,
    ///   ``AuthError/credentialTooOld`` for a link by a session that gave no second factor.
    func passFirstFactor(
        for account: Account, from old: Account, by signIn: SignInFacts, addedBy session: IDTokenFacts? = nil, _ work: Work
    ) throws -> PassedFirstFactor {
        var signIn = signIn
        signIn.earlier = try work.session(of: session)
        guard account.secondFactors.isEmpty else {
            guard SecondFactorPolicy.goesWith(signIn.provider) else { throw AuthError.unsupportedFirstFactor }
            if let session {
                try SecondFactorPolicy.checkSession(of: account, secondFactor: session.secondFactor)
                signIn.secondFactor = session.secondFactor
                return .opened(try openSession(for: account, from: old, by: signIn, work))
            }
            try work.update(account, from: old)
            return .awaits(try work.awaitSecondFactor(of: account, firstFactor: signIn))
        }
        return .opened(try openSession(for: account, from: old, by: signIn, work))
    }

    /// Opens a session within a transaction, and records the sign-in. The project's function is asked before it.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it, except for the sign-in's time.
    ///   - old: The account as it is in the store.
    ///   - signIn: How the person signs in.
    ///   - asks: `false` to ask no function: the person adds a password, and signs in with nothing.
    func openSession(
        for account: Account, from old: Account, by signIn: SignInFacts, asks: Bool = true, _ work: Work
    ) throws -> OpenedSession {
        let settings = try work.settings()
        var (account, signIn) = (account, signIn)
        if asks, let claims = try askBeforeSignIn(to: &account, from: old, by: signIn, settings, work) {
            signIn.claims = claims
        }
        // A link, or a password that is added, is no sign-in.
        if asks, signIn.earlier == nil { work.transaction.journal.note(UsageEvent(.signIn, signIn.method)) }
        account.lastSignInAt = work.now
        try work.update(account, from: old)
        let opened = try openFirstSession(for: account, by: signIn, settings: settings, work)
        if asks, signIn.earlier == nil { try mail.noteDevice(of: opened.session, account, settings, work) }
        return opened
    }

    /// Opens the session that continues after all others have ended.
    ///
    /// - Parameters:
    ///   - earlier: The session before, with its sign-in time and second factor: a change of password or email repeats
    ///     neither. The claims of the sign-in stay with it, too.
    ///   - secondFactor: The second factor that the person has just proven, instead of the earlier one.
    func continueSession(
        for account: Account, from old: Account, earlier: IDTokenFacts, provider: ProviderID,
        secondFactor: SecondFactorID? = nil, _ work: Work
    ) throws -> OpenedSession {
        try work.update(account, from: old)
        // Sessions must be later than the revocation, so the one that continues cannot be older than it.
        let authTime = max(earlier.authTime, Timestamp(seconds: account.validSince ?? work.now.seconds))
        let given = secondFactor ?? earlier.secondFactor
        let session = try work.session(of: earlier)
        var signIn = SignInFacts(
            provider: provider, secondFactor: given.flatMap { account.counts($0) ? $0 : nil }, provenAt: authTime,
            claims: session?.claims(continuedBy: provider),
            attributes: provider == session?.signInProvider ? session?.attributes : nil)
        signIn.before = session
        return try openFirstSession(for: account, by: signIn, work)
    }

    /// Opens a session of an account that was already written with its sign-in's time. Its lifetime counts from now.
    ///
    /// - Parameters:
    ///   - account: The account as it is in the store.
    ///   - signIn: How the person signs in.
    ///   - settings: The project's settings, if the decision has read them already.
    ///   - token: The session's first refresh token; `nil` for a random one.
    func openFirstSession(
        for account: Account, by signIn: SignInFacts, settings: ProjectSettings? = nil, token: RefreshToken? = nil, _ work: Work
    ) throws -> OpenedSession {
        try work.requireInUse()
        let settings = try settings ?? work.settings()
        let key = try settings.sessions.keyOfNewSession(
            proven: work.provenKey, after: signIn.earlier ?? signIn.before, isMove: signIn.isMove, now: work.now)
        let token = token ?? tokens.refreshTokens.first()
        // After the clock was set back, the account's last revocation can be in the future; this sign-in comes after it.
        let provenAt = signIn.provenAt ?? work.now
        let authTime = max(provenAt, Timestamp(seconds: account.validSince ?? provenAt.seconds))
        let session = Session(
            id: token.sessionID, scope: work.scope, account: account.id, authTime: authTime,
            openedAt: max(authTime, work.now), signInProvider: signIn.provider, secondFactor: signIn.secondFactor,
            generation: account.generation, refresh: RefreshChain(active: token.hash),
            place: SessionPlace(client: work.origin.client, device: work.origin.device),
            root: signIn.earlier?.root, isByMail: signIn.earlier?.isByMail ?? signIn.isByMail, claims: signIn.claims,
            attributes: signIn.attributes, key: key)
        try work.transaction.insert(session)
        try work.endSurplus(after: session, of: account, settings)
        work.transaction.journal.note(UsageEvent(.session))
        // A stale session's place does not become known: its holder must not use up the owner's mails.
        if RecentSignIn.isRecent(authTime, now: session.openedAt) {
            try mail.notePlace(of: account, work)
        }
        return OpenedSession(
            account: account, session: session, refreshToken: token, issuedAt: work.now,
            isForEnrollment: session.isForEnrollment(of: account, settings))
    }
}

extension ScopedReads {
    /// Indicates whether a session gets an ``EnrollmentToken`` now.
    func isForEnrollment(_ session: Session, of account: Account) throws -> Bool {
        session.isForEnrollment(of: account, try settings(in: session.scope))
    }
}

extension Session {
    /// The claims of a session in which the person goes on: those of the project's function stay, those of a custom token only
    /// with its sign-in.
    func claims(continuedBy provider: ProviderID) -> CustomClaims? {
        signInProvider == .custom && provider != .custom ? nil : claims
    }

    /// Indicates whether the session gets an ``EnrollmentToken``.
    fileprivate func isForEnrollment(of account: Account, _ settings: ProjectSettings) -> Bool {
        EnrollmentToken.isIssued(
            to: account, firstFactor: signInProvider, secondFactor: secondFactor, settings: settings.secondFactors)
    }
}

extension TokenMint {
    /// Signs the tokens of a session, after its transaction.
    func issue(_ opened: OpenedSession) throws -> SignedIn {
        let tokens = TokenSet(
            idToken: try idToken(
                for: opened.account, session: opened.session, isForEnrollment: opened.isForEnrollment, now: opened.issuedAt),
            refreshToken: refreshTokens.text(opened.refreshToken), expiresIn: Self.idTokenLifetime)
        return SignedIn(account: opened.account, tokens: tokens)
    }

    /// Signs the tokens of a completed sign-in.
    func issue(_ passed: PassedFirstFactor) throws -> SignInOutcome {
        switch passed {
        case .opened(let opened): .signedIn(try issue(opened))
        case .awaits(let awaited): .secondFactorRequired(awaited)
        }
    }
}

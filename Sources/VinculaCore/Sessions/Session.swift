package import Foundation

/// One sign-in on one device.
package struct Session: Hashable, Sendable {
    /// 16 random bytes; the first part of each of its refresh tokens.
    package let id: Data
    package let scope: ProjectScope
    package let account: AccountID
    /// The time at which the person signed in. It belongs to the session: a sign-in on another device does not change it.
    package let authTime: Timestamp
    /// The time at which the session was opened, from which its lifetime counts. That can be long after ``authTime``: a
    /// sign-in with a way in that a stale session added proves no more than that session did.
    package let openedAt: Timestamp
    /// The wire's `sign_in_provider`.
    package let signInProvider: ProviderID
    /// The second factor that the person gave, if any. It belongs to the session, as ``authTime`` does.
    package let secondFactor: SecondFactorID?
    /// The account's generation when the session was opened.
    package let generation: Int64
    /// The time at which one of its tokens was last exchanged, or at which it was opened; accurate to
    /// ``SessionLife/coarseness``.
    package var lastUsedAt: Timestamp
    /// The refresh tokens that are still valid.
    package var refresh: RefreshChain
    /// The place where it was opened. The store erases it when the session ends.
    package let place: SessionPlace
    /// The id of the sign-in's own session: a link is answered with another session, in which the person continues. A session
    /// that continues none has its own id here, and so has a handed-over one, which somebody else may hold.
    package let root: Data
    /// True if the person signed in with a mailed link. On the wire that is the provider `password`.
    package let isByMail: Bool
    /// The claims that the project's backend put into the custom token that opened the session; its ID tokens have them.
    package let claims: CustomClaims?
    /// What the provider said about the person, if it is one whose sign-ins have attributes; the session's ID tokens have them.
    package let attributes: SignInAttributes?
    /// The key that the session is bound to; `nil` if its tokens are worth the same to everybody who has them.
    package var key: KeyThumbprint?

    /// - Parameters:
    ///   - id: The session's ID.
    ///   - scope: The project.
    ///   - account: The account that the session belongs to.
    ///   - authTime: The time of the sign-in.
    ///   - openedAt: `nil` if that is when the person signed in.
    ///   - signInProvider: The provider that the person signed in with.
    ///   - secondFactor: The second factor that completed the sign-in, if one did.
    ///   - generation: The account's generation when the session is opened.
    ///   - lastUsedAt: `nil` if it has not been used since then.
    ///   - refresh: The refresh tokens that are valid.
    ///   - place: The place where the session is opened.
    ///   - root: The root of the session in which the person was before; `nil` if it continues none.
    ///   - isByMail: `true` if the person signed in with a mailed link.
    ///   - claims: The claims of the custom token, if one opened the session.
    ///   - attributes: The provider's attributes, if it sends any.
    ///   - key: The key that the session is bound to, if it is.
    package init(
        id: Data, scope: ProjectScope, account: AccountID, authTime: Timestamp, openedAt: Timestamp? = nil,
        signInProvider: ProviderID, secondFactor: SecondFactorID? = nil, generation: Int64, lastUsedAt: Timestamp? = nil,
        refresh: RefreshChain, place: SessionPlace = SessionPlace(), root: Data? = nil, isByMail: Bool = false,
        claims: CustomClaims? = nil, attributes: SignInAttributes? = nil,
        key: KeyThumbprint? = nil
    ) {
        self.id = id
        self.scope = scope
        self.account = account
        self.authTime = authTime
        self.openedAt = openedAt ?? authTime
        self.signInProvider = signInProvider
        self.secondFactor = secondFactor
        self.generation = generation
        self.lastUsedAt = lastUsedAt ?? openedAt ?? authTime
        self.refresh = refresh
        self.place = place
        self.root = root ?? id
        self.isByMail = isByMail
        self.claims = claims
        self.attributes = attributes
        self.key = key
    }

    /// Checks that the session still opens its account.
    ///
    /// - Parameter account: The session's account as it is now.
    /// - Throws: ``AuthError/userDisabled``, or ``AuthError/tokenExpired`` once the account ended its sessions, or the way
    ///   in that opened a stale session has been removed.
    package func requireValid(for account: Account) throws(AuthError) {
        guard !account.isDisabled else { throw .userDisabled }
        guard generation == account.generation, authTime.seconds >= account.validSince ?? .min else { throw .tokenExpired }
        guard !isStaleFromTheStart || account.identity(of: signInProvider) != nil else { throw .tokenExpired }
    }

    /// True if the session was opened with a provider's identity that a stale session had added: removing that identity also
    /// ends this session.
    private var isStaleFromTheStart: Bool {
        ![.password, .anonymous, .custom].contains(signInProvider) && !RecentSignIn.isRecent(authTime, now: openedAt)
    }
}

public import Foundation

/// One sign-in on one device.
public struct Session: Hashable, Sendable {
    /// 16 random bytes; the first part of each of its refresh tokens.
    public let id: Data
    public let scope: ProjectScope
    public let account: AccountID
    /// When the person proved who they are. It belongs to the session: another device's sign-in does not freshen it.
    public let authTime: Timestamp
    /// When it was opened, from which its life counts. That can be long after ``authTime``: a sign-in by what a stale session
    /// added proves no more than that session did.
    public let openedAt: Timestamp
    /// The wire's `sign_in_provider`.
    public let signInProvider: ProviderID
    /// The second factor that the person gave, if any. It belongs to the session, as ``authTime`` does.
    public let secondFactor: SecondFactorID?
    /// The account's generation when the session was opened.
    public let generation: Int64
    /// When a token of it was exchanged last, or when it was opened; as coarse as ``SessionLife/coarseness``.
    public var lastUsedAt: Timestamp
    /// The refresh tokens that still count.
    public var refresh: RefreshChain

    /// - Parameters:
    ///   - openedAt: `nil` if that is when the person proved who they are.
    ///   - lastUsedAt: `nil` if it was not used since then.
    public init(
        id: Data, scope: ProjectScope, account: AccountID, authTime: Timestamp, openedAt: Timestamp? = nil,
        signInProvider: ProviderID, secondFactor: SecondFactorID? = nil, generation: Int64, lastUsedAt: Timestamp? = nil,
        refresh: RefreshChain
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
    }

    /// Checks that the session still opens its account.
    ///
    /// - Parameter account: The session's account as it is now.
    /// - Throws: ``AuthError/userDisabled``, or ``AuthError/tokenExpired`` once the account ended its sessions, or the way in is
    ///   gone that a stale one was opened by.
    public func requireValid(for account: Account) throws(AuthError) {
        guard !account.isDisabled else { throw .userDisabled }
        guard generation == account.generation, authTime.seconds >= account.validSince ?? .min else { throw .tokenExpired }
        guard !isStaleFromTheStart || account.identity(of: signInProvider) != nil else { throw .tokenExpired }
    }

    /// Whether it was opened by a provider's identity that a stale session had added: whoever takes that off wants this gone too.
    private var isStaleFromTheStart: Bool {
        ![.password, .phone, .anonymous, .custom].contains(signInProvider) && !RecentSignIn.isRecent(authTime, now: openedAt)
    }
}

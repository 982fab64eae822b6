public import Foundation

/// A signed-in account.
///
/// The same object stays the user for as long as the account is signed in: what changes, changes in it.
open class User: NSObject, UserInfo, NSSecureCoding, @unchecked Sendable {
    /// All that is known of the user, tokens included.
    let state: Locked<UserState>
    /// The session that the tokens are of, which copies of the user share.
    let session: Locked<SharedSession>
    /// What was learnt of the account last.
    let views = Locked(Views())
    /// Where the user is stored; nil for one who is known in memory only. It changes under the owner's gate.
    let home: Locked<Home?>
    private let ownership: Locked<Ownership>

    struct Home: Sendable {
        let store: SessionStore
        /// What this process read or wrote there last; if there is something else, another process wrote it.
        var stored: UserState
    }

    private struct Ownership {
        weak var auth: Auth?
        /// The server whose session it is; nil for a user out of an archive, of which that is not known.
        var server: ServerAddress?

        init(auth: Auth?) {
            self.auth = auth
            server = auth?.address
        }
    }

    /// - Parameter store: Where the state was read.
    init(_ state: UserState, auth: Auth?, storedIn store: SessionStore? = nil) {
        let ownership = Ownership(auth: auth)
        let session = Self.session(of: state, ownership)
        var current = state
        current.tokens = session.newest(with: state.tokens)
        self.state = Locked(current)
        self.session = Locked(session)
        home = Locked(store.map { Home(store: $0, stored: state) })
        self.ownership = Locked(ownership)
        super.init()
        session.join(self)
    }

    private static func session(of state: UserState, _ ownership: Ownership) -> SharedSession {
        guard let auth = ownership.auth, !state.tokens.refreshToken.isEmpty else {
            return SharedSession(alone: state.tokens, uid: state.uid)
        }
        let registry = auth.state.withLock { $0.sessions }
        return registry.session(of: state.tokens, uid: state.uid, server: ownership.server?.origin)
    }

    /// Goes over to the session that the tokens are of now.
    func followTokens() {
        let state = state.withLock { $0 }
        let before = session.withLock { $0 }
        guard before.newest.refreshToken != state.tokens.refreshToken else {
            return _ = before.newest(with: state.tokens)
        }
        let next = Self.session(of: state, ownership.withLock { $0 })
        session.withLock { $0 = next }
        next.join(self)
    }

    private func read<Value>(_ value: (UserState) -> Value) -> Value { state.withLock { value($0) } }

    // MARK: The account

    /// Always `Firebase`: what the server itself says, no provider of its own.
    open var providerID: String { "Firebase" }
    /// The account's id, which never changes.
    open var uid: String { read(\.uid) }
    /// The account's email address, whichever way the person signs in.
    open var email: String? { read(\.email) }
    /// The account's phone number, in E.164 form.
    open var phoneNumber: String? { read(\.phoneNumber) }
    /// Whether the account has no way in but this session.
    open var isAnonymous: Bool { read(\.isAnonymous) }
    /// Whether the account has no way in but this session.
    open func anonymous() -> Bool { isAnonymous }
    /// Whether somebody has proven that the email address is theirs.
    open var isEmailVerified: Bool { read(\.isEmailVerified) }
    /// Whether somebody has proven that the email address is theirs.
    open func emailVerified() -> Bool { isEmailVerified }
    /// The ways in that the account has, in the server's order.
    open var providerData: [any UserInfo] { read { $0.providers.map(ProviderUserInfo.init) } }
    /// When the account was made and last signed in to.
    open var metadata: UserMetadata {
        read { UserMetadata(lastSignInDate: $0.lastSignInAt, creationDate: $0.createdAt) }
    }
    /// The tenant that the account belongs to.
    open var tenantID: String? { read(\.tenantID) }
    /// The session's secret. Whoever has it is the user: do not log or send it.
    open var refreshToken: String? {
        let token = read(\.tokens.refreshToken)
        return token.isEmpty ? nil : token
    }
    /// The account's second factors.
    open var multiFactor: MultiFactor { MultiFactor(user: self) }

    /// The name that is shown for the person. Setting it changes this copy only; see ``createProfileChangeRequest()``.
    open var displayName: String? {
        get { read(\.displayName) }
        set { state.withLock { $0.displayName = newValue } }
    }
    /// Where a picture of the person is. Setting it changes this copy only; see ``createProfileChangeRequest()``.
    open var photoURL: URL? {
        get { read(\.photoURL) }
        set { state.withLock { $0.photoURL = newValue } }
    }

    /// Says nothing that is secret or personal beyond the id.
    open override var description: String { "<User \(uid)>" }

    // MARK: Who owns it

    /// The `Auth` whose user it is.
    ///
    /// - Throws: `internalError` once the app is deleted, or uses another server than the session's.
    func owner() throws -> Auth {
        guard let auth = ownership.withLock({ $0.auth }) else {
            throw AuthFailure.make(
                .internalError,
                message: "This user belongs to no app any more: its app was deleted, or it was read from an archive. "
                    + "Hand it to updateCurrentUser(_:) first.")
        }
        try auth.requireInUse()
        try requireServer(auth.address)
        return auth
    }

    /// - Throws: `internalError` if the user's session is another server's.
    func requireServer(_ address: ServerAddress) throws {
        guard let own = ownership.withLock({ $0.server }), own != address else { return }
        throw AuthFailure.make(
            .internalError,
            message:
                "This user's session is one of \(own), and the app uses \(address), which must not see it. Sign in there anew.")
    }

    /// Gives the user to an `Auth`, as `updateCurrentUser(_:)` does.
    func move(to auth: Auth) {
        let isOther = ownership.withLock { ownership in
            defer { ownership = Ownership(auth: auth) }
            return ownership.auth !== auth
        }
        guard isOther else { return }
        let next = Self.session(of: state.withLock { $0 }, ownership.withLock { $0 })
        session.withLock { $0 = next }
        next.join(self)
    }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { Archive.encode(state.withLock { $0 }, with: coder) }

    public required convenience init?(coder: NSCoder) {
        guard let state = Archive.decode(UserState.self, from: coder) else { return nil }
        self.init(state.withKnownTimes, auth: nil)
    }
}

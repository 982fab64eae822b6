public import Foundation

/// A signed-in account.
///
/// The user is represented by the same object for as long as the account is signed in; its properties are updated in place.
open class User: NSObject, UserInfo, NSSecureCoding, @unchecked Sendable {
    /// The complete state of the user, including tokens.
    let state: Locked<UserState>
    /// The session of the tokens, shared by all copies of the user.
    let session: Locked<SharedSession>
    /// The order of account lookups.
    let views = Locked(Views())
    /// The place where the user is stored; nil for a user kept in memory only. Changed while holding the owner's gate.
    let home: Locked<Home?>
    private let ownership: Locked<Ownership>

    struct Home: Sendable {
        let store: SessionStore
        /// The state this process last read or wrote there; if the stored state differs, another process wrote it.
        var stored: UserState
    }

    private struct Ownership {
        weak var auth: Auth?
        /// The server of the session; nil for a user from an archive, for which it is unknown.
        var server: ServerAddress?

        init(auth: Auth?) {
            self.auth = auth
            server = auth?.address
        }
    }

    /// - Parameter store: The store from which the state was read.
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

    /// Switches to the session that the current tokens belong to.
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

    /// Always `Firebase`: the server itself rather than a provider.
    open var providerID: String { "Firebase" }
    /// The account's ID, which never changes.
    open var uid: String { read(\.uid) }
    /// The account's email address, regardless of the sign-in method.
    open var email: String? { read(\.email) }
    /// The account's phone number, in E.164 form.
    open var phoneNumber: String? { read(\.phoneNumber) }
    /// Indicates whether the account has no sign-in method other than this session.
    open var isAnonymous: Bool { read(\.isAnonymous) }
    /// Returns whether the account has no sign-in method other than this session.
    open func anonymous() -> Bool { isAnonymous }
    /// Indicates whether the email address has been verified.
    open var isEmailVerified: Bool { read(\.isEmailVerified) }
    /// Returns whether the email address has been verified.
    open func emailVerified() -> Bool { isEmailVerified }
    /// The account's sign-in methods, in the server's order.
    open var providerData: [any UserInfo] { read { $0.providers.map(ProviderUserInfo.init) } }
    /// The dates of the account's creation and last sign-in.
    open var metadata: UserMetadata {
        read { UserMetadata(lastSignInDate: $0.lastSignInAt, creationDate: $0.createdAt) }
    }
    /// The tenant that the account belongs to.
    open var tenantID: String? { read(\.tenantID) }
    /// The session's secret. Anyone who has it can act as the user: do not log or send it.
    open var refreshToken: String? {
        let token = read(\.tokens.refreshToken)
        return token.isEmpty ? nil : token
    }
    /// The account's second factors.
    open var multiFactor: MultiFactor { MultiFactor(user: self) }

    /// The person's display name. Setting it changes this copy only; see ``createProfileChangeRequest()``.
    open var displayName: String? {
        get { read(\.displayName) }
        set { state.withLock { $0.displayName = newValue } }
    }
    /// The URL of the person's picture. Setting it changes this copy only; see ``createProfileChangeRequest()``.
    open var photoURL: URL? {
        get { read(\.photoURL) }
        set { state.withLock { $0.photoURL = newValue } }
    }

    /// Contains nothing secret, and nothing personal except the ID.
    open override var description: String { "<User \(uid)>" }

    // MARK: Ownership

    /// Returns the `Auth` that the user belongs to.
    ///
    /// - Throws: `internalError` if the app was deleted, or uses a server other than the session's.
    func owner() throws -> Auth {
        guard let auth = ownership.withLock({ $0.auth }) else {
            throw AuthFailure.make(
                .internalError,
                message: "This user no longer belongs to an app: its app was deleted, or it was read from an archive. "
                    + "Pass it to updateCurrentUser(_:) first.")
        }
        try auth.requireInUse()
        try requireServer(auth.address)
        return auth
    }

    /// - Throws: `internalError` if the user's session belongs to another server.
    func requireServer(_ address: ServerAddress) throws {
        guard let own = ownership.withLock({ $0.server }), own != address else { return }
        throw AuthFailure.make(
            .internalError,
            message:
                "This user's session is for \(own), but the app uses \(address), which must not see it. Sign in again there.")
    }

    /// Moves the user to an `Auth`, as `updateCurrentUser(_:)` does.
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

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes a user. The archive contains the refresh token, which is as sensitive as a password.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) { Archive.encode(state.withLock { $0 }, with: coder) }

    /// Decodes a user; returns nil if the archive does not contain it.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let state = Archive.decode(UserState.self, from: coder) else { return nil }
        self.init(state.withKnownTimes, auth: nil)
    }
}

public import Foundation

/// What `add…Listener` gives back, to remove the listener by.
public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol

/// What `add…Listener` gives back, to remove the listener by.
public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol

/// One who wants to hear who is signed in.
struct Listener: @unchecked Sendable {
    enum Ear {
        /// Called on the main queue.
        case main((Auth, User?) -> Void)
        /// Told at once, wherever that is.
        case stream(AsyncStream<User?>.Continuation)
    }

    let handle: NSObject
    let ear: Ear
    /// The account that was told of last; only where changes of the token alone are not told.
    let lastAccount: Locked<String??>?

    /// Whether the listener wants to hear of a user now.
    private func wants(_ user: User?) -> Bool {
        guard let lastAccount else { return true }
        return lastAccount.withLock { last in
            if let last, last == user?.uid { return false }
            last = .some(user?.uid)
            return true
        }
    }

    /// Tells the listener, unless it was removed meanwhile.
    func tell(_ user: User?, by auth: Auth) {
        guard wants(user) else { return }
        switch ear {
        case .main(let body):
            // The call keeps the handle: a listener that is added later must not get its place in memory and pass for this one.
            let call = MainCall { [handle] in
                let isThere = auth.state.withLock { $0.listeners.contains { $0.handle === handle } }
                if isThere { body(auth, user) }
            }
            DispatchQueue.main.async { call.body() }
        case .stream(let continuation): continuation.yield(user)
        }
    }

    func finish() { if case .stream(let continuation) = ear { continuation.finish() } }

    private struct MainCall: @unchecked Sendable {
        let body: () -> Void
    }
}

extension Auth {
    /// Posted on the main queue with the `Auth` as its object when somebody signs in or out, or the ID token changes.
    public static let authStateDidChangeNotification = NSNotification.Name("FIRAuthStateDidChangeNotification")

    /// Calls a listener once, and then whenever another account is signed in, or none any more.
    ///
    /// - Parameter listener: Called on the main queue.
    /// - Returns: What ``removeStateDidChangeListener(_:)`` takes.
    public func addStateDidChangeListener(_ listener: @escaping (Auth, User?) -> Void) -> any NSObjectProtocol {
        listen(.main(listener), toTokens: false)
    }

    /// Calls a listener no more, not even for what has happened already.
    public func removeStateDidChangeListener(_ listenerHandle: any NSObjectProtocol) { remove(listenerHandle) }

    /// Calls a listener once, and then whenever the ID token changes: at sign-in, sign-out, renewal and link.
    ///
    /// - Parameter listener: Called on the main queue.
    /// - Returns: What ``removeIDTokenDidChangeListener(_:)`` takes.
    public func addIDTokenDidChangeListener(_ listener: @escaping (Auth, User?) -> Void) -> any NSObjectProtocol {
        listen(.main(listener), toTokens: true)
    }

    /// Calls a listener no more, not even for what has happened already.
    public func removeIDTokenDidChangeListener(_ listenerHandle: any NSObjectProtocol) { remove(listenerHandle) }

    func listen(_ ear: Listener.Ear, toTokens: Bool) -> NSObject {
        let listener = Listener(handle: NSObject(), ear: ear, lastAccount: toTokens ? nil : Locked(nil))
        _ = currentUser
        state.withLock { state in
            state.listeners.append(listener)
            // Under the lock, so that no change comes between the first call and what it tells. The call itself comes later.
            listener.tell(state.current, by: self)
        }
        return listener.handle
    }

    func remove(_ handle: any NSObjectProtocol) {
        let removed = state.withLock { state in
            state.listeners.firstIndex { $0.handle === handle }.map { state.listeners.remove(at: $0) }
        }
        removed?.finish()
    }

    /// Tells whoever listens, if the ID token is another one than was told of last.
    func notify() {
        let hasChanged = state.withLock { state -> Bool in
            let token = state.current?.state.withLock { $0.tokens.idToken }
            guard token != state.notifiedToken else { return false }
            state.notifiedToken = token
            for listener in state.listeners { listener.tell(state.current, by: self) }
            return true
        }
        guard hasChanged else { return }
        notifyCentre(about: self)
        scheduleRenewal()
    }

    /// Posts ``authStateDidChangeNotification`` on the main queue.
    func notifyCentre(about auth: Auth?) {
        DispatchQueue.main.async {
            NotificationCenter.default.post(name: Self.authStateDidChangeNotification, object: auth)
        }
    }
}

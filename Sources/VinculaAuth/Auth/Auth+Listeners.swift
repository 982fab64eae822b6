public import Foundation

/// The handle that `add…Listener` returns, used to remove the listener.
public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol

/// The handle that `add…Listener` returns, used to remove the listener.
public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol

/// An observer of the sign-in state.
struct Listener: @unchecked Sendable {
    enum Ear {
        /// Called on the main queue.
        case main((Auth, User?) -> Void)
        /// Receives values immediately, on any thread.
        case stream(AsyncStream<User?>.Continuation)
    }

    let handle: NSObject
    let ear: Ear
    /// The account last delivered; nil for a listener that also receives changes of the token.
    let lastAccount: Locked<String??>?

    /// Returns whether the listener should be notified of a user now.
    private func wants(_ user: User?) -> Bool {
        guard let lastAccount else { return true }
        return lastAccount.withLock { last in
            if let last, last == user?.uid { return false }
            last = .some(user?.uid)
            return true
        }
    }

    /// Notifies the listener unless it was removed in the meantime.
    func tell(_ user: User?, by auth: Auth) {
        guard wants(user) else { return }
        switch ear {
        case .main(let body):
            // The call retains the handle: otherwise a later listener could be allocated at the same address and mistaken for
            // it.
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
    /// Posted on the main queue with the `Auth` as its object when the signed-in user or the ID token changes.
    public static let authStateDidChangeNotification = NSNotification.Name("FIRAuthStateDidChangeNotification")

    /// Calls a listener once immediately, and then whenever another account is signed in or the user signs out.
    ///
    /// - Parameter listener: Called on the main queue.
    /// - Returns: The handle for ``removeStateDidChangeListener(_:)``.
    public func addStateDidChangeListener(_ listener: @escaping (Auth, User?) -> Void) -> any NSObjectProtocol {
        listen(.main(listener), toTokens: false)
    }

    /// Removes a listener; calls that are already pending are not made either.
    public func removeStateDidChangeListener(_ listenerHandle: any NSObjectProtocol) { remove(listenerHandle) }

    /// Calls a listener once immediately, and then whenever the ID token changes: at sign-in, sign-out, renewal and linking.
    ///
    /// - Parameter listener: Called on the main queue.
    /// - Returns: The handle for ``removeIDTokenDidChangeListener(_:)``.
    public func addIDTokenDidChangeListener(_ listener: @escaping (Auth, User?) -> Void) -> any NSObjectProtocol {
        listen(.main(listener), toTokens: true)
    }

    /// Removes a listener; calls that are already pending are not made either.
    public func removeIDTokenDidChangeListener(_ listenerHandle: any NSObjectProtocol) { remove(listenerHandle) }

    func listen(_ ear: Listener.Ear, toTokens: Bool) -> NSObject {
        let listener = Listener(handle: NSObject(), ear: ear, lastAccount: toTokens ? nil : Locked(nil))
        _ = currentUser
        state.withLock { state in
            state.listeners.append(listener)
            // Under the lock, so that no change falls between the first call and the state it reports. The call itself is
            // made later.
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

    /// Notifies all listeners if the ID token differs from the one last reported.
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

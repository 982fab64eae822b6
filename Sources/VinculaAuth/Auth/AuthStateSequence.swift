import Foundation

extension Auth {
    /// The signed-in user: the current one, and then a value whenever another account is signed in or the user signs out.
    public var authStateChanges: AuthStateChangesSequence { AuthStateChangesSequence(self) }

    /// The signed-in user: the current one, and then a value whenever the ID token changes.
    public var idTokenChanges: IDTokenChangesSequence { IDTokenChangesSequence(self) }

    /// A sequence of account changes.
    public struct AuthStateChangesSequence: AsyncSequence, Sendable {
        /// The signed-in user, or nil if there is none.
        public typealias Element = User?
        /// The sequence does not fail.
        public typealias Failure = Never
        /// The iterator, which listens for as long as it exists.
        public typealias Iterator = ChangeIterator

        let auth: Auth

        /// Creates a sequence; it does not listen before it is iterated over.
        ///
        /// - Parameter auth: The instance to observe.
        public init(_ auth: Auth) { self.auth = auth }

        /// Starts to observe; the first element is the present user.
        public func makeAsyncIterator() -> ChangeIterator { ChangeIterator(watching: auth, toTokens: false) }
    }

    /// A sequence of ID token changes.
    public struct IDTokenChangesSequence: AsyncSequence, Sendable {
        /// The signed-in user, or nil if there is none.
        public typealias Element = User?
        /// The sequence does not fail.
        public typealias Failure = Never
        /// The iterator, which listens for as long as it exists.
        public typealias Iterator = ChangeIterator

        let auth: Auth

        /// Creates a sequence; it does not listen before it is iterated over.
        ///
        /// - Parameter auth: The instance to observe.
        public init(_ auth: Auth) { self.auth = auth }

        /// Starts to observe; the first element is the present user.
        public func makeAsyncIterator() -> ChangeIterator { ChangeIterator(watching: auth, toTokens: true) }
    }

    /// Iterates over changes. It listens until it is released or its task is cancelled.
    public struct ChangeIterator: AsyncIteratorProtocol {
        private var changes: AsyncStream<User?>.Iterator

        init(watching auth: Auth, toTokens: Bool) {
            let (stream, continuation) = AsyncStream.makeStream(of: User?.self)
            let handle = auth.listen(.stream(continuation), toTokens: toTokens)
            let listening = Listening(auth: auth, handle: handle)
            continuation.onTermination = { _ in listening.end() }
            changes = stream.makeAsyncIterator()
        }

        /// Waits for the next change.
        ///
        /// - Returns: The signed-in user, or nil within the value if there is none; nil when the task has been cancelled.
        public mutating func next() async -> User?? { await changes.next() }

        /// Waits for the next change, on an actor.
        ///
        /// - Parameter actor: The actor to stay on.
        /// - Returns: As for ``next()``.
        @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
        public mutating func next(isolation actor: isolated (any Actor)?) async -> User?? {
            await changes.next(isolation: actor)
        }
    }

    private struct Listening: @unchecked Sendable {
        weak var auth: Auth?
        let handle: NSObject

        func end() { auth?.remove(handle) }
    }
}

@available(*, unavailable)
extension Auth.ChangeIterator: Sendable {}

import Foundation

extension Auth {
    /// Who is signed in: now, and then whenever another account is, or none any more.
    public var authStateChanges: AuthStateChangesSequence { AuthStateChangesSequence(self) }

    /// Who is signed in: now, and then whenever the ID token changes.
    public var idTokenChanges: IDTokenChangesSequence { IDTokenChangesSequence(self) }

    /// Tells of each change of the account.
    public struct AuthStateChangesSequence: AsyncSequence, Sendable {
        public typealias Element = User?
        public typealias Failure = Never
        public typealias Iterator = ChangeIterator

        let auth: Auth

        /// - Parameter auth: Whose account is watched.
        public init(_ auth: Auth) { self.auth = auth }

        public func makeAsyncIterator() -> ChangeIterator { ChangeIterator(watching: auth, toTokens: false) }
    }

    /// Tells of each change of the ID token.
    public struct IDTokenChangesSequence: AsyncSequence, Sendable {
        public typealias Element = User?
        public typealias Failure = Never
        public typealias Iterator = ChangeIterator

        let auth: Auth

        /// - Parameter auth: Whose ID token is watched.
        public init(_ auth: Auth) { self.auth = auth }

        public func makeAsyncIterator() -> ChangeIterator { ChangeIterator(watching: auth, toTokens: true) }
    }

    /// Waits for one change after another. It listens until it is let go of, or its task is cancelled.
    public struct ChangeIterator: AsyncIteratorProtocol {
        private var changes: AsyncStream<User?>.Iterator

        init(watching auth: Auth, toTokens: Bool) {
            let (stream, continuation) = AsyncStream.makeStream(of: User?.self)
            let handle = auth.listen(.stream(continuation), toTokens: toTokens)
            let listening = Listening(auth: auth, handle: handle)
            continuation.onTermination = { _ in listening.end() }
            changes = stream.makeAsyncIterator()
        }

        public mutating func next() async -> User?? { await changes.next() }

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

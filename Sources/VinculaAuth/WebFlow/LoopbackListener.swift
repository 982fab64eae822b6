#if !(os(iOS) || os(tvOS) || os(visionOS) || os(watchOS))
    import Foundation

    /// Waits on 127.0.0.1 for the browser to come back.
    ///
    /// A thread of its own serves all connections, so nothing of Swift's or Dispatch's thread pools waits for a person.
    final class LoopbackListener: Sendable {
        private struct State {
            var isClosed = false
            /// Wakes the thread; nil once the thread has left.
            var wake: Int32?
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        let port: UInt16
        private let state = Locked(State())

        /// Begins to listen.
        ///
        /// - Parameter flow: Judges the redirects, and is ended by the right one, or if the system takes the listener away.
        /// - Throws: `webInternalError` if the system does not let the app listen.
        init(_ flow: PendingFlow) throws {
            let listening: Int32
            let wake: (read: Int32, write: Int32)
            do {
                (listening, port) = try LoopbackSocket.listen()
                do {
                    wake = try LoopbackSocket.wakePipe()
                } catch {
                    LoopbackSocket.close(listening)
                    throw error
                }
            } catch {
                throw AuthFailure.make(
                    .webInternalError, message: "The app may not listen on 127.0.0.1, where the browser comes back to.",
                    underlying: error)
            }
            state.withLock { $0.wake = wake.write }
            let port = port
            let thread = Thread { [state] in
                var service = LoopbackService(listening: listening, wake: wake.read, port: port, flow: flow)
                service.run { Self.closed(state) }
                state.withLock {
                    if let wake = $0.wake { LoopbackSocket.close(wake) }
                    $0.wake = nil
                }
                LoopbackSocket.close(wake.read)
            }
            thread.name = "VinculaAuth sign-in redirect"
            thread.start()
        }

        /// Stops listening, and returns when the port is free. A browser that has its answer may still be reading it.
        func close() async {
            await withCheckedContinuation { continuation in
                let isClosed = state.withLock { state in
                    guard !state.isClosed else { return true }
                    state.waiting.append(continuation)
                    if let wake = state.wake { LoopbackSocket.wake(wake) }
                    return false
                }
                if isClosed { continuation.resume() }
            }
        }

        private static func closed(_ state: Locked<State>) {
            let waiting = state.withLock { state in
                state.isClosed = true
                defer { state.waiting = [] }
                return state.waiting
            }
            waiting.forEach { $0.resume() }
        }
    }
#endif

#if !(os(iOS) || os(tvOS) || os(visionOS) || os(watchOS))
    import Foundation

    /// Waits on 127.0.0.1 for the browser's redirect.
    ///
    /// All connections are served by a dedicated thread, so that no thread of Swift's or Dispatch's pools waits for a person.
    final class LoopbackListener: Sendable {
        private struct State {
            var isClosed = false
            /// The descriptor that wakes the thread; nil after the thread has ended.
            var wake: Int32?
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        let port: UInt16
        private let state = Locked(State())

        /// Starts listening.
        ///
        /// - Parameter flow: Judges the redirects. It is ended by the right one, or when the system closes the listener.
        /// - Throws: `webInternalError` if the app is not allowed to listen.
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
                    .webInternalError, message: "The app cannot listen on 127.0.0.1 for the browser's redirect.",
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

        /// Stops listening, and returns when the port is free. A browser may still be reading its response then.
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

#if !(os(iOS) || os(tvOS) || os(visionOS) || os(watchOS))
    import Foundation

    /// The loop of the loopback listener's thread: one `poll` over all connections, so that a slow one does not delay the
    /// others.
    struct LoopbackService {
        private struct Connection {
            let descriptor: Int32
            var received: [UInt8] = []
            var isAnswered = false
            var deadline: ContinuousClock.Instant
        }

        private static let headLimit = 16 * 1024
        /// The maximum number of connections, enough for a browser that opens some in advance. A new one replaces the oldest.
        private static let connectionLimit = 32
        private static let patience: Duration = .seconds(10)
        /// The time a browser has to read its response, which takes it milliseconds.
        private static let farewell: Duration = .seconds(1)

        private let wake: Int32
        private let host: String
        private let flow: PendingFlow
        /// The listening descriptor; nil after the port was freed.
        private var listening: Int32?
        private var connections: [Connection] = []

        init(listening: Int32, wake: Int32, port: UInt16, flow: PendingFlow) {
            self.listening = listening
            self.wake = wake
            self.flow = flow
            host = "127.0.0.1:\(port)"
        }

        /// Serves until the right redirect has arrived, or the wake pipe signals that nobody is waiting for it any longer.
        ///
        /// - Parameter onClosed: Called when the port is free.
        mutating func run(onClosed: () -> Void) {
            while let listening {
                guard let ready = wait(for: [wake, listening]) else {
                    flow.end(.failure(AuthFailure.make(.webInternalError, message: "The app can no longer listen on 127.0.0.1.")))
                    break
                }
                if ready.contains(wake) { break }
                serve(ready, onClosed)
                if self.listening != nil, ready.contains(listening) { acceptAll(listening) }
            }
            let isAnswered = listening == nil
            stopListening(onClosed)
            // Closing now could take the response away from a browser that has not read it.
            while isAnswered, !connections.isEmpty, let ready = wait(for: []) { serve(ready, onClosed) }
            connections.forEach { LoopbackSocket.close($0.descriptor) }
        }

        private func wait(for others: [Int32]) -> Set<Int32>? {
            LoopbackSocket.wait(for: others + connections.map(\.descriptor), milliseconds: timeLeft)
        }

        private mutating func stopListening(_ onClosed: () -> Void) {
            guard let listening else { return }
            LoopbackSocket.close(listening)
            self.listening = nil
            onClosed()
        }

        /// The time until the next connection times out, in milliseconds; -1 for no limit.
        private var timeLeft: Int32 {
            guard let next = connections.map(\.deadline).min() else { return -1 }
            let left = max(.zero, ContinuousClock.now.duration(to: next)).components
            return Int32(clamping: left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1)
        }

        private mutating func acceptAll(_ listening: Int32) {
            while true {
                switch LoopbackSocket.accept(listening) {
                case .connection(let descriptor):
                    if connections.count >= Self.connectionLimit { LoopbackSocket.close(connections.removeFirst().descriptor) }
                    connections.append(Connection(descriptor: descriptor, deadline: .now + Self.patience))
                case .nobody:
                    return
                case .failed:
                    // The listener stays readable, so without a pause this thread would spin.
                    Thread.sleep(forTimeInterval: 0.05)
                    return
                }
            }
        }

        private mutating func serve(_ ready: Set<Int32>, _ onClosed: () -> Void) {
            let now = ContinuousClock.now
            var kept: [Connection] = []
            var completion: (() -> Void)?
            for var connection in connections {
                var isOpen = connection.deadline > now
                if isOpen, ready.contains(connection.descriptor) {
                    if let bytes = LoopbackSocket.read(connection.descriptor) {
                        if !connection.isAnswered, completion == nil, listening != nil {
                            completion = receive(bytes, &connection)
                        }
                    } else {
                        isOpen = false
                    }
                }
                if isOpen { kept.append(connection) } else { LoopbackSocket.close(connection.descriptor) }
            }
            connections = kept
            guard let completion else { return }
            for other in connections where !other.isAnswered { LoopbackSocket.close(other.descriptor) }
            connections.removeAll { !$0.isAnswered }
            stopListening(onClosed)
            completion()
        }

        /// Appends received bytes, and responds if the head is complete or too long.
        ///
        /// - Returns: A closure that ends the flow, if this was the redirect.
        private func receive(_ bytes: [UInt8], _ connection: inout Connection) -> (() -> Void)? {
            let before = connection.received.count
            connection.received += bytes
            var completion: (() -> Void)?
            let page: LoopbackPage
            if let end = LoopbackRequest.endOfHead(connection.received, from: before), end <= Self.headLimit {
                (page, completion) = answer(connection.received[..<end], connection.descriptor)
            } else if connection.received.count > Self.headLimit {
                page = .tooLarge
            } else {
                return nil
            }
            LoopbackSocket.writeLast(page.bytes, to: connection.descriptor)
            connection.isAnswered = true
            connection.received = []
            connection.deadline = .now + Self.farewell
            return completion
        }

        private func answer(_ head: ArraySlice<UInt8>, _ descriptor: Int32) -> (LoopbackPage, (() -> Void)?) {
            guard let request = LoopbackRequest(head: head) else { return (.malformed, nil) }
            guard request.hosts == [host] else { return (.wrongHost, nil) }
            let isLaunch = request.path.equalsInConstantTime(flow.binding.launchPath)
            guard isLaunch || request.path.equalsInConstantTime(flow.binding.loopbackPath) else { return (.notFound, nil) }
            guard request.method == "GET" else { return (.wrongMethod, nil) }
            #if os(Linux)
                // Other users may have read the path among the arguments of this user's browser.
                guard LoopbackPeer.isOurs(descriptor) else { return (.wrongUser, nil) }
            #endif
            if isLaunch { return (flow.page.map(LoopbackPage.signIn) ?? .notFound, nil) }
            guard let completion = flow.judge(query: request.query) else { return (.notOurs, nil) }
            return (.done, completion)
        }
    }
#endif

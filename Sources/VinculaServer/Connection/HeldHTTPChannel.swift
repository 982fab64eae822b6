package import HummingbirdCore
package import Logging
package import NIOCore
import Synchronization

/// HTTP/1.1 on one connection, which is closed if nobody comes to handle it.
///
/// A server that is cancelled drops the connections that it has accepted and not begun to handle. NIO ends the whole process for
/// one whose writer was not finished, and with it the requests that are still being answered and what was to be written last.
package struct HeldHTTPChannel: ServerChildChannel {
    private let channel: HTTP1Channel

    /// - Parameter channel: What speaks HTTP.
    package init(_ channel: HTTP1Channel) { self.channel = channel }

    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HeldConnection> {
        self.channel.setup(channel: channel, logger: logger).map { HeldConnection($0) }
    }

    package func handle(value: HeldConnection, logger: Logger) async {
        guard let connection = value.take() else { return }
        await channel.handle(value: connection, logger: logger)
    }
}

/// A connection until it is handled. Whoever drops it closes it.
package final class HeldConnection: ServerChildChannelValue {
    package let channel: any Channel
    private let waiting: Mutex<HTTP1Channel.Value?>

    init(_ connection: HTTP1Channel.Value) {
        channel = connection.channel
        waiting = Mutex(connection)
    }

    deinit {
        guard let dropped = take() else { return }
        // Closing finishes the writer, whether the connection is already registered or not.
        Task { try? await dropped.executeThenClose { _, _ in } }
    }

    /// Returns the connection to whoever handles it, once.
    func take() -> HTTP1Channel.Value? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}

import NIOCore
import NIOPosix

/// Places on loopback that are no web servers.
package enum BareListener {
    /// The address of a port at which nothing listens.
    package static func closedAddress() async throws -> String {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        defer { listener.close(promise: nil) }
        return address(of: listener)
    }

    /// Runs a server that says the same to whoever says anything, for as long as a test takes.
    package static func saying<Result: Sendable>(
        _ text: String, _ body: (_ address: String) async throws -> Result
    ) async throws -> Result {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Saying(text)) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { listener.close(promise: nil) }
        return try await body(address(of: listener))
    }

    private static func address(of listener: any Channel) -> String {
        "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
    }

    private final class Saying: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let text: String

        init(_ text: String) { self.text = text }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }
    }
}

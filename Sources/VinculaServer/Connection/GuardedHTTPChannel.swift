import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// HTTP/1.1 on one connection, with guards on both sides of the parser.
struct GuardedHTTPChannel: ServerChildChannel {
    typealias Value = HeldConnection

    private let channel: HeldHTTPChannel
    private let limits: ConnectionLimits
    private let connections: OpenConnections
    private let proxies: ProxyWatch?

    init(
        responder: @escaping HTTPChannelHandler.Responder, limits: ConnectionLimits, connections: OpenConnections,
        proxies: ProxyWatch?
    ) {
        channel = HeldHTTPChannel(
            HTTP1Channel(
                responder: responder,
                configuration: HTTP1Channel.Configuration(
                    idleTimeout: limits.idle,
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: limits.headerSize, maxHeaderListSize: limits.headerSize,
                        maxHeaderFieldCount: limits.headerCount))))
        self.limits = limits
        self.connections = connections
        self.proxies = proxies
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let messages = MessageGuard(limits: limits, connections: connections, proxies: proxies)
        do {
            try channel.pipeline.syncOperations.addHandler(ByteWatch(messages: messages, limits: limits))
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
        return self.channel.setup(channel: channel, logger: logger).assumeIsolated().flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandlers(BodyJoiner(), messages, position: .after(parser))
            return value
        }.nonisolated()
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await channel.handle(value: value, logger: logger)
        }
    }
}

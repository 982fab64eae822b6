import Foundation
import Logging
import NIOCore

/// Accepts no more connections than the server can hold, and survives moments in which the system has no resources for
/// another one.
///
/// Without it the first failed `accept` would end the server. Clients beyond the limit wait in the system's queue, and
/// connections that are only waiting are closed to make room for them.
final class AcceptGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel
    typealias OutboundIn = Never
    typealias OutboundOut = Never

    /// Adds a gate to a server's listening channel.
    static func add(to channel: any Channel, maximum: Int, connections: OpenConnections, logger: Logger) async {
        let added = channel.eventLoop.submit {
            let gate = AcceptGate(maximum: maximum, connections: connections, logger: logger)
            try channel.pipeline.syncOperations.addHandler(gate, position: .first)
        }
        // Fails only if the channel is already closed.
        try? await added.get()
    }

    private static let pause = TimeAmount.milliseconds(200)

    private let maximum: Int
    private let connections: OpenConnections
    private let logger: Logger
    private var count = 0
    private var isPausing = false
    private var isReadWanted = false
    private var lastWarning: NIODeadline?

    init(maximum: Int, connections: OpenConnections, logger: Logger) {
        self.maximum = maximum
        self.connections = connections
        self.logger = logger
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count += 1
        let bound = NIOLoopBound((gate: self, context: context), eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in
            let (gate, context) = bound.value
            gate.count -= 1
            gate.go(on: context)
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        isReadWanted = true
        go(on: context)
    }

    private func go(on context: ChannelHandlerContext) {
        guard isReadWanted, !isPausing else { return }
        guard count < maximum else {
            warn("All connections are in use", ["connections": "\(count)"])
            connections.makeRoom()
            return pause(context)
        }
        isReadWanted = false
        context.read()
    }

    private func pause(_ context: ChannelHandlerContext) {
        isPausing = true
        let bound = NIOLoopBound((gate: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.pause) {
            let (gate, context) = bound.value
            gate.isPausing = false
            gate.go(on: context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM, ECONNABORTED].contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        guard error.errnoCode != ECONNABORTED else { return }
        warn("The system cannot accept more connections", ["errno": "\(error.errnoCode)"])
        connections.makeRoom()
        if !isPausing { pause(context) }
    }

    private func warn(_ message: Logger.Message, _ metadata: Logger.Metadata) {
        let now = NIODeadline.now()
        guard lastWarning.map({ now - $0 > .seconds(10) }) ?? true else { return }
        lastWarning = now
        logger.warning(message, metadata: metadata)
    }
}

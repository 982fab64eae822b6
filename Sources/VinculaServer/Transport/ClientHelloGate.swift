import NIOCore
import NIOSSL
import NIOTLS

/// Holds a connection's first bytes until they say which certificate the client needs, and then adds TLS with it.
///
/// A certificate authority that asks for the answer to a challenge gets it, and is disconnected after the handshake. Everybody
/// else gets the server's certificate, or a TLS alert while there is none.
final class ClientHelloGate: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let certificate: ManagedCertificate
    private var bytes = ByteBuffer()
    /// The number of bytes with which the message may be complete.
    private var needed = 0
    private var isDeciding = false

    init(certificate: ManagedCertificate) { self.certificate = certificate }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        bytes.writeBuffer(&part)
        guard !isDeciding else {
            // The client waits for an answer, and sends nothing more.
            if bytes.readableBytes > 2 * ClientHello.longest { context.close(promise: nil) }
            return
        }
        guard bytes.readableBytes >= needed else { return }
        switch ClientHello.read(bytes.readableBytesView) {
        case .incomplete(let needed): self.needed = needed
        case .unreadable: use(certificate.context, context)
        case .complete(let hello):
            guard hello.protocols == [ManagedCertificate.challengeProtocol] else { return use(certificate.context, context) }
            decide(hello.serverName ?? "", context)
        }
    }

    private func decide(_ name: String, _ context: ChannelHandlerContext) {
        isDeciding = true
        if let known = certificate.knownChallenge(of: name) { return use(known, context, isChallenge: true) }
        let bound = NIOLoopBound((gate: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.makeFutureWithTask { [certificate] in await certificate.challenge(of: name) }
            .whenSuccess { found in
                let (gate, context) = bound.value
                guard context.channel.isActive else { return }
                gate.use(found, context, isChallenge: true)
            }
    }

    private func use(_ tls: NIOSSLContext?, _ context: ChannelHandlerContext, isChallenge: Bool = false) {
        isDeciding = true
        guard let tls else { return refuse(context) }
        let pipeline = context.pipeline.syncOperations
        do {
            let handler = NIOSSLServerHandler(context: tls)
            try pipeline.addHandler(handler, position: .after(self))
            if isChallenge { try pipeline.addHandler(ChallengeEnd(), position: .after(handler)) }
        } catch {
            return context.close(promise: nil)
        }
        let first = bytes
        bytes = ByteBuffer()
        context.fireChannelRead(wrapInboundOut(first))
        context.fireChannelReadComplete()
        pipeline.removeHandler(context: context, promise: nil)
    }

    /// Sends the alert `handshake_failure`, which TLS libraries report as such.
    private func refuse(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: [21, 3, 3, 0, 2, 2, 40])), promise: written)
    }
}

/// Ends a connection on which a challenge was answered: nothing else may be said there.
private final class ChallengeEnd: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}

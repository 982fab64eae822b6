import NIOCore

/// Watches a connection's bytes in front of the parser: reports that bytes arrived, closes on clients that do not read their
/// responses, and lets the last response arrive before the connection closes.
///
/// Closing a socket while bytes from the client are unread resets the connection, and the client may never see the response
/// that explains why. So this side stops writing, and for a moment keeps reading and discarding.
final class ByteWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private static let longestLinger = TimeAmount.seconds(2)
    /// The maximum number of bytes read and discarded after the last response.
    private static let largestLinger = 16 << 20

    private let messages: MessageGuard
    private let limits: ConnectionLimits
    /// The number of bytes discarded since the last response; `nil` before it.
    private var discarded: Int?
    private var lingerTimer: Scheduled<Void>?
    private var stallTimer: Scheduled<Void>?
    private var written = 0
    private var takenAtLastLook = 0
    private var closing: [EventLoopPromise<Void>] = []

    init(messages: MessageGuard, limits: ConnectionLimits) {
        self.messages = messages
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound((watch: self, context: context), eventLoop: context.eventLoop)
        messages.linger = { bound.value.watch.linger(bound.value.context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        lingerTimer?.cancel()
        stallTimer?.cancel()
        messages.linger = nil
        for promise in closing { promise.succeed(()) }
        closing = []
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let before = discarded {
            let discarded = before + unwrapInboundIn(data).readableBytes
            self.discarded = discarded
            if discarded > Self.largestLinger { context.close(promise: nil) }
            return
        }
        messages.sawBytes()
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        guard discarded != nil else { return context.fireChannelReadComplete() }
        // The application no longer requests reads.
        context.read()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if discarded != nil, let event = event as? ChannelEvent, event == .inputClosed { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Closing

    private func linger(_ context: ChannelHandlerContext) {
        guard discarded == nil, context.channel.isActive else { return }
        discarded = 0
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        lingerTimer = context.eventLoop.scheduleTask(in: Self.longestLinger) { bound.value.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        context.read()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard discarded != nil, context.channel.isActive else { return context.close(mode: mode, promise: promise) }
        // The application is done, but the client may not have received everything yet.
        if mode == .all {
            if let promise { closing.append(promise) }
        } else {
            promise?.succeed(())
        }
    }

    // MARK: Writing

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written += unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            stallTimer?.cancel()
            stallTimer = nil
        } else if stallTimer == nil {
            takenAtLastLook = taken(context)
            watchStall(context)
        }
        context.fireChannelWritabilityChanged()
    }

    private func watchStall(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((watch: self, context: context), eventLoop: context.eventLoop)
        stallTimer = context.eventLoop.scheduleTask(in: limits.write) {
            let (watch, context) = bound.value
            let taken = watch.taken(context)
            let expected = Int(Double(watch.limits.minimumRate) * Double(watch.limits.write.nanoseconds) / 1e9)
            guard taken - watch.takenAtLastLook >= max(1, expected) else { return context.close(promise: nil) }
            watch.takenAtLastLook = taken
            watch.watchStall(context)
        }
    }

    /// The number of written bytes that the system has taken.
    private func taken(_ context: ChannelHandlerContext) -> Int {
        let buffered = try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)
        return written - Int(buffered ?? 0)
    }
}

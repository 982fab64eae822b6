import Foundation
import NIOCore
import NIOHTTP1
import VinculaCore

/// Enforces time limits on a client, refuses requests that cannot be read safely, and closes so that the last response
/// arrives.
///
/// It sits behind the parser and ``BodyJoiner``, and handles everything between two complete requests. The application
/// answers the requests that it can; the others are answered here. A well-behaved connection costs one timer, when it is
/// opened.
final class MessageGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Reception {
        /// Between two requests, or in the head of one.
        case head
        /// In a body that began at `start`, with `received` bytes so far.
        case body(start: NIODeadline, received: Int)
        /// Nothing more is read.
        case over
    }

    private let limits: ConnectionLimits
    private let connections: OpenConnections
    private let proxies: ProxyWatch?
    private var reception = Reception.head
    /// The time since which a head has been awaited; `nil` while none is.
    private var headStart: NIODeadline?
    private var hasBytes = false
    /// True until the first bytes arrive.
    private var isSilent = true
    private var sawPart = false
    /// The number of requests whose responses are not complete.
    private var unanswered = 0
    /// True if no further request is read; the last response says so.
    private var isLast = false
    private var isDraining = false
    private var isHeadWritten = false
    /// The refusal to send once all earlier requests are answered.
    private var refusal: RequestRefusal?
    private var timer: (task: Scheduled<Void>, deadline: NIODeadline)?
    private var context: ChannelHandlerContext?
    private var bodies: BodyReservations
    /// Called when the last response is written.
    var linger: (() -> Void)?

    init(limits: ConnectionLimits, connections: OpenConnections, proxies: ProxyWatch?) {
        self.limits = limits
        self.connections = connections
        self.proxies = proxies
        bodies = BodyReservations(limits, connections)
    }

    /// The time since which the connection has been waiting for its client; `nil` while a request is being answered.
    var waitingSince: NIODeadline? {
        if case .body(let start, _) = reception { return start }
        return unanswered == 0 ? headStart ?? lastAnswer : nil
    }

    /// The time since which a body has been awaited; `nil` while none is.
    var bodySince: NIODeadline? {
        if case .body(let start, _) = reception { return start }
        return nil
    }

    /// The site that sends the newest body.
    var bodySite: ClientAddress? { bodies.newestSite }

    private var lastAnswer = NIODeadline.now()

    // MARK: Lifetime

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if context.channel.isActive { begin() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelActive(context: ChannelHandlerContext) {
        begin()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func begin() {
        guard headStart == nil, let context else { return }
        headStart = .now()
        connections.add(self, on: context.eventLoop)
        schedule(at: .now() + limits.header)
    }

    private func end() {
        timer?.task.cancel()
        timer = nil
        reception = .over
        linger = nil
        bodies.endAll()
        connections.remove(self)
        context = nil
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isDraining = true
            leaveUnfinished()
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Stops waiting for an incomplete request when the server stops: the rest may never arrive.
    private func leaveUnfinished() {
        guard case .body = reception else { return }
        if unanswered == 0 { close() } else { breakOff(.stopping) }
    }

    // MARK: Requests

    /// Called by the handler in front of the parser when bytes arrive.
    func sawBytes() {
        hasBytes = true
        isSilent = false
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .over = reception { return }
        sawPart = true
        switch unwrapInboundIn(data) {
        case .head(var head):
            headStart = nil
            let complaint =
                RequestHeadRules.tidy(&head)
                ?? RequestHeadRules.complaint(
                    about: head, refusesProxies: limits.refusesProxies, allowsConsole: limits.allowsConsole)
            if let complaint { return refuse(complaint) }
            // The context's would ask the system each time.
            let peer = context.channel.remoteAddress
            guard bodies.begin(head, from: peer) else { return refuse(.noRoomForBody) }
            proxies?.look(at: head, from: peer)
            isLast = isLast || !RequestHeadRules.keepsConnection(head)
            unanswered += 1
            reception = .body(start: .now(), received: 0)
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body(let bytes):
            if case .body(let start, let received) = reception {
                // The rest of a body whose request is already answered is read so that the connection can be reused, but
                // only up to a limit.
                if unanswered == 0, received > limits.bodySize { return close() }
                reception = .body(start: start, received: received + bytes.readableBytes)
                guard unanswered == 0 || bodies.grow(to: received + bytes.readableBytes) else { return breakOff(.noRoomForBody) }
            }
        case .end:
            reception = isLast ? .over : .head
        }
        context.fireChannelRead(data)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        switch reception {
        case .body(let start, let received) where unanswered <= 1:
            schedule(at: limits.bodyDeadline(startedAt: start, received: received))
        case .head where hasBytes && !sawPart && headStart == nil:
            headStart = .now()
            schedule(at: .now() + limits.header)
        default: break
        }
        hasBytes = false
        sawPart = false
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else { return context.fireErrorCaught(error) }
        switch reception {
        case .head:
            refuse(
                error == .headerOverflow ? .headTooLarge(limits.headerSize) : .malformedHead("The request is malformed."))
        case .body: breakOff(.bodyBroken)
        case .over: break
        }
    }

    /// Ends the body being read with an error; the application sends the response.
    private func breakOff(_ refusal: RequestRefusal) {
        reception = .over
        isLast = true
        context?.fireErrorCaught(refusal)
    }

    /// Refuses a request without involving the application, after the application's pending responses.
    private func refuse(_ refusal: RequestRefusal) {
        reception = .over
        headStart = nil
        self.refusal = refusal
        if unanswered == 0 { answerRefusal() }
    }

    // MARK: Responses

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where head.status.code >= 200:
            guard unanswered > 0, linger != nil else { return promise.succeed() }
            if head.headers.contains(name: "Connection"), head.headers[canonicalForm: "connection"].contains("close") {
                isLast = true
            }
            if isDraining || connections.isDraining { isLast = true }
            if isLast, unanswered == 1 { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            isHeadWritten = true
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .end where isHeadWritten:
            isHeadWritten = false
            unanswered -= 1
            bodies.end()
            lastAnswer = .now()
            context.write(data, promise: promise)
            if unanswered == 0 {
                answeredAll()
            } else if unanswered == 1, case .body(_, let received) = reception {
                // The client was waiting for us; its time starts now.
                reception = .body(start: lastAnswer, received: received)
                schedule(at: limits.bodyDeadline(startedAt: lastAnswer, received: received))
            }
        default:
            guard isHeadWritten else { return promise.succeed() }
            context.write(data, promise: promise)
        }
    }

    private func answeredAll() {
        if refusal != nil { return answerRefusal() }
        if isLast { close() }
    }

    private func answerRefusal() {
        guard let context, let refusal else { return }
        self.refusal = nil
        let answer = refusal.connectionAnswer
        context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        close()
    }

    private func close() {
        reception = .over
        timer?.task.cancel()
        timer = nil
        context?.flush()
        let linger = linger
        self.linger = nil
        linger?()
        // Ends the application's stream, and with it its loop.
        context?.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    }

    // MARK: Time

    /// Schedules a check for `deadline`, unless one is due by then.
    private func schedule(at deadline: NIODeadline) {
        guard let context, timer.map({ $0.deadline > deadline }) ?? true else { return }
        timer?.task.cancel()
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        timer = (context.eventLoop.scheduleTask(deadline: deadline) { bound.value.look() }, deadline)
    }

    private func look() {
        timer = nil
        let now = NIODeadline.now()
        switch reception {
        case .head:
            guard let headStart else { return }
            guard unanswered == 0 else { return schedule(at: now + limits.header) }
            guard now >= headStart + limits.header else { return schedule(at: headStart + limits.header) }
            if isSilent { context?.close(promise: nil) } else { refuse(.headTooSlow) }
        case .body(let start, let received):
            guard unanswered <= 1 else { return }
            let deadline = limits.bodyDeadline(startedAt: start, received: received)
            guard now >= deadline else { return schedule(at: deadline) }
            if unanswered == 1 { breakOff(.bodyTooSlow) } else { close() }
        case .over: break
        }
    }

    /// Closes a connection that is only waiting, to make room for others.
    ///
    /// Closing takes a while under TLS; in that time the connection must not be chosen, and counted, again.
    func makeRoom() {
        let context = context
        end()
        context?.close(promise: nil)
    }
}

extension Optional where Wrapped == EventLoopPromise<Void> {
    fileprivate func succeed() { self?.succeed(()) }
}

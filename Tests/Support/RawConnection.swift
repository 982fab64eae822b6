import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// A TCP connection that says what a test wants, sound or not.
package final class RawConnection: Sendable {
    private struct State {
        var received = Data()
        var isClosed = false
    }

    private let channel: any Channel
    private let state: Box

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    private final class Collector: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let box: Box

        init(_ box: Box) { self.box = box }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            box.state.withLock { $0.received += Data(bytes.readableBytesView) }
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if let event = event as? ChannelEvent, event == .inputClosed { box.state.withLock { $0.isClosed = true } }
        }

        func channelInactive(context: ChannelHandlerContext) { box.state.withLock { $0.isClosed = true } }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private init(_ channel: any Channel, _ state: Box) {
        self.channel = channel
        self.state = state
    }

    /// - Parameters:
    ///   - url: `http://127.0.0.1:PORT`, of which only the port counts.
    ///   - reads: Whether answers are taken; the system's buffers are small if not.
    package static func open(_ url: String, reads: Bool = true) async throws -> RawConnection {
        let box = Box()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true).channelOption(.autoRead, value: reads)
            .channelInitializer { $0.pipeline.addHandler(Collector(box)) }
        if !reads { bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: 4096) }
        let port = URL(string: url)?.port ?? 0
        return RawConnection(try await bootstrap.connect(host: "127.0.0.1", port: port).get(), box)
    }

    /// Sends, or does not where the other side is gone.
    package func send(_ text: String) async { try? await channel.writeAndFlush(ByteBuffer(string: text)) }

    /// The bytes received so far.
    package var text: String { state.state.withLock { String(decoding: $0.received, as: UTF8.self) } }

    /// Indicates whether the other side has closed the connection, or its half of it.
    package var isClosed: Bool { state.state.withLock { $0.isClosed } }

    /// Waits until something holds.
    package func wait(seconds: Double, until condition: (RawConnection) -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !condition(self) {
            guard ContinuousClock.now < deadline else { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    /// Waits for the end, and gives back all that came.
    ///
    /// - Returns: `nil` if the other side did not end the connection.
    package func end(within seconds: Double = 60) async -> String? {
        let isOver = await wait(seconds: seconds) { $0.isClosed }
        return isOver ? text : nil
    }

    package func close() async { try? await channel.close() }

    /// Opens a connection, sends, waits for the other side to end it, and gives back what it said.
    package static func exchange(_ url: String, _ text: String, within seconds: Double = 60) async throws -> String? {
        let connection = try await open(url)
        await connection.send(text)
        let answer = await connection.end(within: seconds)
        await connection.close()
        return answer
    }
}

/// Somebody who listens, remembers what was said, and answers as badly as a test wants.
package final class RawListener: Sendable {
    package enum Manner: Sendable {
        /// Takes connections and says nothing.
        case silent
        /// Says it all at once, and closes.
        case answer(String)
        /// Says one byte a second.
        case drip(String)
    }

    private final class Memory: Sendable {
        let heard = Mutex<[Data]>([])
    }

    private final class Listener: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let memory: Memory
        private let manner: Manner
        private var hasAnswered = false

        init(_ memory: Memory, _ manner: Manner) {
            self.memory = memory
            self.manner = manner
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            memory.heard.withLock { $0.append(Data(bytes.readableBytesView)) }
            guard !hasAnswered else { return }
            hasAnswered = true
            switch manner {
            case .silent: break
            case .answer(let text):
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
                context.close(promise: nil)
            case .drip(let text): drip(Substring(text), NIOLoopBound(context, eventLoop: context.eventLoop))
            }
        }

        private func drip(_ text: Substring, _ context: NIOLoopBound<ChannelHandlerContext>) {
            guard let first = text.first, context.value.channel.isActive else { return }
            context.value.writeAndFlush(wrapOutboundOut(ByteBuffer(string: String(first))), promise: nil)
            context.value.eventLoop.scheduleTask(in: .seconds(1)) { self.drip(text.dropFirst(), context) }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private let channel: any Channel
    private let memory: Memory

    private init(_ channel: any Channel, _ memory: Memory) {
        self.channel = channel
        self.memory = memory
    }

    package static func start(_ manner: Manner) async throws -> RawListener {
        let memory = Memory()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.pipeline.addHandler(Listener(memory, manner)) }
            .bind(host: "127.0.0.1", port: 0).get()
        return RawListener(channel, memory)
    }

    /// `http://127.0.0.1:PORT`
    package var url: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)" }

    /// The bytes sent to it.
    package var heard: [String] { memory.heard.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }

    package func close() async { try? await channel.close() }
}

import Foundation
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing
import VinculaServer

/// T343: connections that are made while a server stops. NIO ends the process for each that is dropped, so a failure of these
/// tests is a crash.
@Suite struct HeldConnectionTests {
    /// The server is told to stop before it has begun to handle any connection.
    @Test func connectionsThatNobodyHandlesAreClosed() async throws {
        try await TestServer.with { server in
            let clients = Mutex<[RawConnection]>([])
            let connections = OpenConnections()
            await server.runAnother(connections: connections) { port in
                for _ in 0..<3 {
                    guard let client = try? await RawConnection.open("http://127.0.0.1:\(port)") else { continue }
                    clients.withLock { $0.append(client) }
                }
                while connections.count < 3 { try? await Task.sleep(for: .milliseconds(1)) }
                withUnsafeCurrentTask { $0?.cancel() }
            }
            let opened = clients.withLock { $0 }
            #expect(opened.count == 3)
            for client in opened {
                #expect(await client.end(within: 10) != nil)
                await client.close()
            }
            #expect(connections.count == 0)
        }
    }

    /// Clients connect and reset, in a loop, while servers are cancelled.
    @Test func resetsWhileAServerIsCancelled() async throws {
        try await TestServer.with { server in
            for _ in 0..<10 {
                let connections = OpenConnections()
                let (ports, continuation) = AsyncStream<Int>.makeStream()
                await withTaskGroup(of: Void.self) { group in
                    let running = Task { await server.runAnother(connections: connections) { continuation.yield($0) } }
                    var iterator = ports.makeAsyncIterator()
                    let port = await iterator.next() ?? 0
                    for _ in 0..<4 {
                        group.addTask { await Self.hammer(port, until: .now + .milliseconds(20)) }
                    }
                    try? await Task.sleep(for: .milliseconds(10))
                    running.cancel()
                    await running.value
                }
                let deadline = ContinuousClock.now + .seconds(10)
                while connections.count > 0, .now < deadline { try? await Task.sleep(for: .milliseconds(1)) }
                #expect(connections.count == 0)
            }
        }
    }

    /// Connects, and resets each connection at once.
    private static func hammer(_ port: Int, until deadline: ContinuousClock.Instant) async {
        let bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        while .now < deadline {
            guard let channel = try? await bootstrap.connect(host: "127.0.0.1", port: port).get() else { return }
            try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try? await channel.close()
        }
    }
}

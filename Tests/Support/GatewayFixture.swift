import Foundation
import NIOCore
package import NIOHTTP1
import NIOPosix
import Synchronization
package import VinculaCore

/// A gateway for text messages on loopback, whose behaviour a test may change.
package final class GatewayFixture: Sendable {
    package enum Behaviour: Sendable {
        case answer(HTTPResponseStatus, body: String = "{}", headers: HTTPHeaders = [:])
        /// Answers each request on its own, in JSON.
        case respond(@Sendable (Request) async throws -> (status: Int, body: String))
        /// Answers after a while.
        case slow(Duration)
        /// Begins a success, and closes the connection in the middle of it.
        case breakOff
        /// Begins a success, and never ends it.
        case unending
        /// Closes the connection once the whole request has arrived.
        case hangUp
        /// Never answers.
        case silence

        /// An answer in JSON.
        package static func json(_ body: String, status: Int = 200) -> Behaviour {
            .answer(.init(statusCode: status), body: body, headers: ["Content-Type": "application/json"])
        }
    }

    /// A request that arrived whole.
    package struct Request: Sendable {
        package let path: String
        package let headers: HTTPHeaders
        package let body: String

        package var json: JSONValue { JSONValue.parse(Data(body.utf8)) ?? .null }
    }

    /// `http://127.0.0.1:PORT`
    package let address: String
    private let state = Mutex((behaviour: Behaviour.answer(.ok), requests: [Request]()))

    private init(port: Int) { address = "http://127.0.0.1:\(port)" }

    package var behaviour: Behaviour {
        get { state.withLock { $0.behaviour } }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// The requests so far, oldest first.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// Runs a gateway for as long as a test takes.
    package static func run<Result: Sendable>(_ body: @Sendable (GatewayFixture) async throws -> Result) async throws -> Result {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        let gateway = GatewayFixture(port: server.channel.localAddress?.port ?? 0)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.executeThenClose { connections in
                    await withDiscardingTaskGroup { group in
                        do {
                            for try await connection in connections {
                                group.addTask { await gateway.serve(connection) }
                            }
                        } catch { return }
                    }
                }
            }
            defer { group.cancelAll() }
            return try await body(gateway)
        }
    }

    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    private func serve(_ connection: Connection) async {
        try? await connection.executeThenClose { inbound, outbound in
            var head: HTTPRequestHead?
            var body = ByteBuffer()
            for try await part in inbound {
                switch part {
                case .head(let arrived): (head, body) = (arrived, ByteBuffer())
                case .body(let bytes): body.writeImmutableBuffer(bytes)
                case .end:
                    guard let head else { return }
                    let request = Request(path: head.uri, headers: head.headers, body: String(buffer: body))
                    let behaviour = state.withLock { state in
                        state.requests.append(request)
                        return state.behaviour
                    }
                    switch behaviour {
                    case .hangUp: return
                    case .respond(let make):
                        let (status, text) = try await make(request)
                        let fields: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "\(text.utf8.count)"]
                        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: fields)
                        try await outbound.write(.head(head))
                        try await outbound.write(.body(.byteBuffer(ByteBuffer(string: text))))
                        try await outbound.write(.end(nil))
                    case .slow(let time):
                        try await Task.sleep(for: time)
                        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "0"])
                        try await outbound.write(.head(head))
                        try await outbound.write(.end(nil))
                    case .breakOff:
                        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "100"])
                        try await outbound.write(.head(head))
                        try await outbound.write(.body(.byteBuffer(ByteBuffer(string: "{\"id\":"))))
                        return
                    case .unending:
                        let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Length": "100"])
                        try await outbound.write(.head(head))
                        try await Task.sleep(for: .seconds(120))
                    case .silence: try await Task.sleep(for: .seconds(120))
                    case .answer(let status, let text, let headers):
                        var headers = headers
                        headers.replaceOrAdd(name: "Content-Length", value: "\(text.utf8.count)")
                        try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
                        try await outbound.write(.body(.byteBuffer(ByteBuffer(string: text))))
                        try await outbound.write(.end(nil))
                    }
                }
            }
        }
    }
}

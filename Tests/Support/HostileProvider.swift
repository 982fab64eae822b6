package import Foundation
import NIOCore
package import NIOHTTP1
import NIOPosix
import Synchronization
package import VinculaCore

/// An OpenID provider on loopback whose every answer a test may change.
package final class HostileProvider: Sendable {
    package struct Answer: Sendable {
        package var status: HTTPResponseStatus
        package var headers: HTTPHeaders
        package var parts: [Data]
        /// Waits before the head, and before each part.
        package var delay: Duration
        /// Is awaited before the head.
        package var hold: (@Sendable () async -> Void)?

        package init(
            status: HTTPResponseStatus = .ok, headers: HTTPHeaders = ["Content-Type": "application/json"], parts: [Data] = [],
            delay: Duration = .zero
        ) {
            self.status = status
            self.headers = headers
            self.parts = parts
            self.delay = delay
        }

        package static func json(_ value: JSONValue) -> Answer { Answer(parts: [Data(value.text.utf8)]) }
    }

    package static let discoveryPath = "/.well-known/openid-configuration"

    /// The path of Microsoft's discovery document for all tenants.
    package static let microsoftDiscoveryPath = "/common/v2.0/.well-known/openid-configuration"

    /// Its issuer, `http://127.0.0.1:PORT`.
    package let address: String
    private let answers = Mutex<[String: Answer]>([:])
    private let log = Mutex<[String]>([])
    private let arrivals = Mutex(0)

    private init(port: Int) {
        address = "http://127.0.0.1:\(port)"
        self[Self.discoveryPath] = .json(["issuer": .string(address), "jwks_uri": .string(address + "/jwks")])
        self[Self.microsoftDiscoveryPath] = .json([
            "issuer": .string(address + "/{tenantid}/v2.0"), "jwks_uri": .string(address + "/jwks"),
        ])
        self["/jwks"] = .json(["keys": .array([TestKey.rsa.published])])
    }

    /// The answer to a path; 404 for none.
    package subscript(path: String) -> Answer? {
        get { answers.withLock { $0[path] } }
        set { answers.withLock { $0[path] = newValue } }
    }

    package var requests: [String] { log.withLock { $0 } }

    /// The number of connections, including those without a request.
    package var connections: Int { arrivals.withLock { $0 } }

    package func count(of path: String) -> Int { requests.count { $0 == path } }

    package func publish(_ keys: [JSONValue]) { self["/jwks"] = .json(["keys": .array(keys)]) }

    /// Runs a provider for as long as a test takes.
    package static func run<Result: Sendable>(_ body: @Sendable (HostileProvider) async throws -> Result) async throws -> Result {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        let provider = HostileProvider(port: server.channel.localAddress?.port ?? 0)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.executeThenClose { connections in
                    await withDiscardingTaskGroup { group in
                        do {
                            for try await connection in connections {
                                group.addTask { await provider.serve(connection) }
                            }
                        } catch { return }
                    }
                }
            }
            defer { group.cancelAll() }
            return try await body(provider)
        }
    }

    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    private func serve(_ connection: Connection) async {
        arrivals.withLock { $0 += 1 }
        try? await connection.executeThenClose { inbound, outbound in
            for try await case .head(let head) in inbound {
                log.withLock { $0.append(head.uri) }
                let path = String(head.uri.prefix { $0 != "?" })
                let answer = self[head.uri] ?? self[path] ?? Answer(status: .notFound)
                await answer.hold?()
                try await Task.sleep(for: answer.delay)
                let reply = HTTPResponseHead(version: .http1_1, status: answer.status, headers: answer.headers)
                try await outbound.write(.head(reply))
                for part in answer.parts {
                    try await Task.sleep(for: answer.delay)
                    try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: part))))
                }
                try await outbound.write(.end(nil))
            }
        }
    }
}

import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import VinculaCore
import VinculaCrypto

/// An OpenID provider on loopback whose every answer a test may change.
final class HostileProvider: Sendable {
    struct Answer: Sendable {
        var status = HTTPResponseStatus.ok
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        var parts: [Data] = []
        /// Waits before the head, and before each part.
        var delay = Duration.zero

        static func json(_ value: JSONValue) -> Answer { Answer(parts: [Data(value.text.utf8)]) }
    }

    static let discoveryPath = "/.well-known/openid-configuration"

    let address: String
    private let answers = Mutex<[String: Answer]>([:])
    private let log = Mutex<[String]>([])

    private init(port: Int) {
        address = "http://127.0.0.1:\(port)"
        self[Self.discoveryPath] = .json(["issuer": .string(address), "jwks_uri": .string(address + "/jwks")])
        self["/jwks"] = .json(["keys": .array([TestKey.rsa.published])])
    }

    /// The answer to a path; 404 for none.
    subscript(path: String) -> Answer? {
        get { answers.withLock { $0[path] } }
        set { answers.withLock { $0[path] = newValue } }
    }

    var requests: [String] { log.withLock { $0 } }

    func count(of path: String) -> Int { requests.count { $0 == path } }

    func publish(_ keys: [JSONValue]) { self["/jwks"] = .json(["keys": .array(keys)]) }

    /// Runs a provider for as long as a test takes.
    static func run<Result: Sendable>(_ body: @Sendable (HostileProvider) async throws -> Result) async throws -> Result {
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
        try? await connection.executeThenClose { inbound, outbound in
            for try await case .head(let head) in inbound {
                log.withLock { $0.append(head.uri) }
                let path = String(head.uri.prefix { $0 != "?" })
                let answer = self[head.uri] ?? self[path] ?? Answer(status: .notFound)
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

/// Keys that sign tokens, good and bad.
enum TestKey {
    struct RSA: Sendable {
        let id: String
        let key: RSASigningKey
        let published: JSONValue

        init(id: String) throws {
            let der = try RSASigningKey.generate()
            self.id = id
            key = try RSASigningKey(der: der)
            let members = try JSONWebKey(id: id, privateKeyDER: der).published ?? [:]
            published = .object(members.mapValues(JSONValue.string))
        }

        func with(_ changes: [String: JSONValue]) -> JSONValue { published.with(changes) }
    }

    /// The key that the provider publishes unless told otherwise.
    static let rsa = make("good")
    /// Somebody else's key.
    static let other = make("other")
    static let p256 = P256.Signing.PrivateKey()

    static var p256Published: JSONValue {
        let point = p256.publicKey.rawRepresentation
        return [
            "kty": "EC", "crv": "P-256", "kid": "ec", "x": .string(point.prefix(32).base64URL),
            "y": .string(point.suffix(32).base64URL),
        ]
    }

    private static func make(_ id: String) -> RSA {
        do { return try RSA(id: id) } catch { preconditionFailure("No key: \(error)") }
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(Dictionary(elements) { $1 }) }

    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// The object with some members set, or taken away by `nil`.
    func with(_ changes: [String: JSONValue?]) -> JSONValue {
        guard case .object(var members) = self else { return self }
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }
}

public import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization
public import VinculaCore

/// A provider's web servers on loopback: a test says what each path answers, and sees what was asked.
public final class PlatformFixture: Sendable {
    public struct Received: Sendable {
        public let method: String
        public let path: String
        /// By names in small letters.
        public let headers: [String: String]
        public let body: String

        /// The body as a form; the last of a name counts.
        public var form: [String: String] {
            Dictionary(
                body.split(separator: "&").map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    let text = parts.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "" }
                    return (text[0], text.count > 1 ? text[1] : "")
                }, uniquingKeysWith: { $1 })
        }
    }

    public struct Answer: Sendable {
        public var status: Int
        public var type: String
        public var body: Data

        public init(status: Int = 200, type: String = "application/json", body: Data = Data()) {
            self.status = status
            self.type = type
            self.body = body
        }

        public static func json(_ value: [String: JSONValue], status: Int = 200) -> Answer {
            Answer(status: status, body: Data(JSONValue.object(value).text.utf8))
        }
    }

    public typealias Handler = @Sendable (Received) -> Answer

    private let address = Mutex("")
    private let handlers = Mutex<[String: Handler]>([:])
    private let log = Mutex<[Received]>([])

    /// `http://127.0.0.1:PORT`
    public var url: String { address.withLock { $0 } }
    /// What was asked, the oldest first.
    public var received: [Received] { log.withLock { $0 } }

    public func received(at path: String) -> [Received] { received.filter { $0.path == path } }

    /// Says what a path answers; other paths answer 404.
    public func answer(_ path: String, _ handler: @escaping Handler) { handlers.withLock { $0[path] = handler } }

    /// Runs a fixture for as long as a closure does.
    public static func run<Result: Sendable>(
        _ body: @escaping @Sendable (PlatformFixture) async throws -> Result
    ) async throws -> Result {
        let fixture = PlatformFixture()
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let responder = CallbackResponder<BasicRequestContext> { request, _ in try await fixture.respond(request) }
        let application = Application(
            responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "fixture", factory: { _ in SwiftLogNoOpLogHandler() }))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = await iterator.next() ?? 0
            fixture.address.withLock { $0 = "http://127.0.0.1:\(port)" }
            defer { group.cancelAll() }
            return try await body(fixture)
        }
    }

    private func respond(_ request: Request) async throws -> Response {
        let buffer = try await request.body.collect(upTo: 1 << 20)
        let received = Received(
            method: request.method.rawValue, path: request.uri.path,
            headers: Dictionary(
                request.headers.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $1 }),
            body: String(buffer: buffer))
        log.withLock { $0.append(received) }
        let handler = handlers.withLock { $0[received.path] }
        let answer = handler?(received) ?? Answer(status: 404)
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: [.contentType: answer.type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
}

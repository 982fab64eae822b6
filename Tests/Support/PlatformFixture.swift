package import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Synchronization
package import VinculaCore
import VinculaServer

/// A provider's web servers on loopback: a test says what each path answers, and sees what was asked.
package final class PlatformFixture: Sendable {
    package struct Received: Sendable {
        package let method: String
        package let path: String
        /// By names in small letters.
        package let headers: [String: String]
        package let body: String

        /// The body as a form; the last of a name counts.
        package var form: [String: String] {
            Dictionary(
                body.split(separator: "&").map { pair in
                    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    let text = parts.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding ?? "" }
                    return (text[0], text.count > 1 ? text[1] : "")
                }, uniquingKeysWith: { $1 })
        }
    }

    package struct Answer: Sendable {
        package var status: Int
        package var type: String
        package var body: Data

        package init(status: Int = 200, type: String = "application/json", body: Data = Data()) {
            self.status = status
            self.type = type
            self.body = body
        }

        package static func json(_ value: [String: JSONValue], status: Int = 200) -> Answer {
            Answer(status: status, body: Data(JSONValue.object(value).text.utf8))
        }
    }

    package typealias Handler = @Sendable (Received) -> Answer

    private let address = Mutex("")
    private let handlers = Mutex<[String: Handler]>([:])
    private let log = Mutex<[Received]>([])

    /// `http://127.0.0.1:PORT`
    package var url: String { address.withLock { $0 } }
    /// The requests received, oldest first.
    package var received: [Received] { log.withLock { $0 } }

    package func received(at path: String) -> [Received] { received.filter { $0.path == path } }

    /// Says what a path answers; other paths answer 404.
    package func answer(_ path: String, _ handler: @escaping Handler) { handlers.withLock { $0[path] = handler } }

    /// Runs a fixture for as long as a closure does.
    package static func run<Result: Sendable>(
        _ body: @escaping @Sendable (PlatformFixture) async throws -> Result
    ) async throws -> Result {
        let fixture = PlatformFixture()
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let responder = CallbackResponder<BasicRequestContext> { request, _ in try await fixture.respond(request) }
        let application = Application(
            responder: responder, server: HTTPServerBuilder { HeldHTTPChannel(HTTP1Channel(responder: $0)) },
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
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

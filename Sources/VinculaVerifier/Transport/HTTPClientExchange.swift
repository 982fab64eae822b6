#if os(Linux)
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1

    /// Requests by AsyncHTTPClient: `URLSession` on Linux ends the process when a connection breaks within an answer's head
    /// (swiftlang/swift-corelibs-foundation#5285).
    enum HTTPClientExchange {
        private static let client = HTTPClient(
            configuration: HTTPClient.Configuration(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(5))))

        static func send(_ request: VerifierRequest) async throws -> VerifierAnswer {
            var outgoing = HTTPClientRequest(url: request.url.absoluteString)
            outgoing.method = .RAW(value: request.method)
            for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
            if let body = request.body { outgoing.body = .bytes(ByteBuffer(bytes: body)) }
            let answer = try await client.execute(outgoing, deadline: .distantFuture)
            let body = try await answer.body.collect(upTo: request.longestAnswer)
            let headers = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
            return VerifierAnswer(status: Int(answer.status.code), headers: headers, body: Array(body.readableBytesView))
        }
    }
#endif

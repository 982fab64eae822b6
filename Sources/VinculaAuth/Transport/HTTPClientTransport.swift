#if os(Linux)
    import AsyncHTTPClient
    import Foundation
    import FoundationNetworking
    import NIOCore
    import NIOHTTP1

    /// Sends requests with AsyncHTTPClient.
    struct HTTPClientTransport: AuthTransport {
        /// The clients of this process, one per proxy, so that connections are shared.
        private static let clients = Locked<[HTTPProxy?: HTTPClient]>([:])

        private let timeout: Duration
        private let environment: [String: String]

        /// - Parameters:
        ///   - timeout: The maximum time for an entire response, in seconds.
        ///   - environment: The process's environment, except in tests.
        init(timeout: TimeInterval, environment: [String: String] = ProcessInfo.processInfo.environment) {
            self.timeout = .seconds(min(max(timeout, 0.001), 86400))
            self.environment = environment
        }

        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            guard let url = request.url else { throw URLError(.badURL) }
            do {
                // AsyncHTTPClient's own deadline covers the response's head, but not its body.
                return try await withThrowingTaskGroup { group in
                    group.addTask { try await exchange(request, url) }
                    group.addTask {
                        try await Task.sleep(for: timeout)
                        throw URLError(.timedOut)
                    }
                    defer { group.cancelAll() }
                    guard let first = try await group.next() else { throw CancellationError() }
                    return first
                }
            } catch {
                throw HTTPClientFailure.urlError(error, url)
            }
        }

        private func exchange(_ request: URLRequest, _ url: URL) async throws -> (Data, HTTPURLResponse) {
            var outgoing = HTTPClientRequest(url: url.absoluteString)
            outgoing.method = .RAW(value: request.httpMethod ?? "GET")
            for (name, value) in request.allHTTPHeaderFields ?? [:] { outgoing.headers.add(name: name, value: value) }
            if let body = request.httpBody { outgoing.body = .bytes(ByteBuffer(bytes: body)) }
            let answer = try await Self.client(HTTPProxy(for: url, environment)).execute(outgoing, deadline: .distantFuture)
            let body = try await answer.body.collect(upTo: HTTPTransport.longestAnswer)
            let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
            guard
                let head = HTTPURLResponse(
                    url: url, statusCode: Int(answer.status.code), httpVersion: "HTTP/1.1", headerFields: fields)
            else { throw URLError(.badServerResponse) }
            return (Data(body.readableBytesView), head)
        }

        private static func client(_ proxy: HTTPProxy?) -> HTTPClient {
            clients.withLock { clients in
                if let client = clients[proxy] { return client }
                var configuration = HTTPClient.Configuration(
                    redirectConfiguration: .disallow, timeout: .init(connect: .seconds(15)))
                // An app learns of an unreachable server immediately; retrying is up to the app.
                configuration.connectionPool.retryConnectionEstablishment = false
                configuration.proxy = proxy?.setting
                let client = HTTPClient(configuration: configuration)
                clients[proxy] = client
                return client
            }
        }
    }
#endif

#if !os(Linux)
    import Foundation

    /// Requests by `URLSession`, which keeps nothing: no cookies, no cache, no credentials.
    enum URLSessionExchange {
        private static let session: URLSession = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            return URLSession(configuration: configuration, delegate: NoRedirects(), delegateQueue: nil)
        }()

        static func send(_ request: VerifierRequest) async throws -> VerifierAnswer {
            var outgoing = URLRequest(url: request.url)
            outgoing.httpMethod = request.method
            outgoing.httpBody = request.body.map { Data($0) }
            for (name, value) in request.headers { outgoing.setValue(value, forHTTPHeaderField: name) }
            let (bytes, response) = try await session.bytes(for: outgoing)
            guard let head = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            var body: [UInt8] = []
            for try await byte in bytes {
                guard body.count < request.longestAnswer else { throw URLError(.dataLengthExceedsMaximum) }
                body.append(byte)
            }
            var headers: [String: String] = [:]
            for (name, value) in head.allHeaderFields {
                if let name = name as? String, let value = value as? String { headers[name.lowercased()] = value }
            }
            return VerifierAnswer(status: head.statusCode, headers: headers, body: body)
        }
    }

    private final class NoRedirects: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
#endif

public import Foundation

/// A request of a verifier: for keys, for revocations, or for an access token.
public struct VerifierRequest: Sendable {
    /// The address.
    public var url: URL
    /// `GET` or `POST`.
    public var method: String
    /// The header fields.
    public var headers: [String: String]
    /// The body, if there is one.
    public var body: [UInt8]?
    /// The longest answer that may be read, in bytes.
    public var longestAnswer: Int
    /// The longest time until the answer is complete.
    public var timeout: Duration

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - method: The method.
    ///   - headers: The header fields.
    ///   - body: The body.
    ///   - longestAnswer: The longest answer that may be read, in bytes.
    ///   - timeout: The longest time until the answer is complete.
    public init(
        url: URL, method: String = "GET", headers: [String: String] = [:], body: [UInt8]? = nil, longestAnswer: Int,
        timeout: Duration
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.longestAnswer = longestAnswer
        self.timeout = timeout
    }
}

/// The answer to a request of a verifier.
public struct VerifierAnswer: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields, their names in lower case.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields, their names in lower case.
    ///   - body: The body.
    public init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Sends the requests of a verifier: ``HTTPVerifierTransport``, or a backend's own, or a test's.
///
/// It must not follow redirects, and must respect the request's bounds.
public protocol VerifierTransport: Sendable {
    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: The error that prevented an answer.
    func send(_ request: VerifierRequest) async throws -> VerifierAnswer
}

/// Sends requests with AsyncHTTPClient on Linux, and with `URLSession` elsewhere. Redirects are not followed.
public struct HTTPVerifierTransport: VerifierTransport {
    /// Creates a transport. All of them share the process's connections.
    public init() {}

    /// Sends a request and returns the answer, whatever its status.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: The error that prevented an answer, such as a timeout.
    public func send(_ request: VerifierRequest) async throws -> VerifierAnswer {
        // The deadline covers the head and the body.
        try await withThrowingTaskGroup { group in
            group.addTask {
                #if os(Linux)
                    try await HTTPClientExchange.send(request)
                #else
                    try await URLSessionExchange.send(request)
                #endif
            }
            group.addTask {
                try await Task.sleep(for: request.timeout)
                throw URLError(.timedOut)
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }
}

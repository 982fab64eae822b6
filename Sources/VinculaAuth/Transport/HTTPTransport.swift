public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends requests over HTTP. The SDK uses it unless ``FirebaseOptions/transport`` is set, and an app's own transport can
/// forward its requests to it.
///
/// Only connections are kept: no cookies, no cache, no credentials. Redirects are not followed, because requests carry
/// passwords and tokens, which are meant for the named server only.
///
/// On Apple platforms it uses `URLSession`, on Linux AsyncHTTPClient: `URLSession` there crashes the process when a
/// connection breaks within a response's head (swiftlang/swift-corelibs-foundation#5285), which anyone on the network path
/// can cause.
public struct HTTPTransport: AuthTransport {
    /// The maximum length of a response, in bytes, well above anything that a server returns.
    static let longestAnswer = 1 << 20

    private let carrier: any AuthTransport

    /// Creates a transport with connections of its own.
    ///
    /// - Parameter timeout: The maximum time for an entire response, in seconds.
    public init(timeout: TimeInterval = 60) {
        #if os(Linux)
            carrier = HTTPClientTransport(timeout: timeout)
        #else
            carrier = URLSessionTransport(timeout: timeout)
        #endif
    }

    /// Sends a request and returns its response, whatever the status.
    ///
    /// - Parameter request: The complete request: method, URL, headers and body.
    /// - Returns: The response's body and head.
    /// - Throws: The error that prevented a response, such as a broken connection, a timeout or a response longer than 1 MiB.
    public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) { try await carrier.send(request) }
}

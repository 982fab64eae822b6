public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Carries requests by HTTP: what the SDK uses unless ``FirebaseOptions/transport`` says otherwise, and what a transport of an
/// app's own can hand its requests on to.
///
/// Connections are kept open, and nothing else: no cookies, no cache, no credentials. Redirects are not followed, because a request
/// carries passwords and tokens to the server that was named, and to no other.
///
/// Apple's platforms have `URLSession` for it. On Linux it is AsyncHTTPClient: there `URLSession` ends the whole process when a
/// connection breaks off within an answer's head (swiftlang/swift-corelibs-foundation#5285), which anybody on the way can bring
/// about.
public struct HTTPTransport: AuthTransport {
    /// No answer of a server is nearly as long, in bytes.
    static let longestAnswer = 1 << 20

    private let carrier: any AuthTransport

    /// - Parameter timeout: How long an answer may take as a whole, in seconds.
    public init(timeout: TimeInterval = 60) {
        #if os(Linux)
            carrier = HTTPClientTransport(timeout: timeout)
        #else
            carrier = URLSessionTransport(timeout: timeout)
        #endif
    }

    public func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) { try await carrier.send(request) }
}

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// What carries requests to the server: `URLSession` unless an app sets something of its own.
///
/// Set ``FirebaseOptions/transport`` to one that answers by itself to test an app without a server.
public protocol AuthTransport: Sendable {
    /// Sends a request and waits for its answer, whatever its status.
    ///
    /// - Parameter request: The request, whole: method, address, headers and body.
    /// - Returns: The answer's body and head.
    /// - Throws: What kept the answer from coming; the client reports it as `networkError`.
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

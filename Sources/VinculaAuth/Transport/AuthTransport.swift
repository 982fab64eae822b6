public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The transport for requests to the server: ``HTTPTransport`` unless an app sets its own.
///
/// To test an app without a server, set ``FirebaseOptions/transport`` to one that responds by itself.
public protocol AuthTransport: Sendable {
    /// Sends a request and returns its response, whatever the status.
    ///
    /// - Parameter request: The complete request: method, URL, headers and body.
    /// - Returns: The response's body and head.
    /// - Throws: The error that prevented a response; the client reports it as `networkError`.
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse)
}

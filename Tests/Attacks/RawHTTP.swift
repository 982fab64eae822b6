import TestSupport
import Testing

/// Bytes to a port and what comes back, for requests that no HTTP client would write.
enum RawHTTP {
    /// Sends a text and reads until the server closes, which it may do before it has taken all of it.
    static func exchange(_ text: String, port: Int) async throws -> String {
        try #require(try await RawConnection.exchange("http://127.0.0.1:\(port)", text), "The server keeps the connection open.")
    }
}

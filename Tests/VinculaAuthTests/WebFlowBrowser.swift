import Crypto
import Foundation

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A delegate that does what the test says instead of opening a browser.
final class FakeBrowser: NSObject, AuthUIDelegate {
    private let visit: @Sendable (SignInPage) async throws -> Void

    init(_ visit: @escaping @Sendable (SignInPage) async throws -> Void) {
        self.visit = visit
    }

    func open(_ url: URL) async {
        try? await visit(SignInPage(url: url))
    }
}

/// The server's sign-in page, as the browser was told to open it.
struct SignInPage: Sendable {
    let url: URL

    subscript(name: String) -> String {
        URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.first { $0.name == name }?.value ?? ""
    }

    var port: UInt16 { UInt16(URLComponents(string: self["redirect"])?.port ?? 0) }
    var path: String { URLComponents(string: self["redirect"])?.path ?? "" }

    /// The address to which the page sends the browser at the end.
    func redirect(_ result: [String: String], eventID: String? = nil, authType: String? = nil, base: String? = nil) -> String {
        let fields = result.merging(["eventId": eventID ?? self["eventId"], "authType": authType ?? self["authType"]]) { $1 }
        let inner = "https://auth.example/__/auth/callback?" + fields.map { "\($0)=\(encoded($1))" }.joined(separator: "&")
        return (base ?? self["redirect"]) + "?deep_link_id=" + encoded(inner)
    }

    private func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// Follows an address as a browser would.
///
/// Not with `URLSession`'s async methods: on Linux they deadlock when their task is cancelled just as they finish.
func get(_ address: String) async throws -> (status: Int, headers: [String: String], body: String) {
    guard let url = URL(string: address) else { throw URLError(.badURL) }
    return try await withCheckedThrowingContinuation { continuation in
        let task = URLSession.shared.dataTask(with: URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)) {
            guard let data = $0, let response = $1 as? HTTPURLResponse else {
                return continuation.resume(throwing: $2 ?? URLError(.badServerResponse))
            }
            let headers = response.allHeaderFields.reduce(into: [String: String]()) {
                $0["\($1.key)".lowercased()] = "\($1.value)"
            }
            continuation.resume(returning: (response.statusCode, headers, String(decoding: data, as: UTF8.self)))
        }
        task.resume()
    }
}

func sha256(_ text: String) -> String {
    SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
}

/// A connection that speaks bytes, for what no HTTP client would say. Blocks; `exchange` does so on a thread of its own.
struct RawConnection: Sendable {
    let descriptor: Int32

    /// nil if nobody listens there.
    init?(port: UInt16) {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            _ = close(descriptor)
            return nil
        }
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        #if canImport(Darwin)
            _ = write(descriptor, bytes, bytes.count)
        #else
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }

    /// All that comes until the other side is done.
    func readAll() -> String {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            all += buffer.prefix(count)
        }
        return String(decoding: all, as: UTF8.self)
    }

    func end() {
        _ = close(descriptor)
    }

    /// Sends the parts one after the other, and returns the answer.
    static func exchange(_ port: UInt16, _ parts: [String]) async -> String? {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                guard let connection = RawConnection(port: port) else { return continuation.resume(returning: nil) }
                parts.forEach(connection.send)
                let answer = connection.readAll()
                connection.end()
                continuation.resume(returning: answer)
            }
            thread.start()
        }
    }
}

extension WebFlow.Request {
    static let sample = WebFlow.Request(
        handler: URL(filePath: "/"), apiKey: "key", appID: "1:123:ios:abc", clientID: nil, bundleID: nil,
        providerID: "github.com",
        scopes: [], customParameters: [:], tenantID: nil, languageCode: nil, version: "Vincula/1"
    ).with { $0.handler = URL(string: "https://auth.example/__/auth/handler") ?? $0.handler }

    func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }
}

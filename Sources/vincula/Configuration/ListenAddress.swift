import Foundation

/// An address that a server listens on.
struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    static let requirement = "HOST:PORT, such as 127.0.0.1:9099 or [::1]:9099"

    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`; an IPv6 address may be in brackets.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), (0...65535).contains(port)
        else { return nil }
        host = text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        self.port = port
        if host.isEmpty { return nil }
    }

    /// `host:port`, as in a URL.
    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

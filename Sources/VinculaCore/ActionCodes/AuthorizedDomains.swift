import Foundation

/// The rule for where a link may lead on to: the open redirect's end.
public struct AuthorizedDomains: Hashable, Sendable {
    private let domains: [String]
    private let allowsAll: Bool

    /// - Parameters:
    ///   - domains: Host names; each stands for its subdomains too.
    ///   - allowsAll: Whether any host will do, as with Firebase's emulator.
    public init(_ domains: [String], allowsAll: Bool = false) {
        self.domains = domains.compactMap(Self.canonical)
        self.allowsAll = allowsAll
    }

    /// Checks a URL, and returns it as it may be used.
    ///
    /// What two parsers could read differently is refused, not mended: credentials before the host, backslashes, control
    /// characters, spaces, non-ASCII characters.
    ///
    /// - Throws: ``AuthError/invalidContinueURI`` for what is no absolute web address, ``AuthError/unauthorizedDomain(_:)``.
    public func check(_ text: String) throws(AuthError) -> String {
        guard text.utf8.count <= 4096, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !text.utf8.contains(UInt8(ascii: "\\")),
            let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(), let written = url.encodedHost,
            !written.isEmpty
        else { throw .invalidContinueURI }
        guard url.user == nil, url.password == nil else { throw .unauthorizedDomain("a user name before the host") }
        guard let host = Self.canonical(written) else { throw .unauthorizedDomain(String(written.prefix(100))) }
        guard scheme == "https" || scheme == "http" && (allowsAll || Self.isLocal(host)) else {
            throw .unauthorizedDomain("\(scheme.prefix(20)): links lead on to https, and to http on localhost")
        }
        guard isAllowed(host) else { throw .unauthorizedDomain(host) }
        return text
    }

    /// Whether a host, as it is compared, is one of the domains, or below one.
    private func isAllowed(_ host: String) -> Bool {
        allowsAll || domains.contains { host == $0 || host.hasSuffix("." + $0) && !Self.isAddress($0) }
    }

    /// Whether a text is the name of a host.
    public static func isHost(_ text: String) -> Bool { text.utf8.count <= 253 && canonical(text) != nil }

    /// A host as it is compared: lower case, A-labels, no trailing dot.
    private static func canonical(_ host: String) -> String? {
        var host = host.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        // Foundation writes international names as A-labels; whatever is not one of these characters then is no name.
        let isName = host.utf8.allSatisfy {
            ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
                || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
        guard isName, !host.isEmpty, !host.hasPrefix("."), !host.contains("..") else { return nil }
        return host
    }

    private static func isLocal(_ host: String) -> Bool { host == "localhost" || host == "127.0.0.1" }

    private static func isAddress(_ host: String) -> Bool { host.utf8.last.map { (0x30...0x39).contains($0) } ?? false }
}

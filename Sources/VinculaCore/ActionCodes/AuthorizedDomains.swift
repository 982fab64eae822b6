import Foundation

/// The rule that restricts where a link may redirect to, against open redirects.
package struct AuthorizedDomains: Hashable, Sendable {
    /// The longest URL, in bytes.
    private static let longest = 4096
    private let domains: [String]
    private let allowsAll: Bool

    /// - Parameters:
    ///   - domains: Host names; each includes its subdomains.
    ///   - allowsAll: True to allow any host, as Firebase's emulator does.
    package init(_ domains: [String], allowsAll: Bool = false) {
        self.domains = domains.compactMap(Self.host)
        self.allowsAll = allowsAll
    }

    /// Checks a URL, and returns it in the form in which it may be used.
    ///
    /// Anything that two parsers could read differently is refused, not repaired: credentials before the host, backslashes,
    /// control characters, spaces. International names become A-labels, and the rest is percent-encoded, so that no other
    /// parser has to interpret it again.
    ///
    /// - Throws: ``AuthError/invalidContinueURI`` for anything but an absolute web address,
    ///   ``AuthError/unauthorizedDomain(_:)``.
    package func check(_ text: String) throws(AuthError) -> String {
        guard text.utf8.count <= Self.longest, let text = Self.ascii(text), text.utf8.count <= Self.longest,
            !text.utf8.contains(UInt8(ascii: "\\")),
            let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(), let written = url.encodedHost,
            !written.isEmpty
        else { throw .invalidContinueURI }
        guard url.user == nil, url.password == nil else { throw .unauthorizedDomain("a username before the host") }
        guard let host = Self.canonical(written) else { throw .unauthorizedDomain(String(written.prefix(100))) }
        guard scheme == "https" || scheme == "http" && (allowsAll || Self.isLocal(host)) else {
            throw .unauthorizedDomain("\(scheme.prefix(20)): only https links, and http on localhost, are allowed")
        }
        guard isAllowed(host) else { throw .unauthorizedDomain(host) }
        return text
    }

    /// The URL in ASCII.
    private static func ascii(_ text: String) -> String? {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ? text : nil
        }
        guard text.unicodeScalars.allSatisfy(\.isVisible), let start = text.range(of: "://")?.upperBound else { return nil }
        let end = text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex
        let authority = text[start..<end]
        if !authority.utf8.allSatisfy({ $0 < 0x80 }) {
            let port = authority.firstIndex(of: ":") ?? authority.endIndex
            guard HostName.ascii(authority[..<port]) != nil else { return nil }
        }
        guard let ascii = URLComponents(string: text)?.string, ascii.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        return ascii
    }

    /// Indicates whether a canonical host is one of the domains, or a subdomain of one.
    private func isAllowed(_ host: String) -> Bool {
        allowsAll || domains.contains { host == $0 || host.hasSuffix("." + $0) && !Self.isAddress($0) }
    }

    /// The canonical form of a host name; `nil` if it is not a host name.
    package static func host(_ text: String) -> String? {
        guard let host = HostName.ascii(text).flatMap(canonical), host.utf8.count <= 253 else { return nil }
        return host
    }

    /// Indicates whether codes may be sent to a canonical host: not to an IP address, nor to anything on the reader's own
    /// machine.
    package static func isPublic(_ host: String) -> Bool {
        let last = host.split(separator: ".").last ?? ""
        // Browsers read a host whose last label is a number, also a hexadecimal one, as an address.
        return last != "localhost" && last.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
    }

    /// The canonical form of a host: lower case, A-labels, no trailing dot.
    private static func canonical(_ host: String) -> String? {
        var host = host.lowercased()
        guard !host.contains("..") else { return nil }
        if host.hasSuffix(".") { host.removeLast() }
        // Foundation writes international names as A-labels; anything that still has other characters is not a host name.
        let isName = host.utf8.allSatisfy {
            ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z")) || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9"))
                || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
        guard isName, !host.isEmpty, !host.hasPrefix(".") else { return nil }
        return host
    }

    private static func isLocal(_ host: String) -> Bool { host == "localhost" || host == "127.0.0.1" }

    private static func isAddress(_ host: String) -> Bool { host.utf8.last.map { (0x30...0x39).contains($0) } ?? false }
}

extension Unicode.Scalar {
    /// True if the character is visible, neither a space nor a formatting character.
    fileprivate var isVisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}

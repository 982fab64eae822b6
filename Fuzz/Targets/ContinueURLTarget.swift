import Foundation
import VinculaCore

/// The URL that a link continues to. Accepted URLs are used in emails, pages and redirects, with a code that signs in.
enum ContinueURLTarget {
    private static let domains = AuthorizedDomains(["app.example", "m\u{FC}nchen.example", "localhost"])
    private static let hosts = ["app.example", "xn--mnchen-3ya.example", "localhost"]

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let host = AuthorizedDomains.host(text) {
            try demand(AuthorizedDomains.host(host)?.isExactly(host) == true, "\(host) is a different host when parsed again")
            try demand(host.utf8.allSatisfy { (0x2D...0x7A).contains($0) && $0 != UInt8(ascii: "/") }, "\(host) is malformed")
        }
        guard let url = try? domains.check(text) else { return }
        try demand(url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }, "\(url) is malformed")
        try demand((try? domains.check(url))?.isExactly(url) == true, "\(url) is a different URL when parsed again")
        if text.utf8.allSatisfy({ $0 < 0x80 }) { try demand(url.isExactly(text), "\(text) became \(url)") }
        // As in a browser: the authority ends at the first of these characters, and contains only a host.
        let scheme = url.prefix { $0 != ":" }.lowercased()
        try demand(scheme == "https" || scheme == "http", "\(url) is not an http or https URL")
        let rest = url.dropFirst(scheme.count)
        try demand(rest.hasPrefix("://"), "\(url) has no authority")
        let authority = rest.dropFirst(3).prefix { !"/?#".contains($0) }
        try demand(!authority.contains("@"), "\(url) contains a user")
        var host = authority.prefix { $0 != ":" }.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        try demand(Self.hosts.contains { host == $0 || host.hasSuffix("." + $0) }, "\(url) leads to \(host)")
        try demand(scheme == "https" || host == "localhost", "\(url) is unencrypted")
    }
}

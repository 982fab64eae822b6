import Foundation
import VinculaCore

/// Where a link may lead on to. What is taken stands in mails, in pages and in redirects, with a code that signs in.
enum ContinueURLTarget {
    private static let domains = AuthorizedDomains(["app.example", "m\u{FC}nchen.example", "localhost"])
    private static let hosts = ["app.example", "xn--mnchen-3ya.example", "localhost"]

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        if let host = AuthorizedDomains.host(text) {
            try demand(AuthorizedDomains.host(host)?.isExactly(host) == true, "\(host) is another host once read")
            try demand(host.utf8.allSatisfy { (0x2D...0x7A).contains($0) && $0 != UInt8(ascii: "/") }, "\(host) is odd")
        }
        guard let url = try? domains.check(text) else { return }
        try demand(url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }, "\(url) has odd characters")
        try demand((try? domains.check(url))?.isExactly(url) == true, "\(url) is another one once read")
        if text.utf8.allSatisfy({ $0 < 0x80 }) { try demand(url.isExactly(text), "\(text) became \(url)") }
        // As a browser reads it: the authority ends at the first of these, and names nobody but a host.
        let scheme = url.prefix { $0 != ":" }.lowercased()
        try demand(scheme == "https" || scheme == "http", "\(url) is no web address")
        let rest = url.dropFirst(scheme.count)
        try demand(rest.hasPrefix("://"), "\(url) has no authority")
        let authority = rest.dropFirst(3).prefix { !"/?#".contains($0) }
        try demand(!authority.contains("@"), "\(url) names a user")
        var host = authority.prefix { $0 != ":" }.lowercased()
        if host.hasSuffix(".") { host.removeLast() }
        try demand(Self.hosts.contains { host == $0 || host.hasSuffix("." + $0) }, "\(url) leads to \(host)")
        try demand(scheme == "https" || host == "localhost", "\(url) is open to read")
    }
}

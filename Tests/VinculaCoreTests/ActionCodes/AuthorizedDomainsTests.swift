import Testing
import VinculaCore

struct AuthorizedDomainsTests {
    private static let domains = AuthorizedDomains(["localhost", "app.example", "m\u{FC}nchen.example", "192.0.2.7"])

    private static func refusal(_ url: String, _ domains: AuthorizedDomains = domains) -> AuthError? {
        do {
            _ = try domains.check(url)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "International names are compared, and go on, as A-labels; the rest is percent-encoded",
        arguments: [
            ("https://m\u{FC}nchen.example/a?b=c#d", "https://xn--mnchen-3ya.example/a?b=c#d"),
            ("https://M\u{DC}NCHEN.example:8443/", "https://xn--mnchen-3ya.example:8443/"),
            ("https://mu\u{308}nchen.example", "https://xn--mnchen-3ya.example"),
            ("https://xn--mnchen-3ya.example/", "https://xn--mnchen-3ya.example/"),
            ("https://b.m\u{FC}nchen.example", "https://b.xn--mnchen-3ya.example"),
            ("https://app.example/caf\u{E9}?q=\u{4F8B}", "https://app.example/caf%C3%A9?q=%E4%BE%8B"),
            ("https://app.example/x?y=1#z", "https://app.example/x?y=1#z"),
        ])
    func international(_ url: String, _ used: String) throws { #expect(try Self.domains.check(url) == used) }

    @Test(
        "Hosts that only look like a domain of the project",
        arguments: [
            "https://\u{430}pp.example", "https://m\u{FC}nchen.example.evil.example", "https://m\u{FC}nchen.evil.example",
            "https://evil.example/m\u{FC}nchen.example", "https://evilm\u{FC}nchen.example", "https://xn--pp-yia.example",
        ])
    func strangers(_ url: String) {
        guard case .unauthorizedDomain? = Self.refusal(url) else {
            Issue.record("\(url): \(String(describing: Self.refusal(url)))")
            return
        }
    }

    @Test(
        "Hosts that fold to ASCII, hide something, or can be read in several ways",
        arguments: [
            "https://\u{FF41}pp.example", "https://app\u{3002}example", "https://ap\u{AD}p.example",
            "https://app.example\u{200B}",
            "https://app.example/\u{202E}x", "https://app.example/\u{A0}x", "https://app.example/\u{2028}x",
            "https://app\u{2215}.example", "https://\u{200D}app.example", "https://m\u{FC}nchen.example@evil.example",
            "https://ev\u{EF}l@m\u{FC}nchen.example", "https://app.example\u{FF0F}@evil.example", "https://[\u{FC}::1]",
            "https://m\u{FC}nchen.example\\@evil.example", "https://m\u{FC}nchen%2eexample", "https://",
            "https://\u{FC}", String(repeating: "https://app.example/\u{FC}", count: 400),
        ])
    func tricks(_ url: String) { #expect(Self.refusal(url) != nil) }

    @Test("A host that is listed for itself is not a suffix")
    func addresses() {
        #expect(Self.refusal("https://192.0.2.7/") == nil)
        #expect(Self.refusal("https://1.192.0.2.7/") != nil)
        #expect(Self.refusal("http://localhost:3000") == nil && Self.refusal("http://a.localhost") != nil)
    }

    @Test("A development server redirects to any host, also by http, and to nothing that is not a web address")
    func anywhere() {
        let all = AuthorizedDomains([], allowsAll: true)
        #expect(Self.refusal("http://anywhere.example", all) == nil && Self.refusal("https://\u{4F8B}\u{3048}.jp", all) == nil)
        for url in ["javascript:alert(1)", "data:text/html,x", "ftp://a.example", "https://u@a.example", "a.example", ""] {
            #expect(Self.refusal(url, all) != nil, "\(url)")
        }
    }

    @Test(
        "Names of hosts, as settings have them",
        arguments: [
            ("App.Example", "app.example"), ("localhost", "localhost"), ("m\u{FC}nchen.de", "xn--mnchen-3ya.de"),
            ("app.example.", "app.example"), ("https://app.example", nil), ("app.example:443", nil), ("app example", nil),
            (".app.example", nil), ("a..b", nil), ("app.example..", nil), (".", nil), ("", nil), ("*.app.example", nil),
            ("\u{FF41}pp.example", nil),
        ])
    func hosts(_ text: String, _ host: String?) { #expect(AuthorizedDomains.host(text) == host) }

    @Test(
        "Hosts that codes may be sent to",
        arguments: [
            ("app.example", true), ("1.app.example", true), ("auth", true), ("localhost.app.example", true), ("localhost", false),
            ("a.localhost", false), ("127.0.0.1", false), ("127.1", false), ("2130706433", false), ("0x7f.0x1", false),
            ("017700000001", false), ("192.0.2.7", false), ("app.0x7f", false), ("", false),
        ])
    func publicHosts(_ host: String, _ isPublic: Bool) { #expect(AuthorizedDomains.isPublic(host) == isPublic) }
}

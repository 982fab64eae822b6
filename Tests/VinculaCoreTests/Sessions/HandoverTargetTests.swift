import Foundation
import Testing
import VinculaCore

struct HandoverTargetTests {
    private static let production: ProjectSettings = {
        var settings = ProjectSettings.production
        settings.authorizedDomains = ["localhost", "127.0.0.1", "App.Example", "münchen.example", "203.0.113.5"]
        return settings
    }()

    @Test(arguments: [
        ("https://app.example", "https://app.example?code=C&state=s%26t"),
        ("https://APP.example./in", "https://APP.example./in?code=C&state=s%26t"),
        ("https://app.example:8443/in?a=1", "https://app.example:8443/in?a=1&code=C&state=s%26t"),
        ("https://app.example/in?", "https://app.example/in?code=C&state=s%26t"),
        ("https://münchen.example/", "https://xn--mnchen-3ya.example/?code=C&state=s%26t"),
        ("https://app.example/?encode=1&states=2", "https://app.example/?encode=1&states=2&code=C&state=s%26t"),
    ])
    func `a code goes to a host that the project lists`(url: String, expected: String) throws {
        #expect(try HandoverTarget(url, state: "s&t", settings: Self.production).url(with: "C") == expected)
    }

    @Test func `without a state there is none`() throws {
        let target = try HandoverTarget("https://app.example/", state: nil, settings: Self.production)
        #expect(target.url(with: "C") == "https://app.example/?code=C" && target.host == "app.example")
    }

    @Test(arguments: [
        "http://app.example/", "https://sub.app.example/", "https://app.example.evil.example/", "https://evil.example/",
        "https://evil.example/https://app.example/", "https://app.example@evil.example/", "https://evil.example#app.example",
        "https://evil.example\\@app.example/", "https://localhost/", "http://localhost:3000/", "http://127.0.0.1/",
        "https://203.0.113.5/", "https://[::1]/", "javascript:alert(1)", "//app.example/", "app.example", "",
        "com.acme.app:/in", "https://app.example/ in", "https://app.example/#in", "https://app.example/#",
        "https://app.example/?code=1", "https://app.example/?a=1&state=2", "https://app.example/?c%6Fde=1",
        "https://app.example/?" + String(repeating: "a", count: 5000),
    ])
    func `nothing else gets one`(url: String) {
        #expect(throws: AuthError.self) { try HandoverTarget(url, state: nil, settings: Self.production) }
    }

    @Test func `under --dev this machine may be served by http, and no other host without being listed`() throws {
        for url in ["http://localhost:3000/in", "http://127.0.0.1:5173/", "https://localhost/"] {
            #expect(throws: Never.self) { try HandoverTarget(url, state: nil, settings: .development) }
        }
        for url in ["http://app.example/", "https://app.example/", "http://192.0.2.1/", "http://sub.localhost/"] {
            #expect(throws: AuthError.self) { try HandoverTarget(url, state: nil, settings: .development) }
        }
    }

    @Test func `under --dev a host that is listed gets codes by https alone`() throws {
        var settings = ProjectSettings.development
        settings.authorizedDomains = ["app.example"]
        #expect(try HandoverTarget("https://app.example/", state: nil, settings: settings).host == "app.example")
        #expect(throws: AuthError.unauthorizedDomain("app.example")) {
            try HandoverTarget("http://app.example/", state: nil, settings: settings)
        }
    }

    @Test func `a state is visible ASCII, and short`() {
        for (state, isFine) in [
            (String(repeating: "s", count: 512), true), ("{\"a\":1}", true), ("", true),
            (String(repeating: "s", count: 513), false), ("a b", false), ("a\n", false), ("é", false), ("\u{7F}", false),
        ] {
            let target = try? HandoverTarget("https://app.example/", state: state, settings: Self.production)
            #expect((target != nil) == isFine, "\(state)")
        }
    }

    @Test func `challenges and verifiers have RFC 7636's form`() {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        #expect(ProofKey.isChallenge(challenge))
        for text in ["", "=", ".", "é"].map({ String(challenge.dropLast()) + $0 }) + [challenge + "A", ""] {
            #expect(!ProofKey.isChallenge(text), "\(text)")
        }
        for (text, isFine) in [
            (challenge, true), (String(repeating: "~", count: 128), true), (String(repeating: ".", count: 43), true),
            (String(repeating: "a", count: 42), false), (String(repeating: "a", count: 129), false),
            (String(repeating: "a", count: 43) + "+", false), (String(repeating: "é", count: 43), false),
        ] {
            #expect(ProofKey.isVerifier(text) == isFine, "\(text)")
        }
    }
}

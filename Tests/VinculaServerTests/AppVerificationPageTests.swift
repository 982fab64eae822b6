import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// The page on which native apps have work done (`authType=verifyApp`), by HTTP; `NativeAppTests` opens it in a browser.
@Suite("App verification: the page")
struct AppVerificationPageTests {
    private static let apple = [
        "authType": "verifyApp", "ibi": "com.example.app", "appId": "1:23:ios:ab", "eventId": "ABCDEFGHIJ", "hl": "es",
        "v": "FirebaseAuth.iOS/12.19.0",
    ]

    private static func with(
        texts: TextDelivery = .inbox, _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.production
        settings.phone.isEnabled = true
        settings.phone.regions = .everywhere
        let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        let listed = LinkedApps(
            apple: ["ABCDE12345.com.example.app"],
            android: [.init(package: "com.example.android", fingerprints: [fingerprint])],
            firebaseApps: [.init(id: "1:23:ios:ab")])
        try await TestServer.with(
            settings: settings, isProduction: true, texts: texts, options: { $0.apps = listed }, body)
    }

    private static func open(_ server: TestServer, _ fields: [String: String]) async throws -> HTTPAnswer {
        let query = FlowVisitor.query(["apiKey": server.apiKey].merging(fields) { $1 })
        return try await HTTP.send("GET", "\(server.url)/__/auth/handler?\(query)", headers: ["Accept": "text/html"])
    }

    /// What the page's script is told.
    private static func order(_ answer: HTTPAnswer) throws -> JSONValue {
        let found = answer.text.firstMatch(of: /<script type="application\/json" id="proof">(.*?)<\/script>/)
        return try #require(found.flatMap { JSONValue.parse(Data($0.output.1.utf8)) }, "\(answer.text)")
    }

    @Test("An app of Apple's gets its proof at its own scheme, and every RPC that sends a message takes it, once")
    func appleApp() async throws {
        try await Self.with { server in
            let page = try await Self.open(server, Self.apple)
            #expect(page.status == 200 && page.text.contains("<html lang=\"es\">"), "\(page.text)")
            #expect(page.text.contains("com.example.app"))
            let policy = page.headers["content-security-policy"] ?? ""
            #expect(policy.contains("script-src 'self';") && policy.contains("trusted-types 'none'"), "\(policy)")
            let order = try Self.order(page)
            let link = "\(server.url)/__/auth/callback?authType=verifyApp&eventId=ABCDEFGHIJ&recaptchaToken="
            #expect(order["before"]?.string == "app-1-23-ios-ab://firebaseauth/link?deep_link_id=" + QueryText.escaped(link))
            #expect(order["after"] == "")
            let solution = ProofSolver.solve(try #require(order["challenge"]?.string))
            // Nothing in it needs an escape.
            #expect(QueryText.escaped(solution) == solution)
            let body: JSONValue = .object(["phoneNumber": "+15550100001", "recaptchaToken": .string(solution)])
            let url = "\(server.url)/v1/accounts:sendVerificationCode?key=\(server.apiKey)"
            #expect(try await HTTP.post(url, body).status == 200)
            #expect(try await HTTP.post(url, body).code == "INVALID_APP_CREDENTIAL")
        }
    }

    @Test("An Android app gets it by an intent for its package alone")
    func androidApp() async throws {
        try await Self.with { server in
            let fields = ["authType": "verifyApp", "apn": "com.example.android", "eventId": "1;2"]
            let order = try Self.order(try await Self.open(server, fields))
            #expect(
                order["before"]?.string
                    == "intent://firebase.auth/#Intent;scheme=recaptcha;package=com.example.android;S.authType=verifyApp;"
                    + "S.operation=verifyApp;S.eventId=1%3B2;S.recaptchaToken=")
            #expect(order["after"] == ";end;")
        }
    }

    @Test(
        "No other app gets one, and no web page",
        arguments: [
            ["ibi": "com.evil.app"], ["appId": "9:9:ios:ff"], ["appId": ""], ["eventId": ""], ["apn": "com.example.android"],
            ["ibi": "", "apn": "com.evil.android"], ["ibi": ""], ["ibi": "", "redirectUrl": "https://app.example/"],
            ["redirect": "http://127.0.0.1:4000/0123456789abcdef"], ["tid": "t"], ["apiKey": "unknown"],
        ])
    func others(_ change: [String: String]) async throws {
        try await Self.with { server in
            let fields = Self.apple.merging(change) { $1 }.filter { !$0.value.isEmpty }
            let answer = try await Self.open(server, fields)
            #expect(answer.status == 400 && !answer.text.contains("id=\"proof\""), "\(answer.text)")
        }
    }

    @Test("A server that sends no messages says so")
    func noMessages() async throws {
        try await Self.with(texts: .none) { server in
            let answer = try await Self.open(server, Self.apple.merging(["hl": "en"]) { $1 })
            #expect(answer.status == 400 && answer.text.contains("<h1>No text messages</h1>"), "\(answer.text)")
        }
    }
}

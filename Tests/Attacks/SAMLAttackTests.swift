import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaServer

/// Attacks on sign-ins by SAML, against a whole server. The parser's own are in `VinculaProvidersTests`.
@Suite("SAML", .tags(.attack))
struct SAMLAttackTests {
    private let issuer: SAMLIssuer
    private let other: SAMLIssuer

    init() throws {
        issuer = try SAMLIssuer.shared.get()
        other = try SAMLIssuer.other.get()
    }

    private static func with(
        settings change: (inout ProjectSettings) -> Void = { _ in }, clock: any VinculaEngine.Clock = SystemClock(),
        _ body: @escaping @Sendable (TestServer, SAMLVisit) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.production
        settings.emailEnabled = true
        settings.authorizedDomains = ["app.test", "localhost"]
        change(&settings)
        try await TestServer.with(settings: settings, clock: clock, isProduction: true) { server in
            let made = try await SAMLVisit.configure(server, try SAMLIssuer.shared.get())
            #expect(made.status == 200, "\(made.text)")
            try await body(server, SAMLVisit(server, clock: clock))
        }
    }

    @Test("T244 An answer signs in once; then, and with another session, state or browser, it is refused")
    func replay() async throws {
        try await Self.with { server, visit in
            let begun = try await visit.begin()
            let answer = try visit.draft("ana", to: begun).response(by: issuer)
            // Whoever only saw the answer cannot use it up.
            #expect(try await visit.redeem(answer, of: begun, session: "another session of 16").code == "INVALID_IDP_RESPONSE")
            let first = try await visit.redeem(answer, of: begun)
            #expect(first.status == 200 && first["idToken"] != nil, "\(first.text)")
            #expect(try await visit.redeem(answer, of: begun).code == "INVALID_IDP_RESPONSE")
            // In the victim's place, with a state of the attacker's own: it answers another request.
            let attackers = try await visit.begin()
            let planted = try await visit.redeem(answer, of: attackers)
            #expect(planted.message?.contains("another request") == true, "\(planted.text)")
        }
    }

    @Test("T244 An identity provider that reuses an assertion's ID signs in with it once")
    func reusedID() async throws {
        try await Self.with { server, visit in
            for (number, status) in [(1, 200), (2, 400)] {
                let answer = try await visit.signIn("ana", by: issuer) { $0.assertionID = "_same" }
                #expect(answer.status == status, "\(number): \(answer.text)")
            }
            #expect(try await visit.signIn("ana", by: issuer).status == 200)
        }
    }

    @Test("T244 An answer that nobody asked for is refused, in every form")
    func unsolicited() async throws {
        try await Self.with { server, visit in
            let begun = try await visit.begin()
            var draft = visit.draft("ana", to: begun)
            (draft.requestID, draft.envelopeRequestID) = (nil, nil)
            let text = Data(try draft.response(by: issuer).utf8).base64EncodedString()
            let forms: [[(String, String)]] = [
                [("SAMLResponse", text)], [("SAMLResponse", text), ("RelayState", "https://app.test/")],
                [("SAMLResponse", text), ("RelayState", "")], [("SAMLResponse", text), ("state", begun.state)],
                [("SAMLResponse", text), ("RelayState", begun.state)],
            ]
            for form in forms {
                let answer = try await server.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": .string(SAMLVisit.app), "sessionId": .string(begun.session),
                        "postBody": .string(QueryText.encode(form + [("providerId", "saml.acme")])),
                    ])
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(form.map(\.0)): \(answer.text)")
            }
            // The emulator's assertions are nothing here.
            let fake = QueryText.encode([
                ("providerId", "saml.acme"), ("id_token", "{\"sub\":\"ana\"}"),
                ("SAMLResponse", "{\"assertion\":{\"subject\":{\"nameId\":\"ana@acme.example\"}}}"),
            ])
            for provider in ["saml.acme", "saml.none"] {
                let answer = try await server.call(
                    "accounts:signInWithIdp",
                    [
                        "requestUri": "http://localhost",
                        "postBody": .string(fake.replacing("saml.acme", with: provider)),
                    ])
                #expect(answer.status == 400, "\(answer.text)")
            }
        }
    }

    @Test("T243 Answers for another address, audience, request or time, and of another identity provider")
    func wrong() async throws {
        try await Self.with { server, visit in
            #expect(try await SAMLVisit.configure(server, other, id: "saml.other", issuer: "https://other.example").status == 200)
            let changes: [(String, (inout SAMLDraft) -> Void)] = [
                ("recipient", { ($0.recipient, $0.destination) = ("https://evil.test/", "https://evil.test/") }),
                ("destination", { $0.destination = "https://evil.test/" }), ("audience", { $0.audience = "https://evil.test/" }),
                ("no audience", { $0.audience = nil }), ("request", { $0.requestID = "_x" }),
                ("no request", { $0.requestID = nil }), ("issuer", { $0.issuer = "https://other.example" }),
                ("envelope", { $0.envelopeIssuer = "https://other.example" }), ("expired", { $0.notOnOrAfter = -61 }),
                ("early", { $0.notBefore = 90 }), ("confirmed", { $0.confirmedUntil = -61 }),
                ("for ever", { $0.confirmedUntil = nil }), ("unconditional", { $0.hasConditions = false }),
                ("not signed in", { $0.hasAuthnStatement = false }), ("name", { $0.nameID = "" }),
                ("transient", { $0.nameFormat = SAML.transient }),
                ("holder", { $0.method = "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key" }),
            ]
            for (name, change) in changes {
                let answer = try await visit.signIn("ana", by: issuer, [:], change)
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(name): \(answer.text)")
            }
            // T241: the certificate of another provider of the same project.
            #expect(try await visit.signIn("ana", by: other).code == "INVALID_IDP_RESPONSE")
            #expect(try await visit.signIn("ana", by: issuer).status == 200)
            // The other provider's answer in a sign-in of this one, and the same NameID there is another person.
            let elsewhere = SAMLVisit(server, provider: "saml.other")
            let begun = try await elsewhere.begin()
            var draft = elsewhere.draft("ana", to: begun)
            (draft.issuer, draft.envelopeIssuer) = ("https://other.example", "https://other.example")
            #expect(try await visit.redeem(try draft.response(by: other), of: begun).code == "INVALID_IDP_RESPONSE")
            let again = try await elsewhere.begin()
            var second = elsewhere.draft("ana", to: again)
            (second.issuer, second.envelopeIssuer, second.attributes) = ("https://other.example", "https://other.example", [])
            let person = try await elsewhere.redeem(try second.response(by: other), of: again)
            #expect(person.json["isNewUser"] == true, "\(person.text)")
        }
    }

    @Test("T244 A browser's answer needs that browser's cookie, and goes to the address that the request named")
    func browser() async throws {
        try await Self.with { server, visit in
            let begun = try await visit.beginInBrowser()
            #expect(begun.recipient == "\(server.address.url)/__/auth/callback/saml.acme/\(server.project)")
            #expect(!begun.cookie.isEmpty && begun.requestID.utf8.count > 40)
            let answer = try visit.draft("ana", to: begun).response(by: issuer)
            // Login CSRF: the attacker's answer in the victim's browser, which has no cookie, or its own.
            for cookie in ["", "vincula-flow=\(String(repeating: "A", count: 43))"] {
                let refused = try await visit.post(answer, of: begun, cookie: cookie)
                #expect(refused.status == 400 && !refused.text.contains("flowCode"), "\(refused.text)")
            }
            let taken = try await visit.post(answer, of: begun)
            #expect(taken.status == 200 && taken.text.contains("flowCode"), "\(taken.text)")
            let twice = try await visit.post(answer, of: begun)
            #expect(twice.status == 400 && !twice.text.contains("flowCode"))
            // The address that Firebase has is only for those that are told it.
            let next = try await visit.beginInBrowser()
            let elsewhere = try await visit.post(
                try visit.draft("ana", to: next).response(by: issuer), of: next, to: "/__/auth/handler")
            #expect(!elsewhere.text.contains("flowCode"), "\(elsewhere.text)")
        }
    }

    @Test("T246 An email of an identity provider is a claim, unless the project trusts it with the domain")
    func trust() async throws {
        try await Self.with { server, visit in
            let victim = try await server.admin(
                "accounts", ["email": "ana@acme.example", "password": "violet river", "emailVerified": true])
            let id = try #require(victim["localId"])
            let claimed = try await visit.signIn("ana", by: issuer)
            #expect(claimed["localId"] != id && claimed.json["needConfirmation"] == true, "\(claimed.text)")
            try await server.engine.projects.setTrust(
                try ProviderTrust(level: .domainOwner, domains: ["acme.example"]), in: ProviderID("saml.acme"), of: server.project
            )
            let proven = try await visit.signIn("ana", by: issuer)
            #expect(proven["localId"] == id, "\(proven.text)")
        }
    }

    @Test("T245 A hostile document costs no more than reading it, and others are answered meanwhile")
    func bombs() async throws {
        try await Self.with { server, visit in
            let deep = String(repeating: "<a>", count: 10_000)
            let laughs = (0..<30).map { "<!ENTITY l\($0 + 1) \"\(String(repeating: "&l\($0);", count: 10))\">" }.joined()
            for text in [
                deep, "<!DOCTYPE r [<!ENTITY l0 \"ha\">\(laughs)]><r>&l30;</r>", String(repeating: "<a b='c'/>", count: 3000),
                "<a \((0..<3000).map { "x\($0)='y'" }.joined(separator: " "))/>",
                "<a \((0..<1500).map { "xmlns:x\($0)='y'" }.joined(separator: " "))/>",
            ] {
                let begun = try await visit.begin()
                let start = ContinuousClock.now
                let answer = try await visit.redeem(text, of: begun)
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
                #expect(ContinuousClock.now - start < .seconds(5))
            }
            let begun = try await visit.begin()
            let huge = try await visit.redeem(String(repeating: "x", count: 200_000), of: begun)
            #expect([400, 413].contains(huge.status), "\(huge.text)")
            #expect(try await visit.signIn("ana", by: issuer).status == 200)
        }
    }
}

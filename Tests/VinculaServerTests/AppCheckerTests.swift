import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

/// Tokens that a service vouches for, from the request to the message.
@Suite("App verification: services")
struct AppCheckerTests {
    private static func with(
        _ body: @escaping @Sendable (TestServer, GatewayFixture) async throws -> Void
    ) async throws {
        var settings = ProjectSettings.development
        settings.phone.appVerification = .required
        let required = settings
        try await GatewayFixture.run { service in
            var options = AppCheckOptions()
            options.recaptcha = .init(siteKey: "site-key", secret: "hush", verifyURL: service.address + "/siteverify")
            options.recaptchaEnterprise = .init(project: "p", siteKey: "k-1", apiKey: "hush", apiURL: service.address)
            try await TestServer.with(settings: required, appChecks: options) { server in try await body(server, service) }
        }
    }

    private static func send(_ server: TestServer, _ number: Int, _ fields: [String: JSONValue]) async throws -> HTTPAnswer {
        try await server.call(
            "accounts:sendVerificationCode", ["phoneNumber": .string("+155501\(10000 + number)")].merging(fields) { $1 })
    }

    @Test("A token that the service vouches for sends one message, however many ask with it")
    func vouched() async throws {
        try await Self.with { server, service in
            service.behaviour = .json(#"{"success":true}"#)
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<10 {
                    group.addTask { try await Self.send(server, index, ["recaptchaToken": "good"]).code ?? "OK" }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(codes.filter { $0 == "OK" }.count == 1, "\(codes)")
            #expect(try await server.engine.outbox.messages(.kept, limit: 100).count == 1)
            #expect(try await Self.send(server, 20, ["recaptchaToken": "better"]).status == 200)
            // Work does, too, without asking anybody.
            let asked = service.requests.count
            let missing = try await Self.send(server, 21, [:])
            #expect(missing.code == "MISSING_APP_CREDENTIAL")
            let work = JSONValue.string(ProofSolver.solve(try #require(missing.challenge)))
            #expect(try await Self.send(server, 21, ["recaptchaToken": work]).status == 200)
            #expect(service.requests.count == asked)
        }
    }

    @Test("One that it does not vouch for sends none; if it cannot be asked, the error says so, and none is sent either")
    func refused() async throws {
        try await Self.with { server, service in
            service.behaviour = .json(#"{"success":false}"#)
            let no = try await Self.send(server, 1, ["recaptchaToken": "bad"])
            #expect(no.status == 400 && no.code == "CAPTCHA_CHECK_FAILED" && no.challenge != nil, "\(no.text)")
            for behaviour in [GatewayFixture.Behaviour.json("nonsense"), .hangUp, .json("{}", status: 500)] {
                service.behaviour = behaviour
                let down = try await Self.send(server, 2, ["recaptchaToken": "any"])
                #expect(down.status == 503, "\(down.text)")
                #expect(down.message?.hasPrefix("UNAVAILABLE : reCAPTCHA, which checks") == true, "\(down.text)")
                #expect(!down.text.contains("hush"))
            }
            service.behaviour = .json(#"{"tokenProperties":{"valid":true},"riskAnalysis":{"score":0.1}}"#)
            let low = try await Self.send(server, 3, ["captchaResponse": "c", "clientType": "CLIENT_TYPE_IOS"])
            #expect(low.code == "INVALID_APP_CREDENTIAL" && low.challenge != nil, "\(low.text)")
            // Nothing here checks these.
            for name in ["iosReceipt", "playIntegrityToken", "safetyNetToken"] {
                #expect(try await Self.send(server, 4, [name: "x"]).code == "INVALID_APP_CREDENTIAL")
            }
            #expect(try await server.engine.outbox.messages(.kept, limit: 100).isEmpty)
        }
    }

    @Test("Web pages are told to use nothing else where reCAPTCHA Enterprise is alone; apps use the page that does the work")
    func enterpriseAlone() async throws {
        var settings = ProjectSettings.development
        settings.phone.appVerification = .required
        let required = settings
        var options = AppCheckOptions()
        options.recaptchaEnterprise = .init(
            project: "p", siteKey: "k-1", apiKey: "hush", apiURL: "https://enterprise.example")
        try await TestServer.with(settings: required, appChecks: options) { server in
            for (client, state) in [
                ("", "ENFORCE"), ("&clientType=CLIENT_TYPE_WEB", "ENFORCE"), ("&clientType=CLIENT_TYPE_IOS", "OFF"),
                ("&clientType=CLIENT_TYPE_ANDROID", "OFF"),
            ] {
                let config = try await HTTP.send(
                    "GET", "\(server.url)/v2/recaptchaConfig?key=k&version=RECAPTCHA_ENTERPRISE\(client)")
                let key = state == "OFF" ? "none" : "k-1"
                #expect(config["recaptchaKey"] == "projects/example/keys/\(key)", "\(config.text)")
                let states = config.json["recaptchaEnforcementState"]
                #expect(states?[1]?["provider"] == "PHONE_PROVIDER", "\(config.text)")
                #expect(states?[1]?["enforcementState"]?.string == state, "\(client): \(config.text)")
                #expect(states?[0]?["enforcementState"] == "OFF", "\(config.text)")
            }
        }
    }

    @Test("Production without reCAPTCHA has no key for clients, not the emulator's")
    func noSite() async throws {
        try await TestServer.with(settings: .production, isProduction: true) { server in
            let answer = try await HTTP.send("GET", "\(server.url)/v1/recaptchaParams?key=\(server.apiKey)")
            #expect(
                answer.status == 200 && answer.json == ["kind": "identitytoolkit#GetRecaptchaParamResponse"], "\(answer.text)")
        }
        try await TestServer.with { server in
            let answer = try await HTTP.send("GET", "\(server.url)/v1/recaptchaParams?key=k")
            #expect(answer["recaptchaSiteKey"]?.contains("Fake-key") == true, "\(answer.text)")
        }
    }

    @Test("A project that wants no proof has a site key in production too: Firebase's web SDK asks for no message without one")
    func noProof() async throws {
        var settings = ProjectSettings.production
        settings.phone.appVerification = .limits
        try await TestServer.with(settings: settings, isProduction: true) { server in
            let parameters = "\(server.url)/v1/recaptchaParams?key=\(server.apiKey)"
            let open = try await HTTP.send("GET", parameters)
            #expect(open.status == 200 && open["recaptchaSiteKey"] == "none" && open["recaptchaStoken"] == nil, "\(open.text)")
            let required: JSONValue = .object(["phone": .object(["appVerification": "required"])])
            #expect(try await server.configure("vincula.phone.appVerification", ["vincula": required]).status == 200)
            #expect(try await HTTP.send("GET", parameters)["recaptchaSiteKey"] == nil)
        }
    }

    @Test("Clients are told the site keys, and that nothing is enforced; without services they get the emulator's values")
    func sites() async throws {
        try await Self.with { server, _ in
            let parameters = try await HTTP.send("GET", "\(server.url)/v1/recaptchaParams?key=k")
            #expect(parameters["recaptchaSiteKey"] == "site-key", "\(parameters.text)")
            let url = "\(server.url)/v2/recaptchaConfig?key=k&clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE"
            let config = try await HTTP.send("GET", url)
            #expect(config["recaptchaKey"] == "projects/example/keys/k-1", "\(config.text)")
            #expect(config.json["recaptchaEnforcementState"]?[1]?["enforcementState"] == "AUDIT")
            #expect(config.json["recaptchaEnforcementState"]?[0]?["enforcementState"] == "OFF")
            let limits: JSONValue = .object(["phone": .object(["appVerification": "limits"])])
            #expect(try await server.configure("vincula.phone.appVerification", ["vincula": limits]).status == 200)
            let off = try await HTTP.send("GET", url)
            #expect(off.json["recaptchaEnforcementState"]?[1]?["enforcementState"] == "OFF", "\(off.text)")
        }
    }
}

import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// SAML as the first factor of a sign-in that a second one finishes.
@Suite("SAML with a second factor")
struct SAMLSecondFactorTests {
    /// A person's employer, in a project or a tenant of it.
    private struct Stage: Sendable {
        let server: TestServer
        let tenant: String
        let clock: TestClock

        private var visit: SAMLVisit { SAMLVisit(server, tenant: tenant, clock: clock) }

        /// Runs the same in a project and in a tenant.
        static func each(_ body: @escaping @Sendable (Stage) async throws -> Void) async throws {
            for isTenant in [false, true] {
                let clock = TestClock()
                try await TestServer.with(clock: clock) { server in
                    var tenant = ""
                    if isTenant {
                        let scope = try await server.engine.projects.createTenant(.development, of: server.project).scope
                        _ = try await server.engine.projects.updateTenant(scope) { settings, _ in
                            settings.secondFactors.authenticatorsEnabled = true
                            settings.secondFactors.phonesEnabled = true
                        }
                        tenant = scope.tenant
                    }
                    let made = try await SAMLVisit.configure(server, try SAMLIssuer.shared.get(), tenant: tenant)
                    #expect(made.status == 200, "\(made.text)")
                    try await body(Stage(server: server, tenant: tenant, clock: clock))
                }
            }
        }

        /// Signs in by the app's own address.
        func signIn(_ person: String = "ana") async throws -> HTTPAnswer {
            try await visit.signIn(person, by: try SAMLIssuer.shared.get())
        }

        /// Signs in through this server's page, as the web SDK does.
        func signInByPage(_ person: String = "ana") async throws -> HTTPAnswer {
            let begun = try await visit.beginInBrowser()
            let page = try await visit.post(try visit.draft(person, to: begun).response(by: SAMLIssuer.shared.get()), of: begun)
            let event = try #require(page.order["event"], "\(page.text)")
            return try await call(
                "v1/accounts:signInWithIdp",
                [
                    "requestUri": event["urlResponse"] ?? .null, "sessionId": event["sessionId"] ?? .null,
                    "returnSecureToken": true, "returnIdpCredential": true,
                ])
        }

        func call(_ path: String, _ body: [String: JSONValue]) async throws -> HTTPAnswer {
            let body = body.merging(tenant.isEmpty ? [:] : ["tenantId": .string(tenant)]) { $1 }
            return try await HTTP.post("\(server.url)/\(path)?key=\(server.apiKey)", .object(body))
        }

        /// Signs in for the first time, with an address that an administrator vouches for.
        func person() async throws -> HTTPAnswer {
            let first = try await signIn()
            #expect(first.status == 200 && first.json["isNewUser"] == true, "\(first.text)")
            let rpc = (tenant.isEmpty ? "" : "tenants/\(tenant)/") + "accounts:update"
            let vouched = try await server.admin(rpc, ["localId": .string(first["localId"] ?? ""), "emailVerified": true])
            #expect(vouched.status == 200, "\(vouched.text)")
            return first
        }

        /// Checks the session that a second factor finished.
        func expectFinished(
            _ done: HTTPAnswer, _ kind: String, factor: String?, of person: HTTPAnswer,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let refreshed = try await server.refresh(try #require(done["refreshToken"], "\(done.text)"))
            for token in [done["idToken"], refreshed["id_token"]] {
                let claims = token.flatMap { JSONWebToken($0)?.claims } ?? .null
                let firebase = claims["firebase"] ?? .null
                #expect(claims["sub"]?.string == person["localId"], "\(claims.text)", sourceLocation: sourceLocation)
                #expect(
                    firebase["sign_in_provider"] == "saml.acme" && firebase["sign_in_second_factor"]?.string == kind
                        && firebase["second_factor_identifier"]?.string == factor, "\(claims.text)",
                    sourceLocation: sourceLocation)
                #expect(
                    firebase["sign_in_attributes"] == ["mail": "ana@acme.example", "groups": ["a", "b"]], "\(claims.text)",
                    sourceLocation: sourceLocation)
                #expect(
                    firebase["tenant"]?.string ?? "" == tenant && firebase["identities"]?["saml.acme"] == ["ana"],
                    "\(claims.text)", sourceLocation: sourceLocation)
            }
        }
    }

    private static func factor(_ answer: HTTPAnswer) -> String? { answer.json["mfaInfo"]?[0]?["mfaEnrollmentId"]?.string }

    @Test("An authenticator app finishes the sign-in, at the app's own address and through the page; the function learns of it")
    func authenticator() async throws {
        try await Stage.each { stage in
            let person = try await stage.person()
            let (server, clock) = (stage.server, stage.clock)
            let started = try await stage.call(
                "v2/accounts/mfaEnrollment:start",
                ["idToken": .string(person["idToken"] ?? ""), "totpEnrollmentInfo": .object([:])])
            let info = try #require(started.json["totpSessionInfo"], "\(started.text)")
            let app = Authenticator(id: "", secret: info["sharedSecretKey"]?.string ?? "")
            let enrolled = try await stage.call(
                "v2/accounts/mfaEnrollment:finalize",
                [
                    "idToken": .string(person["idToken"] ?? ""),
                    "totpVerificationInfo": [
                        "sessionInfo": info["sessionInfo"] ?? .null, "verificationCode": .string(app.code(at: clock.now)),
                    ],
                ])
            #expect(enrolled.status == 200, "\(enrolled.text)")
            try await GatewayFixture.run { gateway in
                gateway.answer([:])
                try await server.setFunctions(.beforeSignIn, at: gateway)
                for isByPage in [false, true] {
                    clock.advance(seconds: 60)
                    let awaited = try await isByPage ? stage.signInByPage() : stage.signIn()
                    let pending = try #require(awaited["mfaPendingCredential"], "\(awaited.text)")
                    #expect(awaited["idToken"] == nil && awaited["localId"] == person["localId"], "\(awaited.text)")
                    #expect(awaited.json["mfaInfo"]?[0]?["totpInfo"] == [:], "\(awaited.text)")
                    let done = try await stage.call(
                        "v2/accounts/mfaSignIn:finalize",
                        [
                            "mfaPendingCredential": .string(pending), "mfaEnrollmentId": .string(Self.factor(awaited) ?? ""),
                            "totpVerificationInfo": ["verificationCode": .string(app.code(at: clock.now))],
                        ])
                    try await stage.expectFinished(done, "totp", factor: Self.factor(awaited), of: person)
                    let event = try #require(gateway.requests.last).event
                    #expect(event["sign_in_method"] == "saml.acme" && event["sign_in_second_factor"] == "totp", "\(event.text)")
                    #expect(event["sign_in_attributes"]?["groups"] == ["a", "b"], "\(event.text)")
                    #expect(event["tenant_id"]?.string ?? "" == stage.tenant)
                }
                #expect(gateway.requests.count == 2)
            }
            #expect(try await server.configure("blockingFunctions", ["blockingFunctions": [:]]).status == 200)
            guard stage.tenant.isEmpty else { return }
            // A session that goes on with a new set of recovery codes keeps what the employer said.
            clock.advance(seconds: 60)
            let last = try await stage.signIn()
            let done = try await server.finishSignIn(
                last["mfaPendingCredential"], factor: Self.factor(last), code: app.code(at: clock.now))
            let codes = try await server.makeRecoveryCodes(done["idToken"]).recoveryCodes
            let recovered = try await server.finishSignIn(
                try await stage.signIn()["mfaPendingCredential"], recoveryCode: codes.first)
            let made = try await server.makeRecoveryCodes(recovered["idToken"])
            #expect(made.recoveryCodes.count == 10, "\(made.text)")
            #expect(made.claims["firebase"]?["sign_in_attributes"]?["groups"] == ["a", "b"], "\(made.text)")
        }
    }

    @Test("A phone finishes the sign-in")
    func phone() async throws {
        try await Stage.each { stage in
            let person = try await stage.person()
            let number = "+15550100001"
            func digits(_ session: JSONValue?) async throws -> JSONValue {
                let scope = ProjectScope(project: stage.server.project, tenant: stage.tenant)
                let codes = try await stage.server.engine.openPhoneCodes(in: scope)
                return .string(try #require(codes.first { .string($0.sessionInfo) == session }?.code))
            }
            let started = try await stage.call(
                "v2/accounts/mfaEnrollment:start",
                ["idToken": .string(person["idToken"] ?? ""), "phoneEnrollmentInfo": ["phoneNumber": .string(number)]])
            let enrolment = try #require(started.json["phoneSessionInfo"]?["sessionInfo"], "\(started.text)")
            let enrolled = try await stage.call(
                "v2/accounts/mfaEnrollment:finalize",
                [
                    "idToken": .string(person["idToken"] ?? ""),
                    "phoneVerificationInfo": ["sessionInfo": enrolment, "code": try await digits(enrolment)],
                ])
            #expect(enrolled.status == 200, "\(enrolled.text)")
            for isByPage in [false, true] {
                let awaited = try await isByPage ? stage.signInByPage() : stage.signIn()
                let pending = JSONValue.string(try #require(awaited["mfaPendingCredential"], "\(awaited.text)"))
                #expect(awaited["idToken"] == nil && awaited.json["mfaInfo"]?[0]?["phoneInfo"] == "+*******0001")
                let sent = try await stage.call(
                    "v2/accounts/mfaSignIn:start",
                    [
                        "mfaPendingCredential": pending, "mfaEnrollmentId": .string(Self.factor(awaited) ?? ""),
                        "phoneSignInInfo": [:],
                    ])
                let session = try #require(sent.json["phoneResponseInfo"]?["sessionInfo"], "\(sent.text)")
                let done = try await stage.call(
                    "v2/accounts/mfaSignIn:finalize",
                    [
                        "mfaPendingCredential": pending,
                        "phoneVerificationInfo": ["sessionInfo": session, "code": try await digits(session)],
                    ])
                try await stage.expectFinished(done, "phone", factor: Self.factor(awaited), of: person)
            }
        }
    }
}

import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Functions that refuse.
@Suite("Refusals by blocking functions")
struct BlockingRefusalTests {
    private static func run(
        mail: MailDelivery = .inbox, limits: Bool = false,
        _ body: @escaping @Sendable (TestServer, GatewayFixture) async throws -> Void
    ) async throws {
        try await GatewayFixture.run { gateway in
            try await TestServer.with(limits: limits, mail: mail) { try await body($0, gateway) }
        }
    }

    private static let error = #"{"error":{"status":"PERMISSION_DENIED","message":"Only for members.","details":{"secret":"s"}}}"#
    private static let refusal =
        #"BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: "#
        + #"{"error":{"code":403,"message":"Only for members.","status":"PERMISSION_DENIED"}}"#

    private static func count(_ server: TestServer) async throws -> String? {
        try await server.admin("accounts:query", ["returnUserInfo": false])["recordsCount"]
    }

    @Test("beforeCreate refuses: there is no account, the audit log says why, and the metrics count it")
    func creation() async throws {
        try await Self.run { server, gateway in
            gateway.behaviour = .json(Self.error, status: 403)
            try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
            let answer = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            #expect(answer.status == 400 && answer.message == Self.refusal, "\(answer.text)")
            #expect(gateway.asked == ["beforeCreate"])
            #expect(try await Self.count(server) == "0")
            let records = try await server.engine.auditLog.entries(AuditQuery(action: .blockingFunctionRefuse, limit: 9))
            let record = try #require(records.first)
            #expect(records.count == 1 && record.account == nil && record.details.contains(#""trigger":"beforeCreate""#))
            #expect(record.details.contains("Only for members.") && !record.details.contains("secret"), "\(record.details)")
            #expect(server.engine.functionCounts.calls(.beforeCreate, .refused) == 1)
            #expect(server.engine.functionCounts.calls(.beforeCreate, .answered) == 0)
        }
    }

    @Test("beforeSignIn refuses a new person: the account is there, and opens once the function lets it, as at Firebase")
    func firstSignIn() async throws {
        try await Self.run { server, gateway in
            gateway.behaviour = .respond { request in
                let isVerified = request.event["user_record"]?["email_verified"] == true
                return request.path == "/beforeSignIn" && !isVerified ? (403, Self.error) : (200, "{}")
            }
            try await server.setFunctions(.beforeCreate, .beforeSignIn, at: gateway)
            let credentials: [String: JSONValue] = ["email": "ana@example.com", "password": "violet river"]
            let first = try await server.call("accounts:signUp", credentials)
            #expect(first.message == Self.refusal && first["idToken"] == nil, "\(first.text)")
            #expect(try await Self.count(server) == "1")
            #expect(try await server.call("accounts:signUp", credentials).code == "EMAIL_EXISTS")
            #expect(try await server.call("accounts:signInWithPassword", credentials).message == Self.refusal)
            let found = try await server.admin("accounts:lookup", ["email": ["ana@example.com"]])
            let id = try #require(found.json["users"]?[0]?["localId"])
            #expect(id == gateway.requests[0].event["sub"], "the account that the function was asked about")
            _ = try await server.admin("accounts:update", ["localId": id, "emailVerified": true])
            #expect(try await server.call("accounts:signInWithPassword", credentials).status == 200)
        }
    }

    @Test("beforeSignIn refuses somebody who has an account: nothing changes, and a code that was sent still works")
    func laterSignIn() async throws {
        try await Self.run { server, gateway in
            let person = try await server.signInByPhone("+15550100001")
            gateway.behaviour = .json(Self.error, status: 403)
            try await server.setFunctions(.beforeSignIn, at: gateway)
            let session = try await server.sendCode(to: "+15550100001")
            let code = try await server.digits(of: session)
            #expect(try await server.enter(code, session).message == Self.refusal)
            gateway.behaviour = .json("{}")
            let again = try await server.enter(code, session)
            #expect(again.status == 200 && again["localId"] == person["localId"], "\(again.text)")
            #expect(try await server.enter(code, session).code == "INVALID_SESSION_INFO", "once")
            #expect(try await server.refresh(try #require(person["refreshToken"])).status == 200)
        }
    }

    @Test("An answer that says BLOCK refuses, whatever is beside it")
    func blocks() async throws {
        try await Self.run { server, gateway in
            gateway.behaviour = .json(#"{"recaptchaActionOverride":"BLOCK","userRecord":{"updateMask":""}}"#)
            try await server.setFunctions(.beforeCreate, at: gateway)
            let answer = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "violet river"])
            #expect(
                answer.message
                    == "BLOCKING_FUNCTION_ERROR_RESPONSE : The project's beforeCreate function blocked the request.")
            #expect(try await Self.count(server) == "0")
        }
    }

    // MARK: Messages

    @Test("beforeSendEmail decides about links and resets, alike with and without an account; other mails ask nobody")
    func mails() async throws {
        try await Self.run { server, gateway in
            _ = try await server.admin("accounts", ["email": "ana@example.com", "password": "violet river"])
            _ = try await server.configure(
                "emailPrivacyConfig", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
            gateway.behaviour = .json(#"{"recaptchaActionOverride":"BLOCK"}"#)
            try await server.setFunctions(.beforeSendEmail, at: gateway)
            var answers: Set<String> = []
            for email in ["ana@example.com", "nobody@example.com"] {
                answers.insert(try await server.sendMail("PASSWORD_RESET", to: email).text)
                answers.insert(try await server.sendMail("EMAIL_SIGNIN", to: email, ["canHandleCodeInApp": true]).text)
                #expect(try await server.mails(to: email).isEmpty)
            }
            #expect(
                answers.count == 1 && answers.first?.contains("beforeSendEmail function blocked the request") == true,
                "\(answers)")
            let types = gateway.requests.map { $0.event["email_type"]?.string }
            #expect(types == ["PASSWORD_RESET", "EMAIL_SIGN_IN", "PASSWORD_RESET", "EMAIL_SIGN_IN"])
            #expect(gateway.requests.map { $0.event["email"]?.string }.prefix(1) == ["ana@example.com"])
            gateway.behaviour = .json("{}")
            #expect(try await server.sendMail("PASSWORD_RESET", to: "ana@example.com").status == 200)
            #expect(try await server.mails(to: "ana@example.com").count == 1)
            let count = gateway.requests.count
            let link = try await server.admin(
                "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ana@example.com", "returnOobLink": true])
            #expect(link.status == 200 && gateway.requests.count == count, "An administrator's link asks nobody.")
        }
    }

    @Test("beforeSendSms decides about each kind of message; one that is blocked is not sent, and has no code")
    func texts() async throws {
        try await Self.run { server, gateway in
            gateway.behaviour = .json(#"{"recaptchaActionOverride":"BLOCK"}"#)
            try await server.setFunctions(.beforeSendSms, at: gateway)
            let number: JSONValue = "+16505550199"
            let answer = try await server.call("accounts:sendVerificationCode", ["phoneNumber": number])
            #expect(answer.code == "BLOCKING_FUNCTION_ERROR_RESPONSE", "\(answer.text)")
            #expect(try await server.engine.outbox.keptTexts().isEmpty)
            #expect(try await server.engine.openPhoneCodes(in: ProjectScope(project: "example")).isEmpty)
            gateway.behaviour = .json("{}")
            let sent = try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+16505550198"])
            #expect(sent.status == 200)
            let event = try #require(gateway.requests.last).event
            #expect(event["sms_type"] == "SIGN_IN_OR_SIGN_UP" && event["phone_number"] == "+16505550198", "\(event.text)")
            let person = try await server.fakeIdp("google.com", ["sub": "g", "email": "ana@gmail.com", "email_verified": true])
            let enrolment = try await server.call2(
                "accounts/mfaEnrollment:start",
                ["idToken": .string(person["idToken"] ?? ""), "phoneEnrollmentInfo": ["phoneNumber": "+16505550197"]])
            #expect(enrolment.status == 200, "\(enrolment.text)")
            #expect(gateway.requests.last?.event["sms_type"] == "MULTI_FACTOR_ENROLLMENT")
        }
    }

    @Test("A message that is blocked counts against the day's limit, after which the function is not asked any more")
    func blockedTextsCount() async throws {
        var settings = ProjectSettings.production
        settings.phone.isEnabled = true
        settings.phone.regions = .everywhere
        settings.phone.appVerification = .limits
        let allowed = settings
        try await GatewayFixture.run { gateway in
            try await TestServer.with(settings: allowed, isProduction: true) { server in
                gateway.behaviour = .json(#"{"recaptchaActionOverride":"BLOCK"}"#)
                try await server.setFunctions(.beforeSendSms, at: gateway)
                var codes: [String?] = []
                for _ in 0..<12 {
                    codes.append(try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+16505550199"]).code)
                }
                #expect(codes.prefix(10).allSatisfy { $0 == "BLOCKING_FUNCTION_ERROR_RESPONSE" }, "\(codes)")
                #expect(codes.suffix(2).allSatisfy { $0 == "TOO_MANY_ATTEMPTS_TRY_LATER" }, "\(codes)")
                #expect(gateway.requests.count == 10)
            }
        }
    }
}

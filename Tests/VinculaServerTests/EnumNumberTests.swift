import Foundation
import IdentityToolkit
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// Enums by number, as Firebase's Android SDK writes them.
@Suite("Enum numbers")
struct EnumNumberTests {
    /// The types that the fields of Google's types are decoded into here.
    private static let ours: [String: [any (Codable & Sendable).Type]] = [
        "V1GetOobCodeRequest": [SendOobCodeRequest.self],
        "V1QueryUserInfoRequest": [QueryAccountsRequest.self],
        "V1SendVerificationCodeRequest": [SendVerificationCodeRequest.self],
        "V1SetAccountInfoRequest": [UpdateRequest.self, AdminUpdateRequest.self],
        "V1SignInWithPasswordRequest": [SignInWithPasswordRequest.self],
        "V1SignInWithPhoneNumberRequest": [SignInWithPhoneNumberRequest.self],
        "V1SignUpRequest": [SignUpRequest.self],
        "AdminV2MultiFactorAuthConfig": [ProjectConfig.MultiFactorAuth.self],
        "AdminV2PasswordPolicyConfig": [ProjectConfig.PasswordPolicyConfig.self],
        "AdminV2ProviderConfig": [ProjectConfig.MultiFactorAuth.Provider.self],
        "V2RevokeTokenRequest": [RevokeTokenRequest.self],
        "V2StartMfaPhoneRequestInfo": [StartMfaPhoneRequestInfo.self],
    ]

    /// Types of Google's that no request here has, and why.
    private static let others: [String: String] = [
        "V1Argon2Parameters": "There is no import.", "V1UploadAccountRequest": "There is no import.",
        "V1EmailTemplate": "An answer.", "V1IdpConfig": "An answer.", "V1ResetPasswordResponse": "An answer.",
        "V1UserNotification": "An answer.", "V2PasswordPolicy": "An answer.", "V2RecaptchaEnforcementState": "An answer.",
        "AdminV2EmailTemplate": "A setting that is refused by name.", "AdminV2MobileLinksConfig": "Another.",
        "AdminV2RecaptchaConfig": "Another.", "AdminV2RecaptchaKey": "Another.", "AdminV2RecaptchaManagedRule": "Another.",
        "AdminV2RecaptchaTollFraudManagedRule": "Another.", "AdminV2SendEmail": "Another.", "AdminV2Smtp": "Another.",
        "GoogleIamV1AuditLogConfig": "There are no IAM policies.",
    ]

    private static func decode(_ type: any (Codable & Sendable).Type, _ body: JSONValue) throws -> String {
        let options = ServerOptions(isDevelopment: false, project: "p", address: PublicAddress("http://localhost"))
        let received = ReceivedBody(bytes: Array(body.text.utf8), isForm: false, options: options)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(received.decode(type)), as: UTF8.self)
    }

    @Test("Every enum field of the discovery documents takes its number, by number or as text; unknown ones are refused by name")
    func everyField() throws {
        #expect(EnumField.all.count > 40)
        var met: Set<String> = []
        for field in EnumField.all where !field.isReadOnly {
            let schema = field.schema.replacing("GoogleCloudIdentitytoolkit", with: "")
            guard let types = Self.ours[schema] else {
                #expect(
                    Self.others[schema] != nil, "\(schema).\(field.name) is decoded into no type here: say into which, or why.")
                continue
            }
            met.insert(schema)
            func body(_ value: JSONValue) -> JSONValue { .object([field.name: field.isList ? .array([value]) : value]) }
            for type in types {
                for (number, name) in field.values.enumerated() {
                    let byName = try Self.decode(type, body(.string(name)))
                    #expect(byName.contains("\"\(name)\""), "\(type).\(field.name)")
                    #expect(try Self.decode(type, body(.integer(Int64(number)))) == byName, "\(type).\(field.name) = \(number)")
                    #expect(try Self.decode(type, body(.string("\(number)"))) == byName)
                }
                let place = "/\(field.name)\(field.isList ? "/0" : "") must be one of \(field.values.joined(separator: ", "))"
                let last = field.values.count
                let unknown: [JSONValue] = [
                    .integer(Int64(last)), .integer(-1), "NONSENSE", "", "9999999999999999999",
                    .string(field.values[0].lowercased()),
                ]
                for value in unknown {
                    #expect(throws: AuthError.invalidArgument("Invalid JSON payload received. \(place)")) {
                        try Self.decode(type, body(value))
                    }
                }
                let wrong: [JSONValue] = [true, .number(1.5), ["a": 1]]
                for value in wrong {
                    #expect(throws: AuthError.self) { try Self.decode(type, body(value)) }
                }
                #expect(try Self.decode(type, .object([field.name: .null])) == Self.decode(type, [:]))
            }
        }
        #expect(met == Set(Self.ours.keys))
    }

    @Test("Mails that Android asks for by number are sent: PASSWORD_RESET, VERIFY_EMAIL, EMAIL_SIGNIN, VERIFY_AND_CHANGE_EMAIL")
    func mails() async throws {
        try await TestServer.with { server in
            let email: JSONValue = "ana@example.com"
            let person = try await server.call("accounts:signUp", ["email": email, "password": "violet river"])
            let token = JSONValue.string(try #require(person["idToken"]))
            let link: JSONValue = "http://localhost"
            for (body, kind): ([String: JSONValue], MailKind) in [
                (["requestType": 1, "email": email], .resetPassword), (["requestType": 4, "idToken": token], .verifyEmail),
                (["requestType": 6, "email": email, "continueUrl": link], .signIn),
                (["requestType": 7, "idToken": token, "newEmail": "new@example.com"], .verifyAndChangeEmail),
            ] {
                let answer = try await server.call("accounts:sendOobCode", body)
                #expect(answer.status == 200 && answer["email"] == "ana@example.com", "\(answer.text)")
                let to = kind == .verifyAndChangeEmail ? "new@example.com" : "ana@example.com"
                #expect(try await server.mails(to: to).last?.kind == kind)
                let v3 = "\(server.url)/identitytoolkit/v3/relyingparty/getOobConfirmationCode?key=k"
                #expect(try await HTTP.post(v3, .object(body)).status == 200)
            }
            for (number, code): (JSONValue, String) in [
                (0, "MISSING_REQ_TYPE"), (2, "INVALID_REQ_TYPE"), (5, "INVALID_REQ_TYPE"), (8, "INVALID_REQ_TYPE"),
            ] {
                let answer = try await server.call("accounts:sendOobCode", ["requestType": number, "email": email])
                #expect(answer.status == 400 && answer.code == code, "\(answer.text)")
            }
            let unknown = try await server.call("accounts:sendOobCode", ["requestType": 99, "email": email])
            #expect(unknown.status == 400 && unknown.json["error"]?["status"] == "INVALID_ARGUMENT", "\(unknown.text)")
            #expect(unknown.message?.contains("/requestType") == true)
        }
    }

    @Test("Every enum of a query takes its names and numbers; an unknown one is refused by the parameter's name")
    func queries() async throws {
        try await TestServer.with { server in
            var met = 0
            for rpc in DiscoveredRPC.all {
                for (name, values) in rpc.enums {
                    met += 1
                    func status(_ spelled: String, _ value: String) async throws -> HTTPAnswer {
                        try await HTTP.send(rpc.method, "\(server.url)/\(rpc.path)?key=k&\(spelled)=\(value)")
                    }
                    for (number, value) in values.enumerated() {
                        #expect(try await status(name, value).status == 200, "\(name)=\(value)")
                        #expect(try await status(name, "\(number)").status == 200, "\(name)=\(number)")
                    }
                    #expect(try await status(name, "").status == 200)
                    for value in ["NONSENSE", "\(values.count)", "-1", values[0].lowercased()] {
                        for spelled in Set([name, FieldSpelling.snakeCase(name)]) {
                            let answer = try await status(spelled, value)
                            #expect(answer.json["error"]?["status"] == "INVALID_ARGUMENT", "\(answer.text)")
                            #expect(answer.message == "Invalid query. \(name) must be one of \(values.joined(separator: ", "))")
                        }
                    }
                }
            }
            #expect(met == 2)
        }
    }

    @Test("Attributes, sorting and settings go by number too")
    func others() async throws {
        try await TestServer.with { server in
            let person = try await server.call(
                "accounts:signUp", ["email": "ana@example.com", "password": "violet river", "clientType": 2, "displayName": "A"])
            #expect(person["displayName"] == "A", "\(person.text)")
            let token = JSONValue.string(try #require(person["idToken"]))
            let cleared = try await server.call("accounts:update", ["idToken": token, "deleteAttribute": [2]])
            #expect(cleared.status == 200 && cleared["displayName"] == nil, "\(cleared.text)")
            _ = try await server.admin("accounts", ["localId": "zz", "email": "b@example.com"])
            let sorted = try await server.admin("accounts:query", ["sortBy": 5, "order": 2])
            #expect(sorted.json["userInfo"]?[0]?["email"] == "b@example.com", "\(sorted.text)")
            let settings = try await server.configure(
                "mfa", ["mfa": ["state": 2, "providerConfigs": [["state": 2, "totpProviderConfig": [:]]]]])
            #expect(settings.json["mfa"]?["state"] == "ENABLED", "\(settings.text)")
            let phones = try await server.configure("mfa", ["mfa": ["enabledProviders": [1]]])
            #expect(phones.json["mfa"]?["enabledProviders"] == ["PHONE_SMS"], "\(phones.text)")
        }
    }
}

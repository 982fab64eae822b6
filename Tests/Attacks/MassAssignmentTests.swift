import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// Requests for changes that users may not make (Documentation/Threats.md §12).
@Suite("Mass assignment", .tags(.attack))
struct MassAssignmentTests {
    /// A field that only administrators set, and what an end user who names it is answered; `nil` where it is passed over.
    private struct Privilege: Sendable {
        let field: String
        let value: JSONValue
        var update: String?
        var signUp: String?
    }

    private static let denied = "INSUFFICIENT_PERMISSION"

    private static let privileges = [
        Privilege(field: "customAttributes", value: #"{"admin":true}"#, update: denied),
        Privilege(field: "emailVerified", value: true),
        Privilege(field: "disableUser", value: false, update: "OPERATION_NOT_ALLOWED"),
        Privilege(field: "disableUser", value: true, update: "OPERATION_NOT_ALLOWED"),
        Privilege(field: "disabled", value: true), Privilege(field: "validSince", value: "0", update: denied),
        Privilege(field: "createdAt", value: "0"), Privilege(field: "lastLoginAt", value: "0"),
        Privilege(field: "phoneNumber", value: "+15555550100", update: denied),
        Privilege(field: "localId", value: "victim", signUp: "UNEXPECTED_PARAMETER"),
        Privilege(field: "mfa", value: ["enrollments": [["phoneInfo": "+15555550100"]]], update: denied),
        Privilege(field: "mfaInfo", value: [["phoneInfo": "+15555550100"]], signUp: denied),
        Privilege(field: "linkProviderUserInfo", value: ["providerId": "google.com", "rawId": "victim"], update: denied),
        Privilege(field: "provider", value: ["google.com"]),
        Privilege(field: "providerUserInfo", value: [["providerId": "google.com", "rawId": "victim"]]),
        Privilege(field: "tenantId", value: "T.2", update: "INVALID_TENANT_ID", signUp: "INVALID_TENANT_ID"),
        Privilege(field: "salt", value: "c2FsdA", update: denied),
        Privilege(field: "passwordHash", value: "aGFzaA", update: denied),
        Privilege(field: "upgradeToFederatedLogin", value: true), Privilege(field: "version", value: 0),
        Privilege(field: "targetProjectId", value: "other", update: denied, signUp: denied),
        Privilege(field: "target_project_id", value: "other", update: denied, signUp: denied),
        Privilege(field: "delegatedProjectNumber", value: "1"),
        Privilege(field: "initialEmail", value: "victim@example.com"),
        Privilege(field: "lastRefreshAt", value: "1970-01-01T00:00:00Z"),
        Privilege(field: "__proto__", value: ["emailVerified": true]), Privilege(field: "unheardOf", value: ["a": [1]]),
        Privilege(field: "email_verified", value: true),
        Privilege(field: "custom_attributes", value: #"{"admin":true}"#, update: denied),
        Privilege(field: "disable_user", value: false, update: "OPERATION_NOT_ALLOWED"),
        Privilege(field: "valid_since", value: "0", update: denied),
        Privilege(field: "phone_number", value: "+15555550100", update: denied),
        Privilege(field: "local_id", value: "victim", signUp: "UNEXPECTED_PARAMETER"),
        Privilege(field: "link_provider_user_info", value: ["providerId": "google.com", "rawId": "victim"], update: denied),
        Privilege(field: "link_providerUserInfo", value: ["providerId": "google.com", "rawId": "victim"]),
        Privilege(field: "tenant_id", value: "T.2", update: "INVALID_TENANT_ID", signUp: "INVALID_TENANT_ID"),
        Privilege(field: "custom_Attributes", value: #"{"admin":true}"#),
        Privilege(field: "mfa_info", value: [["phoneInfo": "+15555550100"]], signUp: denied),
        Privilege(field: "password_hash", value: "aGFzaA", update: denied),
        Privilege(field: "created_at", value: "0"), Privilege(field: "EmailVerified", value: true),
    ]

    /// Two people, of whom one is after the other.
    private static func seed(_ target: Target) async throws -> HTTPAnswer {
        _ = try await target.server.admin(
            "accounts", ["localId": "victim", "email": "victim@example.com", "password": "violet river"])
        return try await target.signUp("a@example.com")
    }

    @Test("T128 update: each field that only administrators may set is refused or ignored, in every spelling, and not stored")
    func update() async throws {
        try await Target.run { target in
            let attacker = try await Self.seed(target)
            let token = try attacker.value("idToken")
            let before = [try await target.account("victim"), try await target.account(attacker["localId"])]
            for privilege in Self.privileges {
                for path in ["v1/accounts:update", "identitytoolkit/v3/relyingparty/setAccountInfo"] {
                    let body: JSONValue = .object(["idToken": token, privilege.field: privilege.value])
                    let answer = try await HTTP.post("\(target.server.url)/\(path)?key=k", body)
                    #expect(answer.code == privilege.update, "\(privilege.field): \(answer.text)")
                    #expect(answer.status == (privilege.update == nil ? 200 : 400))
                }
            }
            let all = Dictionary(Self.privileges.map { ($0.field, $0.value) }) { first, _ in first }
            let together = try await target.server.call("accounts:update", all.merging(["idToken": token]) { $1 })
            #expect(together.status == 400, "\(together.text)")
            // With something that is theirs to change beside it, nothing of either is stored.
            let mixed = try await target.server.call(
                "accounts:update", ["idToken": token, "displayName": "new", "customAttributes": "{}"])
            #expect(mixed.code == Self.denied)
            #expect([try await target.account("victim"), try await target.account(attacker["localId"])] == before)
            try await target.expectInvariants(attacker: [attacker], victim: "victim")
        }
    }

    @Test("T128 signUp: a new account has no field that only administrators may set")
    func signUp() async throws {
        try await Target.run { target in
            _ = try await Self.seed(target)
            let plain = try await target.account(try await target.signUp("plain@example.com")["localId"])
            guard case .object(let members) = plain else {
                Issue.record("No account.")
                return
            }
            for (number, privilege) in Self.privileges.enumerated() {
                let credentials: [[String: JSONValue]] = [
                    ["email": .string("p\(number)@example.com"), "password": "violet river"], [:],
                ]
                for body in credentials {
                    let answer = try await target.server.call(
                        "accounts:signUp", body.merging([privilege.field: privilege.value]) { $1 })
                    #expect(answer.code == privilege.signUp, "\(privilege.field): \(answer.text)")
                    guard answer.status == 200, !body.isEmpty else { continue }
                    // The very members of an account that nobody tampered with, and their values but for who and when.
                    guard case .object(let made) = try await target.account(answer["localId"]) else {
                        Issue.record("\(privilege.field): no account")
                        continue
                    }
                    #expect(Set(made.keys) == Set(members.keys), "\(privilege.field)")
                    #expect(made["emailVerified"] == false && made["createdAt"] == members["createdAt"])
                    #expect(made["validSince"] == members["validSince"] && made["localId"] != "victim")
                }
            }
            try await target.expectInvariants()
        }
    }

    @Test("T128 a duplicate name is refused, escaped or not, so that no two parsers use different values")
    func duplicateNames() async throws {
        try await Target.run { target in
            let attacker = try await Self.seed(target)
            let token = try attacker.text("idToken")
            let bodies = [
                #"{"idToken":"\#(token)","displayName":"a","displayName":"b"}"#,
                #"{"idToken":"\#(token)","displayName":"a","display\u004eame":"b"}"#,
                #"{"idToken":"\#(token)","idToken":"\#(token)","displayName":"a"}"#,
                #"{"idToken":"\#(token)","customAttributes":null,"customAttributes":"{}"}"#,
            ]
            for body in bodies {
                let answer = try await HTTP.send(
                    "POST", "\(target.server.url)/v1/accounts:update?key=k", headers: ["Content-Type": "application/json"],
                    body: Data(body.utf8))
                #expect(answer.status == 400 && !answer.hasTokens, "\(answer.text)")
            }
            #expect(try await target.account(attacker["localId"])["displayName"] == nil)
        }
    }

    @Test("T129 the ID token determines the account, whatever the body names beside it")
    func insecureReference() async throws {
        try await Target.run { target in
            let attacker = try await Self.seed(target)
            let token = try attacker.value("idToken")
            let before = try await target.account("victim")
            let body: [String: JSONValue] = [
                "idToken": token, "localId": "victim", "email": "victim@example.com", "displayName": "hacked",
            ]
            _ = try await target.server.call("accounts:update", body)
            let named = try await target.server.call(
                "accounts:update", ["idToken": token, "localId": "victim", "displayName": "hacked"])
            #expect(named["localId"] != "victim")
            for search: [String: JSONValue] in [
                ["localId": ["victim"]], ["email": ["victim@example.com"]],
                ["federatedUserId": [["providerId": "google.com", "rawId": "victim"]]], ["initialEmail": ["victim@example.com"]],
            ] {
                let own = try await target.server.call("accounts:lookup", search.merging(["idToken": token]) { $1 })
                #expect(own.text.contains(try attacker.text("localId")) && !own.text.contains("victim"), "\(own.text)")
                let tokenless = try await target.server.call("accounts:lookup", search)
                #expect(tokenless.code == "MISSING_ID_TOKEN" && !tokenless.text.contains("victim"))
            }
            let deleted = try await target.server.call("accounts:delete", ["idToken": token, "localId": "victim"])
            #expect(deleted.status == 200)
            let tokenless = try await target.server.call("accounts:delete", ["localId": "victim"])
            #expect(tokenless.code == "MISSING_ID_TOKEN")
            #expect(try await target.account("victim") == before)
            #expect(try await target.account(attacker["localId"]) == .null)
            try await target.expectInvariants(attacker: [attacker], victim: "victim")
        }
    }

    @Test("T134 where sign-up is closed, no path creates an account, and existing users can still sign in")
    func closedSignUp() async throws {
        try await Target.run { target in
            let member = try await target.idp(Target.openID, ["sub": "member"])
            let person = try await target.signUp("a@example.com")
            let collided = try await target.idp(Target.openID, ["sub": "p", "email": "a@example.com"])
            let closed = try await target.server.configure(
                "client.permissions.disabledUserSignup", ["client": ["permissions": ["disabledUserSignup": true]]])
            #expect(closed.status == 200)
            let count = try await target.accounts().count
            let v3 = "\(target.server.url)/identitytoolkit/v3/relyingparty"
            let credentials: JSONValue = ["email": "n@example.com", "password": "violet river"]
            var answers = [
                try await target.server.call("accounts:signUp"), try await target.signUp("n@example.com"),
                try await HTTP.post("\(v3)/signupNewUser?key=k", credentials),
                try await HTTP.post("\(v3)/signupNewUser?key=k", [:]),
                try await HTTP.post("\(target.server.url)/v1/accounts:signUp?key=k", credentials),
            ]
            for provider in Target.allProviders {
                answers.append(try await target.idp(provider, ["sub": "new"]))
                answers.append(
                    try await target.idp(provider, ["sub": "new", "email": "new@gmail.com", "email_verified": true]))
            }
            let assertion = try target.token(.google, ["sub": "new"]).text
            answers.append(
                try await HTTP.post(
                    "\(v3)/verifyAssertion?key=k",
                    ["requestUri": "http://localhost", "postBody": .string("providerId=google.com&id_token=\(assertion)")]))
            for (number, answer) in answers.enumerated() {
                #expect(answer.code == "ADMIN_ONLY_OPERATION" && !answer.hasTokens, "\(number): \(answer.text)")
            }
            #expect(try await target.accounts().count == count)
            #expect(try await target.signIn("a@example.com").status == 200)
            #expect(try await target.idp(Target.openID, ["sub": "member"])["localId"] == member["localId"])
            let linked = try await target.redeem(try collided.text("pendingToken"), idToken: try person.text("idToken"))
            #expect(linked["localId"] == person["localId"], "\(linked.text)")
            try await target.expectInvariants(attacker: answers, victim: try person.text("localId"))
        }
    }

    @Test("T134 where a method is switched off, its accounts cannot be created, opened or linked")
    func methodsOff() async throws {
        try await Target.run { target in
            let anonymous = try await target.server.call("accounts:signUp")
            _ = try await target.signUp("a@example.com")
            let count = try await target.accounts().count
            _ = try await target.server.configure(
                "signIn.anonymous.enabled,signIn.email.enabled",
                ["signIn": ["anonymous": ["enabled": false], "email": ["enabled": false]]])
            #expect(try await target.server.call("accounts:signUp").code == "ADMIN_ONLY_OPERATION")
            #expect(try await target.signUp("n@example.com").code == "OPERATION_NOT_ALLOWED")
            #expect(try await target.signIn("a@example.com").code == "PASSWORD_LOGIN_DISABLED")
            let link = try await target.server.call(
                "accounts:signUp",
                ["idToken": try anonymous.value("idToken"), "email": "n@example.com", "password": "violet river"])
            #expect(link.code == "OPERATION_NOT_ALLOWED")
            #expect(try await target.accounts().count == count)
            try await target.expectInvariants()
        }
    }
}

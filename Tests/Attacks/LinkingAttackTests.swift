import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Linking, unlinking and proving again who one is, by somebody who may not (Documentation/Threats.md §4).
@Suite("Linking", .tags(.attack))
struct LinkingAttackTests {
    @Test("T028 an identity of another account cannot be linked, and the refusal does not reveal whose it is")
    func stealIdentity() async throws {
        try await Target.run { target in
            let claims: [String: JSONValue?] = ["sub": "g1", "email": "v@gmail.com", "email_verified": true]
            let victim = try await target.idp(.google, claims)
            let id = try victim.text("localId")
            // The account's own address is none that the token tells.
            _ = try await target.server.admin("accounts:update", ["localId": .string(id), "email": "private@corp.com"])
            let attacker = try await target.signUp("a@example.com")
            let plain = try await target.idp(.google, claims, idToken: try attacker.text("idToken"))
            #expect(plain.status == 400 && plain.message == "FEDERATED_USER_ID_ALREADY_LINKED")
            #expect(!plain.text.contains("@"))
            let told = try await target.idp(
                .google, claims, idToken: try attacker.text("idToken"), more: ["returnIdpCredential": true])
            #expect(told["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
            for answer in [plain, told] {
                #expect(!answer.hasTokens && answer["localId"] == nil, "\(answer.text)")
                #expect(!answer.text.contains(id) && !answer.text.contains("private@corp.com"))
            }
            // The pending credential that comes along links it to nobody either.
            let redeemed = try await target.redeem(try told.text("pendingToken"), idToken: try attacker.text("idToken"))
            #expect(redeemed.status == 400, "\(redeemed.text)")
            #expect(try await target.providers(attacker["localId"]) == ["password"])
            #expect(try await target.providers(id) == ["google.com"])
            try await target.expectInvariants(attacker: [attacker, plain, told, redeemed], victim: id)
        }
    }

    @Test("T029 a link cannot carry the victim's address to another account")
    func carryAddress() async throws {
        try await Target.run { target in
            let victim = try await target.verifiedPerson("v@gmail.com")
            let attacker = try await target.signUp("a@example.com")
            let anonymous = try await target.server.call("accounts:signUp")
            for (number, person) in [attacker, anonymous].enumerated() {
                for provider in [ProviderID.google, Target.openID] {
                    let answer = try await target.idp(
                        provider, ["sub": .string("g\(number)"), "email": "v@gmail.com", "email_verified": true],
                        idToken: try person.text("idToken"))
                    #expect(answer.message == "EMAIL_EXISTS" && !answer.hasTokens, "\(answer.text)")
                }
            }
            #expect(try await target.providers(attacker["localId"]) == ["password"])
            #expect(try await target.account(anonymous["localId"])["email"] == nil)
            #expect(try await target.accounts().allSatisfy { $0.identities.isEmpty })
            try await target.expectInvariants(attacker: [attacker, anonymous], victim: try victim.text("localId"))
        }
    }

    @Test("T030 linking with an invalid ID token never falls back to signing in")
    func staleCaller() async throws {
        try await Target.run { target in
            let person = try await target.signUp("a@example.com")
            let id = try person.text("localId")
            let good = try person.text("idToken")
            let claims = try #require(JSONWebToken(good)?.claims)
            let firebase = try #require(claims["firebase"])
            let forger = try await target.server.stolenKey()
            let tokens: [(text: String, code: String)] = [
                (try forger.sign(claims.with(["firebase": firebase.with(["tenant": "T2"])])), "TENANT_NOT_FOUND"),
                (try forger.sign(claims.with(["aud": "other"])), "INVALID_ID_TOKEN"),
                (
                    try forger.sign(claims.with(["aud": "other", "iss": "https://securetoken.google.com/other"])),
                    "INVALID_ID_TOKEN"
                ),
                (try forger.sign(claims.with(["sub": "nobody", "user_id": "nobody"])), "USER_NOT_FOUND"),
                ("nonsense", "INVALID_ID_TOKEN"), (good + "A", "INVALID_ID_TOKEN"),
            ]
            func expect(_ code: String, _ idToken: String, more: [String: JSONValue] = [:]) async throws {
                for extra in [["autoCreate": true], ["autoCreate": false]] as [[String: JSONValue]] {
                    let answer = try await target.idp(
                        Target.openID, ["sub": "new"], idToken: idToken, more: extra.merging(more) { $1 })
                    #expect(answer.code == code && !answer.hasTokens, "\(answer.text)")
                }
            }
            for (text, code) in tokens { try await expect(code, text) }
            try await expect("TENANT_ID_MISMATCH", good, more: ["tenantId": "T2"])
            target.clock.advance(seconds: 3601)
            try await expect("TOKEN_EXPIRED", good)
            let refreshed = try await target.server.refresh(try person.text("refreshToken"))
            _ = try await target.server.admin(
                "accounts:update",
                ["localId": .string(id), "validSince": .string(String(target.clock.now.seconds))])
            try await expect("TOKEN_EXPIRED", try refreshed.text("id_token"))
            #expect(try await target.accounts().count == 1)
            #expect(try await target.providers(id) == ["password"])
            try await target.expectInvariants()
        }
    }

    @Test("T032 a pending credential links once, for a quarter of an hour, and only to the account that it collided with")
    func pendingReplay() async throws {
        try await Target.run { target in
            let victim = try await target.signUp("v@example.com")
            let attacker = try await target.signUp("a@example.com")
            let owner = try victim.text("idToken")
            let thief = try attacker.text("idToken")
            func collide(_ subject: String) async throws -> String {
                try await target.idp(Target.openID, ["sub": .string(subject), "email": "v@example.com"]).text("pendingToken")
            }
            let token = try await collide("1")
            var answers = [try await target.redeem(token, idToken: thief)]
            #expect(answers[0].code == "INVALID_PENDING_TOKEN")
            for index in [0, token.count / 2, token.count - 1] {
                var characters = Array(token)
                characters[index] = characters[index] == "x" ? "y" : "x"
                let tampered = try await target.redeem(String(characters), idToken: owner)
                #expect(tampered.code == "INVALID_PENDING_TOKEN")
            }
            let tenant = try await target.server.call(
                "accounts:signInWithIdp",
                [
                    "requestUri": "http://localhost", "pendingToken": .string(token), "idToken": .string(owner),
                    "tenantId": "T2",
                ])
            #expect(tenant.code == "TENANT_ID_MISMATCH")

            // Many at once: one links.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await target.redeem(token, idToken: owner).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1, "\(statuses)")
            #expect(try await target.redeem(token, idToken: owner).code == "INVALID_PENDING_TOKEN")
            #expect(try await target.providers(victim["localId"]) == ["password", "oidc.h"])

            let unlinked = try await target.server.call(
                "accounts:update", ["idToken": .string(owner), "deleteProvider": ["oidc.h"]])
            #expect(unlinked.status == 200)
            #expect(try await target.redeem(token, idToken: owner).code == "INVALID_PENDING_TOKEN")
            let late = try await collide("2")
            target.clock.advance(seconds: 901)
            answers.append(try await target.redeem(late, idToken: owner))
            #expect(answers[1].code == "INVALID_PENDING_TOKEN")
            #expect(try await target.providers(victim["localId"]) == ["password"])
            #expect(try await target.providers(attacker["localId"]) == ["password"])
            try await target.expectInvariants(attacker: answers + [attacker], victim: try victim.text("localId"))
        }
    }

    @Test("T033 only administrators may send linkProviderUserInfo: no user reserves an identity with it")
    func reserveIdentity() async throws {
        try await Target.run { target in
            let attacker = try await target.signUp("a@example.com")
            let link: JSONValue = ["providerId": "google.com", "rawId": "future"]
            for path in ["v1/accounts:update", "identitytoolkit/v3/relyingparty/setAccountInfo"] {
                let body: JSONValue = ["idToken": try attacker.value("idToken"), "linkProviderUserInfo": link]
                let answer = try await HTTP.post("\(target.server.url)/\(path)?key=k", body)
                #expect(answer.code == "INSUFFICIENT_PERMISSION", "\(answer.text)")
            }
            #expect(try await target.providers(attacker["localId"]) == ["password"])
            let victim = try await target.idp(.google, ["sub": "future"])
            #expect(victim.json["isNewUser"] == true && victim["localId"] != attacker["localId"])
            try await target.expectInvariants(attacker: [attacker], victim: try victim.text("localId"))
        }
    }

    private static let sensitive: [(rpc: String, change: [String: JSONValue])] = [
        ("accounts:update", ["password": "stolen harbour"]), ("accounts:update", ["email": "a@example.com"]),
        ("accounts:update", ["deleteAttribute": ["EMAIL"]]), ("accounts:update", ["deleteAttribute": ["PASSWORD"]]),
        ("accounts:update", ["deleteProvider": ["password"]]), ("accounts:delete", [:]),
        ("accounts:update", ["displayName": "x", "password": "stolen harbour"]),
    ]

    @Test("T035 changing or removing password and email, and deletion, require a sign-in within five minutes, to the second")
    func recentSignIn() async throws {
        try await Target.run(
            project: {
                $0.emailPrivacy = false
                $0.allowUnlinkingLastMethod = true
            },
            { target in
                let victim = try await target.signUp("v@example.com")
                let keyless = try await target.idp(Target.openID, ["sub": "1"])
                let before = try await target.account(victim["localId"])
                target.clock.advance(seconds: 301)
                for (rpc, change) in Self.sensitive {
                    let answer = try await target.server.call(
                        rpc, change.merging(["idToken": try victim.value("idToken")]) { $1 })
                    #expect(answer.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "\(change): \(answer.text)")
                }
                let linked = try await target.server.call(
                    "accounts:signUp",
                    ["idToken": try keyless.value("idToken"), "email": "a@example.com", "password": "stolen harbour"])
                #expect(linked.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
                #expect(try await target.account(victim["localId"]) == before)
                for (number, (rpc, change)) in Self.sensitive.enumerated() {
                    let person = try await target.signUp("p\(number)@example.com")
                    target.clock.advance(seconds: 300)
                    var change = change
                    if change["email"] != nil { change["email"] = "q@example.com" }
                    let answer = try await target.server.call(
                        rpc, change.merging(["idToken": try person.value("idToken")]) { $1 })
                    #expect(answer.status == 200, "\(change): \(answer.text)")
                }
                try await target.expectInvariants()
            })
    }

    @Test("T036 neither refreshing nor another device's sign-in makes an old session fresh")
    func launderedSignIn() async throws {
        try await Target.run { target in
            let old = try await target.signUp("v@example.com")
            let signedInAt = JSONWebToken(try old.text("idToken"))?.claims["auth_time"]
            target.clock.advance(seconds: 200)
            _ = try await target.signIn("v@example.com")
            target.clock.advance(seconds: 101)
            _ = try await target.signIn("v@example.com")
            let refreshed = try await target.server.refresh(try old.text("refreshToken"))
            let again = try await target.server.refresh(try refreshed.text("refresh_token"))
            for token in [try refreshed.text("id_token"), try again.text("id_token")] {
                #expect(JSONWebToken(token)?.claims["auth_time"] == signedInAt)
                let deleted = try await target.server.call("accounts:delete", ["idToken": .string(token)])
                #expect(deleted.code == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
            }
            #expect(try await target.accounts().count == 1)
        }
    }

    @Test("T037 reauthentication never opens another account or creates one")
    func reauthenticateAsAnother() async throws {
        try await Target.run { target in
            let a = try await target.idp(Target.openID, ["sub": "a"])
            let b = try await target.idp(.google, ["sub": "b", "email": "b@gmail.com", "email_verified": true])
            let idToken = try a.text("idToken")
            let again: [String: JSONValue] = ["autoCreate": false]
            var answers: [HTTPAnswer] = []
            func expect(_ code: String, _ answer: HTTPAnswer) {
                answers.append(answer)
                #expect(answer.code == code && !answer.hasTokens && answer["localId"] == nil, "\(answer.text)")
            }
            let other: [String: JSONValue?] = ["sub": "b", "email": "b@gmail.com", "email_verified": true]
            expect("FEDERATED_USER_ID_ALREADY_LINKED", try await target.idp(.google, other, idToken: idToken, more: again))
            expect("EMAIL_NOT_FOUND", try await target.idp(.google, ["sub": "new"], idToken: idToken, more: again))
            expect("EMAIL_NOT_FOUND", try await target.idp(.google, ["sub": "new"], more: again))
            // The other's address does not do instead of the other's identity.
            let address: [String: JSONValue?] = ["sub": "c", "email": "b@gmail.com", "email_verified": true]
            expect("EMAIL_NOT_FOUND", try await target.idp(.google, address, idToken: idToken, more: again))
            #expect(try await target.accounts().count == 2)
            #expect(try await target.providers(a["localId"]) == ["oidc.h"])
            let own = try await target.idp(Target.openID, ["sub": "a"], idToken: idToken, more: again)
            #expect(own["localId"] == a["localId"] && own.hasTokens)
            try await target.expectInvariants(attacker: answers + [a, own], victim: try b.text("localId"))
        }
    }
}

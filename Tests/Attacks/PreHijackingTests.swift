import TestSupport
import Testing
import VinculaCore

/// Somebody makes an account under the victim's address, or holds on to one, before the victim comes (Threats.md §2).
@Suite("Pre-hijacking", .tags(.attack))
struct PreHijackingTests {
    private static let owner: [String: JSONValue?] = [
        "sub": "g1", "email": "v@gmail.com", "email_verified": true, "name": "Victoria", "picture": "https://p.example/v.png",
    ]

    @Test("T001 classic-federated merge: the squatter's password, session and token are gone once the owner comes by Google")
    func classicFederatedMerge() async throws {
        try await Target.run { target in
            let squatter = try await target.signUp("v@gmail.com", "attacker1")
            let refreshed = try await target.server.refresh(try squatter.text("refreshToken"))
            let owner = try await target.idp(.google, Self.owner)
            #expect(owner["localId"] == squatter["localId"])
            #expect(owner.json["emailVerified"] == true)
            #expect(try await target.providers(owner["localId"]) == ["google.com"])
            #expect(try await target.signIn("v@gmail.com", "attacker1").code == "INVALID_LOGIN_CREDENTIALS")
            for token in [try squatter.text("refreshToken"), try refreshed.text("refresh_token")] {
                #expect(try await target.server.refresh(token).code == "TOKEN_EXPIRED")
            }
            for token in [try squatter.value("idToken"), try refreshed.value("id_token")] {
                #expect(try await target.server.call("accounts:lookup", ["idToken": token]).code == "TOKEN_EXPIRED")
            }
            let lookup = try await target.server.call("accounts:lookup", ["idToken": try owner.value("idToken")])
            #expect(lookup.status == 200)
            try await target.expectInvariants(attacker: [squatter, refreshed], victim: try owner.text("localId"))
        }
    }

    @Test("T006 the owner's name and photo replace a squatter's; an administrator's claims stay")
    func profile() async throws {
        try await Target.run { target in
            let squatter = try await target.signUp("v@gmail.com", "attacker1")
            let marked = try await target.server.call(
                "accounts:update",
                [
                    "idToken": try squatter.value("idToken"), "displayName": "<a href=//evil.example>verify</a>",
                    "photoUrl": "https://evil.example/track.png",
                ])
            #expect(marked.status == 200)
            let claims: JSONValue = #"{"role":"reader"}"#
            _ = try await target.server.admin(
                "accounts:update", ["localId": try squatter.value("localId"), "customAttributes": claims])
            let owner = try await target.idp(.google, Self.owner)
            let account = try await target.account(owner["localId"])
            #expect(owner["localId"] == squatter["localId"])
            #expect(account["displayName"] == "Victoria" && account["photoUrl"] == "https://p.example/v.png")
            #expect(account["customAttributes"] == claims)
            #expect(!account.text.contains("evil.example"))

            // An owner whose provider tells no name does not inherit the squatter's either.
            let other = try await target.signUp("w@gmail.com", "attacker1")
            _ = try await target.server.call(
                "accounts:update", ["idToken": try other.value("idToken"), "displayName": "evil.example"])
            _ = try await target.idp(.google, ["sub": "g2", "email": "w@gmail.com", "email_verified": true])
            #expect(try await target.account(other["localId"])["displayName"] == nil)
            try await target.expectInvariants(attacker: [squatter, other], victim: try owner.text("localId"))
        }
    }

    @Test("T009 a provider that claims the victim's address gets no session, no link and no id, only needConfirmation")
    func claimedLater() async throws {
        try await Target.run { target in
            let victim = try await target.verifiedPerson("v@example.com")
            let id = try victim.text("localId")
            let attacker = try await target.idp(
                Target.openID, ["sub": "a", "email": "v@example.com", "email_verified": true])
            #expect(attacker.status == 200 && attacker.json["needConfirmation"] == true, "\(attacker.text)")
            #expect(!attacker.hasTokens && attacker["localId"] == nil && !attacker.text.contains(id))
            #expect(attacker.json["verifiedProvider"] == .array([]), "Under email privacy no provider is told.")
            let pending = try await target.redeem(try attacker.text("pendingToken"))
            #expect(pending.json["needConfirmation"] == true && !pending.hasTokens)
            #expect(try await target.providers(id) == ["password"])
            #expect(try await target.accounts().count == 1)
            try await target.expectInvariants(attacker: [attacker, pending], victim: id)
        }
    }

    @Test("T010 an address that the provider gave to somebody else: the old identity is replaced and its sessions end")
    func recycledAddress() async throws {
        try await Target.run { target in
            let first = try await target.idp(.google, ["sub": "1", "email": "v@gmail.com", "email_verified": true])
            let second = try await target.idp(.google, ["sub": "2", "email": "v@gmail.com", "email_verified": true])
            #expect(second.json["emailRecycled"] == true && second["localId"] == first["localId"])
            guard case .array(let rows)? = try await target.account(second["localId"])["providerUserInfo"] else {
                Issue.record("No identities.")
                return
            }
            #expect(rows.filter { $0["providerId"] == "google.com" }.map { $0["rawId"] } == ["2"])
            #expect(try await target.server.refresh(try first.text("refreshToken")).code == "TOKEN_EXPIRED")
            // Without the address the old identity leads to an account of its own.
            let back = try await target.idp(.google, ["sub": "1"])
            #expect(back.json["isNewUser"] == true && back["localId"] != second["localId"])
            try await target.expectInvariants(attacker: [first, back], victim: try second.text("localId"))
        }
    }

    @Test("T012 somebody who shared an anonymous session loses access once its account is upgraded")
    func anonymousTrojan() async throws {
        try await Target.run { target in
            let planted = try await target.server.call("accounts:signUp")
            let earlier = try await target.server.refresh(try planted.text("refreshToken"))
            let upgraded = try await target.server.call(
                "accounts:signUp",
                ["idToken": try planted.value("idToken"), "email": "v@example.com", "password": "violet river"])
            #expect(upgraded["localId"] == planted["localId"])
            for token in [try planted.text("refreshToken"), try earlier.text("refresh_token")] {
                #expect(try await target.server.refresh(token).code == "TOKEN_EXPIRED")
            }
            for token in [try planted.value("idToken"), try earlier.value("id_token")] {
                #expect(try await target.server.call("accounts:lookup", ["idToken": token]).code == "TOKEN_EXPIRED")
            }
            #expect(try await target.server.refresh(try upgraded.text("refreshToken")).status == 200)

            // The same by a provider.
            let other = try await target.server.call("accounts:signUp")
            let linked = try await target.idp(Target.openID, ["sub": "o"], idToken: try other.text("idToken"))
            #expect(linked["localId"] == other["localId"])
            #expect(try await target.server.refresh(try other.text("refreshToken")).code == "TOKEN_EXPIRED")
            try await target.expectInvariants(attacker: [planted, earlier], victim: try upgraded.text("localId"))
            try await target.expectInvariants(attacker: [other], victim: try linked.text("localId"))
        }
    }

    @Test("T015 a deleted account's tokens open neither its address's next account nor its id's")
    func deletedAndMadeAgain() async throws {
        try await Target.run { target in
            let victim = try await target.signUp("v@example.com")
            let id = try victim.text("localId")
            _ = try await target.server.admin(
                "accounts:update", ["localId": .string(id), "customAttributes": #"{"admin":true}"#])
            let deleted = try await target.server.call("accounts:delete", ["idToken": try victim.value("idToken")])
            #expect(deleted.status == 200)
            let next = try await target.signUp("v@example.com", "another1")
            #expect(next["localId"] != id)
            #expect(try await target.server.refresh(try victim.text("refreshToken")).code == "USER_NOT_FOUND")
            let token = try victim.value("idToken")
            #expect(try await target.server.call("accounts:lookup", ["idToken": token]).code == "USER_NOT_FOUND")

            // In the same second, the hardest case.
            let again = try await target.server.admin("accounts", ["localId": .string(id), "email": "n@example.com"])
            #expect(again["localId"] == id)
            let change = try await target.server.call("accounts:update", ["idToken": token, "displayName": "me again"])
            #expect(change.code == "TOKEN_EXPIRED")
            #expect(try await target.server.refresh(try victim.text("refreshToken")).code == "USER_NOT_FOUND")
            let account = try await target.account(id)
            #expect(account["customAttributes"] == nil && account["displayName"] == nil && account["providerUserInfo"] == nil)
            // For backends that compare auth_time with it by themselves.
            let since = try #require(account["validSince"]?.string.flatMap { Int64($0) })
            let created = try #require(account["createdAt"]?.string.flatMap { Int64($0) })
            #expect(since >= created / 1000)
            try await target.expectInvariants(attacker: [victim], victim: id)
        }
    }
}

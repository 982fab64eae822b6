import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// `accounts:signInWithCustomToken`, in production by signed tokens, under `--dev` by unsigned ones.
@Suite("Custom tokens")
struct CustomTokenTests {
    private static func claims(_ answer: HTTPAnswer, _ name: String = "idToken") throws -> JSONValue {
        try #require(JSONWebToken(answer[name] ?? "")?.claims, "\(answer.text)")
    }

    @Test("A service account of the project signs in a new person, and again the same one, in every layout, with or without kid")
    func own() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let now = server.engine.clock.now
            let paths = [
                "identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken", "v1/accounts:signInWithCustomToken",
                "www.googleapis.com/identitytoolkit/v3/relyingparty/verifyCustomToken",
                "identitytoolkit/v3/relyingparty/verifyCustomToken",
            ]
            for (index, path) in paths.enumerated() {
                let token = try credentials.customToken("ana", now: now, header: index > 1 ? ["kid": nil] : [:])
                let answer = try await HTTP.post(
                    "\(server.url)/\(path)?key=\(server.apiKey)", ["token": .string(token), "returnSecureToken": true])
                #expect(answer.status == 200 && answer["expiresIn"] == "3600", "\(answer.text)")
                #expect(answer["kind"] == "identitytoolkit#VerifyCustomTokenResponse")
                #expect(answer.json["isNewUser"] == .bool(index == 0))
                let claims = try Self.claims(answer)
                #expect(claims["sub"] == "ana" && claims["user_id"] == "ana" && claims["provider_id"] == nil)
                #expect(claims["firebase"]?["sign_in_provider"] == "custom" && claims["firebase"]?["identities"] == .object([:]))
                let looked = try await server.call("accounts:lookup", ["idToken": .string(try answer.required("idToken"))])
                #expect(looked.json["users"]?[0]?["customAuth"] == true && looked.json["users"]?[0]?["localId"] == "ana")
            }
            // A token works until it expires.
            let token = try credentials.customToken("bob", now: now)
            #expect(try await server.signIn(customToken: token).json["isNewUser"] == true)
            #expect(try await server.signIn(customToken: token).json["isNewUser"] == false)
        }
    }

    @Test("The backend's claims are in the ID tokens of that session, before the account's own, and of no other")
    func developerClaims() async throws {
        try await TestServer.with(isProduction: true) { server in
            let credentials = try #require(server.serviceAccount)
            let now = server.engine.clock.now
            let own: JSONValue = ["tier": "gold", "level": 2, "email": "boss@example.com", "user_id": "x", "name": "Boss"]
            let first = try await server.signIn(customToken: try credentials.customToken("ana", now: now, ["claims": own]))
            _ = try await server.admin(
                "accounts:update", ["localId": "ana", "customAttributes": #"{"tier":"silver","role":"editor"}"#])
            let second = try await server.signIn(customToken: try credentials.customToken("ana", now: now))
            for (session, tier, level) in [(first, "gold", JSONValue.integer(2)), (second, "silver", nil)] {
                for _ in 0..<2 {
                    let refreshed = try await server.refresh(try session.required("refreshToken"))
                    let claims = try Self.claims(refreshed, "id_token")
                    #expect(claims["tier"] == .string(tier) && claims["level"] == level && claims["role"] == "editor")
                    #expect(claims["user_id"] == "ana" && claims["email"] == nil)
                    #expect(claims["name"] == (level == nil ? nil : "Boss"))
                }
            }
        }
    }

    @Test("What happens to the account: a password can be linked and changed, with the claims; a provider's sign-in has none")
    func sessionGoesOn() async throws {
        try await TestServer.with { server in
            let made = try await server.signIn(customToken: #"{"uid":"ana","claims":{"tier":"gold"}}"#)
            let idToken = JSONValue.string(try made.required("idToken"))
            let linked = try await server.call(
                "accounts:signUp", ["idToken": idToken, "email": "ana@example.com", "password": "correct horse"])
            #expect(linked["localId"] == "ana", "\(linked.text)")
            #expect(try Self.claims(linked)["tier"] == nil)
            let again = try await server.signIn(customToken: #"{"uid":"ana","claims":{"tier":"gold"}}"#)
            let changed = try await server.call(
                "accounts:update", ["idToken": .string(try again.required("idToken")), "email": "eva@example.com"])
            let claims = try Self.claims(changed)
            #expect(claims["tier"] == "gold" && claims["firebase"]?["sign_in_provider"] == "custom", "\(claims.text)")
            #expect(claims["email"] == "eva@example.com")
            #expect(try await server.refresh(try again.required("refreshToken")).code == "TOKEN_EXPIRED")
            let deleted = try await server.call("accounts:delete", ["idToken": .string(try changed.required("idToken"))])
            #expect(deleted.status == 200, "\(deleted.text)")
            #expect(try await server.signIn(customToken: #"{"uid":"ana"}"#).json["isNewUser"] == true)
        }
    }

    @Test("Whoever the account belongs to otherwise, the backend signs in to it and changes no way in")
    func existing() async throws {
        try await TestServer.with { server in
            let password = try await server.call(
                "accounts:signUp", ["email": "ana@example.com", "password": "correct horse"])
            let anonymous = try await server.call("accounts:signUp", ["returnSecureToken": true])
            for (answer, isAnonymous) in [(password, false), (anonymous, true)] {
                let uid = try answer.required("localId")
                let before = try await server.admin("accounts:lookup", ["localId": [.string(uid)]]).json["users"]?[0]
                let signedIn = try await server.signIn(customToken: JSONValue.object(["uid": .string(uid)]).text)
                #expect(signedIn.json["isNewUser"] == false, "\(signedIn.text)")
                let after = try await server.admin("accounts:lookup", ["localId": [.string(uid)]]).json["users"]?[0]
                #expect(after?["providerUserInfo"] == before?["providerUserInfo"] && after?["email"] == before?["email"])
                #expect(after?["customAuth"] == true && before?["customAuth"] == nil)
                // Its other sessions go on.
                #expect(try await server.refresh(try answer.required("refreshToken")).status == 200, "\(isAnonymous)")
            }
            let uid = JSONValue.string(try password.required("localId"))
            _ = try await server.admin("accounts:update", ["localId": uid, "disableUser": true])
            let token = JSONValue.object(["uid": uid]).text
            #expect(try await server.signIn(customToken: token).code == "USER_DISABLED")
        }
    }

    @Test("A foreign key that the operator registered signs too, until it is disabled, has expired or is deleted")
    func foreign() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock, isProduction: true) { server in
            let access = server.engine.serviceAccess
            let other = try await access.createServiceAccount(named: "firebase", role: .owner, of: "elsewhere")
            // That account is no longer ours: what is left is its public key, with a certificate for a day.
            let certificate = try SelfSignedCertificate.make(
                privateKeyDER: try #require(Self.der(other.privateKey)), notBefore: Date(timeIntervalSince1970: 0),
                validFor: TimeInterval(clock.now.seconds + 86_400))
            _ = try await access.deleteServiceAccount(other.serviceAccount.email, in: "elsewhere")
            func signIn() async throws -> HTTPAnswer {
                try await server.signIn(customToken: try other.customToken("ana", now: clock.now))
            }
            func expectRefused(_ what: String) async throws {
                let answer = try await signIn()
                #expect(answer.code == "INVALID_CUSTOM_TOKEN" && answer["idToken"] == nil, "\(what): \(answer.text)")
            }
            let email = other.serviceAccount.email
            try await expectRefused("before")
            let key = try ForeignPublicKey(pem: certificate, id: other.keyID)
            #expect(try await access.addCustomTokenKeys([key], of: email, in: server.project).map(\.id) == [other.keyID])
            #expect(try await access.addCustomTokenKeys([key], of: email, in: server.project).isEmpty)
            #expect(try await signIn().json["isNewUser"] == true)
            #expect(
                try await server.signIn(customToken: try other.customToken("ana", now: clock.now, header: ["kid": nil])).status
                    == 200)
            _ = try await access.setCustomTokenKeys(nil, of: email, isDisabled: true, in: server.project)
            try await expectRefused("disabled")
            _ = try await access.setCustomTokenKeys(other.keyID, of: email, isDisabled: false, in: server.project)
            #expect(try await signIn().status == 200)
            clock.advance(seconds: 86_400)
            try await expectRefused("expired")
            clock.advance(seconds: -86_400)
            #expect(try await signIn().status == 200)
            #expect(try await access.deleteCustomTokenKeys(nil, of: email, in: server.project).count == 1)
            try await expectRefused("deleted")
            let actions = try await server.engine.auditLog.entries(AuditQuery(limit: 50)).map(\.action)
            for action in [AuditAction.customTokenKeyAdd, .customTokenKeyDisable, .customTokenKeyEnable, .customTokenKeyDelete] {
                #expect(actions.filter { $0 == action }.count == 1, "\(action)")
            }
        }
    }

    @Test("At most twenty keys of one service account, none of them expired, and no key that is not there")
    func foreignLimits() async throws {
        try await TestServer.with { server in
            let access = server.engine.serviceAccess
            let der = try RSASigningKey.generate()
            func certificate(validFor: TimeInterval) throws -> String {
                try SelfSignedCertificate.make(
                    privateKeyDER: der, notBefore: Date(timeIntervalSinceNow: -86_400), validFor: validFor)
            }
            let pem = try certificate(validFor: 172_800)
            let keys = try (0..<21).map { try ForeignPublicKey(pem: pem, id: "k\($0)") }
            let error = await #expect(throws: AdministrationError.self) {
                try await access.addCustomTokenKeys(keys, of: "a@q", in: server.project)
            }
            #expect(error.map { "\($0)".contains("at most 20 keys") } == true)
            #expect(try await access.customTokenKeys(in: server.project).isEmpty, "all or none")
            #expect(try await access.addCustomTokenKeys(Array(keys.prefix(20)), of: "a@q", in: server.project).count == 20)
            let expired = try ForeignPublicKey(pem: certificate(validFor: 3600), id: "old")
            await #expect(throws: AdministrationError.self) {
                try await access.addCustomTokenKeys([expired], of: "b@q", in: server.project)
            }
            await #expect(throws: AdministrationError.self) {
                try await access.addCustomTokenKeys([keys[0]], of: "nobody", in: server.project)
            }
            for id in ["k99", nil] {
                await #expect(throws: AdministrationError.noSuchCustomTokenKey(id ?? "x@q")) {
                    try await access.deleteCustomTokenKeys(id, of: "x@q", in: server.project)
                }
            }
        }
    }

    @Test("Under --dev: unsigned JWTs and JSON, however old; a signed token is verified")
    func development() async throws {
        try await TestServer.with { server in
            let header = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64URL
            let payload = Data(
                JSONValue.object(["aud": .string(CustomTokenRules.audience), "uid": "ana", "exp": 1]).text.utf8
            ).base64URL
            #expect(try await server.signIn(customToken: "\(header).\(payload).").json["isNewUser"] == true)
            #expect(try await server.signIn(customToken: #"{"uid":"ana"}"#).json["isNewUser"] == false)
            for (token, code) in [
                ("{uid:1}", "INVALID_CUSTOM_TOKEN"), (#"{"claims":{}}"#, "MISSING_IDENTIFIER"), ("", "MISSING_CUSTOM_TOKEN"),
                (#"{"uid":"a","claims":{"iss":1}}"#, "FORBIDDEN_CLAIM"), (#"{"uid":"a","claims":[]}"#, "INVALID_CLAIMS"),
                (#"{"uid":"a","tenant_id":"t"}"#, "TENANT_ID_MISMATCH"),
                (#"{"uid":"a","claims":{"a":""# + String(repeating: "x", count: 1000) + #""}}"#, "CLAIMS_TOO_LARGE"),
            ] {
                #expect(try await server.signIn(customToken: token).code == code, "\(token.prefix(60))")
            }
            let tenant = try await server.signIn(customToken: #"{"uid":"a"}"#, more: ["tenantId": "t"])
            #expect(tenant.code == "TENANT_ID_MISMATCH")
            let stranger = try await server.engine.serviceAccess.createServiceAccount(named: "s", role: .owner, of: "elsewhere")
            let signed = try await server.signIn(customToken: try stranger.customToken("ana", now: server.engine.clock.now))
            #expect(signed.code == "CREDENTIAL_MISMATCH", "\(signed.text)")
            let own = try await server.engine.serviceAccess.createServiceAccount(named: "s", role: .owner, of: server.project)
            #expect(try await server.signIn(customToken: try own.customToken("ana", now: server.engine.clock.now)).status == 200)
        }
    }

    @Test("An account that only a backend signs in to is not removed as an unused anonymous one")
    func notAnonymous() async throws {
        let clock = TestClock()
        try await TestServer.with(clock: clock) { server in
            let anonymous = try await server.call("accounts:signUp", ["returnSecureToken": true])
            _ = try await server.signIn(customToken: #"{"uid":"ana"}"#)
            let config = try await server.administer(
                "PATCH", "config?updateMask=autodeleteAnonymousUsers", ["autodeleteAnonymousUsers": true])
            #expect(config.status == 200, "\(config.text)")
            try await server.engine.upkeep.noteService()
            clock.advance(seconds: 33 * 86_400)
            _ = try await server.engine.upkeep.deleteUnusedAnonymousAccounts(
                of: ProjectScope(project: server.project), after: nil)
            let ids: JSONValue = ["ana", .string(try anonymous.required("localId"))]
            let left = try await server.admin("accounts:lookup", ["localId": ids])
            #expect(left.json["users"]?[0]?["localId"] == "ana" && left.json["users"]?[1] == nil, "\(left.text)")
        }
    }

    private static func der(_ pem: String) -> Data? {
        Data(base64Encoded: pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined())
    }
}

extension HTTPAnswer {
    /// A text of the answer, which must be there.
    fileprivate func required(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        try #require(self[name], "\(text)", sourceLocation: sourceLocation)
    }
}

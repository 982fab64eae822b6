import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// ID tokens that pretend to be this server's own (Documentation/Threats.md §7, §10).
@Suite("Own ID tokens", .tags(.attack))
struct OwnTokenTests {
    private static func expectRefused(
        _ text: String, _ what: String, at target: Target, code: String = "INVALID_ID_TOKEN",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for (rpc, change): (String, [String: JSONValue]) in [
            ("accounts:lookup", [:]), ("accounts:update", ["displayName": "x"]), ("accounts:delete", [:]),
            ("accounts:signUp", ["email": "z@example.com", "password": "violet river"]),
        ] {
            let answer = try await target.server.call(rpc, change.merging(["idToken": .string(text)]) { $1 })
            #expect(answer.code == code, "\(rpc), \(what): \(answer.text.prefix(200))", sourceLocation: sourceLocation)
        }
    }

    @Test("T075 our own ID tokens unsigned are refused everywhere, and change nothing")
    func unsigned() async throws {
        try await Target.run { target in
            let person = try await target.signUp("v@example.com")
            let token = try #require(JSONWebToken(try person.text("idToken")))
            for algorithm: JSONValue? in ["none", "None", "nOnE", "", nil, "RS256"] {
                for signature in [Data(), Data(count: 256)] {
                    let header = token.header.with(["alg": algorithm])
                    let text = compactToken(header: header, claims: token.claims) { _ in signature }
                    try await Self.expectRefused(text, "\(algorithm?.text ?? "no alg") \(signature.count)", at: target)
                }
            }
            let segments = try person.text("idToken").split(separator: ".")
            for text in [segments[0] + "." + segments[1], segments[0] + "." + segments[1] + "."] {
                try await Self.expectRefused(String(text), "no signature", at: target)
            }
            #expect(try await target.account(person["localId"])["displayName"] == nil)
            try await target.expectInvariants()
        }
    }

    @Test("T076 our public key is not an HMAC secret, in PEM, DER, as a modulus or as a JWK")
    func algorithmConfusion() async throws {
        try await Target.run { target in
            let person = try await target.signUp("v@example.com")
            let token = try #require(JSONWebToken(try person.text("idToken")))
            let certificates = try await HTTP.send(
                "GET", "\(target.server.url)/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
            let pem = try certificates.text(try #require(token.keyID))
            let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
            let der = try #require(Data(base64Encoded: lines.joined()))
            let set = try await HTTP.send("GET", "\(target.server.url)/.well-known/jwks.json")
            guard case .array(let keys)? = set.json["keys"], let key = keys.first, let n = key["n"]?.string else {
                Issue.record("No keys: \(set.text)")
                return
            }
            let secrets = [
                Data(pem.utf8), der, Data(n.utf8), try #require(Data(base64URL: n)), Data(key.text.utf8), Data(set.text.utf8),
                Data(),
            ]
            for secret in secrets {
                for algorithm in ["HS256", "RS256", "ES256"] {
                    let header = token.header.with(["alg": .string(algorithm)])
                    let text = compactToken(header: header, claims: token.claims) {
                        Data(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: secret)))
                    }
                    try await Self.expectRefused(text, "\(algorithm) \(secret.count)", at: target)
                }
            }
            try await target.expectInvariants()
        }
    }

    @Test("T083 our other tokens are not accepted as ID tokens, even under our own key")
    func wrongType() async throws {
        try await Target.run { target in
            let person = try await target.signUp("v@example.com")
            let collided = try await target.idp(Target.openID, ["sub": "1", "email": "v@example.com"])
            let id: JSONValue = try person.value("localId")
            let claims = try #require(JSONWebToken(try person.text("idToken"))?.claims)
            try await target.server.engine.signingKeys.prepare([.sessionCookie])
            let key = try await target.server.stolenKey()
            let cookieKey = try await target.server.stolenKey(.sessionCookie)
            let cookie = claims.with(["iss": "https://session.firebase.google.com/example"])
            let now = target.clock.now.seconds
            let custom: JSONValue = [
                "iss": "sa@example.iam.gserviceaccount.com", "sub": "sa@example.iam.gserviceaccount.com", "uid": id,
                "aud": "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit",
                "iat": .integer(now), "exp": .integer(now + 3600),
            ]
            let other = claims.with(["iss": "https://securetoken.google.com/other", "aud": "other"])
            let texts: [(String, String)] = [
                ("a session cookie", try cookieKey.sign(cookie)), ("a session cookie by the wrong key", try key.sign(cookie)),
                ("an ID token by the cookies' key", try cookieKey.sign(claims)), ("a custom token", try key.sign(custom)),
                ("a custom token with ours", try key.sign(custom.with(["user_id": id]))),
                ("another project's", try key.sign(other)), ("another audience's", try key.sign(claims.with(["aud": "other"]))),
                ("several audiences'", try key.sign(claims.with(["aud": ["example", "other"]]))),
                ("another issuer's", try key.sign(claims.with(["iss": "https://evil.example/example"]))),
                ("one of two people", try key.sign(claims.with(["user_id": "other"]))),
                ("one without times", try key.sign(claims.with(["exp": nil]))),
                ("one for a year", try key.sign(claims.with(["exp": .integer(now + 31_536_000)]))),
                ("one from tomorrow", try key.sign(claims.with(["iat": .integer(now + 86_400), "exp": .integer(now + 90_000)]))),
                ("a refresh token", try person.text("refreshToken")), ("a pending token", try collided.text("pendingToken")),
                ("a provider's token", try target.token(Target.openID, ["sub": id]).text), ("nothing", "{}"),
            ]
            for (what, text) in texts { try await Self.expectRefused(text, what, at: target) }
            // Genuine, but there is no such tenant.
            let tenants = try key.sign(claims.with(["firebase": (claims["firebase"] ?? [:]).with(["tenant": "t"])]))
            try await Self.expectRefused(tenants, "a tenant's", at: target, code: "TENANT_NOT_FOUND")
            // The claims are perfect otherwise: signed again as they are, they pass.
            let same = try await target.server.call("accounts:lookup", ["idToken": .string(try key.sign(claims))])
            #expect(same.status == 200, "\(same.text)")
            for text in [try key.sign(claims), try collided.text("pendingToken")] {
                #expect(try await target.server.refresh(text).code == "INVALID_REFRESH_TOKEN")
            }
            try await target.expectInvariants()
        }
    }

    @Test("T112 forged: a token by another key under our key id, and one by a retired or deleted key")
    func forged() async throws {
        try await Target.run { target in
            let person = try await target.signUp("v@example.com")
            let idToken = try person.text("idToken")
            let old = try await target.server.stolenKey()
            let claims = try #require(JSONWebToken(idToken)?.claims)
            let foreign = StolenKey(id: old.id, key: TestKey.other.key)
            try await Self.expectRefused(try foreign.sign(claims), "another key", at: target)
            for id in ["other", "", old.id.uppercased(), old.id + "0"] {
                try await Self.expectRefused(try StolenKey(id: id, key: old.key).sign(claims), "kid \(id)", at: target)
            }
            let embedded = try compactToken(
                header: ["alg": "RS256", "kid": "good", "jwk": TestKey.other.with(["kid": "good"])], claims: claims
            ) { try TestKey.other.key.sign($0) }
            try await Self.expectRefused(embedded, "its own key", at: target)

            // Retired: what it signed before holds until it expires, what it signs since does not.
            target.clock.advance(seconds: 1)
            _ = try await target.server.engine.signingKeys.rotate(immediately: true)
            #expect(try await target.server.call("accounts:lookup", ["idToken": .string(idToken)]).status == 200)
            target.clock.advance(seconds: 120)
            let now = target.clock.now.seconds
            let late = claims.with(["iat": .integer(now), "exp": .integer(now + 3600)])
            try await Self.expectRefused(try old.sign(late), "a retired key", at: target)
            #expect(try await Self.published(target).contains(old.id))

            // Let go: nothing it signed holds.
            target.clock.advance(seconds: 1)
            _ = try await target.server.engine.signingKeys.rotate(immediately: true, revokingOld: true)
            try await Self.expectRefused(idToken, "a revoked key", at: target)
            #expect(!(try await Self.published(target).contains(old.id)))
            try await target.expectInvariants()
        }
    }

    @Test("T112 forged: a retired key is published until its last token has expired, and no longer")
    func retiredKey() async throws {
        try await Target.run { target in
            let old = try await target.server.stolenKey()
            target.clock.advance(seconds: 1)
            _ = try await target.server.engine.signingKeys.rotate(immediately: true)
            for seconds: Int64 in [3600, 61] {
                target.clock.advance(seconds: seconds)
                #expect(try await Self.published(target).contains(old.id))
            }
            target.clock.advance(seconds: 24 * 3600)
            #expect(!(try await Self.published(target).contains(old.id)))
            try await target.server.engine.signingKeys.tend()
            #expect(try await target.server.stolenKeys().allSatisfy { $0.id != old.id })
        }
    }

    /// The ids of the keys that verifiers get, which must be the same in all three shapes.
    private static func published(_ target: Target) async throws -> Set<String> {
        let url = target.server.url
        let certificates = try await HTTP.send("GET", "\(url)/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
        let keys = try await HTTP.send("GET", "\(url)/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com")
        guard case .object(let byID) = certificates.json, case .array(let list)? = keys.json["keys"] else { return [] }
        let ids = Set(list.compactMap { $0["kid"]?.string })
        #expect(Set(byID.keys) == ids)
        return ids
    }
}

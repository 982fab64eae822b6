import Crypto
import CryptoExtras
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A way to spoil a token that is otherwise perfect.
struct Spoiled: Sendable {
    let what: String
    let apply: @Sendable (inout TestToken) throws -> Void

    init(_ what: String, _ apply: @escaping @Sendable (inout TestToken) throws -> Void) {
        self.what = what
        self.apply = apply
    }

    static func header(_ changes: [String: JSONValue?], signedBy key: RSASigningKey? = nil) -> Spoiled {
        Spoiled("header \(changes.mapValues { $0?.text.prefix(40) ?? "none" })") { token in
            token.header = token.header.with(changes)
            if let key { token.sign = { try key.sign($0) } }
        }
    }

    static func claims(_ changes: [String: JSONValue?]) -> Spoiled {
        Spoiled("claims \(changes.mapValues { $0?.text.prefix(40) ?? "none" })") { $0.claims = $0.claims.with(changes) }
    }

    static func unsigned(_ algorithm: JSONValue?, signature: Data = Data()) -> Spoiled {
        Spoiled("\(algorithm?.text ?? "no alg"), signature of \(signature.count) bytes") { token in
            token.header = token.header.with(["alg": algorithm])
            token.sign = { _ in signature }
        }
    }

    static func hmac(_ secret: Data, algorithm: String = "HS256", keyID: String = "good") -> Spoiled {
        Spoiled("\(algorithm) under a secret of \(secret.count) bytes") { token in
            token.header = ["alg": .string(algorithm), "kid": .string(keyID), "typ": "JWT"]
            token.sign = { Data(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: secret))) }
        }
    }
}

/// Tokens that do not prove what they say, to the server as relying party: what the OpenID Foundation's suite tries, and
/// what it does not (Documentation/Threats.md §7).
@Suite("ID tokens of providers", .tags(.attack))
struct IDTokenAttackTests {
    /// Presents spoiled tokens, one after another, and expects each to be refused without a trace.
    private func expectRefused(
        _ spoiled: [Spoiled], as providers: [ProviderID] = [Target.openID], code: String = "INVALID_IDP_RESPONSE",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await Target.run { target in
            // A good one first, so that the keys are known and only the spoiling can be what is refused.
            let victim = try await target.idp(.google, ["sub": "victim"])
            #expect(victim.status == 200, "\(victim.text)", sourceLocation: sourceLocation)
            for provider in providers {
                for way in spoiled {
                    var token = target.token(provider, ["sub": "victim"])
                    try way.apply(&token)
                    let answer = try await target.present(token, as: provider)
                    #expect(
                        answer.status == 400 && answer.code == code && !answer.hasTokens,
                        "\(provider), \(way.what): \(answer.text.prefix(300))", sourceLocation: sourceLocation)
                }
            }
            #expect(try await target.accounts().count == 1, sourceLocation: sourceLocation)
            let paths: Set = [HostileProvider.discoveryPath, HostileProvider.microsoftDiscoveryPath, "/jwks"]
            #expect(target.provider.requests.allSatisfy(paths.contains), sourceLocation: sourceLocation)
            try await target.expectInvariants(victim: try victim.text("localId"), sourceLocation: sourceLocation)
        }
    }

    @Test("T075 unsigned tokens of providers are refused, however they declare it")
    func unsigned() async throws {
        let zeros = Data(count: 256)
        try await expectRefused(
            [
                .unsigned("none"), .unsigned("None"), .unsigned("nOnE"), .unsigned("NONE"), .unsigned(""), .unsigned(nil),
                .unsigned(.null), .unsigned("RS256"), .unsigned("none", signature: zeros), .unsigned("RS256", signature: zeros),
                .unsigned("RS256", signature: Data([0])), .header(["alg": "none"]), .header(["alg": nil]), .header(["alg": 1]),
                .header(["alg": ["RS256"]]), .header([:], signedBy: TestKey.other.key),
            ], as: Target.allProviders)
        try await Target.run { target in
            let text = try target.token(.google, ["sub": "1"]).text
            let segments = text.split(separator: ".").map(String.init)
            let broken = [
                segments[0] + "." + segments[1], segments[0] + "." + segments[1] + ".", "." + segments[1] + ".",
                text + ".", text + ".AA", segments[1], "..", ".", text + "=", "{\"sub\":\"1\"}", text + "\n",
                segments.joined(separator: ". "),
            ]
            for text in broken {
                for provider in Target.allProviders {
                    let answer = try await target.present(text: text, as: provider)
                    #expect(answer.code == "INVALID_IDP_RESPONSE", "\(text.prefix(40)): \(answer.text)")
                }
            }
            #expect(try await target.accounts().isEmpty)
        }
    }

    @Test("T076 a public key is not an HMAC secret: HS256 in all its spellings, and algorithms that the key is not for")
    func algorithmConfusion() async throws {
        let published = TestKey.rsa.published
        let n = try #require(published["n"]?.string)
        let secrets = [
            Data(n.utf8), try #require(Data(base64URL: n)), Data(published.text.utf8), Data("s3cret".utf8), Data("client".utf8),
            Data("good".utf8), Data(),
        ]
        var spoiled = secrets.flatMap { secret in
            ["HS256", "HS384", "RS256", "ES256", "PS256", "hs256"].map { Spoiled.hmac(secret, algorithm: $0) }
        }
        spoiled += ["RS384", "RS512", "PS256", "ES256", "EdDSA", "rs256", "RS256 "].map { .header(["alg": .string($0)]) }
        try await expectRefused(spoiled)
        // Rightly signed by the key, by an algorithm that it is not published for.
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let members = try JSONWebKey(id: "good", privateKeyDER: key.derRepresentation).published ?? [:]
        try await Target.run { target in
            target.provider.publish([.object(members.mapValues { .string($0) })])
            for (algorithm, isTaken) in [("PS256", false), ("RS384", false), ("RS256", true)] {
                var token = target.token(Target.openID, ["sub": "1"])
                token.header = token.header.with(["alg": .string(algorithm)])
                token.sign = { message in
                    switch algorithm {
                    case "PS256": try key.signature(for: SHA256.hash(data: message), padding: .PSS).rawRepresentation
                    case "RS384":
                        try key.signature(for: SHA384.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation
                    default: try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation
                    }
                }
                let answer = try await target.present(token, as: Target.openID)
                #expect((answer.status == 200) == isTaken, "\(algorithm): \(answer.text)")
            }
        }
    }

    @Test("T077 an unsigned token within an encrypted one is not unpacked")
    func wrapped() async throws {
        let inner = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ2aWN0aW0ifQ."
        try await expectRefused([
            .header(["alg": "RSA-OAEP-256", "enc": "A256GCM", "cty": "JWT"]), .header(["enc": "A256GCM"]),
            .header(["alg": "dir", "enc": "A128CBC-HS256"]), .header(["cty": "JWT", "alg": "none"]), .header(["zip": "DEF"]),
        ])
        try await Target.run { target in
            for text in ["e30.AA.AA.AA.AA", "e30..AA." + Data(inner.utf8).base64URL + ".AA", inner] {
                let answer = try await target.present(text: text, as: Target.openID)
                #expect(answer.code == "INVALID_IDP_RESPONSE")
            }
        }
    }

    @Test("T078 keys come from the key set only: not from the header, not from a URL in it, not by unusual ids")
    func keysFromElsewhere() async throws {
        let evil = TestKey.other.key
        let url: JSONValue = "http://127.0.0.1:1/evil"
        try await expectRefused([
            .header(["jwk": TestKey.other.with(["kid": "good"])], signedBy: evil),
            .header(["jwk": TestKey.other.published, "kid": "other"], signedBy: evil),
            .header(["jwk": TestKey.other.published, "kid": nil], signedBy: evil),
            .header(["jku": url], signedBy: evil), .header(["x5u": url], signedBy: evil),
            .header(["x5c": [.string(Data(count: 64).base64EncodedString())]], signedBy: evil),
            .header(["kid": "../../dev/null"]), .header(["kid": "' UNION SELECT 1 --"]), .header(["kid": ""]),
            .header(["kid": "GOOD"]), .header(["kid": "good\u{0}"]), .header(["kid": ["good"]]), .header(["kid": .null]),
            .header(["kid": .string(String(repeating: "k", count: 40_000))]), .header(["crit": ["x"]]), .header(["crit": []]),
            .header(["crit": ["b64"], "b64": false]), .header(["b64": false]),
        ])
        try await HostileProvider.run { evil in
            try await Target.run { target in
                for name in ["jku", "x5u"] {
                    var token = target.token(Target.openID, ["sub": "1"])
                    token.header = token.header.with([name: .string(evil.address + "/jwks"), "kid": "other"])
                    token.sign = { try TestKey.other.key.sign($0) }
                    let answer = try await target.present(token, as: Target.openID)
                    #expect(answer.code == "INVALID_IDP_RESPONSE", "\(answer.text)")
                }
                #expect(evil.connections == 0)
            }
        }
    }

    @Test("T079 issuer, audience, times and subject: each wrong or missing one is refused; clocks may differ by a minute")
    func claims() async throws {
        let now = SystemClock().now.seconds
        // The target's clock stands still from its start, moments after this.
        func at(_ seconds: Int64) -> JSONValue { .integer(now + seconds) }
        let issuers: [JSONValue?] = [nil, .null, "", "https://evil.example", 1, ["https://evil.example"]]
        let audiences: [JSONValue?] = [
            nil, .null, "", "other", "client2", "clien", "CLIENT", [], ["other"], ["client", "other"], ["client": true], 1,
        ]
        let times: [[String: JSONValue?]] = [
            ["exp": nil], ["exp": at(-90)], ["exp": .string("\(now + 60)")], ["exp": .number(1e308)], ["exp": .integer(.max)],
            ["exp": .integer(.min)], ["exp": true], ["exp": .null], ["nbf": at(3600)], ["nbf": at(120)], ["nbf": "0"],
            ["iat": at(3600)], ["iat": at(120)], ["iat": nil], ["iat": "0"], ["iat": .integer(-1)],
        ]
        let others: [[String: JSONValue?]] = [
            ["sub": nil], ["azp": "other"], ["azp": 1], ["azp": .null], ["aud": ["client", "other"], "azp": "other"],
            ["events": ["http://schemas.openid.net/event/backchannel-logout": [:]]],
        ]
        let spoiled =
            issuers.map { Spoiled.claims(["iss": $0]) } + audiences.map { .claims(["aud": $0]) }
            + (times + others).map { .claims($0) }
            + [
                Spoiled("iss with a slash") {
                    $0.claims = $0.claims.with(["iss": .string(($0.claims["iss"]?.string ?? "") + "/")])
                }
            ]
        try await expectRefused(spoiled, as: [Target.openID, .google, .apple])
        try await Target.run { target in
            let second = target.clock.now.seconds
            for claims: [String: JSONValue?] in [
                ["exp": .integer(second - 59)], ["iat": .integer(second + 60)], ["nbf": .integer(second + 60)],
                ["aud": ["client"]], ["aud": ["other", "client"], "azp": "client"],
            ] {
                let answer = try await target.idp(Target.openID, claims.merging(["sub": "1"]) { $1 })
                #expect(answer.status == 200, "\(claims): \(answer.text)")
            }
            for claims: [String: JSONValue?] in [["exp": .integer(second - 60)], ["iat": .integer(second + 61)]] {
                let answer = try await target.idp(Target.openID, claims.merging(["sub": "1"]) { $1 })
                #expect(answer.code == "INVALID_IDP_RESPONSE", "\(claims): \(answer.text)")
            }
        }
    }

    @Test("T083 neither a provider's other tokens nor ours are accepted as id_token")
    func otherKinds() async throws {
        try await expectRefused([
            .header(["typ": "at+jwt"]), .header(["typ": "application/at+jwt"]), .header(["typ": "logout+jwt"]),
            .header(["typ": 1]),
        ])
        try await Target.run { target in
            let own = try await target.signUp("v@example.com").text("idToken")
            for provider in Target.allProviders {
                #expect(try await target.present(text: own, as: provider).code == "INVALID_IDP_RESPONSE")
            }
        }
    }

    @Test("OIDF invalid-athash: an access token that does not belong to the id_token is refused")
    func accessTokenHash() async throws {
        try await Target.run { target in
            // The left half of the SHA-256 of "access".
            let hash = Data(Data("access".utf8).sha256.prefix(16)).base64URL
            func answer(_ claims: [String: JSONValue?], _ accessToken: String) async throws -> HTTPAnswer {
                let text = try target.token(Target.openID, claims.merging(["sub": "1"]) { $1 }).text
                return try await target.present(text: text, as: Target.openID, fields: "&access_token=\(accessToken)")
            }
            #expect(try await answer(["at_hash": .string(hash)], "access").status == 200)
            #expect(try await answer([:], "access").status == 200, "No hash, nothing to compare.")
            #expect(try await answer(["at_hash": .string(hash)], "").status == 200, "No access token, nothing to compare.")
            for told: JSONValue in [.string(hash), 1, .null, "", .string(hash + "="), .string(hash.uppercased())] {
                let refused = try await answer(["at_hash": told], told == .string(hash) ? "other" : "access")
                #expect(refused.code == "INVALID_IDP_RESPONSE", "\(told.text): \(refused.text)")
            }
        }
    }
}

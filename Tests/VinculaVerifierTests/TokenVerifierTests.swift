import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto

@testable import VinculaVerifier

@Suite("Tokens, good and bad")
struct TokenVerifierTests {
    @Test("A good token gives its user")
    func user() async throws {
        let issuer = ScriptedIssuer()
        let user = try await issuer.verifier().verifyIDToken(try issuer.token())
        #expect(user.uid == "s-1" && user.email == "ann@acme.test" && user.isEmailVerified && user.displayName == "Ann")
        #expect(user.phoneNumber == "+12025550100" && user.signInProvider == "password" && user.tenant == nil)
        #expect(user.secondFactor?.kind == "totp" && user.secondFactor?.id == "f-1" && user.sessionID == "AAAA")
        #expect(user.claims["role"]?.string == "editor" && user.claims["firebase"]?["gen"]?.integer == 7)
        #expect(user.authTime == Date(timeIntervalSince1970: Double(issuer.now - 100)))
        let now = Date(timeIntervalSince1970: Double(issuer.now))
        #expect(user.signedIn(withinSeconds: 100, now: now) && !user.signedIn(withinSeconds: 99, now: now))
        // The keys are fetched once.
        let verifier = try issuer.verifier()
        let before = issuer.count
        for _ in 0..<10 { _ = try await verifier.verifyIDToken(try issuer.token()) }
        #expect(issuer.count == before + 1)
    }

    @Test("ES256 verifies, and each key its own algorithm only")
    func ellipticCurve() async throws {
        let issuer = ScriptedIssuer()
        let sign: @Sendable (Data) throws -> Data = { try TestKey.p256.signature(for: $0).rawRepresentation }
        let token = try issuer.token {
            $0.header = ["alg": "ES256", "kid": "ec"]
            $0.sign = sign
        }
        #expect(try await issuer.verifier().verifyIDToken(token).uid == "s-1")
        await #expect(throws: VerificationError.unsupportedAlgorithm) {
            try await issuer.verifier { $0.algorithms = [.rs256] }.verifyIDToken(token)
        }
        let mixed = try issuer.token {
            $0.header = ["alg": "ES256", "kid": "good"]
            $0.sign = sign
        }
        await #expect(throws: VerificationError.invalidSignature) { try await issuer.verifier().verifyIDToken(mixed) }
    }

    struct Spoilt: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let error: VerificationError
        let change: @Sendable (inout TestToken, Int64) -> Void

        init(_ name: String, _ error: VerificationError, _ change: @escaping @Sendable (inout TestToken, Int64) -> Void) {
            testDescription = name
            self.error = error
            self.change = change
        }

        static func claims(_ name: String, _ error: VerificationError, _ claims: [String: JSONValue?]) -> Spoilt {
            Spoilt(name, error) { token, _ in token.claims = token.claims.with(claims) }
        }

        static func header(_ name: String, _ error: VerificationError, _ header: JSONValue) -> Spoilt {
            Spoilt(name, error) { token, _ in token.header = header }
        }
    }

    static let spoilt: [Spoilt] =
        ["none", "None", "nOnE", "HS256", "RS384", "PS256", "EdDSA", ""].map {
            .header("T075 T076 alg \($0)", .unsupportedAlgorithm, ["alg": .string($0), "kid": "good"])
        } + [
            .header("T075 no alg", .malformed, ["kid": "good"]),
            .header("T078 no kid", .malformed, ["alg": "RS256"]),
            .header("T078 a kid that is no text", .malformed, ["alg": "RS256", "kid": 1]),
            .header("T078 a long kid", .malformed, ["alg": "RS256", "kid": .string(String(repeating: "k", count: 257))]),
            .header("T078 an unknown kid", .unknownKey, ["alg": "RS256", "kid": "../../dev/null"]),
            .header(
                "T078 an unknown kid with a key of its own", .unknownKey,
                [
                    "alg": "RS256", "kid": "other", "jwk": TestKey.other.published, "jku": "https://evil.test/keys",
                ]),
            .header("T078 crit", .malformed, ["alg": "RS256", "kid": "good", "crit": ["x"]]),
            .header("T078 b64", .malformed, ["alg": "RS256", "kid": "good", "b64": false]),
            .header("T077 encrypted", .malformed, ["alg": "RS256", "kid": "good", "enc": "A128GCM"]),
            .claims("T079 no iss", .invalidClaim("iss"), ["iss": nil]),
            .claims("T079 another iss", .wrongIssuer, ["iss": "https://issuer.test/other"]),
            .claims("T079 iss with a slash", .wrongIssuer, ["iss": .string(ScriptedIssuer.issuer + "/")]),
            .claims("T083 a session cookie", .wrongKind, ["iss": .string(ScriptedIssuer.cookieIssuer)]),
            .claims("T079 another aud", .wrongAudience, ["aud": "shop2"]),
            .claims("T079 no aud", .wrongAudience, ["aud": nil]),
            .claims("T079 a list as aud", .wrongAudience, ["aud": ["shop"]]),
            .claims("T079 no sub", .invalidClaim("sub"), ["sub": nil]),
            .claims("T079 an empty sub", .invalidClaim("sub"), ["sub": ""]),
            .claims("T079 a long sub", .invalidClaim("sub"), ["sub": .string(String(repeating: "s", count: 129))]),
            .claims("T079 no exp", .invalidClaim("exp"), ["exp": nil]),
            .claims("T079 exp as text", .invalidClaim("exp"), ["exp": "1800000000"]),
            .claims("T079 an endless exp", .invalidClaim("exp"), ["exp": .number(1e308)]),
            .claims("T079 no iat", .invalidClaim("iat"), ["iat": nil]),
            .claims("T079 a negative iat", .invalidClaim("iat"), ["iat": -1]),
            .claims("T079 no auth_time", .invalidClaim("auth_time"), ["auth_time": nil]),
            .claims("no firebase", .invalidClaim("firebase"), ["firebase": nil]),
            .claims("no provider", .invalidClaim("firebase"), ["firebase": ["gen": 1]]),
            Spoilt("T079 expired", .expired) { token, now in
                token.claims = token.claims.with(["iat": .integer(now - 3700), "exp": .integer(now - 60)])
            },
            Spoilt("T079 exp before iat", .invalidClaim("exp")) { token, now in
                token.claims = token.claims.with(["iat": .integer(now), "exp": .integer(now)])
            },
            Spoilt("T079 iat in an hour", .notYetValid) { token, now in
                token.claims = token.claims.with(["iat": .integer(now + 61), "exp": .integer(now + 7200)])
            },
            Spoilt("T079 auth_time in an hour", .notYetValid) { token, now in
                token.claims = token.claims.with(["auth_time": .integer(now + 61)])
            },
            Spoilt("T079 nbf in an hour", .notYetValid) { token, now in
                token.claims = token.claims.with(["nbf": .integer(now + 61)])
            },
            Spoilt("somebody else's signature", .invalidSignature) { token, _ in
                token.sign = { try TestKey.other.key.sign($0) }
            },
            Spoilt("a short signature", .invalidSignature) { token, _ in token.sign = { _ in Data([1]) } },
            Spoilt("T075 no signature", .malformed) { token, _ in token.sign = { _ in Data() } },
        ]

    @Test("A spoilt token is refused for what is wrong with it", arguments: spoilt)
    func refused(_ spoilt: Spoilt) async throws {
        let issuer = ScriptedIssuer()
        let token = try issuer.token { spoilt.change(&$0, issuer.now) }
        await #expect(throws: spoilt.error) { try await issuer.verifier().verifyIDToken(token) }
        let sentence = spoilt.error.description
        #expect(sentence.hasSuffix(".") && !sentence.contains("\"") && spoilt.error.localizedDescription == sentence)
    }

    @Test(
        "What is no token at all is refused without a request",
        arguments: [
            "", ".", "..", "...", "a.b.c", "e30.e30.e30", String(repeating: "a", count: 16_385), "e30=.e30.AA",
            "eyJhbGciOiJSUzI1NiIsImtpZCI6Imdvb2QifQ.e30", "eyJhbGciOiJSUzI1NiIsImtpZCI6Imdvb2QifQ.e30.AA.AA",
            "eyJhbGciOiJSUzI1NiIsImtpZCI6Imdvb2QifQ.W10.AA", "eyJhbGciOiJSUzI1NiIsImtpZCI6Imdvb2QifQ.eA.AA",
        ])
    func malformed(_ text: String) async throws {
        let issuer = ScriptedIssuer()
        await #expect(throws: VerificationError.self) { try await issuer.verifier().verifyIDToken(text) }
        #expect(issuer.count == 0)
    }

    @Test("Every leftover bit and every character of a good token counts")
    func flipped() async throws {
        let issuer = ScriptedIssuer()
        let good = try issuer.token()
        let verifier = try issuer.verifier()
        _ = try await verifier.verifyIDToken(good)
        for index in stride(from: 0, to: good.utf8.count, by: 7) {
            var bytes = Array(good.utf8)
            bytes[index] = bytes[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            await #expect(throws: VerificationError.self, "\(index)") {
                try await verifier.verifyIDToken(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    @Test("T083 session cookies and ID tokens never pass for each other")
    func kinds() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier()
        let token = try issuer.token()
        let cookie = try issuer.token { $0.claims = $0.claims.with(["iss": .string(ScriptedIssuer.cookieIssuer)]) }
        #expect(try await verifier.verifySessionCookie(cookie).uid == "s-1")
        await #expect(throws: VerificationError.wrongKind) { try await verifier.verifySessionCookie(token) }
        await #expect(throws: VerificationError.wrongKind) { try await verifier.verifyIDToken(cookie) }
    }

    @Test("The leeway is what the backend chose, and at most a minute", arguments: [(0, 0), (30, 30), (3600, 60), (-5, 0)])
    func leeway(_ chosen: Int, _ effective: Int64) async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier(leeway: chosen)
        func expiring(_ ago: Int64) throws -> String {
            try issuer.token {
                $0.claims = $0.claims.with(["exp": .integer(issuer.now - ago), "iat": .integer(issuer.now - 3600)])
            }
        }
        _ = try await verifier.verifyIDToken(try expiring(effective - 1))
        await #expect(throws: VerificationError.expired) { try await verifier.verifyIDToken(try expiring(effective)) }
    }

    @Test("A backend of one tenant accepts its users only")
    func tenants() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try issuer.verifier { $0.tenant = "acme" }
        func token(_ tenant: JSONValue?) throws -> String {
            let firebase: JSONValue = ["sign_in_provider": "password"]
            return try issuer.token { $0.claims = $0.claims.with(["firebase": firebase.with(["tenant": tenant])]) }
        }
        #expect(try await verifier.verifyIDToken(try token("acme")).tenant == "acme")
        for other in ["other", "", nil] as [JSONValue?] {
            await #expect(throws: VerificationError.wrongTenant) { try await verifier.verifyIDToken(try token(other)) }
        }
        #expect(try await issuer.verifier().verifyIDToken(try token("other")).tenant == "other")
    }

    @Test("What cannot be right is refused at the start")
    func configuration() throws {
        let issuer = ScriptedIssuer()
        #expect(throws: ConfigurationError.sameIssuer) {
            try issuer.verifier { $0.sessionCookieIssuer = $0.idTokenIssuer }
        }
        #expect(throws: ConfigurationError.noAlgorithm) { try issuer.verifier { $0.algorithms = [] } }
        for address in ["http://issuer.test/keys", "ftp://issuer.test", "file:///keys", "http://localhost.evil.test/"] {
            let url = try requireURL(address)
            #expect(throws: ConfigurationError.insecureAddress(url)) { try issuer.verifier { $0.idTokenKeys = url } }
        }
        for address in ["http://127.0.0.1:9099", "http://localhost", "https://auth.example.com"] {
            _ = try TokenVerifier(.vincula(at: try requireURL(address), project: "p"))
        }
        #expect(throws: ConfigurationError.noProject) { try TokenVerifier(.firebase(project: "")) }
        #expect(TokenIssuer.firebase(project: "p").algorithms == [.rs256])
    }
}

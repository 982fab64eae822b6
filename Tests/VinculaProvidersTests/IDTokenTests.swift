import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// A way to spoil a token that is otherwise perfect.
struct Spoilage: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (inout TestToken) throws -> Void

    init(_ description: String, _ apply: @escaping @Sendable (inout TestToken) throws -> Void) {
        testDescription = description
        self.apply = apply
    }

    /// One for each value of a claim.
    static func claim(_ name: String, _ values: JSONValue?...) -> [Spoilage] {
        values.map { value in
            Spoilage("\(name) = \(value?.text.prefix(40) ?? "none")") { $0.claims = $0.claims.with([name: value]) }
        }
    }

    /// One for each value of a header member.
    static func header(_ name: String, _ values: JSONValue?...) -> [Spoilage] {
        values.map { value in
            Spoilage("\(name) = \(value?.text.prefix(40) ?? "none")") { $0.header = $0.header.with([name: value]) }
        }
    }

    static func one(_ description: String, _ apply: @escaping @Sendable (inout TestToken) throws -> Void) -> [Spoilage] {
        [Spoilage(description, apply)]
    }
}

struct IDTokenTests {
    @Test func `a perfect token is believed`() async throws {
        try await HostileProvider.run { provider in
            let identity = try await provider.verify(TestToken(issuer: provider.address))
            #expect(
                identity.presented.key == IdentityKey(provider: HostileProvider.openID, issuer: provider.address, subject: "s-1"))
            #expect(identity.presented.email == EmailAddress("ann@acme.test"))
            #expect(identity.presented.ownership == .claimed)
            #expect(identity.presented.profile == Profile(displayName: "Ann"))
            #expect(identity.details.federatedID == "s-1")
            #expect(identity.details.rawUserInfo["email"] == "ann@acme.test")
            #expect(identity.oauthIDToken?.isEmpty == false)
        }
    }

    private func refuses(_ spoilage: Spoilage, _ refusal: Refusal = .invalidIDPResponse) async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            try spoilage.apply(&token)
            let spoilt = token
            await expect(refusal) { try await provider.verify(spoilt) }
            #expect(provider.requests.allSatisfy { [HostileProvider.discoveryPath, "/jwks"].contains($0) })
        }
    }

    private static func unsigned(_ algorithm: JSONValue?) -> [Spoilage] {
        Spoilage.one("\(algorithm?.text ?? "no alg"), unsigned") {
            $0.header = $0.header.with(["alg": algorithm])
            $0.sign = { _ in Data() }
        }
    }

    private static let unsigned: [[Spoilage]] = [
        unsigned("none"), unsigned("None"), unsigned("nOnE"), unsigned(nil), unsigned("RS256"),
        Spoilage.header("alg", "none", nil, 1),
        Spoilage.one("signed by another") { $0.sign = { try TestKey.other.key.sign($0) } },
        Spoilage.one("signature of zeros") { $0.sign = { _ in Data(count: 256) } },
    ]

    @Test(arguments: unsigned.joined())
    func `T075 unsigned and wrongly signed`(spoilage: Spoilage) async throws { try await refuses(spoilage) }

    @Test(arguments: ["HS256", "RS384", "PS256", "ES256"])
    func `T076 algorithm of the attacker's choice`(algorithm: String) async throws {
        let modulus = try #require(TestKey.rsa.published["n"]?.string)
        try await refuses(
            Spoilage(algorithm) {
                $0.header = $0.header.with(["alg": .string(algorithm)])
                $0.sign = { Data(HMAC<SHA256>.authenticationCode(for: $0, using: SymmetricKey(data: Data(modulus.utf8)))) }
            })
    }

    @Test func `T077 a token within an encrypted one`() async throws {
        try await refuses(
            Spoilage("JWE") { $0.header = ["alg": "RSA-OAEP", "enc": "A256GCM", "kid": "good", "cty": "JWT"] })
        try await HostileProvider.run { provider in
            let credential = FederatedCredential(provider: HostileProvider.openID, idToken: "e30.AA.AA.AA.AA")
            await expect(.invalidIDPResponse) {
                try await provider.registry().verify(credential, configured: provider.configuration, client: nil, trust: .never)
            }
        }
    }

    private static let misleading: [[Spoilage]] = [
        Spoilage.header("kid", "../../dev/null", "' UNION SELECT 1", .string(String(repeating: "k", count: 1 << 20)), 7),
        Spoilage.header("crit", ["x"]), Spoilage.header("b64", false), Spoilage.header("enc", "A256GCM"),
        Spoilage.header("zip", "DEF"),
        Spoilage.one("own jwk") {
            $0.header = $0.header.with(["jwk": TestKey.other.with(["kid": "good"])])
            $0.sign = { try TestKey.other.key.sign($0) }
        },
        Spoilage.one("own jku") {
            $0.header = $0.header.with(["jku": .string(($0.claims["iss"]?.string ?? "") + "/evil"), "x5u": $0.claims["iss"]])
            $0.sign = { try TestKey.other.key.sign($0) }
        },
    ]

    @Test(arguments: misleading.joined())
    func `T078 keys come from nowhere but the key set`(spoilage: Spoilage) async throws { try await refuses(spoilage) }

    private static let now = StoppedClock.seconds

    private static let wrongClaims: [[Spoilage]] = [
        Spoilage.claim("iss", nil, "", 1, "https://evil.test"),
        Spoilage.one("iss with a slash") {
            $0.claims = $0.claims.with(["iss": .string(($0.claims["iss"]?.string ?? "") + "/")])
        },
        Spoilage.one("iss in an array") { $0.claims = $0.claims.with(["iss": .array([$0.claims["iss"] ?? .null])]) },
        Spoilage.claim(
            "aud", nil, "", "other", "client2", "clien", "CLIENT", [], ["client", "other"], ["other"], ["client": true]),
        Spoilage.claim("azp", "other", 1, .null),
        Spoilage.one("two audiences, azp not ours") {
            $0.claims = $0.claims.with(["aud": ["client", "other"], "azp": "other"])
        },
        Spoilage.claim("exp", nil, .integer(now - 61), .string("\(now + 60)"), .number(1e308), .integer(.max), .integer(.min)),
        Spoilage.claim("exp", true, .null),
        Spoilage.claim("nbf", .integer(now + 61), "0"),
        Spoilage.claim("iat", nil, .integer(now + 61), .integer(now + 3600), "0", .integer(-1)),
    ]

    @Test(arguments: wrongClaims.joined())
    func `T079 claims`(spoilage: Spoilage) async throws { try await refuses(spoilage) }

    private static let allowed: [[Spoilage]] = [
        Spoilage.claim("exp", .integer(now - 59), .number(Double(now) + 0.5)), Spoilage.claim("iat", .integer(now + 60)),
        Spoilage.claim("nbf", .integer(now + 60)), Spoilage.claim("aud", ["client"]), Spoilage.claim("azp", "client"),
        Spoilage.one("two audiences, azp ours") {
            $0.claims = $0.claims.with(["aud": ["other", "client"], "azp": "client"])
        },
        Spoilage.header("typ", nil, "jwt"), Spoilage.header("kid", nil),
    ]

    @Test(arguments: allowed.joined())
    func `T079 a leeway of 60 seconds, and what the standard allows`(spoilage: Spoilage) async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            try spoilage.apply(&token)
            let spoilt = token
            let checked = try await provider.verify(spoilt)
            #expect(checked.presented.key.subject == "s-1")
        }
    }

    private static let nobodies: [Spoilage] = Spoilage.claim(
        "sub", nil, .null, "", 0, 1, true, ["s-1"], .string(String(repeating: "s", count: 257)),
        .string(String(repeating: "s", count: 10_000)), "s\u{0}1", "sé")

    @Test(arguments: nobodies)
    func `T019 subjects that name nobody`(spoilage: Spoilage) async throws { try await refuses(spoilage) }

    private static let otherKinds: [[Spoilage]] = [
        Spoilage.header("typ", "at+jwt", "application/at+jwt", "logout+jwt", 1),
        Spoilage.claim("events", ["http://schemas.openid.net/event/backchannel-logout": JSONValue.object([:])]),
    ]

    @Test(arguments: otherKinds.joined())
    func `T083 tokens of another kind`(spoilage: Spoilage) async throws { try await refuses(spoilage) }

    @Test func `a token of five hundred nested arrays`() async throws {
        let deep = (0..<500).reduce(JSONValue.null) { inner, _ in .array([inner]) }
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(["deep": deep])
            let nested = token
            // Taking it apart would cost more than any token is worth.
            await #expect(throws: AuthError.self) { try await provider.verify(nested) }
        }
    }

    struct Nonces: Sendable, CustomTestStringConvertible {
        var token: JSONValue?
        var request: String?
        var provider = HostileProvider.openID
        var isAccepted: Bool
        var testDescription: String { "\(provider) token \(token?.text ?? "-") request \(request ?? "-")" }
    }

    @Test(arguments: [
        Nonces(isAccepted: true), Nonces(request: "", isAccepted: true),
        Nonces(token: "raw", request: "raw", isAccepted: true),
        Nonces(token: .string(Data("raw".utf8).sha256.hex), request: "raw", isAccepted: true),
        Nonces(token: .string(Data("raw".utf8).sha256.hex.uppercased()), request: "raw", isAccepted: false),
        Nonces(token: "raw", request: "other", isAccepted: false), Nonces(request: "raw", isAccepted: false),
        Nonces(token: 1, request: "1", isAccepted: false), Nonces(token: "raw", isAccepted: false),
        Nonces(token: "", isAccepted: false), Nonces(token: .null, isAccepted: false),
        Nonces(token: "raw", provider: .apple, isAccepted: false), Nonces(token: "raw", provider: .google, isAccepted: true),
        Nonces(token: "raw", request: "other", provider: .google, isAccepted: false),
        Nonces(request: "raw", provider: .google, isAccepted: false),
    ])
    func nonce(_ nonces: Nonces) async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(["nonce": nonces.token])
            let asked = token
            if nonces.isAccepted {
                _ = try await provider.verify(asked, as: nonces.provider, nonce: nonces.request)
            } else {
                await expect(.missingOrInvalidNonce) {
                    try await provider.verify(asked, as: nonces.provider, nonce: nonces.request)
                }
            }
        }
    }

    private static let untrue: [JSONValue] = ["true", "false", 1, 0, .array([]), .null]

    @Test(arguments: untrue, [HostileProvider.openID, .google])
    func `T024 only true is true`(value: JSONValue, as provider: ProviderID) async throws {
        try await HostileProvider.run { server in
            var token = TestToken(issuer: server.address)
            token.claims = token.claims.with(["email_verified": value, "email": "ann@gmail.com"])
            let typed = token
            let identity = try await server.verify(typed, as: provider, trust: .assertsVerified)
            #expect(identity.presented.ownership == .claimed)
            #expect(identity.presented.email != nil)
        }
    }

    private static let noEmails: [JSONValue] = ["", "no address", "ann@localhost", "\"a b\"@acme.test", 1, .null]

    @Test(arguments: noEmails)
    func `an invalid email counts as absent`(email: JSONValue) async throws {
        try await HostileProvider.run { provider in
            var token = TestToken(issuer: provider.address)
            token.claims = token.claims.with(["email": email])
            let spoilt = token
            let identity = try await provider.verify(spoilt, trust: .assertsVerified)
            #expect(identity.presented.email == nil)
            #expect(identity.presented.ownership == .claimed)
        }
    }

    @Test(arguments: [HostileProvider.openID, .google, .apple, .microsoft])
    func `T022 a token of another issuer makes no request`(provider: ProviderID) async throws {
        try await HostileProvider.run { evil in
            try await HostileProvider.run { server in
                var token = TestToken(issuer: evil.address)
                token.claims = token.claims.with(["tid": "9188040d-6c67-4c5b-b112-36a304b66dad"])
                let foreign = token
                await expect(.invalidIDPResponse) { try await server.verify(foreign, as: provider) }
                #expect(evil.requests.isEmpty)
            }
        }
    }
}

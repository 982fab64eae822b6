import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import TestSupport
import Testing
import VinculaCore
import VinculaProof
import VinculaVerifierHummingbird

@testable import VinculaVerifier

/// Proofs that the sender of an ID token has its session's key (RFC 9449), as a backend asks for them.
@Suite("Proofs for a backend") struct ProofTests {
    private static let base = "https://api.test/v1"
    private static let key = P256.Signing.PrivateKey()
    private static let other = P256.Signing.PrivateKey()

    /// A proof, which a test may spoil.
    struct Draft: Sendable {
        var header: JSONValue
        var claims: JSONValue
        var signer = ProofTests.key

        init(_ token: String, now: Int64, key: P256.Signing.PrivateKey = ProofTests.key) {
            header = ["typ": "dpop+jwt", "alg": "ES256", "jwk": ProofTests.jwk(key)]
            claims = [
                "jti": .string(UUID().uuidString), "htm": "POST", "htu": .string(ProofTests.base + "/items"),
                "iat": .integer(now), "ath": .string(ProofTests.digest(token)),
            ]
            signer = key
        }

        var text: String {
            get throws {
                let message = [header, claims].map { Base64URL.encode(Array($0.text.utf8)) }.joined(separator: ".")
                let signature = try signer.signature(for: Data(message.utf8)).rawRepresentation
                return "\(message).\(Base64URL.encode(signature))"
            }
        }
    }

    private static func digest(_ text: String) -> String { Base64URL.encode(SHA256.hash(data: Array(text.utf8))) }

    private static func jwk(_ key: P256.Signing.PrivateKey) -> JSONValue {
        let point = key.publicKey.rawRepresentation
        return [
            "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(point.prefix(32))),
            "y": .string(Base64URL.encode(point.suffix(32))),
        ]
    }

    private static func thumbprint(_ key: P256.Signing.PrivateKey) -> String {
        let point = key.publicKey.rawRepresentation
        let (x, y) = (Base64URL.encode(point.prefix(32)), Base64URL.encode(point.suffix(32)))
        return digest(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#)
    }

    private static func bound(_ issuer: ScriptedIssuer) throws -> String {
        try issuer.token { $0.claims = $0.claims.with(["cnf": ["jkt": .string(thumbprint(key))]]) }
    }

    private static func verifier(
        _ issuer: ScriptedIssuer, _ policy: ProofPolicy? = nil
    ) throws -> TokenVerifier {
        let keys = try requireURL("https://issuer.test/keys")
        return try TokenVerifier(
            TokenIssuer(
                project: ScriptedIssuer.project, idTokenIssuer: ScriptedIssuer.issuer,
                sessionCookieIssuer: ScriptedIssuer.cookieIssuer, idTokenKeys: keys, sessionCookieKeys: keys),
            revocations: nil, proofs: try policy ?? .ifBound(at: requireURL(base)), leeway: 60, transport: issuer,
            clock: issuer.clock, timing: KeyTiming())
    }

    private static func request(_ proofs: String..., method: String = "POST", path: String = "/items") -> ProvenRequest {
        ProvenRequest(method: method, path: path, proofs: proofs)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let error: VerificationError
        let change: @Sendable (inout Draft, Int64) -> Void

        init(_ name: String, _ fault: ProofFault, _ change: @escaping @Sendable (inout Draft, Int64) -> Void) {
            self.init(name, .invalidProof(fault.text), change)
        }

        init(_ name: String, _ error: VerificationError, _ change: @escaping @Sendable (inout Draft, Int64) -> Void) {
            testDescription = name
            self.error = error
            self.change = change
        }

        static func claims(_ name: String, _ fault: ProofFault, _ claims: [String: JSONValue?]) -> Case {
            Case(name, fault) { draft, _ in draft.claims = draft.claims.with(claims) }
        }

        static func header(_ name: String, _ fault: ProofFault, _ header: [String: JSONValue?]) -> Case {
            Case(name, fault) { draft, _ in draft.header = draft.header.with(header) }
        }

        static func jwk(_ name: String, _ fault: ProofFault, _ members: [String: JSONValue?]) -> Case {
            Case(name, fault) { draft, _ in
                draft.header = draft.header.with(["jwk": (draft.header["jwk"] ?? .null).with(members)])
            }
        }
    }

    static let wrong: [Case] = [
        .header("no typ", .wrongType, ["typ": nil]), .header("another typ", .wrongType, ["typ": "JWT"]),
        .header("no signature", .unsupportedAlgorithm, ["alg": "none"]),
        .header("HS256", .unsupportedAlgorithm, ["alg": "HS256"]),
        .header("RS256", .unsupportedAlgorithm, ["alg": "RS256"]), .header("ES384", .unsupportedAlgorithm, ["alg": "ES384"]),
        .header("no alg", .unsupportedAlgorithm, ["alg": nil]), .header("crit", .malformed, ["crit": ["x"]]),
        .header("b64", .malformed, ["b64": false]), .header("no key", .invalidKey, ["jwk": nil]),
        .jwk("the private number", .privateKey, ["d": "AAAA"]), .jwk("a symmetric key", .privateKey, ["k": "AAAA"]),
        .jwk("another curve", .invalidKey, ["crv": "P-384"]), .jwk("another kind", .invalidKey, ["kty": "RSA"]),
        .jwk("no point", .invalidKey, ["x": nil]),
        .jwk("a point that is not on the curve", .invalidKey, ["y": .string(Base64URL.encode([UInt8](repeating: 7, count: 32)))]),
        .jwk("a short point", .invalidKey, ["y": "AAAA"]),
        .claims("no jti", .invalidClaim, ["jti": nil]), .claims("a short jti", .invalidClaim, ["jti": "123456789012345"]),
        .claims("a long jti", .invalidClaim, ["jti": .string(String(repeating: "j", count: 129))]),
        .claims("no method", .invalidClaim, ["htm": nil]), .claims("another method", .wrongMethod, ["htm": "GET"]),
        .claims("the method in lower case", .wrongMethod, ["htm": "post"]),
        .claims("no address", .invalidClaim, ["htu": nil]),
        .claims("another host", .wrongAddress, ["htu": "https://evil.test/v1/items"]),
        .claims("another path", .wrongAddress, ["htu": "https://api.test/v1/other"]),
        .claims("another scheme", .wrongAddress, ["htu": "http://api.test/v1/items"]),
        .claims("another port", .wrongAddress, ["htu": "https://api.test:8443/v1/items"]),
        .claims("a name in the address", .wrongAddress, ["htu": "https://api.test@evil.test/v1/items"]),
        .claims("no address at all", .wrongAddress, ["htu": "items"]),
        .claims("an encoded slash", .wrongAddress, ["htu": "https://api.test/v1%2Fitems"]),
        .claims("no ath", .wrongToken, ["ath": nil]), .claims("another token's", .wrongToken, ["ath": .string(digest("other"))]),
        .claims("no iat", .invalidClaim, ["iat": nil]), .claims("iat as text", .invalidClaim, ["iat": "1700000000"]),
        Case("too old", .tooOld) { draft, now in draft.claims = draft.claims.with(["iat": .integer(now - 121)]) },
        Case("too new", .tooNew) { draft, now in draft.claims = draft.claims.with(["iat": .integer(now + 61)]) },
        Case("another key's signature", ProofFault.invalidSignature) { draft, _ in draft.signer = ProofTests.other },
        Case("another key", .wrongKey) { draft, _ in
            draft.header = draft.header.with(["jwk": ProofTests.jwk(ProofTests.other)])
            draft.signer = ProofTests.other
        },
    ]

    @Test("T374 A proof that is wrong in one part is refused for that part", arguments: wrong)
    func refused(_ wrong: Case) async throws {
        let issuer = ScriptedIssuer()
        let verifier = try Self.verifier(issuer)
        let token = try Self.bound(issuer)
        var draft = Draft(token, now: issuer.now)
        _ = try await verifier.verifyIDToken(token, of: Self.request(draft.text))
        draft = Draft(token, now: issuer.now)
        wrong.change(&draft, issuer.now)
        let text = try draft.text
        await #expect(throws: wrong.error) { try await verifier.verifyIDToken(token, of: Self.request(text)) }
        #expect(wrong.error.isAboutProof && !wrong.error.isTemporary && wrong.error.description.hasSuffix("."))
    }

    @Test("T374 What is no proof at all, or more than one, or too long")
    func malformed() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try Self.verifier(issuer)
        let token = try Self.bound(issuer)
        let good = try Draft(token, now: issuer.now).text
        let parts = good.split(separator: ".").map(String.init)
        let twice = Base64URL.encode(Array(#"{"typ":"dpop+jwt","typ":"dpop+jwt","alg":"ES256"}"#.utf8))
        for text in [
            "", ".", "a.b.c", "\(good).", "\(good)=", "\(parts[0]).\(parts[1]).", "\(twice).\(parts[1]).\(parts[2])",
            "\(good),\(good)", String(repeating: "a", count: 4097),
        ] {
            await #expect(throws: VerificationError.self, "\(text)") {
                try await verifier.verifyIDToken(token, of: Self.request(text))
            }
        }
        await #expect(throws: VerificationError.invalidProof(ProofFault.several.text)) {
            try await verifier.verifyIDToken(token, of: Self.request(good, good))
        }
        _ = try await verifier.verifyIDToken(token, of: Self.request(good))
    }

    @Test("T375 A proof counts once, also at the end of its time, and by every spelling of the address")
    func once() async throws {
        let issuer = ScriptedIssuer()
        let verifier = try Self.verifier(issuer)
        let token = try Self.bound(issuer)
        for address in [
            "https://api.test/v1/items?page=2#top", "HTTPS://API.test:443/v1/items", "https://api.test/v1/%69tems",
        ] {
            var draft = Draft(token, now: issuer.now + 60)
            draft.claims = draft.claims.with(["htu": .string(address)])
            let text = try draft.text
            _ = try await verifier.verifyIDToken(token, of: Self.request(text))
            await #expect(throws: VerificationError.proofUsed) {
                try await verifier.verifyIDToken(token, of: Self.request(text))
            }
            issuer.advance(180)
            await #expect(throws: VerificationError.proofUsed) {
                try await verifier.verifyIDToken(token, of: Self.request(text))
            }
            issuer.advance(1)
            await #expect(throws: VerificationError.invalidProof(ProofFault.tooOld.text)) {
                try await verifier.verifyIDToken(token, of: Self.request(text))
            }
        }
        // A request that is refused for something else does not use the proof.
        let text = try Draft(token, now: issuer.now).text
        await #expect(throws: VerificationError.invalidProof(ProofFault.wrongMethod.text)) {
            try await verifier.verifyIDToken(token, of: Self.request(text, method: "GET"))
        }
        _ = try await verifier.verifyIDToken(token, of: Self.request(text))
    }

    @Test("The policies: off, if bound, required")
    func policies() async throws {
        let issuer = ScriptedIssuer()
        let (bound, free) = (try Self.bound(issuer), try issuer.token())
        let off = try Self.verifier(issuer, .off)
        #expect(try await off.verifyIDToken(bound).keyThumbprint == Self.thumbprint(Self.key))
        #expect(try await off.verifyIDToken(bound, of: Self.request("nonsense")).uid == "s-1" && !off.asksForProofs)
        let ifBound = try Self.verifier(issuer)
        #expect(try await ifBound.verifyIDToken(free).keyThumbprint == nil)
        await #expect(throws: VerificationError.proofMissing) { try await ifBound.verifyIDToken(bound) }
        await #expect(throws: VerificationError.proofMissing) { try await ifBound.verifyIDToken(bound, of: Self.request()) }
        let required = try Self.verifier(issuer, .required(at: requireURL(Self.base), requireURL("https://b.test")))
        await #expect(throws: VerificationError.notBound) { try await required.verifyIDToken(free, of: Self.request()) }
        var draft = Draft(bound, now: issuer.now)
        draft.claims = draft.claims.with(["htu": "https://b.test/items"])
        #expect(try await required.verifyIDToken(bound, of: Self.request(draft.text)).uid == "s-1")
        // A way of binding that is not known is not overlooked.
        let odd = try issuer.token { $0.claims = $0.claims.with(["cnf": ["x5t#S256": "AAAA"]]) }
        await #expect(throws: VerificationError.invalidClaim("cnf")) { try await off.verifyIDToken(odd) }
    }

    @Test("A backend says what its own address is", arguments: ["api.test", "ftp://api.test", "https://api.test/?a=b"])
    func addresses(_ address: String) throws {
        let url = try requireURL(address)
        #expect(throws: ConfigurationError.invalidPublicAddress(url)) {
            try Self.verifier(ScriptedIssuer(), .ifBound(at: url))
        }
        #expect(throws: ConfigurationError.noPublicAddress) { try Self.verifier(ScriptedIssuer(), .required()) }
    }

    @Test("T376 The memory is bounded, no proof counts twice for that, and one key does not use it up")
    func bounded() {
        var memory = ProofMemory(limit: 32)
        #expect(memory.use("a", ofKey: "k", madeAt: 100, oldest: 0) == .good)
        #expect(memory.use("a", ofKey: "l", madeAt: 100, oldest: 0) == .good)
        #expect(memory.use("a", ofKey: "k", madeAt: 101, oldest: 0) == .used)
        #expect(memory.use("b", ofKey: "k", madeAt: 101, oldest: 0) == .good)
        #expect(memory.use("c", ofKey: "k", madeAt: 101, oldest: 0) == .tooMany)
        for number in 0..<40 { _ = memory.use("n", ofKey: "\(number)", madeAt: 102 + Int64(number), oldest: 0) }
        #expect(memory.count == 32)
        // Its second is forgotten, and with it everything before.
        for time in [99, 100, 101] as [Int64] { #expect(memory.use("a", ofKey: "k", madeAt: time, oldest: 0) == .tooOld) }
        #expect(memory.use("a", ofKey: "k", madeAt: 200, oldest: 0) == .good)
        #expect(memory.use("z", ofKey: "z", madeAt: 300, oldest: 250) == .good && memory.count == 1)
        #expect(memory.use("a", ofKey: "k", madeAt: 200, oldest: 250) == .tooOld)
    }

    @Test("The middleware answers as RFC 9449 says, and takes the token under either scheme")
    func middleware() async throws {
        let issuer = ScriptedIssuer()
        let token = try Self.bound(issuer)
        let router = Router(context: BackendContext.self)
        router.group("items").add(middleware: TokenMiddleware(try Self.verifier(issuer)))
            .post { _, context in try context.requireUser().uid }
        try await serving(router) { url in
            func post(_ headers: [String: String]) async throws -> HTTPAnswer {
                try await HTTP.send("POST", url + "/items?page=2", headers: headers)
            }
            for scheme in ["DPoP", "Bearer"] {
                let good = try Draft(token, now: issuer.now).text
                let headers = ["Authorization": "\(scheme) \(token)", "DPoP": good]
                let answer = try await post(headers)
                #expect(answer.status == 200 && answer.text == "s-1", "\(answer.text)")
                let again = try await post(headers)
                #expect(again.status == 401)
                #expect(
                    again.headers["www-authenticate"]
                        == #"DPoP error="invalid_dpop_proof", error_description="The proof of the token's key has been used.", algs="ES256""#
                )
            }
            let missing = try await post(["Authorization": "DPoP \(token)"])
            #expect(missing.status == 401 && missing.headers["www-authenticate"]?.hasPrefix("DPoP error=") == true)
            let foreign = try Draft(token, now: issuer.now, key: Self.other).text
            let stolen = try await post(["Authorization": "DPoP \(token)", "DPoP": foreign])
            #expect(stolen.headers["www-authenticate"]?.hasPrefix(#"DPoP error="invalid_token""#) == true)
            let nobody = try await post([:])
            #expect(nobody.status == 401 && nobody.headers["www-authenticate"] == #"Bearer, DPoP algs="ES256""#)
        }
    }
}

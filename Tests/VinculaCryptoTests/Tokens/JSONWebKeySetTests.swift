import Crypto
import CryptoExtras
import Foundation
import Testing
import VinculaCore
import VinculaCrypto

struct JSONWebKeySetTests {
    private func key(_ text: String) throws -> JSONValue { try #require(JSONValue.parse(Data(text.utf8))) }

    private func modulus(bytes: Int) -> String { Data([0xC1] + Array(repeating: 0x55, count: bytes - 1)).base64URL }

    @Test func `T082 the good key is found among keys of no use`() throws {
        let bad = try [
            #"{"kty":"RSA","kid":"a","n":"\#(modulus(bytes: 64))","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"a2","n":"\#(modulus(bytes: 255))","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"b","n":"\#(modulus(bytes: 256))","e":"AQ"}"#,
            #"{"kty":"RSA","kid":"b2","n":"\#(modulus(bytes: 256))","e":"Ag"}"#,
            #"{"kty":"RSA","kid":"b3","n":"\#(modulus(bytes: 256))","e":""}"#,
            #"{"kty":"RSA","kid":"b4","n":"\#(modulus(bytes: 2048))","e":"AQAB"}"#,
            #"{"kty":"RSA","kid":"c"}"#,
            #"{"kty":"RSA","kid":1,"n":"\#(modulus(bytes: 256))","e":"AQAB"}"#,
            #"{"kty":"oct","kid":"d","k":"c2VjcmV0"}"#,
            #"{"kty":"EC","kid":"e","crv":"P-999","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","kid":"f","crv":"P-256","x":"AA","y":"AA"}"#,
            #"{"kty":"EC","kid":"g","crv":"secp256k1","x":"AA","y":"AA"}"#,
            #"{"kty":"OKP","kid":"h","crv":"X25519","x":"AA"}"#,
            #"{"kty":"OKP","kid":"h2","crv":"Ed25519","x":"AA"}"#,
            #"{}"#, #"[]"#, #""key""#, #"null"#, #"1"#, #"{"kty":null}"#,
        ].map(key)
        let set = try #require(try TestKeys.set(bad + [TestKeys.publicKey()] + bad))
        #expect(set.keys.map(\.id) == ["kid"])
        let token = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid"}"#)))
        #expect(token.isSigned(by: set))
    }

    @Test(
        "T082 a key for something else is passed over",
        arguments: [#""use":"enc""#, #""use":"SIG""#, #""use":"""#, #""key_ops":["encrypt"]"#, #""key_ops":[]"#])
    func otherUse(member: String) throws {
        let text = try TestKeys.publicKey().text.dropLast().replacing(#","use":"sig""#, with: "")
        let set = try #require(try TestKeys.set([key(text + "," + member + "}")]))
        #expect(set.keys.isEmpty)
        #expect(try TestKeys.set([key(text + "}")])?.keys.count == 1)
        #expect(try TestKeys.set([key(text + #","key_ops":["sign","verify"],"x5t":"x"}"#)])?.keys.count == 1)
    }

    @Test func `T082 of two keys with one id either may have signed`() throws {
        let other = try #require(try JSONWebKey(id: "kid", privateKeyDER: TestKeys.otherRSA.get()).published)
        let set = try TestKeys.set([.object(other.mapValues(JSONValue.string)), TestKeys.publicKey()])
        let token = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid"}"#)))
        #expect(token.isSigned(by: try #require(set)))
    }

    @Test func `T082 no more than a hundred keys are read`() throws {
        let keys = try (0..<150).map { try TestKeys.publicKey(id: "kid \($0)") }
        let set = try #require(try TestKeys.set(keys))
        #expect(set.keys.count == 100)
        let early = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid 99"}"#)))
        let late = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid 100"}"#)))
        #expect(early.isSigned(by: set))
        #expect(!late.isSigned(by: set))
    }

    @Test(
        "what is no key set is none",
        arguments: ["", "[]", "{}", "null", #"{"keys":{}}"#, #"{"keys":1}"#, "<html>", #"{"keys":["#])
    func noSet(text: String) {
        #expect(JSONWebKeySet(json: Data(text.utf8)) == nil)
    }

    @Test func `an empty key set is one`() { #expect(JSONWebKeySet(json: Data(#"{"keys":[]}"#.utf8))?.keys.isEmpty == true) }

    // MARK: The other algorithms

    private func token(_ algorithm: String, sign: (Data) throws -> Data) throws -> JSONWebToken {
        let message = Data(#"{"alg":"\#(algorithm)","kid":"kid"}"#.utf8).base64URL + "." + Data("{}".utf8).base64URL
        return try #require(JSONWebToken(message + "." + sign(Data(message.utf8)).base64URL))
    }

    private func curve(_ kty: String, _ crv: String, _ raw: Data) throws -> JSONWebKeySet {
        let half = kty == "EC" ? raw.count / 2 : raw.count
        var members: [String: JSONValue] = ["kty": .string(kty), "crv": .string(crv), "kid": "kid"]
        members["x"] = .string(raw.prefix(half).base64URL)
        if kty == "EC" { members["y"] = .string(raw.suffix(half).base64URL) }
        return try #require(try TestKeys.set([.object(members)]))
    }

    @Test func `elliptic curves verify with their own algorithm only`() throws {
        let p256 = P256.Signing.PrivateKey()
        let p384 = P384.Signing.PrivateKey()
        let p521 = P521.Signing.PrivateKey()
        let ed25519 = Curve25519.Signing.PrivateKey()
        let sets = try [
            curve("EC", "P-256", p256.publicKey.rawRepresentation), curve("EC", "P-384", p384.publicKey.rawRepresentation),
            curve("EC", "P-521", p521.publicKey.rawRepresentation), curve("OKP", "Ed25519", ed25519.publicKey.rawRepresentation),
        ]
        let tokens = try [
            token("ES256") { try p256.signature(for: SHA256.hash(data: $0)).rawRepresentation },
            token("ES384") { try p384.signature(for: SHA384.hash(data: $0)).rawRepresentation },
            token("ES512") { try p521.signature(for: SHA512.hash(data: $0)).rawRepresentation },
            token("EdDSA") { try ed25519.signature(for: $0) },
        ]
        for (number, token) in tokens.enumerated() {
            for (other, set) in sets.enumerated() { #expect(token.isSigned(by: set) == (number == other)) }
        }
        // DER is not how tokens carry them, and zeros are no signature.
        let der = try token("ES256") { try p256.signature(for: SHA256.hash(data: $0)).derRepresentation }
        #expect(!der.isSigned(by: sets[0]))
        #expect(!(try token("ES256") { _ in Data(repeating: 0, count: 64) }).isSigned(by: sets[0]))
    }

    @Test func `RSA keys without an algorithm verify PSS and longer digests`() throws {
        let key = try _RSA.Signing.PrivateKey(derRepresentation: TestKeys.rsa.get())
        let set = try #require(try TestKeys.set(alg: nil))
        let pss = try token("PS256") { try key.signature(for: SHA256.hash(data: $0), padding: .PSS).rawRepresentation }
        #expect(pss.isSigned(by: set))
        let long = try token("RS512") {
            try key.signature(for: SHA512.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation
        }
        #expect(long.isSigned(by: set))
        #expect(!long.isSigned(by: try #require(try TestKeys.set(alg: "RS256"))))
    }
}

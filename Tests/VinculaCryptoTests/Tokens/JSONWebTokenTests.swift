import Crypto
import CryptoExtras
import Foundation
import Testing
import VinculaCore
import VinculaCrypto

struct JSONWebTokenTests {
    private func isAccepted(_ text: String, by keys: JSONWebKeySet?) throws -> Bool {
        let keys = try #require(keys)
        return JSONWebToken(text)?.isSigned(by: keys) ?? false
    }

    private let header = #"{"alg":"RS256","kid":"kid"}"#

    @Test func `our own signatures verify`() throws {
        let key = try RSASigningKey(der: TestKeys.rsa.get())
        let text = try JSONWebToken.sign(claims: #"{"sub":"A","n":1}"#, keyID: "kid", with: key)
        let token = try #require(JSONWebToken(text))
        #expect(token.keyID == "kid" && token.algorithm == "RS256")
        // Nothing else: strict verifiers refuse header members that they do not know.
        #expect(token.header == .object(["alg": "RS256", "kid": "kid", "typ": "JWT"]))
        #expect(token.claims == .object(["sub": "A", "n": 1]))
        #expect(try isAccepted(text, by: TestKeys.set()))
    }

    @Test(
        "T075 an unsigned token is refused",
        arguments: ["none", "None", "nOnE", "NONE", "none ", "", "RS256"])
    func unsigned(algorithm: String) throws {
        let message = Data(#"{"alg":"\#(algorithm)","kid":"kid"}"#.utf8).base64URL + "." + Data("{}".utf8).base64URL
        for text in [message, message + ".", message + "..", message + ".AA"] {
            #expect(try !isAccepted(text, by: TestKeys.set()))
        }
        let signed = try TestKeys.token(header: #"{"alg":"\#(algorithm)","kid":"kid"}"#)
        #expect(try isAccepted(signed, by: TestKeys.set()) == (algorithm == "RS256"))
    }

    @Test(
        "T075 an algorithm is text and stands there",
        arguments: [#"{"kid":"kid"}"#, #"{"alg":null,"kid":"kid"}"#, #"{"alg":["RS256"],"kid":"kid"}"#, #"{"alg":256}"#])
    func algorithms(header: String) throws {
        #expect(JSONWebToken(try TestKeys.token(header: header)) == nil)
    }

    @Test func `T076 a public key is no HMAC secret`() throws {
        let der = try TestKeys.rsa.get()
        let key = try _RSA.Signing.PrivateKey(derRepresentation: der).publicKey
        let modulus = try key.getKeyPrimitives().modulus
        let secrets = [
            key.derRepresentation, Data(key.pemRepresentation.utf8), Data((key.pemRepresentation + "\n").utf8), Data(modulus),
            Data(Data(modulus).base64URL.utf8), Data("client secret".utf8), Data(),
        ]
        for secret in secrets {
            for keys in [try TestKeys.set(), try TestKeys.set(alg: nil), try TestKeys.set(alg: "HS256")] {
                let text = TestKeys.symmetricToken(secret: secret)
                #expect(try !isAccepted(text, by: keys))
                #expect(try !isAccepted(TestKeys.symmetricToken(secret: secret, algorithm: "RS256"), by: keys))
            }
        }
    }

    @Test("T076 the algorithm is pinned by the key", arguments: ["RS384", "RS512", "PS256", "ES256", "EdDSA", "rs256", "HS256"])
    func pinned(algorithm: String) throws {
        let text = try TestKeys.token(header: #"{"alg":"\#(algorithm)","kid":"kid"}"#)
        #expect(try !isAccepted(text, by: TestKeys.set()))
        #expect(try !isAccepted(text, by: TestKeys.set(alg: nil)))
        // Nor does a key of another algorithm take an honest token.
        #expect(try !isAccepted(TestKeys.token(header: header), by: TestKeys.set(alg: algorithm)))
    }

    @Test(
        "T077 what is encrypted, critical or compressed is none",
        arguments: [
            #""enc":"A256GCM""#, #""crit":["x"],"x":1"#, #""crit":[]"#, #""crit":null"#, #""b64":false"#, #""b64":true"#,
            #""b64":false,"crit":["b64"]"#, #""zip":"DEF""#,
        ])
    func extensions(member: String) throws {
        #expect(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"kid",\#(member)}"#)) == nil)
    }

    @Test("T077 an encrypted token has five segments, ours has three", arguments: [1, 2, 4, 5, 6])
    func segments(count: Int) throws {
        let parts = try TestKeys.token(header: header).split(separator: ".").map(String.init)
        let text = (0..<count).map { parts[$0 % 3] }.joined(separator: ".")
        #expect(JSONWebToken(text) == nil)
        #expect(JSONWebToken("." + parts.joined(separator: ".")) == nil)
        #expect(JSONWebToken(parts.joined(separator: ".") + ".") == nil)
    }

    @Test(
        "T078 a key in the header is not looked at",
        arguments: [
            #""jku":"https://evil.test/jwks""#, #""x5u":"https://evil.test""#, #""x5c":["MII"]"#, #""jwk":{"kty":"oct"}"#,
        ])
    func embedded(member: String) throws {
        let text = try TestKeys.token(header: #"{"alg":"RS256","kid":"other",\#(member)}"#)
        let token = try #require(JSONWebToken(text))
        let keys = try #require(try TestKeys.set())
        #expect(!token.isSigned(by: keys))
        #expect(!token.hasCandidate(in: keys))
    }

    @Test("T078 a key id is text of 256 bytes at most", arguments: ["1", "true", "[]", "{}", "null", "1.5"])
    func keyIDs(json: String) throws {
        #expect(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":\#(json)}"#)) == nil)
    }

    @Test func `T078 odd key ids find nothing, and huge ones are refused`() throws {
        let keys = try #require(try TestKeys.set())
        for id in ["../../dev/null", "' UNION SELECT 1 --", "KID", "kid ", "", String(repeating: "k", count: 256)] {
            let token = try #require(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"\#(id)"}"#)))
            #expect(!token.isSigned(by: keys))
        }
        let long = String(repeating: "k", count: 257)
        #expect(JSONWebToken(try TestKeys.token(header: #"{"alg":"RS256","kid":"\#(long)"}"#)) == nil)
    }

    @Test func `without a key id only the one key of a set is tried`() throws {
        let text = try TestKeys.token(header: #"{"alg":"RS256"}"#)
        #expect(try isAccepted(text, by: TestKeys.set()))
        let two = try TestKeys.set([TestKeys.publicKey(id: "a"), TestKeys.publicKey(id: "b")])
        #expect(try !isAccepted(text, by: two))
    }

    @Test func `every changed character is noticed`() throws {
        let keys = try TestKeys.set()
        let text = Array(try TestKeys.token(header: header))
        for index in text.indices {
            var changed = text
            changed[index] = changed[index] == "A" ? "B" : "A"
            #expect(try !isAccepted(String(changed), by: keys))
        }
    }

    @Test(
        "what is not base64url without padding is none",
        arguments: ["=", "==", " ", "\n", "+", "/", "%3D", "\u{0}", "A"])
    func encodings(suffix: String) throws {
        let parts = try TestKeys.token(header: header).split(separator: ".").map(String.init)
        for place in 0..<3 {
            var changed = parts
            changed[place] += suffix
            #expect(try !isAccepted(changed.joined(separator: "."), by: TestKeys.set()))
        }
    }

    @Test(
        "header and claims are objects",
        arguments: [("[]", "{}"), ("\"RS256\"", "{}"), ("null", "{}"), (#"{"alg":"RS256"}"#, "[]"), (#"{"alg":"RS256"}"#, "1")])
    func objects(header: String, claims: String) throws {
        #expect(JSONWebToken(try TestKeys.token(header: header, claims: claims)) == nil)
    }

    @Test func `huge tokens and rubbish are refused`() throws {
        let long = try TestKeys.token(header: header, claims: #"{"a":"\#(String(repeating: "x", count: 13_000))"}"#)
        #expect(JSONWebToken(long) == nil)
        #expect(JSONWebToken(String(repeating: ".", count: 1_000_000)) == nil)
        #expect(JSONWebToken(String(repeating: "A", count: 1_000_000)) == nil)
        for text in ["", ".", "..", "...", "a.b.c", "\u{0}.\u{0}.\u{0}", "e30.e30.e30"] { #expect(JSONWebToken(text) == nil) }
        let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
        #expect(JSONWebToken(try TestKeys.token(header: header, claims: #"{"a":\#(deep)}"#)) == nil)
    }
}

import Crypto
import Foundation
import Testing
import VinculaCore
import VinculaCrypto

struct AppleSigningKeyTests {
    @Test func `the client secret is a JWT of ES256 that says who asks, for how long`() throws {
        let pair = P256.Signing.PrivateKey()
        let key = try #require(AppleSigningKey(pair.pemRepresentation))
        let text = try key.clientSecret(
            keyID: "ABC123DEFG", teamID: "TEAM123456", clientID: "com.example.app", audience: "https://appleid.apple.com",
            issuedAt: 1_700_000_000, lifetime: 300)
        let parts = text.split(separator: ".")
        #expect(parts.count == 3)
        let header = try #require(Data(base64URL: parts[0]).flatMap(JSONValue.parse))
        #expect(header == .object(["alg": "ES256", "kid": "ABC123DEFG"]))
        let claims = try #require(Data(base64URL: parts[1]).flatMap(JSONValue.parse))
        #expect(
            claims
                == .object([
                    "iss": "TEAM123456", "sub": "com.example.app", "aud": "https://appleid.apple.com", "iat": 1_700_000_000,
                    "exp": 1_700_000_300,
                ]))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: try #require(Data(base64URL: parts[2])))
        #expect(pair.publicKey.isValidSignature(signature, for: Data((parts[0] + "." + parts[1]).utf8)))
    }

    @Test func `a key is taken in PEM, with or without its frame, and nothing else`() throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        #expect(AppleSigningKey(pem)?.pem == pem)
        #expect(AppleSigningKey("\n" + pem + "\n\n")?.pem == pem)
        #expect(AppleSigningKey(body)?.pem == pem)
        for text in [
            "", "nonsense", "********", P384.Signing.PrivateKey().pemRepresentation,
            P256.Signing.PrivateKey().publicKey.pemRepresentation,
        ] {
            #expect(AppleSigningKey(text) == nil)
        }
    }
}

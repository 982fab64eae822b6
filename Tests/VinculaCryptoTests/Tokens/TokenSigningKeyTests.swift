import Crypto
import Foundation
import SwiftASN1
import Testing
import VinculaCore
import VinculaCrypto
import X509

struct TokenSigningKeyTests {
    @Test(arguments: SigningAlgorithm.allCases)
    func `it signs what its public half verifies, and says so in the header`(algorithm: SigningAlgorithm) throws {
        let der = try KeyMaker().make(algorithm)
        let key = try TokenSigningKey(der: der, algorithm: algorithm)
        #expect(key.algorithm == algorithm)
        let token = try #require(JSONWebToken(JSONWebToken.sign(claims: #"{"sub":"A"}"#, keyID: "kid", with: key)))
        #expect(token.algorithm == algorithm.rawValue && token.keyID == "kid")
        let publicKey = try JSONWebKey(id: "kid", privateKeyDER: der, algorithm: algorithm)
        #expect(token.isSigned(by: JSONWebKeySet(keys: [publicKey])))
        // As others read it from the published set.
        let members = try #require(publicKey.published).mapValues { JSONValue.string($0) }
        let json = JSONValue.object(["keys": .array([.object(members)])]).text
        let set = try #require(JSONWebKeySet(json: Data(json.utf8)))
        #expect(token.isSigned(by: set))
        let other = try JSONWebKey(id: "kid", privateKeyDER: KeyMaker().make(algorithm), algorithm: algorithm)
        #expect(!token.isSigned(by: JSONWebKeySet(keys: [other])))
    }

    @Test func `a P-256 key is published as one, and nothing of its private half is`() throws {
        let der = try KeyMaker().make(.es256)
        let published = try #require(try JSONWebKey(id: "kid", privateKeyDER: der, algorithm: .es256).published)
        #expect(Set(published.keys) == ["kty", "crv", "use", "alg", "kid", "x", "y"])
        #expect(published["kty"] == "EC" && published["crv"] == "P-256" && published["alg"] == "ES256")
        #expect(published["x"]?.utf8.count == 43 && published["y"]?.utf8.count == 43)
        let pem = try SelfSignedCertificate.make(privateKeyDER: der, algorithm: .es256, notBefore: Date(), validFor: 3600)
        let certificate = try Certificate(pemEncoded: pem)
        #expect(certificate.publicKey.isValidSignature(certificate.signature, for: certificate))
        let point = try #require(P256.Signing.PublicKey(certificate.publicKey)).rawRepresentation
        #expect(Data(point.prefix(32)).base64URL == published["x"])
    }

    @Test func `a key is for its own algorithm only`() throws {
        let rsa = try TestKeys.rsa.get()
        let p256 = try KeyMaker().make(.es256)
        #expect(throws: (any Error).self) { try TokenSigningKey(der: rsa, algorithm: .es256) }
        #expect(throws: (any Error).self) { try JSONWebKey(id: "", privateKeyDER: rsa, algorithm: .es256) }
        #expect(throws: (any Error).self) { try JSONWebKey(id: "", privateKeyDER: p256, algorithm: .rs256) }
        #expect(throws: (any Error).self) {
            try SelfSignedCertificate.make(privateKeyDER: p256, algorithm: .rs256, notBefore: Date(), validFor: 60)
        }
    }
}

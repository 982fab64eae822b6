import CryptoExtras
import Foundation
import SwiftASN1
import Testing
import VinculaCrypto
import X509

struct SelfSignedCertificateTests {
    @Test func `it certifies the key of the JWK, for the time that was asked for`() throws {
        let der = try TestKeys.rsa.get()
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let pem = try SelfSignedCertificate.make(privateKeyDER: der, notBefore: start, validFor: 86_400)
        #expect(pem.hasPrefix("-----BEGIN CERTIFICATE-----\n"))

        let certificate = try Certificate(pemEncoded: pem)
        #expect(certificate.notValidBefore == start)
        #expect(certificate.notValidAfter == start.addingTimeInterval(86_400))
        #expect(certificate.issuer == certificate.subject)
        #expect(certificate.publicKey.isValidSignature(certificate.signature, for: certificate))
        #expect(try certificate.extensions.basicConstraints == .notCertificateAuthority)

        let key = try #require(_RSA.Signing.PublicKey(certificate.publicKey))
        let primitives = try key.getKeyPrimitives()
        let published = try #require(try JSONWebKey(id: "kid", privateKeyDER: der).published)
        #expect(published["n"] == Data(primitives.modulus.drop { $0 == 0 }).base64URL)
        #expect(published["e"] == "AQAB")
        #expect(published["kid"] == "kid")
        #expect(Set(published.keys) == ["kty", "use", "alg", "kid", "n", "e"])
    }

    @Test func `what is no key is an error`() {
        #expect(throws: (any Error).self) {
            try SelfSignedCertificate.make(privateKeyDER: Data([1, 2, 3]), notBefore: Date(), validFor: 60)
        }
    }
}

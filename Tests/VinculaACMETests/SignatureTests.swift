import Crypto
import Foundation
import SwiftASN1
import Testing
import VinculaACME
import VinculaCore
import VinculaCrypto
import X509

/// Signed requests, requests for certificates, and certificates.
@Suite("ACME: keys and certificates")
struct SignatureTests {
    private static func parts(_ jws: Data) throws -> (header: JSONValue, payload: Data, message: Data, signature: Data) {
        let json = try #require(JSONValue.parse(jws))
        let (protected, payload) = (try #require(json["protected"]?.string), try #require(json["payload"]?.string))
        let header = try #require(Data(base64URL: protected).flatMap(JSONValue.parse))
        let signature = try #require((json["signature"]?.string).flatMap { Data(base64URL: $0) })
        return (header, try #require(Data(base64URL: payload)), Data("\(protected).\(payload)".utf8), signature)
    }

    @Test("A request is signed by ES256, for one address and one nonce, by key or by account")
    func requests() throws {
        let (key, url) = (AccountKey(), try #require(ACMEAddress("https://a.example/order")))
        let account = try #require(ACMEAddress("https://a.example/acct/1"))
        let restored = try #require(AccountKey(bytes: key.bytes))
        #expect(restored.publicKey == key.publicKey && restored.thumbprint == key.thumbprint)
        let byKey = try Self.parts(key.signed(.object(["a": 1]), for: url, nonce: "n1", account: nil))
        #expect(byKey.header == .object(["alg": "ES256", "nonce": "n1", "url": "https://a.example/order", "jwk": key.publicKey]))
        #expect(byKey.payload == Data(#"{"a":1}"#.utf8))
        let x = try #require((key.publicKey["x"]?.string).flatMap { Data(base64URL: $0) })
        let y = try #require((key.publicKey["y"]?.string).flatMap { Data(base64URL: $0) })
        let verifier = try P256.Signing.PublicKey(rawRepresentation: x + y)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: byKey.signature)
        #expect(verifier.isValidSignature(signature, for: byKey.message))
        let byAccount = try Self.parts(key.signed(nil, for: url, nonce: "n2", account: account))
        #expect(byAccount.header["kid"]?.string == account.description && byAccount.header["jwk"] == nil)
        #expect(byAccount.payload.isEmpty)
    }

    @Test("A thumbprint is that of RFC 7638, and a key authorization has the token before it")
    func thumbprint() throws {
        let key = AccountKey()
        let (x, y) = (try #require(key.publicKey["x"]?.string), try #require(key.publicKey["y"]?.string))
        let text = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"\(x)\",\"y\":\"\(y)\"}"
        #expect(key.thumbprint == Data(SHA256.hash(data: Data(text.utf8))).base64URL)
        #expect(key.authorization(of: "token") == "token.\(key.thumbprint)")
    }

    @Test("An external account's key signs the account's key by HS256")
    func externalAccount() throws {
        let (key, url) = (AccountKey(), try #require(ACMEAddress("https://a.example/new-account")))
        let secret = Data(repeating: 7, count: 32)
        let bound = key.bound(to: ExternalAccount(keyID: "kid-1", key: secret), at: url)
        let parts = try Self.parts(Data(bound.text.utf8))
        #expect(parts.header == .object(["alg": "HS256", "kid": "kid-1", "url": "https://a.example/new-account"]))
        #expect(JSONValue.parse(parts.payload) == key.publicKey)
        #expect(
            HMAC<SHA256>.isValidAuthenticationCode(
                parts.signature, authenticating: parts.message, using: SymmetricKey(data: secret)))
    }

    @Test("A request for a certificate has all names, and is signed by its own key")
    func certificateRequest() throws {
        let request = CertificateRequest()
        let names = [try CertificateName("a.example"), try CertificateName("b.example")]
        let csr = try CertificateSigningRequest(derEncoded: Array(request.request(for: names)))
        let extensions = try #require(try csr.attributes.extensionRequest).extensions
        let found = try #require(try extensions.subjectAlternativeNames)
        #expect(Array(found) == [.dnsName("a.example"), .dnsName("b.example")])
        #expect(csr.publicKey.isValidSignature(csr.signature, for: csr))
        #expect(CertificateRequest(pem: request.pem)?.pem == request.pem)
    }

    @Test("The answer to TLS-ALPN-01 has the name and the critical digest of the key authorization")
    func challenge() throws {
        let made = try ChallengeCertificate(name: "a.example", authorization: "token.thumbprint")
        let certificate = try Certificate(pemEncoded: made.certificate)
        let names = try #require(try certificate.extensions.subjectAlternativeNames)
        #expect(Array(names) == [.dnsName("a.example")])
        let identifier = try #require(certificate.extensions.first { $0.oid == [1, 3, 6, 1, 5, 5, 7, 1, 31] })
        #expect(identifier.critical)
        #expect(Array(identifier.value) == [4, 32] + Array(SHA256.hash(data: Data("token.thumbprint".utf8))))
        #expect(try P256.Signing.PrivateKey(pemRepresentation: made.key).publicKey.derRepresentation.isEmpty == false)
    }

    /// A certificate for a request's key, as a certificate authority makes it.
    private static func chain(
        _ request: CertificateRequest, names: [String], notAfter: TimeInterval = 3600
    ) throws -> Data {
        let key = try P256.Signing.PrivateKey(pemRepresentation: request.pem)
        let issuer = try DistinguishedName { CommonName("Test CA") }
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSinceNow: -7200), notValidAfter: Date(timeIntervalSinceNow: notAfter),
            issuer: issuer,
            subject: DistinguishedName(), signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions { SubjectAlternativeNames(names.map { .dnsName($0) }) },
            issuerPrivateKey: Certificate.PrivateKey(P256.Signing.PrivateKey()))
        return Data(try certificate.serializeAsPEM().pemString.utf8)
    }

    @Test("T297 a certificate is taken only if it is for this key and all names, and has not expired")
    func issued() throws {
        let request = CertificateRequest()
        let names = [try CertificateName("a.example"), try CertificateName("b.example")]
        let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
        func take(_ chain: Data) throws -> IssuedCertificate {
            try IssuedCertificate(chain: chain, for: request, names: names, now: now)
        }
        let good = try take(Self.chain(request, names: ["B.example", "a.example", "c.example"]))
        #expect(good.key == request.pem && (now.seconds + 3590...now.seconds + 3610).contains(good.notAfter.seconds))
        #expect(good.renewal < good.notAfter && (0...1).contains(good.jitter))
        #expect(try JSONDecoder().decode(IssuedCertificate.self, from: JSONEncoder().encode(good)) == good)
        let leaf = try Self.chain(request, names: ["a.example", "b.example"])
        let bad = [
            try Self.chain(request, names: ["a.example"]),
            try Self.chain(CertificateRequest(), names: ["a.example", "b.example"]),
            try Self.chain(request, names: ["a.example", "b.example"], notAfter: -10), Data(), Data("x".utf8), leaf.dropLast(40),
            Data((0..<11).map { _ in leaf }.joined(separator: Data("\n".utf8))), Data(request.pem.utf8),
        ]
        for chain in bad { #expect(throws: ACMEFailure.self) { try take(chain) } }
    }
}

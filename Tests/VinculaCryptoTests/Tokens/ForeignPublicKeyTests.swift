import Crypto
import CryptoExtras
import Foundation
import Testing
import VinculaCore
import VinculaCrypto

struct ForeignPublicKeyTests {
    private static let der = Result { try RSASigningKey.generate() }

    private static func certificate(_ der: Data, expiresAt: Int64 = 1_900_000_000) throws -> String {
        try SelfSignedCertificate.make(
            privateKeyDER: der, notBefore: Date(timeIntervalSince1970: Double(expiresAt) - 1000), validFor: 1000)
    }

    /// Signs a token with the key, and verifies it with what was read.
    private func verifies(_ key: ForeignPublicKey, kid: String) throws -> Bool {
        let text = try JSONWebToken.sign(claims: "{}", keyID: kid, with: RSASigningKey(der: Self.der.get()))
        let set = try #require(JSONWebKeySet(json: Data("{\"keys\":[\(key.publicKey)]}".utf8)))
        return try #require(JSONWebToken(text)).isSigned(by: set)
    }

    @Test func `a certificate, with the end of its validity`() throws {
        let key = try ForeignPublicKey(pem: Self.certificate(Self.der.get()), id: "k")
        #expect(key.id == "k" && key.expiresAt == Timestamp(seconds: 1_900_000_000))
        #expect(try verifies(key, kid: "k") && !verifies(key, kid: "other"))
        // Google's own never end.
        let endless = try ForeignPublicKey(pem: Self.certificate(Self.der.get(), expiresAt: 253_402_300_799), id: "k")
        #expect(endless.expiresAt == Timestamp(seconds: 253_402_300_799))
    }

    @Test func `a public key, and the public half of a private one`() throws {
        let pem = try _RSA.Signing.PrivateKey(derRepresentation: Self.der.get()).publicKey.pemRepresentation
        let key = try ForeignPublicKey(pem: pem, id: "k")
        #expect(key.expiresAt == nil)
        #expect(try verifies(key, kid: "k"))
        let pair = try ServiceAccountKeyPair(der: RSASigningKey.generate(), id: "p", name: "n", notBefore: Date())
        let half = try ForeignPublicKey(privateKeyPEM: pair.privateKey, id: "p")
        #expect(JSONValue.parse(Data(half.publicKey.utf8)) == JSONValue.parse(Data(pair.publicKey.utf8)))
    }

    @Test func `no other kind, no short key, no text`() throws {
        let curve = try SelfSignedCertificate.make(
            privateKeyDER: P256.Signing.PrivateKey().derRepresentation, algorithm: .es256, notBefore: Date(), validFor: 1000)
        let short = """
            -----BEGIN PUBLIC KEY-----
            MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAJ4ZtQGYDlQNAmgGxsfBA7y4RPy0p3dk
            Yq0ZKk8n2kTIs0g0mGcR4mC9N2vJH8j5ZyQ3Zy8l2sQvPq2UqQ0CAwEAAQ==
            -----END PUBLIC KEY-----
            """
        for pem in [curve, P256.Signing.PrivateKey().publicKey.pemRepresentation, short, "", "-----BEGIN CERTIFICATE-----"] {
            #expect(throws: ForeignPublicKey.Unreadable.self) { try ForeignPublicKey(pem: pem, id: "k") }
        }
        #expect(throws: ForeignPublicKey.Unreadable.self) { try ForeignPublicKey(privateKeyPEM: curve, id: "k") }
    }

    @Test func `files: a key file, certificates by id, PEM`() throws {
        let certificate = try Self.certificate(Self.der.get())
        let list = JSONValue.object(["b": .string(certificate), "a": .string(certificate)]).text
        let (keys, nobody) = try ForeignPublicKey.read(list, id: nil)
        #expect(keys.map(\.id) == ["a", "b"] && nobody == nil)
        let pair = try ServiceAccountKeyPair(der: RSASigningKey.generate(), id: "p", name: "n", notBefore: Date())
        let file: [String: JSONValue] = [
            "type": "service_account", "client_email": "a@q", "private_key_id": "p", "private_key": .string(pair.privateKey),
        ]
        let (own, name) = try ForeignPublicKey.read(JSONValue.object(file).text, id: nil)
        #expect(own.map(\.id) == ["p"] && name == "a@q" && own.first?.expiresAt == nil)
        #expect(own.first?.publicKey.contains("PRIVATE") == false)
        #expect(try ForeignPublicKey.read(certificate, id: "k").keys.map(\.id) == ["k"])
        let incomplete = file.filter { $0.key != "private_key_id" }
        for (text, id) in [
            (certificate, nil), (list, "k"), ("{}", nil), (#"{"a":1}"#, nil), (#"{"a":"x"}"#, nil), ("rubbish", "k"), ("", nil),
            (JSONValue.object(incomplete).text, nil),
        ] as [(String, String?)] {
            #expect(throws: ForeignPublicKey.Unreadable.self, "\(text.prefix(40))") { try ForeignPublicKey.read(text, id: id) }
        }
    }
}

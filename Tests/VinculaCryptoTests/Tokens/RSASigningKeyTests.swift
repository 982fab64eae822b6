import Crypto
import CryptoExtras
import Foundation
import Testing
import VinculaCrypto

struct RSASigningKeyTests {
    @Test("swift-crypto verifies what libcrypto signs", arguments: [0, 1, 100, 100_000])
    func signatures(length: Int) throws {
        let der = try TestKeys.rsa.get()
        let key = try RSASigningKey(der: der)
        let message = SecureRandom.bytes(length)
        let signature = _RSA.Signing.RSASignature(rawRepresentation: try key.sign(message))
        let publicKey = try _RSA.Signing.PrivateKey(derRepresentation: der).publicKey
        #expect(publicKey.isValidSignature(signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5))
        #expect(!publicKey.isValidSignature(signature, for: SHA256.hash(data: message + [0]), padding: .insecurePKCS1v1_5))
        #expect(!publicKey.isValidSignature(signature, for: SHA256.hash(data: message), padding: .PSS))
        #expect(signature.rawRepresentation.count == 256)
    }

    @Test func `swift-crypto reads a new key, which is as it would write it`() throws {
        let ders = try (0..<2).map { _ in try RSASigningKey.generate() }
        #expect(ders[0] != ders[1])
        for der in ders {
            let key = try _RSA.Signing.PrivateKey(derRepresentation: der)
            #expect(key.keySizeInBits == 2048)
            #expect(try key.publicKey.getKeyPrimitives().publicExponent == Data([1, 0, 1]))
            // Keys of earlier versions are stored like this, too.
            #expect(key.derRepresentation == der)
        }
    }

    @Test func `many threads may sign with one key`() async throws {
        let der = try TestKeys.rsa.get()
        let key = try RSASigningKey(der: der)
        let publicKey = try _RSA.Signing.PrivateKey(derRepresentation: der).publicKey
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let message = Data("message \(number)".utf8)
                    let signature = _RSA.Signing.RSASignature(rawRepresentation: try key.sign(message))
                    return publicKey.isValidSignature(
                        signature, for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }

    @Test("what is no key is an error", arguments: [Data(), Data([0]), Data("-----BEGIN PRIVATE KEY-----".utf8)])
    func unreadable(der: Data) {
        #expect(throws: RSASigningKey.Failure.self) { try RSASigningKey(der: der) }
    }

    @Test func `a cut key is an error`() throws {
        let der = try TestKeys.rsa.get()
        #expect(throws: RSASigningKey.Failure.self) { try RSASigningKey(der: der.prefix(der.count / 2)) }
    }
}

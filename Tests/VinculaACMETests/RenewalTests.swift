import Crypto
import Foundation
import SwiftASN1
import Testing
import VinculaACME
import VinculaCore
import X509

/// What a certificate authority says of a renewal (RFC 9773).
@Suite("ACME: renewal information")
struct RenewalTests {
    private static let issuerKey: [UInt8] = [
        0x69, 0x88, 0x5B, 0x6B, 0x87, 0x46, 0x40, 0x41, 0xE1, 0xB3, 0x7B, 0x84, 0x7B, 0xA0, 0xAE, 0x2C, 0xDE, 0x01, 0xC8, 0xD4,
    ]

    private static func certificate(
        _ request: CertificateRequest = CertificateRequest(), serial: [UInt8] = [7], issuerKey: [UInt8]? = issuerKey
    ) throws -> String {
        let key = try P256.Signing.PrivateKey(pemRepresentation: request.pem)
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: serial), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSinceNow: -7200), notValidAfter: Date(timeIntervalSinceNow: 3600),
            issuer: DistinguishedName { CommonName("Test CA") }, subject: DistinguishedName(),
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                SubjectAlternativeNames([.dnsName("a.example")])
                if let issuerKey { AuthorityKeyIdentifier(keyIdentifier: ArraySlice(issuerKey)) }
            },
            issuerPrivateKey: Certificate.PrivateKey(P256.Signing.PrivateKey()))
        return try certificate.serializeAsPEM().pemString
    }

    @Test("A certificate's name is that of RFC 9773, of the first one in a chain")
    func identifier() throws {
        let example = try Self.certificate(serial: [0x87, 0x65, 0x43, 0x21])
        #expect(CertificateID(chain: example)?.description == "aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE")
        let other = try Self.certificate(serial: [0x12, 0x34])
        #expect(CertificateID(chain: other + "\n" + example)?.description == "aYhba4dGQEHhs3uEe6CuLN4ByNQ.EjQ")
        #expect(try CertificateID(chain: Self.certificate(issuerKey: nil)) == nil)
        for text in ["", "x", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            #expect(CertificateID(chain: text) == nil)
        }
    }

    @Test("T334 no wish of an authority makes a certificate expire before it is renewed")
    func wishes() throws {
        let request = CertificateRequest()
        let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
        let issued = try IssuedCertificate(
            chain: Data(Self.certificate(request).utf8), for: request, names: [CertificateName("a.example")], now: now)
        let own = issued.renewal
        func renewal(_ start: Timestamp, _ end: Timestamp) -> Timestamp {
            issued.renewal(wanted: RenewalInfo(start: start, end: end))
        }
        #expect(issued.renewal(wanted: nil) == own)
        let earlier = own.adding(seconds: -600)
        #expect(renewal(earlier, earlier) == earlier)
        #expect((own.adding(seconds: -900)...earlier).contains(renewal(own.adding(seconds: -900), earlier)))
        let later = own.adding(seconds: 60)
        #expect(renewal(later, later) == later)
        let end = issued.notAfter
        let half = Timestamp(milliseconds: (own.milliseconds + end.milliseconds) / 2)
        for late in [end.adding(seconds: -5), half.adding(seconds: 1)] { #expect(renewal(late, late) == half) }
        // A window that the certificate does not live through.
        for late in [end, end.adding(seconds: 1), end.adding(seconds: 86_400)] { #expect(renewal(earlier, late) == own) }
    }

    @Test("An authority that wants every certificate renewed at once gets one order in half of a certificate's time")
    func endless() {
        let now = Timestamp(seconds: 1_800_000_000)
        var attempts = CertificateAttempts()
        attempts.noteSuccess(at: now, until: now.adding(seconds: 7200))
        let past = now.adding(seconds: -3600)
        #expect(RenewalSchedule.next(renewal: past, after: attempts, isFirst: true) == now.adding(seconds: 3600))
    }
}

import Crypto
package import Foundation
import SwiftASN1
package import VinculaCore
import VinculaCrypto
import X509

/// A certificate by ACME with its key.
package struct IssuedCertificate: Hashable, Sendable, Codable {
    /// The maximum length of a chain in PEM, in bytes.
    static let longestChain = 100_000
    private static let mostCertificates = 10

    /// The certificate with its intermediate certificates, in PEM.
    package let chain: String
    /// The private key, in PEM.
    package let key: String
    package let notBefore: Timestamp
    package let notAfter: Timestamp
    /// A number from 0 to 1 that is the same for this certificate on every server.
    package let jitter: Double

    /// Checks what a certificate authority sent.
    ///
    /// - Parameters:
    ///   - chain: The certificate with its intermediate certificates, in PEM.
    ///   - request: The request.
    ///   - names: The names that it must be for.
    ///   - now: The current time.
    /// - Throws: ``ACMEFailure/badAnswer(_:)``.
    package init(
        chain: Data, for request: CertificateRequest, names: [CertificateName], now: Timestamp
    ) throws(ACMEFailure) {
        guard chain.count <= Self.longestChain, let text = String(validating: chain, as: UTF8.self),
            let documents = try? PEMDocument.parseMultiple(pemString: text),
            (1...Self.mostCertificates).contains(documents.count),
            let certificates = try? documents.map({ try Certificate(pemDocument: $0) }), let first = certificates.first
        else { throw .badAnswer("the certificate is not a chain of certificates in PEM") }
        guard first.publicKey == request.publicKey else { throw .badAnswer("the certificate is for another key") }
        let covered = Set(Self.names(of: first))
        for name in names where !covered.contains(name.description) {
            throw .badAnswer("the certificate is not for \(name)")
        }
        notBefore = Timestamp(seconds: Int64(first.notValidBefore.timeIntervalSince1970))
        notAfter = Timestamp(seconds: Int64(first.notValidAfter.timeIntervalSince1970))
        guard now < notAfter else {
            throw .badAnswer("the certificate has expired already; check this machine's clock")
        }
        // Written anew, so that nothing else is kept.
        guard let written = try? certificates.map({ try $0.serializeAsPEM().pemString }) else {
            throw .badAnswer("the certificate cannot be read")
        }
        self.chain = written.joined(separator: "\n") + "\n"
        key = request.pem
        jitter = Double(Data(self.chain.utf8).sha256.first ?? 0) / 255
    }

    private static func names(of certificate: Certificate) -> [String] {
        guard let names = try? certificate.extensions.subjectAlternativeNames else { return [] }
        return names.compactMap { if case .dnsName(let name) = $0 { name.lowercased() } else { nil } }
    }

    /// The time at which it is replaced if the ACME server wants no other.
    package var renewal: Timestamp { RenewalSchedule.renewal(notBefore: notBefore, notAfter: notAfter, jitter: jitter) }

    /// The time at which it is replaced.
    ///
    /// - Parameter info: What the ACME server wants; `nil` if it has not said. A window that ends after the certificate is ignored,
    ///   and none can make the renewal so late that half of the remaining time is gone.
    package func renewal(wanted info: RenewalInfo?) -> Timestamp {
        guard let info, info.end < notAfter else { return renewal }
        let latest = Timestamp(milliseconds: renewal.milliseconds + (notAfter.milliseconds - renewal.milliseconds) / 2)
        return min(info.renewal(jitter: jitter), latest)
    }
}

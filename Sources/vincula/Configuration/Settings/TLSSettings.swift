import Foundation
import VinculaACME
import VinculaCore
import VinculaCrypto

/// The settings of TLS.
struct TLSSettings: Sendable {
    let certificateFile = Setting(
        "tls.certificateFile", "The TLS certificate with its intermediate certificates, in PEM; reloaded when the file changes.")
    let keyFile = Setting("tls.keyFile", "The certificate's private key, in PEM.").details(
        "It must not be protected by a password.")
    let acme = Setting(
        "tls.acme",
        "Your email address, to get the certificate from Let's Encrypt and renew it (ACME). You agree to its terms by this.",
        mustBe: "an email address", parse: { EmailAddress($0)?.value }
    ).details("See [TLS by Let's Encrypt](#tls-by-lets-encrypt).")
    let acmeNames = Setting<[CertificateName]>(
        SettingDescription(
            name: "tls.acmeNames", help: "The names in the certificate, comma-separated.", kind: .list,
            default: .words("the host of publicUrl")),
        fallback: []
    ) { try $0.list("tls.acmeNames").map(CertificateNames.parse) }
    let acmeDirectory = Setting(
        "tls.acmeDirectory", "The directory of another ACME server, https.", default: ACMEAddress.letsEncrypt,
        mustBe: "an https URL", parse: { ACMEAddress($0) })
    let acmeHttpListen = Setting(
        "tls.acmeHttpListen",
        "HOST:PORT of the port that answers HTTP-01 and sends browsers to https, or none.",
        defaultWords: "port 80 at the host of listen",
        mustBe: "HOST:PORT, such as 0.0.0.0:80, or none", parse: PlainPort.init)
    let acmeCaFile = Setting(
        "tls.acmeCaFile", "The CA certificates to trust for the ACME server, in PEM.", defaultWords: "the system's")
    let acmeKeyId = Setting(
        "tls.acmeKeyId", "The key id of your account at a certificate authority that takes only customers.")
    let acmeHmacKey = Setting(
        secret: "tls.acmeHmacKey", "The HMAC key of that account.", mustBe: "at least 16 bytes in base64url",
        parse: { Data(base64URL: $0.replacing("=", with: "")).flatMap { $0.count >= 16 ? $0 : nil } })
}

/// The address of the port for plain HTTP, if there is one.
enum PlainPort: Hashable, Sendable {
    case closed
    case address(ListenAddress)

    init?(_ text: String) {
        if text == "none" {
            self = .closed
        } else if let address = ListenAddress(text) {
            self = .address(address)
        } else {
            return nil
        }
    }
}

/// The reader of names of certificates.
private enum CertificateNames {
    /// The maximum number of names.
    static let most = 20

    /// - Throws: ``ConfigurationError``.
    @Sendable static func parse(_ texts: [String]) throws -> [CertificateName] {
        guard texts.count <= most else { throw ConfigurationError(description: "tls.acmeNames has more than \(most) names.") }
        var names: [CertificateName] = []
        for text in texts {
            do throws(CertificateName.Unfit) {
                let name = try CertificateName(text)
                if !names.contains(name) { names.append(name) }
            } catch {
                throw ConfigurationError(description: "tls.acmeNames contains \(Table.printable(text)), which \(error)")
            }
        }
        return names
    }
}

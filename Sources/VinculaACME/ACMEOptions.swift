package import Foundation

/// The settings of the certificate by ACME.
package struct ACMEOptions: Sendable {
    /// The address of the ACME server's directory.
    package var directory: ACMEAddress
    /// The operator's address, which the certificate authority may write to.
    package var email: String
    /// The names that the certificate is for.
    package var names: [CertificateName]
    /// The certificate authorities to trust for the ACME server, in PEM; `nil` for the system's.
    package var caFile: URL?
    package var externalAccount: ExternalAccount?
    /// The name of this program, for the ACME server's log.
    package var userAgent: String

    package init(
        directory: ACMEAddress, email: String, names: [CertificateName], caFile: URL?, externalAccount: ExternalAccount?,
        userAgent: String
    ) {
        self.directory = directory
        self.email = email
        self.names = names
        self.caFile = caFile
        self.externalAccount = externalAccount
        self.userAgent = userAgent
    }

    /// The certificate authority, as people know it.
    package var authority: String {
        let host = directory.authority
        guard host == "letsencrypt.org" || host.hasSuffix(".letsencrypt.org") else { return host }
        return host.contains("staging") ? "Let's Encrypt (staging)" : "Let's Encrypt"
    }
}

/// A project's side of a SAML identity provider (`inboundSamlConfigs/saml.*`), besides the two entity IDs.
///
/// The identity provider's entity ID is ``OpenIDProvider/issuer``, and this server's is ``OpenIDProvider/clientID``. The private
/// key that signs requests is ``OpenIDProvider/sealedClientSecret``.
package struct SAMLConnection: Hashable, Sendable, Codable {
    /// A key of ours that signs requests, by its certificate.
    package struct Certificate: Hashable, Sendable, Codable {
        /// In PEM.
        package var pem: String
        package var expiresAt: Timestamp

        package init(pem: String, expiresAt: Timestamp) {
            self.pem = pem
            self.expiresAt = expiresAt
        }
    }

    /// The greatest number of the identity provider's certificates.
    package static let mostCertificates = 10
    /// The longest certificate, in bytes of PEM.
    package static let longestCertificate = 16_384
    /// The longest entity ID and URL, in bytes.
    package static let longestURI = 1024

    /// The address of the identity provider's page.
    package var ssoURL: String
    /// The certificates whose keys may sign assertions, as the administrator sent them.
    package var certificates: [String]
    /// Indicates whether requests are signed.
    package var signsRequests: Bool
    /// The address that the identity provider posts its answers to; `nil` for the provider's own address here.
    package var callbackURL: String?
    /// The certificate of the key that signs requests.
    package var current: Certificate?
    /// The certificate of the key that will sign them next.
    package var next: Certificate?
    /// That key, sealed; never returned to anyone.
    package var sealedNextKey: String?

    package init(ssoURL: String, certificates: [String], signsRequests: Bool = false, callbackURL: String? = nil) {
        self.ssoURL = ssoURL
        self.certificates = certificates
        self.signsRequests = signsRequests
        self.callbackURL = callbackURL
    }

    /// The certificates that the identity provider should know: the current one first.
    package var published: [Certificate] { [current, next].compactMap(\.self) }
}

/// The names and numbers of SAML 2.0 that several parts need.
package enum SAML {
    package static let assertion = "urn:oasis:names:tc:SAML:2.0:assertion"
    package static let `protocol` = "urn:oasis:names:tc:SAML:2.0:protocol"
    package static let metadata = "urn:oasis:names:tc:SAML:2.0:metadata"
    package static let signature = "http://www.w3.org/2000/09/xmldsig#"
    package static let post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    package static let redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
    package static let success = "urn:oasis:names:tc:SAML:2.0:status:Success"
    package static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    package static let transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
    package static let emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
    /// The difference between two clocks that is accepted, in seconds.
    package static let skew: Int64 = 60
}

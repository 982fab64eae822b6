package import Foundation
import VinculaCore
import VinculaCrypto

/// What an identity provider's metadata says (SAML 2.0 Metadata §2.4.3), as far as a project's configuration needs it.
///
/// Its signature is not checked: whoever passes the file has to know where it is from.
package struct IdentityProviderMetadata: Hashable, Sendable {
    package let entityID: String
    /// The address of the page, for requests by redirect.
    package let ssoURL: String
    /// The certificates of the keys that sign, in PEM.
    package let certificates: [String]
    /// Indicates whether the identity provider wants signed requests.
    package let wantsSignedRequests: Bool

    /// Reads a document.
    ///
    /// - Throws: ``XMLText/Refusal``, which says what is missing.
    package init(_ data: Data) throws(XMLText.Refusal) {
        // Published metadata has comments; they are taken out before anything reads the document.
        let root = try XMLText(Self.withoutComments(data)).root
        let entities = root.all.filter {
            $0.isNamed("EntityDescriptor", of: SAML.metadata) && !$0.children("IDPSSODescriptor", of: SAML.metadata).isEmpty
        }
        guard entities.count == 1, let entity = entities.first, let role = entity.child("IDPSSODescriptor", of: SAML.metadata),
            let id = entity["entityID"], !id.isEmpty
        else { throw XMLText.Refusal(description: "The metadata must describe exactly one SAML 2.0 identity provider.") }
        let services = role.children("SingleSignOnService", of: SAML.metadata)
        guard let url = services.first(where: { $0["Binding"] == SAML.redirect })?["Location"] else {
            throw XMLText.Refusal(description: "The metadata has no SingleSignOnService for HTTP-Redirect.")
        }
        var found: [String] = []
        for key in role.children("KeyDescriptor", of: SAML.metadata) where key["use"] != "encryption" {
            for certificate in key.all where certificate.isNamed("X509Certificate", of: SAML.signature) {
                let pem = XMLSignatureCertificate.pem(base64: certificate.content ?? "")
                if !found.contains(pem) { found.append(pem) }
            }
        }
        guard !found.isEmpty else { throw XMLText.Refusal(description: "The metadata has no certificate for signing.") }
        entityID = id
        ssoURL = url
        certificates = found
        wantsSignedRequests = ["true", "1"].contains(role["WantAuthnRequestsSigned"])
    }

    private static func withoutComments(_ data: Data) -> Data {
        var out = Data()
        var rest = data[...]
        while let start = rest.firstRange(of: Data("<!--".utf8)),
            let end = rest[start.upperBound...].firstRange(of: Data("-->".utf8))
        {
            out.append(rest[..<start.lowerBound])
            rest = rest[end.upperBound...]
        }
        out.append(rest)
        return out
    }
}

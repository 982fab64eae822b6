/// This server's description of itself to an identity provider (SAML 2.0 Metadata §2.4.4).
package struct SAMLMetadata: Hashable, Sendable {
    package var entityID: String
    /// The address that answers are posted to.
    package var callback: String
    package var signsRequests: Bool
    /// The certificates of the keys that sign requests, in PEM.
    package var certificates: [String]

    package init(entityID: String, callback: String, signsRequests: Bool, certificates: [String]) {
        self.entityID = entityID
        self.callback = callback
        self.signsRequests = signsRequests
        self.certificates = certificates
    }

    /// The media type of metadata.
    package static let contentType = "application/samlmetadata+xml"

    /// The document.
    package var text: String {
        let keys = certificates.map { pem in
            let body = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
            return """
                <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="\(SAML.signature)"><ds:X509Data>\
                <ds:X509Certificate>\(HTMLText.escaped(body))</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
                """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <md:EntityDescriptor xmlns:md="\(SAML.metadata)" entityID="\(HTMLText.escaped(entityID))">\
            <md:SPSSODescriptor AuthnRequestsSigned="\(signsRequests)" WantAssertionsSigned="true" \
            protocolSupportEnumeration="\(SAML.protocol)">\(keys.joined())\
            <md:AssertionConsumerService Binding="\(SAML.post)" Location="\(HTMLText.escaped(callback))" index="0" \
            isDefault="true"/></md:SPSSODescriptor></md:EntityDescriptor>

            """
    }
}

import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
package import VinculaCore
import VinculaCrypto
import X509

/// Signs as a SAML identity provider does. Everything that it writes is in canonical form already, so that tests need no other
/// code to sign it.
package struct SAMLIssuer: Sendable {
    /// An identity provider that most tests share, because making a key takes long.
    package static let shared = Result { try SAMLIssuer() }
    /// Another one.
    package static let other = Result { try SAMLIssuer() }

    /// The certificate in PEM.
    package let certificate: String
    private let key: _RSA.Signing.PrivateKey

    package init(until: Date = Date(timeIntervalSinceNow: 86_400)) throws {
        key = try _RSA.Signing.PrivateKey(derRepresentation: RSASigningKey.generate())
        let name = try DistinguishedName { CommonName("idp.example") }
        let made = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSinceNow: -86_400 * 800), notValidAfter: until, issuer: name, subject: name,
            signatureAlgorithm: .sha256WithRSAEncryption, extensions: try Certificate.Extensions {},
            issuerPrivateKey: Certificate.PrivateKey(key))
        certificate = try made.serializeAsPEM().pemString
    }

    /// How a signature is made, and what a hostile one may do instead.
    package struct Method: Sendable {
        package var algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
        package var digest = "http://www.w3.org/2001/04/xmlenc#sha256"
        package var canonicalization = "http://www.w3.org/2001/10/xml-exc-c14n#"
        package var transforms = [
            "http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#",
        ]
        package var referenceID: String?
        /// More references, and what follows the signature's value.
        package var moreReferences = ""
        package var appendix = ""
        /// Makes the signature's value a MAC with the certificate as its key.
        package var usesMAC = false

        package init() {}
    }

    /// Makes a signature of an element.
    ///
    /// - Parameters:
    ///   - element: The element in canonical form, without the signature.
    ///   - id: The element's ID.
    package func signature(of element: String, id: String, _ method: Method = Method()) throws -> String {
        let transforms = method.transforms.map { "<ds:Transform Algorithm=\"\($0)\"></ds:Transform>" }.joined()
        let digest = Data(SHA256.hash(data: Data(element.utf8))).base64EncodedString()
        let inner = """
            <ds:CanonicalizationMethod Algorithm="\(method.canonicalization)"></ds:CanonicalizationMethod>\
            <ds:SignatureMethod Algorithm="\(method.algorithm)"></ds:SignatureMethod>\
            <ds:Reference URI="#\(method.referenceID ?? id)"><ds:Transforms>\(transforms)</ds:Transforms>\
            <ds:DigestMethod Algorithm="\(method.digest)"></ds:DigestMethod><ds:DigestValue>\(digest)</ds:DigestValue>\
            </ds:Reference>\(method.moreReferences)
            """
        let info = Data("<ds:SignedInfo xmlns:ds=\"\(SAML.signature)\">\(inner)</ds:SignedInfo>".utf8)
        let value =
            method.usesMAC
            ? Data(HMAC<SHA256>.authenticationCode(for: info, using: SymmetricKey(data: Data(certificate.utf8))))
            : try key.signature(for: SHA256.hash(data: info), padding: .insecurePKCS1v1_5).rawRepresentation
        return """
            <ds:Signature xmlns:ds="\(SAML.signature)"><ds:SignedInfo>\(inner)</ds:SignedInfo>\
            <ds:SignatureValue>\(value.base64EncodedString())</ds:SignatureValue>\(method.appendix)</ds:Signature>
            """
    }
}

/// An identity provider's answer, to be spoiled by tests.
package struct SAMLDraft: Sendable {
    package var responseID = "_response"
    package var assertionID = "_assertion-\(UUID().uuidString)"
    package var issuer = "https://idp.example/metadata"
    package var envelopeIssuer: String?
    package var audience: String?
    package var recipient: String
    package var destination: String?
    package var requestID: String?
    package var envelopeRequestID: String?
    package var nameID: String
    package var nameFormat: String? = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    package var status = SAML.success
    package var now: Timestamp
    package var notBefore: Int64 = -30
    package var notOnOrAfter: Int64 = 300
    package var confirmedUntil: Int64? = 300
    package var method = SAML.bearer
    package var hasConditions = true
    package var hasAuthnStatement = true
    /// The attributes: names and values.
    package var attributes: [(String, [String])] = []

    package init(
        nameID: String, audience: String, recipient: String, requestID: String, now: Timestamp,
        issuer: String = "https://idp.example/metadata"
    ) {
        self.nameID = nameID
        self.audience = audience
        self.recipient = recipient
        self.requestID = requestID
        self.now = now
        self.issuer = issuer
        destination = recipient
        envelopeRequestID = requestID
        envelopeIssuer = issuer
    }

    private func time(_ seconds: Int64) -> String {
        Date(timeIntervalSince1970: Double(now.seconds + seconds)).formatted(.iso8601)
    }

    private static func text(_ value: String) -> String {
        value.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The assertion in canonical form, and where in it a signature goes.
    package var assertion: (before: String, after: String) {
        let confirmation = [
            ("InResponseTo", requestID), ("NotOnOrAfter", confirmedUntil.map(time)), ("Recipient", recipient),
        ].compactMap { name, value in value.map { " \(name)=\"\($0)\"" } }.joined()
        let audiences =
            audience.map { "<saml:AudienceRestriction><saml:Audience>\($0)</saml:Audience></saml:AudienceRestriction>" } ?? ""
        let conditions =
            hasConditions
            ? "<saml:Conditions NotBefore=\"\(time(notBefore))\" NotOnOrAfter=\"\(time(notOnOrAfter))\">\(audiences)"
                + "</saml:Conditions>" : ""
        let statements =
            hasAuthnStatement ? "<saml:AuthnStatement AuthnInstant=\"\(time(-5))\"></saml:AuthnStatement>" : ""
        let rows = attributes.map { name, values in
            "<saml:Attribute Name=\"\(name)\">"
                + values.map { "<saml:AttributeValue>\(Self.text($0))</saml:AttributeValue>" }.joined() + "</saml:Attribute>"
        }
        let list = rows.isEmpty ? "" : "<saml:AttributeStatement>\(rows.joined())</saml:AttributeStatement>"
        return (
            """
            <saml:Assertion xmlns:saml="\(SAML.assertion)" ID="\(assertionID)" IssueInstant="\(time(-5))" Version="2.0">\
            <saml:Issuer>\(issuer)</saml:Issuer>
            """,
            """
            <saml:Subject><saml:NameID\(nameFormat.map { " Format=\"\($0)\"" } ?? "")>\(Self.text(nameID))</saml:NameID>\
            <saml:SubjectConfirmation Method="\(method)"><saml:SubjectConfirmationData\(confirmation)>\
            </saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>\(conditions)\(statements)\(list)\
            </saml:Assertion>
            """
        )
    }

    /// The assertion, signed.
    package func signedAssertion(
        by signer: SAMLIssuer?, _ method: SAMLIssuer.Method = SAMLIssuer.Method()
    ) throws -> String {
        let (before, after) = assertion
        return before + (try signer?.signature(of: before + after, id: assertionID, method) ?? "") + after
    }

    /// The whole answer.
    ///
    /// - Parameters:
    ///   - content: What stands in it; usually one assertion.
    ///   - signer: Who signs the response itself, if anybody does.
    package func response(_ content: String, signedBy signer: SAMLIssuer? = nil) throws -> String {
        let names = [("Destination", destination), ("ID", responseID), ("InResponseTo", envelopeRequestID)]
            .compactMap { name, value in value.map { " \(name)=\"\($0)\"" } }.joined()
        let before = """
            <samlp:Response xmlns:samlp="\(SAML.protocol)"\(names) IssueInstant="\(time(-5))" Version="2.0">\
            \(envelopeIssuer.map { "<saml:Issuer xmlns:saml=\"\(SAML.assertion)\">\($0)</saml:Issuer>" } ?? "")
            """
        let after = """
            <samlp:Status><samlp:StatusCode Value="\(status)"></samlp:StatusCode></samlp:Status>\(content)</samlp:Response>
            """
        return before + (try signer?.signature(of: before + after, id: responseID) ?? "") + after
    }

    /// The answer with one signed assertion.
    package func response(by signer: SAMLIssuer) throws -> String { try response(try signedAssertion(by: signer)) }
}

package import Foundation
package import VinculaCore
package import VinculaCrypto

/// Reads identity providers' answers: what a configured key has signed, and nothing else.
package enum SAMLReader {
    /// The greatest number of attributes, of values of one attribute, and of audiences and confirmations.
    private static let mostAttributes = 200
    private static let mostValues = 500
    /// The longest name of an attribute, in bytes.
    private static let longestName = 512
    /// The longest value, in bytes.
    private static let longestValue = 4096

    /// Reads an answer.
    ///
    /// The response or its assertion must be signed, and every signature must be valid. The assertion is then read from the
    /// very bytes that were signed, so that no two readers can take different elements for it.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/providerRefused(code:)`` if the identity provider did not
    ///   sign the person in.
    package static func read(_ data: Data, keys: [XMLSignatureCertificate]) throws(AuthError) -> SAMLResponse {
        do {
            let response = try XMLText(data).root
            try requireStructure(response)
            try requireSuccess(response)
            let signed = try signedAssertion(of: response, keys: keys)
            let envelope = SAMLResponse.Envelope(
                issuer: response.child("Issuer", of: SAML.assertion)?.trimmed, destination: response["Destination"],
                inResponseTo: response["InResponseTo"])
            return SAMLResponse(envelope: envelope, assertion: try assertion(signed))
        } catch let error as AuthError {
            throw error
        } catch {
            throw .invalidIDPResponse("\(error)")
        }
    }

    private static func refusal(_ text: String) -> AuthError { .invalidIDPResponse(text) }

    /// Checks that there is one response with one assertion, where it belongs, and that no two elements have the same ID.
    private static func requireStructure(_ response: XMLElementNode) throws {
        guard response.isNamed("Response", of: SAML.protocol), response["Version"] == "2.0" else {
            throw refusal("The XML is not a SAML 2.0 response.")
        }
        let all = response.all
        // By the local name alone, in whatever namespace: other readers may be less careful.
        guard !all.contains(where: { $0.name.hasPrefix("Encrypted") }) else {
            throw refusal("Encrypted SAML assertions are not supported: switch encryption off at the identity provider.")
        }
        guard !all.contains(where: { $0.name == "Response" && !($0 == response) }) else {
            throw refusal("The SAML response contains another one.")
        }
        let ids = all.flatMap(\.ids)
        guard Set(ids).count == ids.count else { throw refusal("Two elements of the SAML response have the same ID.") }
    }

    private static func onlyAssertion(in response: XMLElementNode) throws -> XMLElementNode {
        let all = response.all.filter { $0.name == "Assertion" }
        guard all.count == 1, let assertion = response.child("Assertion", of: SAML.assertion) else {
            throw refusal("The SAML response must contain exactly one assertion.")
        }
        return assertion
    }

    private static func requireSuccess(_ response: XMLElementNode) throws {
        guard let status = response.child("Status", of: SAML.protocol)?.child("StatusCode", of: SAML.protocol) else {
            throw refusal("The SAML response has no status.")
        }
        guard status["Value"] != SAML.success else { return }
        let inner = status.children("StatusCode", of: SAML.protocol).first?["Value"]
        let code = (inner ?? status["Value"] ?? "").split(separator: ":").last.map(String.init) ?? ""
        throw AuthError.providerRefused(code: declined.contains(code) ? "access_denied" : PageRefusal.code(code))
    }

    /// The second-level status codes by which identity providers say that the person declined or could not sign in.
    private static let declined: Set<String> = ["AuthnFailed", "RequestDenied"]

    /// Verifies all signatures.
    ///
    /// - Returns: The assertion, read from the signed bytes.
    private static func signedAssertion(of response: XMLElementNode, keys: [XMLSignatureCertificate]) throws -> XMLElementNode {
        let assertion = try onlyAssertion(in: response)
        var signatures = 0
        func signed(_ element: XMLElementNode) throws -> Data? {
            let found = element.children("Signature", of: SAML.signature)
            guard let signature = found.first else { return nil }
            guard found.count == 1 else { throw refusal("An element of the SAML response is signed twice.") }
            signatures += 1
            return try XMLSignature(signature, of: element).verify(element, with: keys)
        }
        let whole = try signed(response)
        let part = try signed(assertion)
        guard response.all.filter({ $0.name == "Signature" }).count == signatures else {
            throw refusal("The SAML response has a signature where none belongs.")
        }
        if let whole { return try onlyAssertion(in: try XMLText(whole).root) }
        guard let part else { throw refusal("Neither the SAML response nor its assertion is signed.") }
        return try XMLText(part).root
    }

    private static func assertion(_ element: XMLElementNode) throws -> SAMLAssertion {
        guard element.isNamed("Assertion", of: SAML.assertion), element["Version"] == "2.0",
            let issuer = element.child("Issuer", of: SAML.assertion)?.trimmed,
            let subject = element.child("Subject", of: SAML.assertion),
            let name = subject.child("NameID", of: SAML.assertion), let value = name.content
        else { throw refusal("The SAML assertion has no issuer, or no subject with a NameID.") }
        let confirmations = subject.children("SubjectConfirmation", of: SAML.assertion)
        guard confirmations.count <= mostValues, element.children("Conditions", of: SAML.assertion).count <= 1 else {
            throw refusal("The SAML assertion has too many conditions or confirmations.")
        }
        return SAMLAssertion(
            id: element["ID"] ?? "", issuer: issuer, nameID: SAMLAssertion.NameID(value: value, format: name["Format"]),
            confirmations: try confirmations.map(confirmation),
            conditions: try element.child("Conditions", of: SAML.assertion).map(conditions),
            sessionEnds: try element.children("AuthnStatement", of: SAML.assertion).map { try time($0["SessionNotOnOrAfter"]) },
            attributes: try attributes(of: element))
    }

    private static func confirmation(_ element: XMLElementNode) throws -> SAMLAssertion.Confirmation {
        let data = element.child("SubjectConfirmationData", of: SAML.assertion)
        return SAMLAssertion.Confirmation(
            method: element["Method"] ?? "", recipient: data?["Recipient"], inResponseTo: data?["InResponseTo"],
            notBefore: try time(data?["NotBefore"]), notOnOrAfter: try time(data?["NotOnOrAfter"]))
    }

    private static func conditions(_ element: XMLElementNode) throws -> SAMLAssertion.Conditions {
        let known = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"]
        let restrictions = element.children("AudienceRestriction", of: SAML.assertion)
        return SAMLAssertion.Conditions(
            notBefore: try time(element["NotBefore"]), notOnOrAfter: try time(element["NotOnOrAfter"]),
            audiences: restrictions.map { $0.children("Audience", of: SAML.assertion).compactMap(\.trimmed) },
            unknown: element.children.first { $0.namespace != SAML.assertion || !known.contains($0.name) }?.name)
    }

    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` for a time that cannot be read, which would otherwise set no bound.
    private static func time(_ text: String?) throws -> Timestamp? {
        guard let text else { return nil }
        guard text.hasSuffix("Z"), let time = Timestamp(rfc3339: text) else {
            throw refusal("The SAML assertion has a time that is not in UTC.")
        }
        return time
    }

    private static func attributes(of element: XMLElementNode) throws -> [SAMLAssertion.Attribute] {
        let found = element.children("AttributeStatement", of: SAML.assertion)
            .flatMap { $0.children("Attribute", of: SAML.assertion) }
        guard found.count <= mostAttributes else { throw refusal("The SAML assertion has too many attributes.") }
        return try found.map { attribute in
            let name = attribute["Name"] ?? ""
            // A value that is not text has no form here.
            let values = attribute.children("AttributeValue", of: SAML.assertion).compactMap(\.content)
            let isSound =
                (1...longestName).contains(name.utf8.count) && name.isStreamSafe && values.count <= mostValues
                && values.allSatisfy { $0.utf8.count <= longestValue && $0.isStreamSafe }
            guard isSound else { throw refusal("The SAML assertion has an attribute that is too long or malformed.") }
            return SAMLAssertion.Attribute(name: name, values: values)
        }
    }
}

import VinculaCore

/// A parser of untrusted bytes, with the invariants that must hold for every input it accepts.
///
/// libFuzzer calls these with generated inputs (`make fuzz`); the ordinary tests call them with the files in `Fuzz/Corpus`.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// Request bodies.
    case json
    /// Tokens, their claims, and key sets.
    case jwt
    /// Proofs of the key that a session is bound to, and the addresses that they are for.
    case proof
    case email
    /// A provider's response as sent by the client.
    case postBody = "postbody"
    /// Phone numbers, refresh tokens, base64url, IP addresses, custom claims.
    case identifiers
    /// The URLs that email links continue to.
    case continueURL = "continueurl"
    /// A project's own email templates.
    case templates
    /// A SAML identity provider's answer, and its metadata.
    case saml
    /// The first message of a TLS connection.
    case clientHello = "clienthello"

    /// Runs a parser on an input.
    ///
    /// - Throws: ``BrokenInvariant`` if results contradict each other or break a guarantee.
    package func run(_ input: [UInt8]) throws {
        // These parsers receive single strings only through the other ones, which reject a string that is not stream-safe.
        if ![.json, .jwt, .proof, .postBody, .saml, .clientHello].contains(self),
            !String(decoding: input, as: UTF8.self).isStreamSafe
        {
            return
        }
        switch self {
        case .json: try JSONTarget.run(input)
        case .jwt: try JSONWebTokenTarget.run(input)
        case .proof: try ProofTarget.run(input)
        case .email: try EmailTarget.run(input)
        case .postBody: try PostBodyTarget.run(input)
        case .identifiers: try IdentifierTarget.run(input)
        case .continueURL: try ContinueURLTarget.run(input)
        case .templates: try TemplateTarget.run(input)
        case .saml: try SAMLTarget.run(input)
        case .clientHello: try ClientHelloTarget.run(input)
        }
    }
}

/// A violated invariant.
package struct BrokenInvariant: Error, CustomStringConvertible {
    package let description: String
}

/// Throws unless a condition holds.
func demand(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(BrokenInvariant) {
    guard holds else { throw BrokenInvariant(description: sentence()) }
}

extension String {
    /// Returns whether two strings have the same bytes; `==` treats more strings as equal.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

import VinculaCore

/// A parser of strangers' bytes, with what must hold of whatever it takes.
///
/// libFuzzer calls these with inputs that it makes up (`make fuzz`); the ordinary tests call them with the files of
/// `Fuzz/Corpus`.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// Request bodies.
    case json
    /// Tokens, their claims, and key sets.
    case jwt
    case email
    /// What a provider gave the client.
    case postBody = "postbody"
    /// Phone numbers, refresh tokens, base64url, IP addresses, custom claims.
    case identifiers
    /// Where mailed links lead on to.
    case continueURL = "continueurl"
    /// A project's own templates of mails.
    case templates

    /// Feeds a parser.
    ///
    /// - Throws: ``BrokenInvariant`` where an answer contradicts another, or promises what it may not.
    public func run(_ input: [UInt8]) throws {
        // What is single texts, comes to these parsers by way of the others, which refuse such a one.
        if ![.json, .jwt, .postBody].contains(self), !String(decoding: input, as: UTF8.self).isStreamSafe { return }
        switch self {
        case .json: try JSONTarget.run(input)
        case .jwt: try JSONWebTokenTarget.run(input)
        case .email: try EmailTarget.run(input)
        case .postBody: try PostBodyTarget.run(input)
        case .identifiers: try IdentifierTarget.run(input)
        case .continueURL: try ContinueURLTarget.run(input)
        case .templates: try TemplateTarget.run(input)
        }
    }
}

/// What did not hold.
public struct BrokenInvariant: Error, CustomStringConvertible {
    public let description: String
}

/// Demands that something holds.
func demand(_ holds: Bool, _ sentence: @autoclosure () -> String) throws(BrokenInvariant) {
    guard holds else { throw BrokenInvariant(description: sentence()) }
}

extension String {
    /// Whether two texts are the same bytes; `==` calls more texts equal.
    func isExactly(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

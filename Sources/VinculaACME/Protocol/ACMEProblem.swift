package import VinculaCore

/// The reason why an ACME server refuses something (RFC 8555, section 6.7).
package struct ACMEProblem: Error, Hashable, Sendable {
    /// The types that are treated in a way of their own.
    package enum Kind: String, Sendable, CaseIterable {
        case accountDoesNotExist, alreadyReplaced, badCSR, badNonce, badSignatureAlgorithm, caa, connection, dns
        case externalAccountRequired
        case incorrectResponse, invalidContact, malformed, orderNotReady, rateLimited, rejectedIdentifier, serverInternal, tls
        case unauthorized, unsupportedContact, unsupportedIdentifier, userActionRequired
        /// Any other type.
        case other
    }

    private static let prefix = "urn:ietf:params:acme:error:"
    private static let mostSubproblems = 10

    package let kind: Kind
    /// The server's own words, printable and short; empty if it gives none.
    package let detail: String

    package init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    /// Reads a problem document. It may be of any shape, because it is never more than words.
    package init(_ json: JSONValue) {
        let type = json["type"]?.string ?? ""
        kind = type.hasPrefix(Self.prefix) ? Kind(rawValue: String(type.dropFirst(Self.prefix.count))) ?? .other : .other
        var words = [json["detail"]?.string ?? ""]
        if case .array(let others)? = json["subproblems"] {
            words += others.prefix(Self.mostSubproblems).compactMap { $0["detail"]?.string }
        }
        detail = Self.printable(words.filter { !$0.isEmpty }.joined(separator: "; "))
    }

    /// A text of the server's as part of a message: one line, at most 400 characters.
    static func printable(_ text: String) -> String {
        let shown = text.unicodeScalars.prefix(400).map { scalar -> Character in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: " "
            default: Character(scalar)
            }
        }
        var words = String(shown).split(separator: " ").joined(separator: " ")
        while words.hasSuffix(".") { words.removeLast() }
        return words
    }
}

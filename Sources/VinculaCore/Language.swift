/// A language that mails and pages are available in.
package enum Language: String, Hashable, Sendable, Codable, CaseIterable {
    case english = "en"
    case spanish = "es"
    case italian = "it"
    case french = "fr"
    case german = "de"
    case portuguese = "pt"

    /// Finds the language that a tag (BCP 47: `pt-BR`, `pt_BR`, `PT`) begins with.
    ///
    /// - Returns: `nil` for a language that is not available.
    package init?(tag: String) {
        let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first.map { $0.lowercased() }
        guard let primary, let language = Language(rawValue: primary) else { return nil }
        self = language
    }

    /// Finds the language that a reader prefers.
    ///
    /// - Parameter header: `Accept-Language` (RFC 9110 §12.5.4).
    /// - Returns: `nil` if none of the reader's languages is available.
    package init?(acceptLanguage header: String) {
        let wishes = header.split(separator: ",").prefix(32).compactMap { part -> (language: Language, weight: Double)? in
            let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            guard let tag = pieces.first, let language = Language(tag: String(tag)) else { return nil }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return weight > 0 ? (language, weight) : nil
        }
        // Of equal weights the first wins.
        guard let best = wishes.map(\.weight).max(), let wish = wishes.first(where: { $0.weight == best }) else { return nil }
        self = wish.language
    }
}

/// The texts of mails and pages, which exist in every language.
package protocol Translated {
    static var english: Self { get }
    static var spanish: Self { get }
    static var italian: Self { get }
    static var french: Self { get }
    static var german: Self { get }
    static var portuguese: Self { get }
}

extension Translated {
    package static func of(_ language: Language) -> Self {
        switch language {
        case .english: english
        case .spanish: spanish
        case .italian: italian
        case .french: french
        case .german: german
        case .portuguese: portuguese
        }
    }
}

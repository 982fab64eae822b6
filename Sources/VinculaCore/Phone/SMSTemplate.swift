/// The text of a message with a code: `%LOGIN_CODE%` and `%APP_NAME%` stand for the code and the app's name, as in Firebase.
package struct SMSTemplate: Hashable, Sendable, Codable {
    /// The reason why a template is refused.
    package enum Fault: String, Error, Hashable, Sendable, CaseIterable {
        /// `%LOGIN_CODE%` is missing, or there twice.
        case code
        /// A placeholder that does not exist.
        case placeholder
        /// A control character, a character of no width, or a run of combining marks. Line breaks are allowed.
        case character
        /// The message could have more than three segments.
        case tooLong
    }

    /// The greatest number of segments of a message; each is paid for.
    package static let mostSegments = 3
    /// The greatest length of the app's name in a message, in UTF-16 units; the rest is cut off.
    package static let longestName = 30

    private static let code = "%LOGIN_CODE%"
    private static let name = "%APP_NAME%"

    /// The template as it was set.
    package let text: String

    /// Takes a template that a project sets.
    package init(_ text: String) throws(Fault) {
        guard text.utf8.count <= 1024 else { throw .tooLong }
        guard text.isStreamSafe, text.unicodeScalars.allSatisfy({ $0 == "\n" || !Self.isInvisible($0) }) else { throw .character }
        guard text.ranges(of: Self.code).count == 1 else { throw .code }
        let rest = text.replacing(Self.code, with: "").replacing(Self.name, with: "")
        guard rest.firstMatch(of: /%[A-Za-z_]+%/) == nil else { throw .placeholder }
        self.text = text
        // The longest of what may be filled in, in the wider alphabet.
        let longest = filled(code: "000000", appName: String(repeating: "\u{416}", count: Self.longestName))
        guard SMSLength(longest).segments <= Self.mostSegments else { throw .tooLong }
    }

    /// A template of ours.
    private init(standard text: String) { self.text = text }

    /// The text in a language; all fit into one segment with a name of 30 characters of GSM's alphabet, for which Spanish
    /// and Portuguese do without the accents that it lacks.
    package static func standard(_ language: Language) -> SMSTemplate {
        switch language {
        case .english: SMSTemplate(standard: "%LOGIN_CODE% is your code for %APP_NAME%. Never give it to anyone.")
        case .spanish: SMSTemplate(standard: "%LOGIN_CODE% es tu clave para %APP_NAME%. No se la des a nadie.")
        case .italian: SMSTemplate(standard: "%LOGIN_CODE% è il tuo codice per %APP_NAME%. Non darlo a nessuno.")
        case .french: SMSTemplate(standard: "%LOGIN_CODE% est votre code pour %APP_NAME%. Ne le donnez à personne.")
        case .german: SMSTemplate(standard: "%LOGIN_CODE% ist dein Code für %APP_NAME%. Gib ihn niemandem weiter.")
        case .portuguese: SMSTemplate(standard: "Use %LOGIN_CODE% para entrar em %APP_NAME%. Nunca o diga a outra pessoa.")
        }
    }

    /// Fills in the template.
    ///
    /// - Parameters:
    ///   - code: The digits.
    ///   - appName: The app's name; made one line, and cut off after ``longestName`` units.
    func filled(code: String, appName: String) -> String {
        // In one pass: a name may look like a placeholder.
        let name = Self.cut(appName)
        return text.split(separator: Self.code, omittingEmptySubsequences: false)
            .map { $0.replacing(Self.name, with: name) }
            .joined(separator: code)
    }

    private static func cut(_ name: String) -> String {
        var cut = ""
        var units = 0
        for character in String(String.UnicodeScalarView(name.unicodeScalars.prefix(4 * longestName).filter { !isInvisible($0) }))
        {
            units += character.utf16.count
            guard units <= longestName else { break }
            cut.append(character)
        }
        return cut.trimming { $0 == " " }
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        default: false
        }
    }

    package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension String {
    fileprivate func trimming(_ isTrimmed: (Character) -> Bool) -> String {
        String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
    }
}

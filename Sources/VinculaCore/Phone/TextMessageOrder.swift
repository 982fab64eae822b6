/// A text message with a code, as facts; its text is written when it is sent.
package struct TextMessageOrder: Hashable, Sendable, Codable {
    package let number: PhoneNumber
    /// The digits.
    package let code: String
    package let language: Language
    package let lastLine: TextMessage.LastLine

    package init(number: PhoneNumber, code: String, language: Language, lastLine: TextMessage.LastLine = .none) {
        self.number = number
        self.code = code
        self.language = language
        self.lastLine = lastLine
    }
}

/// A project's settings for phone numbers and text messages.
package struct PhoneSettings: Hashable, Sendable, Codable {
    /// The greatest ceiling that a project may set.
    package static let mostMessages = 1_000_000

    /// True if people may sign in with a phone number.
    package var isEnabled = false
    /// Numbers with fixed codes, to which nothing is sent.
    package var testNumbers = TestPhoneNumbers()
    /// The regions that messages are sent to.
    package var regions = SMSRegionPolicy.off
    /// The number of messages that may be sent in a day (UTC).
    package var messagesPerDay = 1000
    /// True if messages are in the language that the requester's app or browser asks for; otherwise they are in the project's.
    package var usesDeviceLanguage = true
    /// The project's own texts, by language.
    package var templates: [String: SMSTemplate] = [:]
    /// The proof that a request for a message needs; `nil` for the server's default.
    package var appVerification: AppVerification?

    package init() {}

    /// The text of messages in a language: the project's own, or ours.
    package func template(_ language: Language) -> SMSTemplate { templates[language.rawValue] ?? .standard(language) }
}

import VinculaCore
import VinculaEngine

/// A message that projects may have texts of their own for: a kind of mail, or the text message with a code.
enum MessageTemplate: Hashable, Sendable {
    case mail(MailKind)
    case text

    static let all = MailKind.allCases.map(MessageTemplate.mail) + [.text]

    /// The name in addresses and among the console's texts.
    var name: String {
        switch self {
        case .mail(let kind): kind.rawValue
        case .text: "textMessage"
        }
    }

    init?(name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// Indicates whether a project has a text of its own in a language.
    func isOwn(in language: Language, _ settings: ProjectSettings) -> Bool {
        switch self {
        case .mail(let kind): settings.email.templates[kind.rawValue]?[language.rawValue] != nil
        case .text: settings.phone.templates[language.rawValue] != nil
        }
    }
}

extension EmailSettings {
    /// Sets a project's own text of a mail in one language; an empty one restores the standard.
    mutating func set(_ template: Template, of kind: MailKind, in language: Language) {
        let isEmpty = template == Template()
        templates[kind.rawValue, default: [:]][language.rawValue] = isEmpty ? nil : template
        if templates[kind.rawValue]?.isEmpty == true { templates[kind.rawValue] = nil }
    }
}

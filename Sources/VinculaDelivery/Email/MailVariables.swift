import VinculaCore

/// What a mail's templates can name. All of it is plain text; HTML is made by escaping.
struct MailVariables: Sendable {
    static let names = [
        "app", "email", "newEmail", "displayName", "provider", "link", "disownLink", "digits", "validity", "language",
    ]

    private(set) var values: [String: String]

    init(_ order: MailOrder, _ settings: EmailSettings, texts: MailTexts, language: Language) {
        values = ["app": settings.appName ?? order.project, "language": language.rawValue]
        values["email"] = order.email?.value
        // Nobody proved to own the mailbox that this mail goes to: it need not learn a stranger's address.
        values["newEmail"] = order.kind == .emailChanged ? order.newEmail?.masked : order.newEmail?.value ?? "–"
        values["displayName"] = order.displayName.map(Self.harmless)
        values["provider"] = order.provider.map { ProviderID($0).title }
        values["link"] = order.link
        values["disownLink"] = order.disownLink
        values["digits"] = order.digits
        values["validity"] = order.validForSeconds.map { texts.validity(seconds: $0) }
    }

    /// A name that a stranger wrote, so that it can be read in a mail and nothing more: no link, no markup, no template.
    static func harmless(_ name: String) -> String {
        var plain = ""
        var follows = false
        for scalar in name.unicodeScalars.prefix(100) {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.properties.isJoinControl
            guard isWord || " '’-.,()".unicodeScalars.contains(scalar) else { continue }
            // Mail programs make links of words with a dot between them.
            if follows, isWord { plain += " " }
            plain.unicodeScalars.append(scalar)
            follows = scalar == "."
        }
        return plain
    }
}

extension MailTexts {
    /// A time in words: hours up to a day, then days.
    func validity(seconds: Int64) -> String {
        let hours = max(1, seconds / 3600)
        guard hours >= 24 else { return hours == 1 ? hour : self.hours.replacing("{{count}}", with: "\(hours)") }
        let days = hours / 24
        return days == 1 ? day : self.days.replacing("{{count}}", with: "\(days)")
    }
}

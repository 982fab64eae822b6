import VinculaCore

/// The variables of a mail's templates. All values are plain text, and are escaped in HTML.
struct MailVariables: Sendable {
    static let names = [
        "app", "email", "newEmail", "displayName", "provider", "link", "disownLink", "digits", "validity", "language", "time",
        "place", "device", "removed",
    ]

    private(set) var values: [String: String]

    init(_ order: MailOrder, _ settings: EmailSettings, texts: MailTexts, language: Language) {
        values = ["app": settings.appName ?? order.project, "language": language.rawValue]
        values["email"] = order.email?.value
        // The recipient's mailbox was never proven: this mail must not reveal a stranger's address.
        values["newEmail"] = order.kind == .emailChanged ? order.newEmail?.masked : order.newEmail?.value ?? "–"
        values["displayName"] = order.displayName.map(Self.harmless)
        values["provider"] = order.provider.map { ProviderID($0).title }
        values["link"] = order.link
        values["disownLink"] = order.disownLink
        values["digits"] = order.digits
        values["validity"] = order.validForSeconds.map { texts.validity(seconds: $0) }
        if let event = order.event {
            values["time"] = event.at.text(language)
            if !event.isPlaceUntold {
                values["place"] = event.address ?? texts.unknown
                values["device"] = event.device.map(texts.name) ?? texts.unknown
            }
        }
        if let removed = order.removed, !removed.isEmpty {
            values["removed"] = removed.map(texts.name).joined(separator: ", ")
        }
    }

    /// A name that a stranger wrote, reduced to readable text: no link, no markup, no template.
    static func harmless(_ name: String) -> String {
        var plain = ""
        var follows = false
        for scalar in name.unicodeScalars.prefix(100) {
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar.properties.isJoinControl
            guard isWord || " '’-.,()".unicodeScalars.contains(scalar) else { continue }
            // Mail programs turn words with a dot between them into links.
            if follows, isWord { plain += " " }
            plain.unicodeScalars.append(scalar)
            follows = scalar == "."
        }
        return plain
    }
}

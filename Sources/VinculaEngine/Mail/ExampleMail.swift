import Foundation
package import VinculaCore

extension MailOrder {
    private static let eventTime = Timestamp(seconds: 1_800_000_000)
    private static let device = ClientDevice(program: .firefox, system: .windows)

    /// Returns a mail with made-up values, which only shows what a project's mails look like.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - language: The language.
    ///   - to: The recipient; `nil` for a made-up one.
    ///   - project: The project's ID.
    ///   - server: The URL at which clients reach the server; its link leads there and does nothing.
    ///   - settings: The project's settings.
    package static func example(
        _ kind: MailKind, _ language: Language, to: EmailAddress? = nil, project: String, server: String,
        _ settings: ProjectSettings
    ) -> MailOrder {
        let email = EmailAddress(canonical: "ada@example.com")
        var order = MailOrder(kind, project: project, to: to ?? email)
        order.language = language
        order.email = email
        order.newEmail = EmailAddress(canonical: "ada.lovelace@example.org")
        order.displayName = "Ada Lovelace"
        order.provider = "google.com"
        if !kind.isAskedFor { order.event = MailEvent(at: eventTime, address: "192.0.2.1", device: device) }
        if kind == .recoveryCodeUsed { order.codesLeft = 7 }
        if kind == .accountRecovered { order.removed = [.password, .wayIn(.google)] }
        if let purpose = ActionCodePurpose.allCases.first(where: { MailKind($0) == kind }) {
            order.link = "\(server)/__/auth/action?mode=example&oobCode=AN-EXAMPLE-THAT-DOES-NOTHING"
            order.validForSeconds = purpose.lifetimeSeconds
            if settings.email.digitsEnabled, purpose.mayBeTyped { order.digits = "123456" }
        }
        if kind == .verifyEmail { order.disownLink = order.link.map { $0 + "&answer=no" } }
        return order
    }
}

extension RenderedMail {
    /// Returns the mail with a label in its subject, and a notice above the text and the HTML.
    ///
    /// - Parameters:
    ///   - label: The label, such as `Test`.
    ///   - notice: The notice, as plain text.
    package func marked(_ label: String, notice: String) -> RenderedMail {
        var mail = self
        mail.subject = "[\(label)] \(subject)"
        mail.text = "[\(notice)]\n\n\(text)"
        let box =
            "<p style=\"margin:0 0 16px;padding:8px;border:2px dashed #a15c00;font:14px sans-serif\">\(HTMLText.escaped(notice))</p>\n"
        // A project's own template may be a fragment without a body of its own.
        let body = html.range(of: "<body[^>]*>\n?", options: [.regularExpression, .caseInsensitive])
        mail.html.insert(contentsOf: box, at: body?.upperBound ?? html.startIndex)
        return mail
    }
}

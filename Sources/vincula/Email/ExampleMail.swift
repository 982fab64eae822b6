import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine
import VinculaProviders

/// A mail that only shows what the project's mails look like, with a notice that says so.
struct ExampleMail {
    enum Purpose: String {
        case test = "Test"
        case preview = "Preview"

        /// The notice above the mail.
        var notice: String {
            switch self {
            case .test: "This is a test, sent by `vincula email test`. Nobody requested it; its link and code do nothing."
            case .preview: "This is a preview, made by `vincula email preview`. Nothing was sent; its link and code do nothing."
            }
        }
    }

    private static let eventTime = Timestamp(seconds: 1_800_000_000)
    private static let device = ClientDevice(program: .firefox, system: .windows)

    let purpose: Purpose
    let configuration: ServerConfiguration
    let settings: ProjectSettings

    /// Renders a mail with made-up values and the project's own templates.
    ///
    /// - Parameter to: The recipient; `nil` for a made-up one.
    func render(_ kind: MailKind, _ language: Language, to: EmailAddress? = nil) throws -> RenderedMail {
        try MailTemplates(catalogue: BuiltInProvider.catalogue)
            .render(order(kind, language, to: to), settings.email, page: settings.page).marked(as: purpose)
    }

    private func order(_ kind: MailKind, _ language: Language, to: EmailAddress?) -> MailOrder {
        let email = EmailAddress(canonical: "ada@example.com")
        var order = MailOrder(kind, project: configuration.project, to: to ?? email)
        order.language = language
        order.email = email
        order.newEmail = EmailAddress(canonical: "ada.lovelace@example.org")
        order.displayName = "Ada Lovelace"
        order.provider = "google.com"
        if !kind.isAskedFor { order.event = MailEvent(at: Self.eventTime, address: "192.0.2.1", device: Self.device) }
        if kind == .recoveryCodeUsed { order.codesLeft = 7 }
        if kind == .accountRecovered { order.removed = [.password, .wayIn(.google)] }
        if let purpose = ActionCodePurpose.allCases.first(where: { MailKind($0) == kind }) {
            order.link = "\(configuration.clientURL)/__/auth/action?mode=example&oobCode=AN-EXAMPLE-THAT-DOES-NOTHING"
            order.validForSeconds = purpose.lifetimeSeconds
            if settings.email.digitsEnabled, purpose.mayBeTyped { order.digits = "123456" }
        }
        if kind == .verifyEmail { order.disownLink = order.link.map { $0 + "&answer=no" } }
        return order
    }
}

extension ServerConfiguration {
    /// The URL at which clients reach the server: the public URL, or else the address that it listens on.
    fileprivate var clientURL: String { publicURL ?? "http://\(authority(port: port))" }
}

extension RenderedMail {
    /// The mail with its purpose in the subject, and a notice above the text and the HTML.
    func marked(as purpose: ExampleMail.Purpose) -> RenderedMail {
        var mail = self
        mail.subject = "[\(purpose.rawValue)] \(subject)"
        mail.text = "[\(purpose.notice)]\n\n\(text)"
        let box =
            "<p style=\"margin:0 0 16px;padding:8px;border:2px dashed #a15c00;font:14px sans-serif\">\(purpose.notice)</p>\n"
        // A project's own template may be a fragment without a body of its own.
        let body = html.range(of: "<body[^>]*>\n?", options: [.regularExpression, .caseInsensitive])
        mail.html.insert(contentsOf: box, at: body?.upperBound ?? html.startIndex)
        return mail
    }
}

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

    let purpose: Purpose
    let configuration: ServerConfiguration
    let settings: ProjectSettings

    /// Renders a mail with made-up values and the project's own templates.
    ///
    /// - Parameter to: The recipient; `nil` for a made-up one.
    func render(_ kind: MailKind, _ language: Language, to: EmailAddress? = nil) throws -> RenderedMail {
        let order = MailOrder.example(
            kind, language, to: to, project: configuration.project, server: configuration.clientURL, settings)
        return try MailTemplates(catalogue: BuiltInProvider.catalogue).render(order, settings.email, page: settings.page)
            .marked(purpose.rawValue, notice: purpose.notice)
    }
}

extension ServerConfiguration {
    /// The URL at which clients reach the server: the public URL, or else the address that it listens on.
    fileprivate var clientURL: String { publicURL ?? "http://\(authority(port: port))" }
}

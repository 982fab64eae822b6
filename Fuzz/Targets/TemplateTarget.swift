import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// A project's own email template. An accepted template must render, whatever the names of people are.
enum TemplateTarget {
    /// A name that would act as markup, a header or a template if it were not escaped.
    private static let name = "<b id=canary>{{link}}&{{{link}}}"

    static func run(_ input: [UInt8]) throws {
        let source = String(decoding: input, as: UTF8.self)
        let templates = MailTemplates()
        let template = EmailSettings.Template(subject: source, text: source, html: source)
        guard (try? templates.check(template)) != nil else { return }
        var settings = EmailSettings()
        settings.appName = name
        settings.templates[MailKind.signIn.rawValue] = [Language.english.rawValue: template]
        var order = MailOrder(.signIn, project: "demo", to: EmailAddress(canonical: "ada@example.com"))
        order.language = .english
        order.link = "https://auth.example/?canary"
        order.digits = "123456"
        order.displayName = name
        let mail: RenderedMail
        do {
            mail = try templates.render(order, settings)
        } catch {
            throw BrokenInvariant(description: "An accepted template cannot be rendered: \(error)")
        }
        // The template itself may contain the canary.
        guard !source.contains("<b id=canary>") else { return }
        try demand(!mail.html.contains("<b id=canary>"), "A name is rendered as markup: \(mail.html)")
    }
}

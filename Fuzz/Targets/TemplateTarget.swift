import Foundation
import VinculaCore
import VinculaDelivery
import VinculaEngine

/// A project's own template for a mail. What is taken must write a mail, whatever people are called.
enum TemplateTarget {
    /// A name that would be markup, a header or a template where it is not a value.
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
            throw BrokenInvariant(description: "A template that was taken writes no mail: \(error)")
        }
        // The template itself may say it.
        guard !source.contains("<b id=canary>") else { return }
        try demand(!mail.html.contains("<b id=canary>"), "A name is markup: \(mail.html)")
    }
}

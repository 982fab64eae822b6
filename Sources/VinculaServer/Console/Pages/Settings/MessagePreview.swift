import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// Documents for the frame of a preview.
///
/// A template is an editor's HTML, and others look at it. The document has an origin of its own (`sandbox`), runs no script, sends
/// no form, and loads nothing but the project's logo.
extension ConsoleContext {
    /// Returns a message with made-up values as its recipient sees it.
    func preview(_ template: LocalTemplate, _ settings: ProjectSettings) -> Response {
        switch template.message {
        case .mail(let kind):
            let order = MailOrder.example(
                kind, template.language, project: scope.project, server: options.address.url, settings)
            guard let mail = try? engine.mailRenderer.render(order, settings.email, page: settings.page) else {
                return unreadable(Reason(text: texts["template.tooLong"], language: nil))
            }
            return frame(whole(mail), pictures: settings.page.logoOrigin)
        case .text:
            let message = TextMessage(
                settings.phone.template(template.language), code: "123456", appName: settings.pageName(of: scope.project))
            let count = texts("template.segments", ["count": "\(SMSLength(message.text).segments)"])
            return frame(document("<pre style=\"white-space:pre-wrap\">\(message.text)</pre><p>\(count)</p>"))
        }
    }

    /// Returns the document that says why there is no preview.
    func unreadable(_ reason: Reason) -> Response {
        frame(document("<p lang=\"\((reason.language ?? language).rawValue)\">\(reason.text)</p>"))
    }

    /// The mail with its subject above it and its plain text below it.
    private func whole(_ mail: RenderedMail) -> String {
        let style: HTML = "style=\"margin:0;padding:12px;background:#fff;color:#1b1d22;font:15px/1.5 sans-serif\""
        let head: HTML = """
            <div \(style)><b>\(texts["template.subject"]):</b> \(mail.subject)<br><b>\(texts["from"]):</b> \(mail.senderName)</div>
            """
        let foot: HTML = """
            <div \(style)><b>\(texts["template.plain"])</b>\
            <pre style="white-space:pre-wrap;overflow-wrap:anywhere">\(mail.text)</pre></div>
            """
        var html = mail.html
        let start = html.range(of: "<body", options: .caseInsensitive).flatMap { html[$0.upperBound...].firstIndex(of: ">") }
        let place = start.map { html.index(after: $0) } ?? html.startIndex
        html.insert(contentsOf: head.text, at: place)
        let end = html.range(of: "</body", options: [.caseInsensitive, .backwards])?.lowerBound ?? html.endIndex
        html.insert(contentsOf: foot.text, at: end)
        return html
    }

    private func document(_ body: HTML) -> String {
        let text: HTML = """
            <!doctype html>
            <html lang="\(language.rawValue)"><head><meta charset="utf-8"><title>\(texts["preview"])</title></head>
            <body style="margin:0;padding:12px;background:#fff;color:#1b1d22;font:15px/1.5 sans-serif">\(body)</body></html>

            """
        return text.text
    }

    /// - Parameter pictures: The origin that pictures may come from, besides the document itself.
    private func frame(_ html: String, pictures: String? = nil) -> Response {
        var headers = HTTPFields()
        let sources = (["data:"] + [pictures].compactMap(\.self)).joined(separator: " ")
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; img-src \(sources); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'self'; sandbox"
        return Answer.text(html, type: "text/html; charset=utf-8", headers: headers)
    }
}

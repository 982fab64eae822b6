import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/emulator/inbox`: lists the mails and text messages that a development server would have sent.
    func inbox(_ call: Call) async throws -> Response {
        let mails = try await engine.outbox.keptMails()
        let texts = try await engine.outbox.keptTexts()
        let rows = mails.map { message, mail -> HTML in
            """
            <tr><td>\(message.createdAt.text(.english))</td><td>\(mail.to.value)</td>\
            <td><a href="/emulator/inbox/\(message.id)">\(mail.subject)</a></td><td>\(message.scope.project)</td></tr>
            """
        }.joined()
        let textRows = texts.map { message, text -> HTML in
            """
            <tr><td>\(message.createdAt.text(.english))</td><td>\(text.to.value)</td><td><pre>\(text.text)</pre></td>\
            <td>\(message.scope.project)</td></tr>
            """
        }.joined()
        let textTable: HTML =
            texts.isEmpty
            ? ""
            : """
            <h2>Text messages</h2>
            <table><thead><tr><th scope="col">Date</th><th scope="col">To</th><th scope="col">Text</th>\
            <th scope="col">Project</th></tr></thead><tbody>\(textRows)</tbody></table>
            """
        let mailTable: HTML =
            mails.isEmpty
            ? "<p>No emails yet. Request one in your app, and reload this page.</p>"
            : """
            <table><thead><tr><th scope="col">Date</th><th scope="col">To</th><th scope="col">Subject</th>\
            <th scope="col">Project</th></tr></thead><tbody>\(rows)</tbody></table>
            """
        return page("Inbox", "\(mailTable)\n\(textTable)").response()
    }

    /// `/emulator/inbox/{mail}`: shows one mail as a mail program does.
    func inboxMail(_ call: Call) async throws -> Response {
        guard let (message, mail) = try await engine.outbox.keptMail(call.parameters.get("mail") ?? "") else {
            throw RequestRefusal.notFound
        }
        let body: HTML = """
            <table><tbody>
            <tr><th scope="row">From</th><td>\(mail.senderName)</td></tr>
            <tr><th scope="row">To</th><td>\(mail.to.value)</td></tr>
            <tr><th scope="row">Date</th><td>\(message.createdAt.text(.english))</td></tr>
            </tbody></table>
            <p></p>
            <iframe title="The email" src="/emulator/inbox/\(message.id)/html" \
            sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>
            <h2>As plain text</h2>
            <pre>\(mail.text)</pre>
            <p><a href="/emulator/inbox">All emails</a></p>
            """
        var page = page(mail.subject, body)
        page.frames = true
        return page.response()
    }

    /// `/emulator/inbox/{mail}/html`: the mail's HTML alone, for the frame in its page.
    func inboxMailHTML(_ call: Call) async throws -> Response {
        guard let (_, mail) = try await engine.outbox.keptMail(call.parameters.get("mail") ?? "") else {
            throw RequestRefusal.notFound
        }
        var headers = HTTPFields()
        // A template may contain anything; here it runs no script and loads nothing but images. Links open in the whole
        // window.
        headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; "
            + "frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups"
        let html = mail.html.replacing("<head>", with: "<head><base target=\"_top\">", maxReplacements: 1)
        return Answer.text(html, type: "text/html; charset=utf-8", headers: headers)
    }

    private func page(_ title: String, _ body: HTML) -> HostedPage {
        HostedPage(
            language: .english, title: title, body: body, banner: PageTexts.english.developmentServer, isWide: true)
    }
}

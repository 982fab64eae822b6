import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    private static let inboxPath = "/emulator/inbox"

    /// `/emulator/inbox`: lists the mails and text messages that a development server would have sent; `POST` deletes them.
    func inbox(_ call: Call) async throws -> Response {
        if call.method == .post {
            guard !call.isCrossSite else { throw RequestRefusal.foreignOrigin }
            guard try FormFields(call.body).byName["action"] == "clear" else {
                throw AuthError.invalidArgument("The action must be clear.")
            }
            try await engine.outbox.clearKept()
            return Response(status: .seeOther, headers: [.location: Self.inboxPath, .cacheControl: "no-store"])
        }
        let language = inboxLanguage(call)
        let filter = InboxPage.Filter(call.query)
        // The page's script asks every two seconds, and most of the time nothing has come.
        var ids: [String] = []
        for channel in [OutboxMessage.Channel.mail, .text] {
            ids += try await engine.outbox.messages(.kept, channel: channel, limit: Self.mostMessages).map(\.id)
        }
        let tag = InboxPage.tag(ids, language, filter)
        if call.headers[.ifNoneMatch] == "\"\(tag)\"" { return Response(status: .notModified) }
        let mails = try await engine.outbox.keptMails(limit: Self.mostMessages).map(InboxMessage.init)
        let texts = try await engine.outbox.keptTexts(limit: Self.mostMessages).map(InboxMessage.init)
        let messages = (mails + texts).sorted { $0.createdAt > $1.createdAt }
        return InboxPage(language: language, filter: filter, messages: messages, tag: tag, now: engine.clock.now).page.response()
    }

    /// `/emulator/inbox/{mail}`: shows one mail as a mail program does, and as plain text.
    func inboxMail(_ call: Call) async throws -> Response {
        guard let kept = try await engine.outbox.keptMail(call.parameters.get("mail") ?? "") else {
            throw RequestRefusal.notFound
        }
        let language = inboxLanguage(call)
        let texts = InboxTexts.of(language)
        let (id, mail) = (kept.message.id, kept.mail)
        let body: HTML = """
            <table><tbody>
            <tr><th scope="row">\(texts.from)</th><td>\(mail.senderName)</td></tr>
            <tr><th scope="row">\(texts.to)</th><td>\(mail.to.value)</td></tr>
            <tr><th scope="row">\(texts.date)</th><td>\(kept.message.createdAt.text(language))</td></tr>
            </tbody></table>
            <div id="s-\(id)">\(InboxMessage(kept).uses(texts))</div>
            <iframe title="\(texts.theEmail)" src="\(Self.inboxPath)/\(id)/html" \
            sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>
            <h2>\(texts.asPlainText)</h2>
            <pre>\(mail.text)</pre>
            <p id="live" class="unseen" role="status"></p>
            <p><a href="\(Self.inboxPath)">\(texts.allMessages)</a></p>
            """
        var page = HostedPage(
            language: language, title: mail.subject, body: body, banner: PageTexts.of(language).developmentServer, isWide: true)
        page.script = .devtools
        page.frames = true
        return page.response()
    }

    /// `/emulator/inbox/{mail}/html`: the mail's HTML alone, for the frame in its page.
    func inboxMailHTML(_ call: Call) async throws -> Response {
        guard let mail = try await engine.outbox.keptMail(call.parameters.get("mail") ?? "")?.mail else {
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

    private static let mostMessages = 200

    private func inboxLanguage(_ call: Call) -> Language { call.query.language ?? call.language ?? .english }
}

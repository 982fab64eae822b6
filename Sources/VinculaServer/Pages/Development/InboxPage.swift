import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The messages that a development server kept, newest first, with a filter.
struct InboxPage: Sendable {
    /// The reader's choice of messages.
    struct Filter: Hashable, Sendable {
        /// The value of ``kind`` for text messages.
        static let textKind = "text"
        private static let longest = 254

        /// A part of the address, the number or the subject; empty for any.
        let wanted: String
        /// A kind of mail or ``textKind``; empty for any.
        let kind: String

        init(_ query: QueryParameters) {
            wanted = String((query["q"] ?? "").prefix(Self.longest)).trimmingCharacters(in: .whitespaces)
            kind = String((query["kind"] ?? "").prefix(Self.longest))
        }

        func takes(_ message: InboxMessage) -> Bool {
            (kind.isEmpty || kind == message.kind)
                && (wanted.isEmpty || [message.to, message.subject].contains { $0.localizedCaseInsensitiveContains(wanted) })
        }
    }

    let language: Language
    let filter: Filter
    let messages: [InboxMessage]
    /// Changes with the list.
    let tag: String
    let now: Timestamp

    private var texts: InboxTexts { .of(language) }

    /// Returns the tag of a list: the same for the same messages in the same language by the same filter.
    static func tag(_ ids: [String], _ language: Language, _ filter: Filter) -> String {
        Data((ids + [language.rawValue, filter.wanted, filter.kind]).joined(separator: "\n").utf8).sha256.base64URL
    }

    var page: HostedPage {
        let shown = messages.filter(filter.takes)
        var page = HostedPage(
            language: language, title: texts.title, body: body(shown), banner: PageTexts.of(language).developmentServer,
            isWide: true)
        page.script = .devtools
        page.connects = true
        page.namesOrigin = true
        return page
    }

    private func body(_ shown: [InboxMessage]) -> HTML {
        let rows = shown.map { $0.row(language, now: now) }.joined()
        let nothing = messages.isEmpty ? texts.nothing : texts.nothingFound
        return """
            \(tools)
            <p id="nothing"\(shown.isEmpty ? "" : " hidden" as HTML)>\(nothing)</p>
            <p id="live" class="unseen" role="status"></p>
            <ul id="messages" class="messages" data-tag="\(tag)" data-now="\(texts.now)" data-minutes="\(texts.minutes)" \
            data-hours="\(texts.hours)" data-day="\(texts.day)" data-days="\(texts.days)" data-one="\(texts.newMessage)" \
            data-many="\(texts.newMessages)" data-found="\(texts.found)">\(rows)</ul>
            """
    }

    private var tools: HTML {
        let kinds = Set(messages.map(\.kind) + (filter.kind.isEmpty ? [] : [filter.kind]))
            .map { (kind: $0, title: InboxMessage.title(of: $0, language)) }
            .sorted { $0.title.localizedCompare($1.title) == .orderedAscending }
        let options = kinds.map { kind, title -> HTML in
            let chosen: HTML = kind == filter.kind ? " selected" : ""
            return "<option value=\"\(kind)\"\(chosen)>\(title)</option>"
        }.joined()
        return """
            <div class="tools">
            <form method="get" role="search">
            <p><label for="q">\(texts.addressOrSubject)</label>\
            <input id="q" name="q" type="search" value="\(filter.wanted)" autocomplete="off"></p>
            <p><label for="kind">\(texts.kind)</label>\
            <select id="kind" name="kind"><option value="">\(texts.allKinds)</option>\(options)</select></p>
            <button class="quiet">\(texts.filter)</button>
            </form>
            <form method="post" id="clear"\(messages.isEmpty ? " hidden" as HTML : "")>\
            <input type="hidden" name="action" value="clear"><button class="quiet">\(texts.clear)</button></form>
            </div>
            """
    }
}

/// A message in the inbox, whichever way it would have gone.
struct InboxMessage: Sendable {
    let id: String
    let createdAt: Timestamp
    let project: String
    /// A mail's kind, or ``InboxPage/Filter/textKind``.
    let kind: String
    let to: String
    /// Empty for a text message.
    let subject: String
    /// The text of a text message.
    let text: String?
    let code: String?
    let link: String?

    init(_ kept: KeptMail) {
        id = kept.message.id
        createdAt = kept.message.createdAt
        project = kept.message.scope.project
        kind = kept.message.kind.name
        to = kept.mail.to.value
        subject = kept.mail.subject
        text = nil
        code = kept.digits
        link = kept.link
    }

    init(_ kept: KeptText) {
        id = kept.message.id
        createdAt = kept.message.createdAt
        project = kept.message.scope.project
        kind = InboxPage.Filter.textKind
        to = kept.text.to.value
        subject = ""
        text = kept.text.text
        code = kept.code
        link = nil
    }

    /// The name of a kind of message; its code if this version does not know it.
    static func title(of kind: String, _ language: Language) -> String {
        if kind == InboxPage.Filter.textKind { return InboxTexts.of(language).textMessages }
        return ConsoleTexts.of(language).byName["template.\(kind)"] ?? kind
    }

    func row(_ language: Language, now: Timestamp) -> HTML {
        let texts = InboxTexts.of(language)
        let title: HTML =
            text == nil ? "<a href=\"/emulator/inbox/\(id)\">\(subject)</a>" : "\(texts.textMessage)"
        let words: HTML = text.map { "<pre class=\"text\">\($0)</pre>" } ?? ""
        return """
            <li id="m-\(id)" data-subject="\(subject.isEmpty ? texts.textMessage : subject)" data-to="\(to)">
            <h2 id="s-\(id)">\(title)</h2>
            <p class="meta">\(texts.to) <span class="whole" title="\(to)">\(to)</span> · \(time(language, now: now)) · \
            \(kind == InboxPage.Filter.textKind ? "" : "<span title=\"\(kind)\">\(Self.title(of: kind, language))</span> · " as HTML)\
            <span class="whole">\(project)</span></p>
            \(words)\(uses(texts))
            </li>

            """
    }

    /// The code and the link, ready to be used.
    func uses(_ texts: InboxTexts) -> HTML {
        guard code != nil || link != nil else { return "" }
        let typed: HTML =
            code.map { code in
                """
                <span>\(texts.code) <code id="c-\(id)">\(code)</code></span> \
                <button type="button" class="small quiet" hidden data-copy="c-\(id)" data-copied="\(texts.copied)" \
                aria-describedby="s-\(id)">\(texts.copy)</button>
                """
            } ?? ""
        let opened: HTML =
            link.map { link in
                "<a class=\"button small\" href=\"\(link)\" rel=\"noreferrer\" aria-describedby=\"s-\(id)\">\(texts.openLink)</a>"
            } ?? ""
        return "<p class=\"uses\">\(typed)\(opened)</p>"
    }

    private func time(_ language: Language, now: Timestamp) -> HTML {
        """
        <time datetime="\(createdAt.rfc3339)" data-at="\(String(createdAt.milliseconds))" title="\(createdAt.text(language))">\
        \(InboxTexts.of(language).ago(createdAt, now: now))</time>
        """
    }
}

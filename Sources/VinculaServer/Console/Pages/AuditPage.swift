import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import VinculaCore
import VinculaEngine

/// The audit log: of a project, and for owners of all projects that of the whole server, with what operators did.
extension ConsoleSite {
    static let audit: [ConsoleRoute] = [
        .page("/projects/{project}/audit", .act(.seeHistory)) { context in
            let filter = try await ConsoleAuditFilter(context, project: context.scope.project)
            return .view(try await context.auditView(filter))
        },
        .page("/projects/{project}/audit.jsonl", .act(.seeHistory)) { context in
            .raw(try await context.auditDownload(try await ConsoleAuditFilter(context, project: context.scope.project)))
        },
    ]

    static let serverAudit: [ConsoleRoute] = [
        .page("/audit", .act(.seeServerHistory)) { context in
            let filter = try await ConsoleAuditFilter(context, project: nil)
            return .view(try await context.auditView(filter))
        },
        .page("/audit.jsonl", .act(.seeServerHistory)) { context in
            .raw(try await context.auditDownload(try await ConsoleAuditFilter(context, project: nil)))
        },
        .form("/audit/verify", .act(.verifyHistory)) { context in
            context.engine.auditCheck.begin(context.engine.auditLog, clock: context.engine.clock)
            return .goTo("\(root)/audit", notice: .checkBegun)
        },
    ]
}

/// A search in the audit log as the form of a page has it.
struct ConsoleAuditFilter: Sendable {
    /// The longest text of a field, in bytes.
    private static let longest = 256
    /// The number of records on a page.
    static let mostRecords = 50

    /// The fields as they are given, without empty ones.
    let fields: [(name: String, value: String)]
    /// The project of the page; `nil` on the server's own.
    let project: String?
    let search: AuditSearch
    /// The operators' emails by their ids.
    let names: [String: String]

    init(_ context: ConsoleContext, project: String?) async throws {
        self.project = project
        names = try await context.engine.operators.names()
        var fields: [(name: String, value: String)] = []
        func field(_ name: String) -> String? {
            let text = String(decoding: (context.call.query[name] ?? "").utf8.prefix(Self.longest), as: UTF8.self)
            guard !text.isEmpty else { return nil }
            fields.append((name, text))
            return text
        }
        var query = AuditQuery(project: project, limit: Self.mostRecords)
        if project == nil { query.project = field("project") }
        query.action = field("action").map { AuditAction($0) }
        query.account = field("account").map { AccountID($0) }
        if let actor = field("operator") {
            query.actor = names.first { $0.value.lowercased() == actor.lowercased() }?.key ?? actor
        }
        query.since = field("since").flatMap { Timestamp(rfc3339: "\($0)T00:00:00Z") }
        let until = field("until").flatMap { Timestamp(rfc3339: "\($0)T00:00:00Z") }?.adding(seconds: 86_400)
        self.fields = fields
        search = AuditSearch(query, before: context.call.query["before"].flatMap { Int64($0) }, until: until)
    }

    /// The value of a field.
    func value(_ name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

    /// Returns the query of a link to the same search.
    ///
    /// - Parameter before: The number before which the records are; `nil` for the beginning.
    func link(_ path: String, before: Int64? = nil) -> String {
        let query = QueryText.encode(fields.map { ($0.name, $0.value) } + (before.map { [("before", "\($0)")] } ?? []))
        return query.isEmpty ? path : "\(path)?\(query)"
    }
}

extension ConsoleContext {
    private func auditPath(_ filter: ConsoleAuditFilter) -> String {
        filter.project.map { ConsoleSite.path(of: $0, "/audit") } ?? "\(ConsoleSite.root)/audit"
    }

    fileprivate func auditView(_ filter: ConsoleAuditFilter) async throws -> ConsoleView {
        let page = try await engine.auditLog.page(filter.search)
        let isServer = filter.project == nil
        let headings = ["number", "time"] + (isServer ? ["project"] : []) + ["what", "who", "account", "details"]
        let rows = page.entries.map { record(of: $0, filter) }
        let found: HTML =
            rows.isEmpty
            ? "<p>\(texts["history.none"])</p>"
            : "<div class=\"records\">\(table(texts["audit.title"], headings, rows))</div>"
        let path = auditPath(filter)
        var links: [HTML] = []
        if filter.search.before != nil { links.append("<a href=\"\(filter.link(path))\">\(texts["pager.first"])</a>") }
        if let next = page.next { links.append("<a href=\"\(filter.link(path, before: next))\">\(texts["pager.older"])</a>") }
        let reached: HTML =
            page.next != nil && rows.count < ConsoleAuditFilter.mostRecords
            ? "<p>\(texts("audit.reached", ["number": "\(page.reached)"]))</p>" : ""
        let pager: HTML = links.isEmpty ? "" : "<nav class=\"pager\" aria-label=\"\(texts["pager"])\">\(links.joined())</nav>"
        let projects = try await isServer ? self.projects() : []
        let check: HTML = isServer ? self.check() : ""
        let body: HTML = """
            <p>\(texts[isServer ? "audit.serverText" : "audit.text"])</p>
            \(check)
            \(form(of: filter, projects))
            \(found)
            \(reached)
            \(pager)
            <p><a href="\(filter.link(path + ".jsonl"))" download>\(texts["audit.download"])</a></p>
            """
        var view = ConsoleView(
            title: texts[isServer ? "audit.serverTitle" : "audit.title"], body: body,
            crumbs: isServer ? [] : crumbs(depth: 1))
        if isServer, case .running = engine.auditCheck.state { view.refreshSeconds = 3 }
        return view
    }

    private func record(of entry: AuditEntry, _ filter: ConsoleAuditFilter) -> [HTML] {
        var row: [HTML] = ["\("\(entry.sequence)")", time(entry.time)]
        if filter.project == nil {
            let name = entry.scope?.project
            row.append("\(name == ProjectScope.operators.project ? texts["nav.operators"] : name ?? texts["audit.server"])")
        }
        let account: HTML =
            entry.account.map { id in
                guard let scope = entry.scope, scope != .operators, allows(.seeAccounts, in: scope.project)
                else { return "\(filter.names[id.value] ?? id.value)" }
                return "<a href=\"\(ConsoleSite.path(of: id, in: scope))\">\(id.value)</a>"
            } ?? "–"
        let address: HTML = entry.clientAddress.map { "<br><span class=\"meta\">\($0)</span>" } ?? ""
        row += [
            words(for: entry.action), "<span class=\"person\">\(who(entry.actor, filter.names))</span>" + address, account,
            details(of: entry),
        ]
        return row
    }

    /// An action in words, with the code by which the command line and the download name it.
    func words(for action: AuditAction) -> HTML {
        "\(texts.name(of: action))<br><code class=\"meta\">\(action.rawValue)</code>"
    }

    /// Returns the name of somebody who did something.
    ///
    /// - Parameter names: The operators' emails by their ids.
    func who(_ actor: AuditActor, _ names: [String: String]) -> String {
        if actor.kind == .consoleOperator { return names[actor.id] ?? actor.id }
        let kind = texts["who.\(actor.kind.rawValue)"]
        return actor.id.isEmpty ? kind : "\(kind) \(actor.id)"
    }

    private func form(of filter: ConsoleAuditFilter, _ projects: [String]) -> HTML {
        func options(_ name: String, _ values: [(value: String, title: String)]) -> HTML {
            let list = ([(value: "", title: texts["audit.any"])] + values).map { each -> HTML in
                let selected: HTML = each.value == filter.value(name) ? " selected" : ""
                return "<option value=\"\(each.value)\"\(selected)>\(each.title)</option>"
            }.joined()
            return "<select id=\"\(name)\" name=\"\(name)\">\(list)</select>"
        }
        let actions = AuditAction.all.map { (value: $0.rawValue, title: texts.name(of: $0)) }
            .sorted { $0.title.localizedCompare($1.title) == .orderedAscending }
        let places =
            [(value: ProjectScope.operators.project, title: texts["nav.operators"])] + projects.map { (value: $0, title: $0) }
        let project: HTML =
            filter.project == nil
            ? "<div><label for=\"project\">\(texts["project"])</label>\(options("project", places))</div>" : ""
        let limits: HTML = " maxlength=\"128\" autocomplete=\"off\""
        return """
            <form class="search" role="search" action="\(auditPath(filter))">
            \(project)
            <div><label for="action">\(texts["what"])</label>\(options("action", actions))</div>
            <div>\(field("account", "audit.account", value: filter.value("account"), limits))</div>
            <div>\(field("operator", "audit.operator", value: filter.value("operator"), limits))</div>
            <div>\(field("since", "audit.since", type: "date", value: filter.value("since")))</div>
            <div>\(field("until", "audit.until", type: "date", value: filter.value("until")))</div>
            <button>\(texts["users.find"])</button>
            </form>
            """
    }

    // MARK: Verification

    private func check() -> HTML {
        let state: HTML
        var button: HTML = form("\(ConsoleSite.root)/audit/verify", texts["check.begin"])
        switch engine.auditCheck.state {
        case .never: state = "<p>\(texts["check.never"])</p>"
        case .running(let done, let all):
            button = ""
            state = """
                <p>\(texts("check.running", ["done": "\(done)", "all": "\(all)"]))</p>
                <progress aria-label="\(texts["check.progress"])" max="\("\(max(1, all))")" value="\("\(done)")"></progress>
                """
        case .failed(let moment): state = "<p class=\"error\">\(texts("check.failed", ["time": moment.text(language)]))</p>"
        case .finished(let verdict, let moment):
            let values = ["count": "\(verdict.count)", "time": moment.text(language)]
            guard let fault = verdict.fault else {
                let end: HTML = verdict.end.map { "<p>\(texts["check.end"])<br><code>\($0.description)</code></p>" } ?? ""
                return "<section><h2>\(texts["check.title"])</h2><p>\(texts("check.intact", values))</p>\(end)\(button)</section>"
            }
            state = "<p class=\"error\">\(texts("check.broken", values)) \(words(fault))</p>"
        }
        return "<section><h2>\(texts["check.title"])</h2>\(state)\(button)</section>"
    }

    private func words(_ fault: AuditFault) -> String {
        switch fault {
        case .missing(let from, let to): texts("fault.missing", ["from": "\(from)", "to": "\(to)"])
        case .changed(let number): texts("fault.changed", ["number": "\(number)"])
        case .misplaced(let number): texts("fault.misplaced", ["number": "\(number)"])
        case .inserted(let number): texts("fault.inserted", ["number": "\(number)"])
        case .anchorIsGone(let number): texts("fault.anchorIsGone", ["number": "\(number)"])
        case .endForged: texts["fault.endForged"]
        case .keyIsGone: texts["fault.keyIsGone"]
        case .waitingForged: texts["fault.waitingForged"]
        case .unprotected: texts["fault.unprotected"]
        }
    }

    // MARK: Download

    /// The records of a search as JSON lines, read in steps while they are sent.
    fileprivate func auditDownload(_ filter: ConsoleAuditFilter) async throws -> Response {
        let (log, names) = (engine.auditLog, filter.names)
        var search = filter.search
        search.query.limit = 1000
        let start = search
        let body = ResponseBody { writer in
            var download = AuditDownload(start) { try await log.page($0) }
            while let lines = try await download.next({ JSONValue.object($0.object(names)).text }) {
                if !lines.isEmpty { try await writer.write(ByteBuffer(string: lines)) }
            }
            try await writer.finish(nil)
        }
        let name = filter.project.map { $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } } ?? "server"
        let headers: HTTPFields = [
            .contentType: "application/jsonl; charset=utf-8", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"audit-\(name).jsonl\"",
        ]
        return Response(status: .ok, headers: headers, body: body)
    }
}

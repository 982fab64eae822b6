import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// A request to the console as its pages see it.
struct ConsoleContext: Sendable {
    let call: Call
    /// The operator; `nil` for somebody who has not signed in.
    let visit: ConsoleVisit?
    /// The engine on behalf of the operator, whom the audit log names.
    let engine: AuthEngine
    /// The engine on behalf of the operator as the owner of their own account.
    let ownEngine: AuthEngine
    /// The fields of a form; empty for pages.
    var fields: [String: String]
    let language: Language
    let options: ServerOptions
    let cookie: ConsoleCookie
    /// The session's cookie: as received, or that of the session that has just replaced it.
    let session: String?
    /// The imports of files.
    let imports: ConsoleImports

    var texts: ConsoleTexts { .of(language) }

    /// The values of `Cookie`.
    var cookies: [String] { call.headers[values: .cookie] }

    /// The project of the path; `nil` if it has none.
    var project: String? { call.parameters.get("project") == nil ? nil : call.scope.project }

    /// The project of a page below `projects/{project}`, and its tenant below `tenants/{tenant}`.
    var scope: ProjectScope { ProjectScope(project: call.scope.project, tenant: tenant ?? "") }

    /// The tenant of the path; `nil` if it has none.
    var tenant: String? {
        guard let text = call.parameters.get("tenant").map({ PercentEncoding.decoded($0.utf8) }) else { return nil }
        // No tenant has such an id.
        return TenantID.isWellFormed(text) ? text : "-"
    }

    /// The account's id in the path.
    var accountID: AccountID {
        let text = call.parameters.get("user").map { PercentEncoding.decoded($0.utf8) } ?? ""
        return AccountID(AccountID.isWellFormed(text) ? text : "")
    }

    /// Indicates whether the operator may do something here.
    func allows(_ act: ConsoleAct) -> Bool { allows(act, in: project) }

    func allows(_ act: ConsoleAct, in project: String?) -> Bool {
        visit.map { !$0.isForEnrollment && OperatorRights.allows(act, to: $0.grant, in: project) } ?? false
    }

    /// The path of a page of the project.
    func path(_ rest: String = "") -> String { ConsoleSite.path(of: call.scope.project, rest) }

    /// The path of a page about the accounts of the project, or of the tenant.
    func accountsPath(_ rest: String) -> String { ConsoleSite.path(of: scope, rest) }

    /// The projects that the operator may see, sorted.
    func projects() async throws -> [String] {
        guard let visit else { return [] }
        return Set(try await engine.projects.listProjects() + [options.project]).filter(visit.grant.reach.contains).sorted()
    }

    // MARK: Pages that ask for themselves again

    private static let refreshField = "refresh"

    /// Indicates whether a page asked for itself again, which nobody did.
    static func isRefresh(_ call: Call) -> Bool { call.query[refreshField] == "1" }

    /// The address at which the page asks for itself again.
    var addressOfRefresh: String {
        let kept = call.query.pairs.filter { $0.name != Self.refreshField }.map { name, value in
            "\(QueryText.escaped(name))=\(QueryText.escaped(value))"
        }
        return call.path + "?" + (kept + ["\(Self.refreshField)=1"]).joined(separator: "&")
    }

    // MARK: HTML

    /// Returns a form with the session's token and one button.
    ///
    /// - Parameters:
    ///   - path: The path that it is sent to.
    ///   - button: The button's text.
    ///   - label: What the button is called for those who do not see what it belongs to; `nil` for its text.
    ///   - isQuiet: `true` for a button that is not the main one.
    ///   - isDanger: `true` for a button that destroys something.
    ///   - fields: What is in the form besides.
    func form(
        _ path: String, _ button: String, label: String? = nil, isQuiet: Bool = true, isDanger: Bool = false,
        _ fields: HTML = ""
    ) -> HTML {
        let name: HTML = label.map { " aria-label=\"\($0)\"" } ?? ""
        let look: HTML = isDanger ? " class=\"quiet danger\"" : isQuiet ? " class=\"quiet\"" : ""
        return """
            <form method="post" action="\(path)"><input type="hidden" name="token" value="\(visit?.formToken ?? "")">\
            \(fields)<button\(look)\(name)>\(button)</button></form>
            """
    }

    /// Returns a labelled field.
    ///
    /// - Parameters:
    ///   - name: The field's name and id.
    ///   - text: The name of its label's text.
    ///   - type: The type of the input.
    ///   - value: Its value.
    ///   - more: More attributes.
    ///   - problem: What is wrong with a field of the form, which may be this one.
    func field(
        _ name: String, _ text: String, type: String = "text", value: String = "", _ more: HTML = "", problem: FieldProblem? = nil
    ) -> HTML {
        """
        <label for="\(name)">\(texts[text])</label>\
        <input id="\(name)" name="\(name)" type="\(type)" value="\(value)"\(more)\(FieldProblem.marks(problem, of: name))>\
        \(FieldProblem.words(problem, of: name))
        """
    }

    /// Returns a table whose cells follow each other on narrow screens, each with its heading.
    ///
    /// - Parameters:
    ///   - caption: What the table is about, for those who do not see where it is.
    ///   - headings: The names of the headings' texts; an empty one for buttons.
    ///   - rows: The cells of each row.
    func table(_ caption: String, _ headings: [String], _ rows: [[HTML]]) -> HTML {
        let titles = headings.map { $0.isEmpty ? "" : texts[$0] }
        let head = titles.map { title -> HTML in title.isEmpty ? "<td></td>" : "<th scope=\"col\">\(title)</th>" }.joined()
        let body = rows.map { cells -> HTML in
            let row = zip(titles, cells).enumerated().map { index, cell -> HTML in
                index == 0
                    ? "<th scope=\"row\" data-title=\"\(cell.0)\">\(cell.1)</th>"
                    : "<td data-title=\"\(cell.0)\">\(cell.1)</td>"
            }
            return "<tr>\(row.joined())</tr>"
        }.joined()
        return "<table><caption class=\"away\">\(caption)</caption><thead><tr>\(head)</tr></thead><tbody>\(body)</tbody></table>"
    }

    /// Returns a time, or a dash.
    func time(_ time: Timestamp?) -> HTML { time.map { "<span class=\"time\">\($0.shortText(language))</span>" } ?? "–" }

    /// Returns a text that people chose, which may be written from right to left.
    func chosen(_ text: String?) -> HTML { text.map { "<bdi>\($0)</bdi>" } ?? "–" }
}

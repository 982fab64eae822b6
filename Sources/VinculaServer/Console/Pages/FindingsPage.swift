import VinculaCore
import VinculaEngine

/// What `vincula doctor` says about the running server, with what mends it.
extension ConsoleSite {
    /// The age from which on a visit looks again, in seconds.
    private static let oldFindings = 600.0

    static let findings: [ConsoleRoute] = [
        .page("/findings", .act(.seeFindings)) { context in
            guard let findings = context.options.findings else {
                return .view(
                    ConsoleView(title: context.texts["findings.title"], body: "<p>\(context.texts["findings.none"])</p>"))
            }
            let clock = context.engine.clock
            let state = findings.state
            switch state {
            case .finished(_, let moment) where abs(clock.now.seconds(since: moment)) <= oldFindings: break
            case .running, .late: break
            case .never, .finished:
                findings.begin { clock.now }
                // They may be done already; what they found is on the page that loads itself again.
                return .view(context.findingsView(.running))
            }
            return .view(context.findingsView(state))
        },
        .form("/findings", .act(.seeFindings)) { context in
            let clock = context.engine.clock
            context.options.findings?.begin { clock.now }
            return .goTo("\(root)/findings", notice: .checkBegun)
        },
    ]

    /// Indicates whether there is a page below a project's.
    fileprivate static func hasPage(_ rest: String) -> Bool {
        rest.hasPrefix("/settings/one/") || all.contains { $0.path == "/projects/{project}\(rest)" }
    }

    /// The names of the texts of pages that mend something.
    fileprivate static let mending = [
        "/methods": "nav.methods", "/providers": "nav.providers", "/settings/delivery": "delivery.title", "/keys": "nav.keys",
    ]
}

extension ConsoleContext {
    fileprivate func findingsView(_ state: ServerFindings.State) -> ConsoleView {
        var view = ConsoleView(title: texts["findings.title"], body: "<p>\(texts["findings.text"])</p>")
        let again = form("\(ConsoleSite.root)/findings", texts["findings.again"])
        switch state {
        case .never, .running:
            view.body += "<p>\(texts["findings.running"])</p><progress aria-label=\"\(texts["findings.running"])\"></progress>"
            view.refreshSeconds = 2
        case .late(let moment):
            view.error = texts("findings.late", ["time": moment.text(language)])
            view.body += again
        case .finished(let found, let moment):
            let bad = found.count { $0.level == .bad }
            let summary = bad == 0 ? texts["findings.noProblem"] : texts("findings.problems", ["count": "\(bad)"])
            // What is to be done comes first.
            let order: [ServerFinding.Level] = [.bad, .note, .good]
            let rows = order.flatMap { level in found.filter { $0.level == level } }.enumerated().map {
                index, finding -> [HTML] in
                [
                    "<span class=\"level \(finding.level.rawValue)\">\(texts["findings.\(finding.level.rawValue)"])</span>",
                    "<span lang=\"en\">\(finding.text)</span>", remedy(finding.remedy, "remedy-\(index)"),
                ]
            }
            view.body += """
                <p>\(texts("findings.at", ["time": moment.text(language)])) <strong>\(summary)</strong></p>
                \(again)
                \(table(texts["findings.title"], ["state", "findings.what", ""], rows))
                """
        }
        return view
    }

    /// - Parameter id: The id of a text to copy.
    private func remedy(_ remedy: ServerFinding.Remedy?, _ id: String) -> HTML {
        switch remedy {
        case nil: return ""
        case .turnOnEmail(let project):
            guard allows(.changeSignInMethods, in: project) else { return "" }
            return form(
                ConsoleSite.path(of: project, "/methods"), texts["findings.turnOnEmail"],
                label: texts("findings.turnOnEmail.label", ["project": project]),
                "<input type=\"hidden\" name=\"method\" value=\"email\"><input type=\"hidden\" name=\"on\" value=\"yes\">")
        case .page(let page, let project):
            let rest = ConsoleSite.hasPage(page) ? page : ""
            let title = ConsoleSite.mending[rest].map { "\(texts[$0]) (\(project))" }
            return """
                <a href="\(ConsoleSite.path(of: project, rest))">\(title ?? texts("findings.open", ["project": project]))</a>
                """
        case .command(let command):
            return "\(texts["findings.command"])<br>" + copied(command, of: command, id: id)
        case .setting(let name):
            return "\(texts["findings.setting"])<br>" + copied(name, of: name, id: id)
        }
    }
}

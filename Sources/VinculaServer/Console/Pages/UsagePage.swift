import VinculaCore
import VinculaEngine

/// The use of a project over time, as pictures with their numbers.
extension ConsoleSite {
    static let usage: [ConsoleRoute] = [
        .page("/projects/{project}/usage", .act(.seeUsage)) { context in
            let texts = context.texts
            let period = context.call.query["period"].flatMap(UsagePeriod.init) ?? .days
            let report = try await context.engine.usageReports.report(period, of: context.scope.project)
            let links = UsagePeriod.allCases.map { each -> HTML in
                let current: HTML = each == period ? " aria-current=\"page\"" : ""
                return
                    "<a href=\"\(context.path("/usage"))?period=\(each.rawValue)\"\(current)>\(texts["period.\(each.rawValue)"])</a>"
            }.joined()
            let charts = ConsoleUsage.allCases.map { context.chart($0, report).html }.joined()
            let body: HTML = """
                <p>\(texts["usage.text"])</p>
                <nav class="pager" aria-label="\(texts["period"])">\(links)</nav>
                \(charts)
                """
            return .view(ConsoleView(title: texts["usage.title"], body: body, crumbs: context.crumbs(depth: 1)))
        }
    ]
}

/// A picture of the page.
enum ConsoleUsage: String, CaseIterable, Sendable {
    case signIns, signUps, failures, messages, sessions, accounts

    var kinds: Set<UsageKind> {
        switch self {
        case .signIns: [.signIn]
        case .signUps: [.signUp]
        case .failures: [.failure, .limited]
        case .messages: [.mail, .text]
        case .sessions: [.session]
        case .accounts: [.accounts]
        }
    }
}

extension ConsoleContext {
    /// A picture of a report.
    func chart(_ usage: ConsoleUsage, _ report: UsageReport) -> UsageChart {
        var series = report.series(of: usage.kinds)
        // Limits and mails are of many kinds; here their number counts.
        for kind in [UsageKind.limited, .mail] where usage.kinds.contains(kind) {
            let several = series.filter { $0.kind == kind }
            guard let first = several.first else { continue }
            let sum = first.values.indices.map { place in several.reduce(0) { $0 + $1.values[place] } }
            series = series.filter { $0.kind != kind } + [UsageReport.Series(kind: kind, method: "", values: sum)]
        }
        return UsageChart(
            id: usage.rawValue, title: texts["usage.\(usage.rawValue)"], series, of: report, context: self, name: usageName)
    }

    private func usageName(_ series: UsageReport.Series) -> String {
        switch series.kind {
        case .limited: texts["usage.limited"]
        case .mail: texts["usage.mails"]
        case .text: texts["usage.texts"]
        case .session: texts["usage.sessions"]
        case .accounts: texts["usage.accounts"]
        case .signIn, .signUp, .failure:
            switch series.method {
            case "password": texts["method.email"]
            case "emailLink": texts["method.emailLink"]
            case "phone": texts["method.phone"]
            case "anonymous": texts["method.anonymous"]
            case "custom", "customToken": texts["usage.custom"]
            case "signUp": texts["usage.signUps"]
            case "secondFactor": texts["factors"]
            case "provider": texts["methods.providers"]
            case "other": texts["usage.others"]
            default: engine.catalogue.title(of: ProviderID(series.method))
            }
        }
    }
}

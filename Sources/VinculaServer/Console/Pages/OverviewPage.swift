import VinculaCore
import VinculaEngine

/// The overview of a project: how much it has, what is on, and what is missing.
extension ConsoleSite {
    static let overview: [ConsoleRoute] = [
        .page("/projects/{project}", .act(.seeProject)) { context in
            let (engine, scope, texts) = (context.engine, context.scope, context.texts)
            let settings = try await engine.projects.settings(of: scope.project)
            let accounts = await engine.usageReports.accounts(of: scope.project)
            let report = try await engine.usageReports.report(.days, of: scope.project)
            let keys = try await engine.serviceAccess.apiKeys(of: scope.project).count
            let programs = try await engine.serviceAccess.serviceAccounts(of: scope.project).count
            let offered = try await engine.flows.offered(in: scope)
            let on =
                ConsoleMethod.allCases.filter { $0.isWayIn && $0.isOn(in: settings) }.map { texts["method.\($0.rawValue)"] }
                + offered.map(\.title)

            var warnings: [HTML] = []
            if try await !engine.projects.hasWayIn(to: scope.project) {
                warnings.append(context.warning("closed", mendedBy: ("nav.methods", "/methods"), .seeProject))
            }
            if !engine.sendsMail(settings) {
                warnings.append(context.warning("mail", mendedBy: ("delivery.title", "/settings/delivery"), .seeSettings))
            }
            if keys == 0, !context.options.isDevelopment {
                warnings.append(context.warning("keys", mendedBy: ("nav.keys", "/keys"), .seeKeys))
            }
            if context.options.isDevelopment { warnings.append("<li>\(texts["warning.development"])</li>") }

            let noticed: HTML =
                warnings.isEmpty ? "" : "<h2>\(texts["warnings"])</h2><ul class=\"list\">\(warnings.joined())</ul>"
            func row(_ name: String, _ value: String) -> HTML { "<div><dt>\(texts[name])</dt><dd>\(value)</dd></div>" }
            let body: HTML = """
                \(context.nameForPeople(settings))
                <dl class="numbers">\(context.accounts(accounts))\(row("overview.keys", "\(keys)"))\
                \(row("overview.programs", "\(programs)"))</dl>
                <h2>\(texts["overview.on"])</h2>
                <p>\(on.isEmpty ? texts["overview.nothing"] : on.joined(separator: ", "))</p>
                \(noticed)
                \([ConsoleUsage.signIns, .signUps].map { context.chart($0, report).html }.joined())
                <p><a href="\(context.path("/usage"))">\(texts["overview.usage"])</a></p>
                \(context.projectLinks)
                """
            return .view(ConsoleView(title: scope.project, body: body, crumbs: context.crumbs(depth: 0)))
        }
    ]
}

extension ConsoleContext {
    /// Something that is missing, with a link to the page that mends it for those who may see it.
    fileprivate func warning(
        _ name: String, mendedBy page: (text: String, path: String), _ act: ConsoleAct
    ) -> HTML {
        let link: HTML = allows(act) ? " <a href=\"\(path(page.path))\">\(texts[page.text])</a>" : ""
        return "<li>\(texts["warning.\(name)"])\(link)</li>"
    }

    /// The colon after a label, which French sets apart.
    private var colon: String { language == .french ? "\u{00A0}:" : ":" }

    /// The name that people see, which can be changed, unlike the project's own.
    fileprivate func nameForPeople(_ settings: ProjectSettings) -> HTML {
        let shown = settings.pageName(of: scope.project)
        let name: HTML =
            settings.page.name.map { "<strong><bdi>\($0)</bdi></strong>" } ?? "\(texts("project.unnamed", ["name": shown]))"
        let change: HTML =
            allows(.changeSettings) ? " <a href=\"\(path("/name"))\">\(texts["project.rename"])</a>" : ""
        return "<p>\(texts["project.peopleSee"])\(colon) \(name)\(change)</p>"
    }

    /// The links to what may be done with the project as a whole.
    fileprivate var projectLinks: HTML {
        var links: [HTML] = []
        if allows(.createProject, in: nil) {
            links.append("<li><a href=\"\(ConsoleSite.root)?list=1\">\(texts["project.createTitle"])</a></li>")
        }
        if allows(.deleteProject) {
            links.append("<li><a href=\"\(path("/delete"))\">\(texts["project.delete"])</a></li>")
        }
        return links.isEmpty ? "" : "<h2>\(texts["project"])</h2><ul class=\"list\">\(links.joined())</ul>"
    }

    /// The number of accounts, and its age: to count millions takes seconds.
    fileprivate func accounts(_ known: KnownAccounts?) -> HTML {
        let number = known.map { "\($0.count)" } ?? texts["overview.counting"]
        let age = known.map { max(0, Int(engine.clock.now.seconds(since: $0.countedAt)) / 60) }
        let note = age.map { $0 < 1 ? texts["overview.countedNow"] : texts("overview.counted", ["minutes": "\($0)"]) } ?? ""
        return "<div><dt>\(texts["overview.accounts"])</dt><dd>\(number)</dd><dd class=\"meta\">\(note)</dd></div>"
    }

    /// The pages above one of a project.
    ///
    /// - Parameter depth: 0 for the project itself, 1 for its pages and those of a tenant, 2 for those of an account.
    func crumbs(depth: Int) -> [(title: String, path: String)] {
        var all: [(title: String, path: String)] = [(texts["projects.title"], ConsoleSite.root), (scope.project, path())]
        if let tenant, depth > 0 { all += [(texts["nav.tenants"], path("/tenants")), (tenant, accountsPath(""))] }
        if depth > 1 { all.append((texts["nav.users"], accountsPath("/users"))) }
        return depth == 0 ? Array(all.prefix(1)) : all
    }
}

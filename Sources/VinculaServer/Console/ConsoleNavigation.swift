import VinculaCore
import VinculaEngine

/// The way between the console's pages: links in groups, beside the content where there is room, and else behind a button.
///
/// Without scripts the browser's own `details` opens it.
struct ConsoleNavigation: Sendable {
    /// A page, and the paths of those that belong to it.
    struct Link: Hashable, Sendable {
        /// The name of its text.
        let text: String
        let path: String
        var also: [String] = []
    }

    struct Group: Hashable, Sendable {
        /// A part of its id.
        let name: String
        let title: String
        let links: [Link]
    }

    let context: ConsoleContext
    /// The project whose pages are listed; `nil` for none.
    let project: String?

    private var texts: ConsoleTexts { context.texts }

    /// The groups that have a page for the operator.
    var groups: [Group] { (project.map(groups) ?? []) + [server].filter { !$0.links.isEmpty } }

    private func groups(of project: String) -> [Group] {
        func link(_ text: String, _ rest: String, _ act: ConsoleAct, also: [String] = []) -> Link? {
            guard context.allows(act, in: project) else { return nil }
            return Link(
                text: text, path: ConsoleSite.path(of: project, rest), also: also.map { ConsoleSite.path(of: project, $0) })
        }
        let groups: [(name: String, title: String, links: [Link?])] = [
            (
                "project", project,
                [
                    link("nav.overview", "", .seeProject, also: ["/delete", "/name"]), link("nav.usage", "/usage", .seeUsage),
                    link("nav.settings", "/settings", .seeSettings),
                ]
            ),
            (
                "accounts", texts["group.accounts"],
                [
                    link("nav.users", "/users", .seeAccounts, also: ["/new-user", "/export"]),
                    link("nav.tenants", "/tenants", .seeProject), link("nav.imports", "/imports", .importAccounts),
                ]
            ),
            (
                "signIn", texts["group.signIn"],
                [
                    link("nav.methods", "/methods", .seeProject),
                    link("nav.providers", "/providers", .seeSettings, also: ["/new-provider"]),
                    link("domains.title", "/settings/domains", .seeSettings), link("nav.explain", "/explain", .explainSignIn),
                ]
            ),
            (
                "messages", texts["group.messages"],
                [
                    link("delivery.title", "/settings/delivery", .seeSettings),
                    link("templates.title", "/settings/templates", .seeSettings),
                    link("look.title", "/settings/look", .seeSettings),
                ]
            ),
            (
                "security", texts["group.security"],
                [
                    link("nav.keys", "/keys", .seeKeys, also: ["/service-accounts"]), link("nav.limits", "/limits", .seeLimits),
                    link("nav.audit", "/audit", .seeHistory),
                ]
            ),
        ]
        return groups.map { Group(name: $0.name, title: $0.title, links: $0.links.compactMap(\.self)) }
            .filter { !$0.links.isEmpty }
    }

    /// The pages about the whole server.
    private var server: Group {
        let pages: [(text: String, path: String, act: ConsoleAct)] = [
            ("projects.title", "?list=1", .createProject), ("nav.findings", "/findings", .seeFindings),
            ("nav.operators", "/operators", .seeOperators), ("nav.serverAudit", "/audit", .seeServerHistory),
        ]
        return Group(
            name: "server", title: texts["group.server"],
            links: pages.filter { context.allows($0.act, in: nil) }.map { Link(text: $0.text, path: ConsoleSite.root + $0.path) })
    }

    /// How near a page is to the one that is shown: 0 for none, and the more the longer its path is.
    private func nearness(_ link: Link) -> Int {
        let here = context.call.path
        return ([link.path] + link.also).filter { here == $0 || here.hasPrefix($0 + "/") }.map(\.utf8.count).max() ?? 0
    }

    var html: HTML {
        let groups = groups
        let nearest = groups.flatMap(\.links).map(nearness).max() ?? 0
        let list = groups.map { group -> HTML in
            let links = group.links.map { link -> HTML in
                let isHere = context.call.path == link.path.prefix { $0 != "?" }
                let isNearest = nearest > 0 && nearness(link) == nearest
                let current: HTML =
                    isHere ? " aria-current=\"page\"" : isNearest ? " aria-current=\"true\"" : ""
                return "<li><a href=\"\(link.path)\"\(current)>\(texts[link.text])</a></li>"
            }.joined()
            let id: HTML = "nav-\(group.name)"
            return "<div><p id=\"\(id)\"><bdi>\(group.title)</bdi></p><ul aria-labelledby=\"\(id)\">\(links)</ul></div>"
        }.joined()
        guard !groups.isEmpty else { return "" }
        return """
            <nav class="menu" aria-label="\(texts["nav"])"><details><summary>\(texts["nav.menu"])</summary>\
            <div class="groups">\(list)</div></details></nav>
            """
    }

    /// The way between the pages of a tenant.
    static func ofTenant(_ tenant: String, _ context: ConsoleContext) -> HTML {
        var links = [
            Link(text: "nav.overview", path: context.accountsPath("")),
            Link(
                text: "nav.users", path: context.accountsPath("/users"),
                also: ["/new-user", "/export"].map(context.accountsPath)),
        ]
        if context.allows(.importAccounts) { links.append(Link(text: "nav.imports", path: context.accountsPath("/imports"))) }
        if context.allows(.seeSettings) {
            links.append(
                Link(
                    text: "nav.providers", path: context.accountsPath("/providers"),
                    also: [context.accountsPath("/new-provider")]))
            links.append(Link(text: "nav.settings", path: context.accountsPath("/settings")))
        }
        let here = context.call.path
        let list = links.enumerated().map { index, link -> HTML in
            let isInside = index > 0 && ([link.path] + link.also).contains { here == $0 || here.hasPrefix($0 + "/") }
            let current: HTML =
                here == link.path ? " aria-current=\"page\"" : isInside ? " aria-current=\"true\"" : ""
            return "<li><a href=\"\(link.path)\"\(current)>\(context.texts[link.text])</a></li>"
        }.joined()
        return "<nav class=\"tabs\" aria-label=\"\(context.texts["nav.tenants"]): \(tenant)\"><ul>\(list)</ul></nav>"
    }
}

import HTTPTypes
import VinculaCore
import VinculaEngine

/// The choice of a project in the bar, which leads to the page of the same kind where the other project has it.
///
/// It is a form with a button, so that it works without scripts, and so that somebody who goes through the list by keyboard
/// is not led away by every step.
struct ConsoleSwitcher: Sendable {
    /// The number of projects that it lists.
    static let mostProjects = 200
    /// The field with the page that it is on.
    static let pageField = "page"

    let context: ConsoleContext
    /// The projects that the operator may see.
    let projects: [String]
    /// Indicates whether the page is one of the project in its path.
    let isThere: Bool

    private var texts: ConsoleTexts { context.texts }

    var html: HTML {
        let here = isThere ? context.project : nil
        guard projects.count > 1 else { return only(here) }
        var listed = Array(projects.prefix(Self.mostProjects))
        if let here, !listed.contains(here) { listed.insert(here, at: 0) }
        // On a page of the whole server none of them is chosen.
        let none: HTML = here == nil ? "<option value=\"\" selected>–</option>" : ""
        let options = listed.map { name -> HTML in
            let selected: HTML = name == here ? " selected" : ""
            return "<option\(selected)>\(name)</option>"
        }.joined()
        let page: HTML =
            here == nil ? "" : "<input type=\"hidden\" name=\"\(Self.pageField)\" value=\"\(Self.page(in: context.call.path))\">"
        return """
            <form class="switch" action="\(ConsoleSite.root)/switch">\(page)<label for="switch">\(texts["project"])</label>\
            <select id="switch" name="project">\(none)\(options)</select><button class="quiet">\(texts["show"])</button></form>
            """
    }

    /// The name of the only project, which leads back to it.
    private func only(_ here: String?) -> HTML {
        guard let name = projects.first else { return "" }
        let path = ConsoleSite.path(of: name)
        let current: HTML = context.call.path == path ? " aria-current=\"page\"" : ""
        return "<p class=\"switch\"><span>\(texts["project"])</span> <a href=\"\(path)\"\(current)>\(name)</a></p>"
    }

    /// The part of a path below its project.
    private static func page(in path: String) -> String {
        let parts = path.split(separator: "/").dropFirst(3)
        return parts.isEmpty ? "" : "/" + parts.joined(separator: "/")
    }

    // MARK: Where it leads

    /// Pages that need more than a project, or that are too dangerous to be reached by switching projects.
    private static let excluded: Set<String> = ["/delete", "/keys/restrict"]

    /// The pages that every project has, with who may see them.
    private static let pages: [String: ConsoleAct] = {
        let prefix = "/projects/{project}"
        return ConsoleSite.all.reduce(into: [:]) { pages, route in
            guard route.method == .get, route.path.hasPrefix(prefix), case .act(let act) = route.door else { return }
            let rest = String(route.path.dropFirst(prefix.count))
            // A document in a frame and a download are no pages.
            guard !rest.contains("{"), !rest.hasSuffix("/frame"), !rest.contains("."), !excluded.contains(rest) else { return }
            pages[rest] = act
        }
    }()

    /// The page of another project that is like one of this.
    ///
    /// - Parameters:
    ///   - page: The part of the path below the project, from outside.
    ///   - allows: Tells whether the operator may do something in the other project.
    /// - Returns: The nearest page above that every project has and the operator may see; empty for the overview.
    static func counterpart(of page: String, allows: (ConsoleAct) -> Bool) -> String {
        let one = "/settings/one/"
        if page.hasPrefix(one), ProjectSettingsEditor.setting(String(page.dropFirst(one.count)), inTenant: false) != nil,
            allows(.seeSettings)
        {
            return page
        }
        var parts = page.split(separator: "/").prefix(8)
        while !parts.isEmpty {
            let path = "/" + parts.joined(separator: "/")
            if let act = pages[path] { return allows(act) ? path : "" }
            parts.removeLast()
        }
        return ""
    }
}

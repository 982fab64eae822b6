import VinculaCore
import VinculaEngine

/// The first page: the projects that the operator may see.
extension ConsoleSite {
    /// The number of projects whose names for people the list has: each is a read of its settings.
    private static let mostNamed = 200

    static let projects: [ConsoleRoute] = [
        .page("", .member) { context in
            let names = try await context.projects()
            // Who may create another one finds the form by the path in the trail: it asks for the list.
            let wantsList = context.call.query["list"] != nil && context.allows(.createProject, in: nil)
            if names.count == 1, !wantsList, let name = names.first { return .goTo(path(of: name)) }
            var rows: [[HTML]] = []
            for name in names {
                let shown = rows.count < mostNamed ? try? await context.engine.projects.settings(of: name).page.name : nil
                rows.append(["<a href=\"\(path(of: name))\">\(name)</a>", context.chosen(shown)])
            }
            let body: HTML =
                names.isEmpty
                ? "<p>\(context.texts["projects.none"])</p>"
                : context.table(context.texts["projects.title"], ["project", "project.peopleSee"], rows)
            return .view(ConsoleView(title: context.texts["projects.title"], body: body + context.createProject))
        },
        .page("/switch", .member) { context in
            // A name that the operator may not see, or that does not exist, is refused by the page.
            guard let name = context.call.query["project"], ProjectScope.isProjectID(name) else { return .goTo(root) }
            let page = ConsoleSwitcher.counterpart(of: context.call.query[ConsoleSwitcher.pageField] ?? "") {
                context.allows($0, in: name)
            }
            return .goTo(path(of: name, page))
        },
    ]
}

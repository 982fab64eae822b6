import VinculaCore
import VinculaEngine

/// The first page: the projects that the operator may see.
extension ConsoleSite {
    static let projects: [ConsoleRoute] = [
        .page("", .member) { context in
            let names = try await context.projects()
            // Who may create another one finds the form by the path in the trail: it asks for the list.
            let wantsList = context.call.query["list"] != nil && context.allows(.createProject, in: nil)
            if names.count == 1, !wantsList, let name = names.first { return .goTo(path(of: name)) }
            let list = names.map { name -> HTML in "<li><a href=\"\(path(of: name))\">\(name)</a></li>" }.joined()
            let body: HTML = names.isEmpty ? "<p>\(context.texts["projects.none"])</p>" : "<ul class=\"list\">\(list)</ul>"
            return .view(ConsoleView(title: context.texts["projects.title"], body: body + context.createProject))
        },
        .page("/switch", .member) { context in
            // A name that the operator may not see, or that does not exist, is refused by the page.
            guard let name = context.call.query["project"], ProjectScope.isProjectID(name) else { return .goTo(root) }
            return .goTo(path(of: name))
        },
    ]
}

import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// Creating and deleting projects.
extension ConsoleSite {
    static let projectActs: [ConsoleRoute] = [
        .form("/create-project", .act(.createProject)) { context in
            let name = (context.fields["name"] ?? "").trimmingCharacters(in: .whitespaces)
            try await context.engine.projects.createProject(name)
            return .goTo(path(of: name), notice: .projectCreated)
        },
        .page("/projects/{project}/delete", .act(.deleteProject)) { .view(try await $0.deleteProjectView()) },
        .form("/projects/{project}/delete", .act(.deleteProject)) { context in
            // This server could not start again without it, or would make it anew.
            guard context.scope.project != context.options.project else { throw AuthError.operationNotAllowed(nil) }
            guard context.confirms(context.scope.project) else {
                var view = try await context.deleteProjectView()
                (view.error, view.status) = (context.texts["error.confirmation"], .badRequest)
                return .view(view)
            }
            _ = try await context.engine.projects.deleteProject(context.scope.project)
            await context.imports.removeAll(of: ProjectScope(project: context.scope.project))
            return .goTo(root, notice: .projectDeleted)
        },
    ]
}

extension ConsoleContext {
    fileprivate func deleteProjectView() async throws -> ConsoleView {
        let project = scope.project
        let isOwn = project == options.project
        let keys = try await engine.serviceAccess.apiKeys(of: project).count
        let programs = try await engine.serviceAccess.serviceAccounts(of: project).count
        let text = texts("project.deleteText", ["keys": "\(keys)", "programs": "\(programs)"])
        let body: HTML =
            isOwn
            ? "<p>\(texts["project.isOwn"])</p>"
            : "<p>\(text)</p>" + deletion(path("/delete"), "project.delete", word: project)
        return ConsoleView(title: texts["project.delete"], body: body, crumbs: crumbs(depth: 1))
    }

    /// The form that creates a project; empty for those who may not.
    var createProject: HTML {
        guard allows(.createProject, in: nil) else { return "" }
        return "<h2>\(texts["project.createTitle"])</h2>"
            + form(
                "\(ConsoleSite.root)/create-project", texts["newUser.create"], isQuiet: false,
                field("name", "project.name", " autocomplete=\"off\" spellcheck=\"false\" maxlength=\"128\" required"))
    }
}

import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// Creating, renaming and deleting projects.
extension ConsoleSite {
    static let projectActs: [ConsoleRoute] = [
        .form("/create-project", .act(.createProject)) { context in
            let name = (context.fields["name"] ?? "").trimmingCharacters(in: .whitespaces)
            try await context.engine.projects.createProject(name)
            return .goTo(path(of: name), notice: .projectCreated)
        },
        .page("/projects/{project}/name", .act(.changeSettings)) { .view(try await $0.renameView()) },
        .form("/projects/{project}/name", .act(.changeSettings)) { context in
            let refusal = try await context.refusal {
                guard let setting = ProjectSettingsEditor.setting("vincula.page.name", inTenant: false) else { return }
                try await context.settingsEditor(in: context.scope).set([(setting, [context.given("name")])])
            }
            if let refusal { return .view(try await context.renameView(reason: refusal)) }
            return .goTo(context.path(), notice: .projectRenamed)
        },
        .page("/projects/{project}/delete", .act(.deleteProject)) { .view(try await $0.deleteProjectView()) },
        .form("/projects/{project}/delete", .act(.deleteProject)) { context in
            // This server could not start again without it, or would make it anew.
            guard context.scope.project != context.options.project else {
                var view = try await context.deleteProjectView()
                view.status = .badRequest
                return .view(view)
            }
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
    /// The form for the name that people see. The project's own name, which apps and tokens have, stays for ever.
    fileprivate func renameView(reason: Reason? = nil) async throws -> ConsoleView {
        let kept = try await engine.projects.settings(of: scope.project).page.name ?? ""
        let body: HTML = """
            <p>\(texts("project.renameText", ["project": scope.project]))</p>\(form(
                path("/name"), texts["save"], isQuiet: false,
                line("name", label: texts["look.name"], value: reason == nil ? kept : given("name"), " maxlength=\"200\"")))
            """
        return ConsoleView(
            title: texts["project.rename"], body: body, crumbs: crumbs(depth: 1), error: reason?.text,
            errorLanguage: reason?.language, status: reason == nil ? .ok : .badRequest)
    }

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

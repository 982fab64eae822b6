import HTTPTypes
import VinculaCore

/// The console: every page and form.
///
/// A new page is a file in `Pages/` with its routes, and a line here. Who may use it is a row of `ConsoleAct`.
enum ConsoleSite {
    static let root = "/console"

    static let all: [ConsoleRoute] =
        welcome + signIn + enroll + recoveryCodes + projects + overview + methods + operators
        + settings + migration + domains + templates + delivery + look + providers + providerActs
        + ofAccounts + ofAccounts.map(\.ofTenant) + confirmation + ownAccount + operatorSessions + keys + keyRestrictions
        + tenants + projectActs + usage + audit + serverAudit + limits + explain + findings

    /// Returns the path of a page of a project.
    static func path(of project: String, _ rest: String = "") -> String {
        "\(root)/projects/\(QueryText.escaped(project))\(rest)"
    }

    /// The pages about accounts, which tenants have as well as their project.
    private static let ofAccounts: [ConsoleRoute] = users + newUser + user + userActs + userEdits + liftGuesses + imports + export

    /// Returns the path of a page of a project or tenant.
    static func path(of scope: ProjectScope, _ rest: String = "") -> String {
        path(of: scope.project, (scope.tenant.isEmpty ? "" : "/tenants/\(QueryText.escaped(scope.tenant))") + rest)
    }

    /// Returns the path of a page of an account.
    static func path(of account: AccountID, in project: String, _ rest: String = "") -> String {
        path(of: account, in: ProjectScope(project: project), rest)
    }

    /// Returns the path of a page of an account.
    static func path(of account: AccountID, in scope: ProjectScope, _ rest: String = "") -> String {
        path(of: scope, "/users/\(QueryText.escaped(account.value))\(rest)")
    }
}

extension Routes {
    static let console: [Route] =
        ConsoleSite.all.map { route in
            Route(
                method: route.method, paths: [ConsoleSite.root + route.path], access: .console, served: .toOperators,
                limit: route.limit, takesAssertion: route.takesDocument, takesPart: route.takesPart,
                operation: OpenAPIOperation("console \(route.method) \(route.path)", "A page of the console.", gives: .page)
            ) { $0.console(route) }
        }
        + ConsoleFile.allCases.map { file in
            Route(
                method: .get, paths: [file.path], access: .console, served: .toOperators, limit: .other,
                operation: OpenAPIOperation("console \(file.rawValue)", "A file of the console.", gives: .plainText)
            ) { _ in { file.file.response(to: $0) } }
        }
}

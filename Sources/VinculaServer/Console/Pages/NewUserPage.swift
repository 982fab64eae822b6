import HTTPTypes
import VinculaCore
import VinculaEngine

/// Creating an account.
extension ConsoleSite {
    static let newUser: [ConsoleRoute] = [
        .page("/projects/{project}/new-user", .act(.createAccount)) { .view($0.newUserView()) },
        .form("/projects/{project}/new-user", .act(.createAccount)) { context in
            var new = NewAccount()
            func given(_ name: String) -> String? { context.fields[name].flatMap { $0.isEmpty ? nil : $0 } }
            (new.email, new.password, new.displayName) = (given("email"), given("password"), given("name"))
            new.phoneNumber = given("phone")
            guard new.email != nil || new.phoneNumber != nil else { return .view(context.newUserView(error: .missingEmail)) }
            do {
                let account = try await context.engine.accounts.createAccount(new, in: context.scope)
                return .goTo(path(of: account.id, in: context.scope), notice: .accountCreated)
            } catch let error as AuthError {
                return .view(context.newUserView(error: error))
            }
        },
    ]
}

extension ConsoleContext {
    fileprivate func newUserView(error: AuthError? = nil) -> ConsoleView {
        func kept(_ name: String) -> String { String((fields[name] ?? "").prefix(256)) }
        let inputs: HTML = """
            \(field("email", "email", type: "email", value: kept("email"), " autocomplete=\"off\""))
            \(field("phone", "phone", type: "tel", value: kept("phone"), " autocomplete=\"off\" placeholder=\"+14155550100\""))
            \(field("name", "name", value: kept("name"), " autocomplete=\"off\" maxlength=\"256\""))
            \(field("password", "password.optional", type: "password", " autocomplete=\"new-password\""))
            """
        return ConsoleView(
            title: texts["newUser.title"], body: form(accountsPath("/new-user"), texts["newUser.create"], isQuiet: false, inputs),
            crumbs: crumbs(depth: 2), error: error.map(words), status: error == nil ? .ok : .badRequest)
    }
}

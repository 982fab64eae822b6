import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// Changing an account's data, and its password.
extension ConsoleSite {
    static let userEdits: [ConsoleRoute] = [
        .page("/projects/{project}/users/{user}/edit", .act(.editAccount)) { context in
            .view(context.editView(try await context.engine.accounts.account(context.accountID, in: context.scope)))
        },
        .form("/projects/{project}/users/{user}/edit", .act(.editAccount)) { context in
            let account = try await context.engine.accounts.account(context.accountID, in: context.scope)
            do {
                _ = try await context.engine.accounts.updateAccount(
                    account.id.value, context.edits(of: account), in: context.scope)
                return .goTo(path(of: account.id, in: context.scope), notice: .accountChanged)
            } catch let error as AuthError {
                return .view(context.editView(account, error: error))
            }
        },
        .page(
            "/projects/{project}/users/{user}/password", .act(.setPassword), freshSeconds: ConsoleSession.freshSeconds
        ) { context in
            .view(context.passwordView(try await context.engine.accounts.account(context.accountID, in: context.scope)))
        },
        .form("/projects/{project}/users/{user}/password", .act(.setPassword)) { context in
            let account = try await context.engine.accounts.account(context.accountID, in: context.scope)
            do {
                guard let password = context.fields["password"], !password.isEmpty else { throw AuthError.missingPassword }
                guard account.email != nil else { throw AuthError.missingEmail }
                var update = AccountUpdate()
                update.password = password
                _ = try await context.engine.accounts.updateAccount(account.id.value, update, in: context.scope)
                return .goTo(path(of: account.id, in: context.scope), notice: .accountPasswordSet)
            } catch let error as AuthError {
                return .view(context.passwordView(account, error: error))
            }
        },
    ]
}

extension ConsoleContext {
    /// The changes that the form asks for. What is as it was is left alone, so that two operators do not undo each other.
    fileprivate func edits(of account: Account) -> AccountUpdate {
        func changed(_ name: String, from old: String?) -> String? {
            let new = (fields[name] ?? "").trimmingCharacters(in: .whitespaces)
            return new == old ?? "" ? nil : new
        }
        var update = AccountUpdate()
        update.displayName = changed("name", from: account.displayName)
        update.photoURL = changed("photo", from: account.photoURL)
        if let email = changed("email", from: account.email?.value) {
            if email.isEmpty { update.deleteAttributes.append(.email) } else { update.email = email }
        }
        if let phone = changed("phone", from: account.phone?.value) {
            if phone.isEmpty { update.deleteProviders.append(.phone) } else { update.phoneNumber = phone }
        }
        let isProven = fields["verified"] == "yes"
        if isProven != account.emailVerified || update.email != nil { update.emailVerified = isProven }
        return update
    }

    fileprivate func editView(_ account: Account, error: AuthError? = nil) -> ConsoleView {
        func shown(_ name: String, _ old: String?) -> String { String((fields[name] ?? old ?? "").prefix(2048)) }
        let isProven = error == nil ? account.emailVerified : fields["verified"] == "yes"
        let checked: HTML = isProven ? " checked" : ""
        let off: HTML = " autocomplete=\"off\""
        let inputs: HTML = """
            \(field("name", "name", value: shown("name", account.displayName), off + " maxlength=\"256\""))
            \(field("email", "email", type: "email", value: shown("email", account.email?.value), off))
            <label class="check"><input type="checkbox" name="verified" value="yes"\(checked)> \(texts["edit.verified"])</label>
            \(field("phone", "phone", type: "tel", value: shown("phone", account.phone?.value), off + " placeholder=\"+14155550100\""))
            \(field("photo", "edit.photo", type: "url", value: shown("photo", account.photoURL), off))
            """
        let page = ConsoleUserPage(context: self, account: account)
        return ConsoleView(
            title: texts["edit.title"],
            body: "<p>\(texts["edit.text"])</p>"
                + form(
                    ConsoleSite.path(of: account.id, in: scope, "/edit"), texts["edit.save"], isQuiet: false, inputs),
            crumbs: crumbs(depth: 2) + [(page.name, ConsoleSite.path(of: account.id, in: scope))], error: error.map(words),
            status: error == nil ? .ok : .badRequest)
    }

    fileprivate func passwordView(_ account: Account, error: AuthError? = nil) -> ConsoleView {
        let page = ConsoleUserPage(context: self, account: account)
        let input = field("password", "password.new", type: "password", " autocomplete=\"new-password\" required")
        return ConsoleView(
            title: texts["setPassword.title"],
            body: "<p>\(texts["setPassword.text"])</p>"
                + form(
                    ConsoleSite.path(of: account.id, in: scope, "/password"), texts["setPassword.save"], isQuiet: false, input),
            crumbs: crumbs(depth: 2) + [(page.name, ConsoleSite.path(of: account.id, in: scope))], error: error.map(words),
            status: error == nil ? .ok : .badRequest)
    }
}

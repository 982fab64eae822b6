import ArgumentParser
import VinculaCore
import VinculaEngine

extension AccountArgument {
    /// Changes the account that the argument names.
    ///
    /// - Parameter change: Makes the change from the account as it is.
    /// - Returns: The account after the change.
    /// - Throws: ``ConfigurationError`` with the reason if the change is refused.
    @discardableResult
    func update(_ data: DataFlags, _ change: (Account) throws -> AccountUpdate) async throws -> Account {
        let configuration = try await data.configuration()
        let scope = try tenant.scope(configuration)
        return try await Installation.useProject(configuration) { engine in
            let account = try await engine.accounts.account(named: account, in: scope)
            let update = try change(account)
            return try await AccountRefusal.described {
                try await engine.accounts.updateAccount(account.id.value, update, in: scope).account
            }
        }
    }
}

extension Account {
    /// The account's id, and its email in brackets.
    var title: String { id.value + (email.map { " (\($0.value))" } ?? "") }
}

import VinculaCore
import VinculaEngine

extension AccountAdministration {
    /// Finds the account with an id, email or phone number.
    ///
    /// - Throws: ``ConfigurationError`` if there is none.
    func account(named name: String, in scope: ProjectScope) async throws -> Account {
        var search = AccountSearch()
        search.ids = [name]
        search.emails = [name]
        search.phoneNumbers = [name]
        guard let account = try await findAccounts(search, in: scope).first else {
            throw ConfigurationError(
                description: "No account in project \(scope.project) has the id, email or phone number \(name).")
        }
        return account
    }
}

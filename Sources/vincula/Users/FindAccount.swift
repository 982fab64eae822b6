import VinculaCore
import VinculaEngine

extension AccountAdministration {
    /// Finds the account with an id, email or phone number.
    ///
    /// - Throws: ``ConfigurationError`` if there is none, or more than one.
    func account(named name: String, in scope: ProjectScope) async throws -> Account {
        var search = AccountSearch()
        search.ids = [name]
        search.emails = [name]
        search.phoneNumbers = [name]
        let found = try await TenantRefusal.described { [search] in try await findAccounts(search, in: scope) }
        // An id may look like somebody else's email: apps choose ids, and some let people do so.
        guard found.count < 2 else {
            let ids = found.map { Table.printable($0.id.value) }.joined(separator: " and ")
            throw ConfigurationError(
                description:
                    "\(Table.printable(name)) names several accounts of project \(scope.project): one by its id, another "
                    + "by its email or phone number. Their ids: \(ids). Change one of them through the REST API.")
        }
        guard let account = found.first else {
            throw ConfigurationError(
                description:
                    "No account in \(scope.tenant.isEmpty ? "" : "tenant \(scope.tenant) of ")project \(scope.project) has "
                    + "the id, email or phone number \(name).")
        }
        return account
    }
}

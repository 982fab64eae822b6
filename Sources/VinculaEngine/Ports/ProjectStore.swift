package import VinculaCore

/// A project that was created, with its size.
package struct ProjectSummary: Hashable, Sendable {
    package let id: String
    /// `nil` if it was never created: a project of `--dev`.
    package let createdAt: Timestamp?
    package let accounts: Int
    package let apiKeys: Int
    package let serviceAccounts: Int

    package init(id: String, createdAt: Timestamp?, accounts: Int, apiKeys: Int, serviceAccounts: Int) {
        self.id = id
        self.createdAt = createdAt
        self.accounts = accounts
        self.apiKeys = apiKeys
        self.serviceAccounts = serviceAccounts
    }
}

/// Read access to the projects that were created.
package protocol ProjectReads {
    /// Indicates whether a project was created.
    func hasProject(_ id: String) throws -> Bool
    /// A project's size, whether it was created or not.
    ///
    /// - Parameters:
    ///   - id: The project.
    ///   - accounts: The number of its accounts; see ``ReadTransaction/countAccounts(in:withTenants:after:limit:)``.
    func projectSummary(_ id: String, accounts: Int) throws -> ProjectSummary
}

/// Write access to them.
package protocol ProjectWrites: ProjectReads {
    /// - Returns: `false` if the project exists.
    func insertProject(_ id: String, at now: Timestamp) throws -> Bool
}

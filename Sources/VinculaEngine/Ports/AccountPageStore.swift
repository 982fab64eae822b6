package import VinculaCore

/// Read access to pages of the accounts that a search finds.
package protocol AccountPageReads {
    /// A page of the accounts whose email begins with a text, sorted by email.
    ///
    /// - Parameters:
    ///   - prefix: The beginning, in lower case.
    ///   - after: The last email of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of accounts.
    ///   - scope: The project.
    func accounts(emailPrefix prefix: String, after: String?, limit: Int, in scope: ProjectScope) throws -> [Account]
    /// A page of the accounts whose name begins with a text, sorted by ``NameKey`` and id.
    ///
    /// - Parameters:
    ///   - prefix: One of the beginnings of ``NameKey/prefixes(of:)``.
    ///   - after: The key and the id of the last account of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of accounts.
    ///   - scope: The project.
    func accounts(
        namePrefix prefix: String, after: (key: String, id: AccountID)?, limit: Int, in scope: ProjectScope
    ) throws -> [Account]
    /// A page of the accounts that have an identity of a provider, sorted by its subject and issuer.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - after: The last identity of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of accounts.
    ///   - scope: The project.
    func accounts(provider: ProviderID, after: IdentityKey?, limit: Int, in scope: ProjectScope) throws -> [Account]
}

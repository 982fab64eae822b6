package import VinculaCore

/// The accounts that an administrator searches for; every list adds to the result.
package struct AccountSearch: Hashable, Sendable {
    package var ids: [String] = []
    package var emails: [String] = []
    package var phoneNumbers: [String] = []
    package var initialEmails: [String] = []
    package var federatedIDs: [FederatedID] = []

    /// A person's id at a provider.
    package struct FederatedID: Hashable, Sendable {
        package var provider: ProviderID
        package var subject: String

        package init(provider: ProviderID, subject: String) {
            self.provider = provider
            self.subject = subject
        }
    }

    package init() {}

    /// The number of terms that a search may have (Admin SDKs send 100 at most).
    package static let maximumTerms = 1000

    package var termCount: Int { ids.count + emails.count + phoneNumbers.count + initialEmails.count + federatedIDs.count }
}

extension AccountAdministration {
    /// Finds accounts for an administrator, each once, in the order of the search.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for more than ``AccountSearch/maximumTerms``.
    package func findAccounts(_ search: AccountSearch, in scope: ProjectScope) async throws -> [Account] {
        guard search.termCount <= AccountSearch.maximumTerms else {
            throw AuthError.invalidArgument("A lookup may name at most \(AccountSearch.maximumTerms) accounts.")
        }
        return try await read(in: scope) { reading in
            var found: [Account] = []
            found += try search.ids.compactMap { try reading.account(AccountID($0)) }
            found += try search.emails.compactMap(EmailAddress.init).compactMap { try reading.account(email: $0) }
            found += try search.phoneNumbers.compactMap { PhoneNumber($0) }.compactMap {
                try reading.account(phone: $0)
            }
            found += try search.initialEmails.compactMap(EmailAddress.init).flatMap {
                try reading.reads.accounts(initialEmail: $0, in: scope)
            }
            found += try search.federatedIDs.flatMap {
                try reading.reads.accounts(provider: $0.provider, subject: $0.subject, in: scope)
            }
            var seen: Set<AccountID> = []
            return found.filter { seen.insert($0.id).inserted }
        }
    }

    /// A page of all accounts, sorted by id. As the other lists and the count, it may be some seconds old.
    ///
    /// - Parameters:
    ///   - after: The last id of the previous page.
    ///   - limit: The maximum number of accounts.
    ///   - scope: The project.
    package func listAccounts(after: String?, limit: Int, in scope: ProjectScope) async throws -> [Account] {
        try await survey { try $0.reads.accounts(after: after.map { AccountID($0) }, limit: limit, in: scope) }
    }

    /// A page of all accounts, in the requested order.
    package func queryAccounts(_ query: AccountQuery, in scope: ProjectScope) async throws -> [Account] {
        try await survey { try $0.reads.accounts(query, in: scope) }
    }

    /// The number of accounts.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - step: The number of accounts that are counted at a time.
    package func countAccounts(in scope: ProjectScope, step: Int = 50_000) async throws -> Int {
        try await countAccounts(scope, step: step)
    }
}

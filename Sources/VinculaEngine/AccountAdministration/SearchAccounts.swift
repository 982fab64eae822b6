import Foundation
package import VinculaCore

/// A search of an operator among the accounts of a project.
package struct AccountListing: Hashable, Sendable {
    /// The longest text that is searched for, in bytes.
    package static let longestText = 256
    /// The longest cursor, in bytes.
    package static let longestCursor = 1024

    /// The text: the beginning of an email, or a whole email, phone number or id.
    package var text = ""
    /// The provider that the accounts have an identity of. With it, the text may also be a person's whole id there.
    package var provider: ProviderID?
    /// The cursor of the page; `nil` for the first one.
    package var cursor: String?
    package var limit: Int

    package init(limit: Int) { self.limit = limit }
}

/// A page of accounts, and the cursor of the next one.
package struct AccountListPage: Hashable, Sendable {
    package let accounts: [Account]
    package let next: String?
}

extension AccountAdministration {
    /// A page of the accounts that an operator looks for. As all lists, it may be some seconds old.
    package func listPage(_ listing: AccountListing, in scope: ProjectScope) async throws -> AccountListPage {
        let text = listing.text.trimmingCharacters(in: .whitespaces)
        guard text.utf8.count <= AccountListing.longestText else { return AccountListPage(accounts: [], next: nil) }
        let cursor = listing.cursor.flatMap { $0.isEmpty || $0.utf8.count > AccountListing.longestCursor ? nil : $0 }
        let limit = max(1, listing.limit)
        if !text.isEmpty {
            let page = try await page(ofText: text, after: cursor, limit, in: scope)
            guard let provider = listing.provider else { return page }
            return try await page.of(provider, withID: cursor == nil ? text : nil) { subject in
                try await survey { try $0.reads.accounts(provider: provider, subject: subject, in: scope) }
            }
        }
        if let provider = listing.provider {
            let after = cursor.flatMap { IdentityKey(cursor: $0, provider: provider) }
            let found = try await survey {
                try $0.reads.accounts(provider: provider, after: after, limit: limit + 1, in: scope)
            }
            return AccountListPage(found, limit) { $0.identity(of: provider)?.key.cursor }
        }
        let found = try await listAccounts(after: cursor, limit: limit + 1, in: scope)
        return AccountListPage(found, limit) { $0.id.value }
    }

    private func page(
        ofText text: String, after cursor: String?, _ limit: Int, in scope: ProjectScope
    ) async throws -> AccountListPage {
        let prefix = text.lowercased()
        let found = try await survey {
            try $0.reads.accounts(emailPrefix: prefix, after: cursor, limit: limit + 1, in: scope)
        }
        let page = AccountListPage(found, limit) { $0.email?.value }
        guard cursor == nil else { return page }
        var search = AccountSearch()
        (search.ids, search.emails, search.phoneNumbers) = ([text], [text], [text])
        let exact = try await findAccounts(search, in: scope)
        let others = page.accounts.filter { account in !exact.contains { $0.id == account.id } }
        return AccountListPage(accounts: exact + others, next: page.next)
    }
}

extension AccountListPage {
    /// Returns the page without accounts that have no identity of a provider, and with those whose id there is given.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - subject: The id there; `nil` on later pages.
    ///   - find: Finds the accounts with it.
    fileprivate func of(
        _ provider: ProviderID, withID subject: String?, find: (String) async throws -> [Account]
    ) async throws -> AccountListPage {
        let exact = if let subject { try await find(subject) } else { [Account]() }
        let others = accounts.filter { account in
            account.providers.contains(provider) && !exact.contains { $0.id == account.id }
        }
        return AccountListPage(accounts: exact + others, next: next)
    }

    /// Makes a page of one account more than fits, if there is one.
    fileprivate init(_ found: [Account], _ limit: Int, cursor: (Account) -> String?) {
        accounts = Array(found.prefix(limit))
        next = found.count > limit ? accounts.last.flatMap(cursor) : nil
    }
}

extension IdentityKey {
    private static let separator: Character = "\u{1F}"

    /// The identity as a cursor.
    fileprivate var cursor: String { subject + String(Self.separator) + issuer }

    fileprivate init?(cursor: String, provider: ProviderID) {
        let parts = cursor.split(separator: Self.separator, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(provider: provider, issuer: String(parts[1]), subject: String(parts[0]))
    }
}

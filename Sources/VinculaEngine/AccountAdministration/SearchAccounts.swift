import Foundation
package import VinculaCore

/// A search of an operator among the accounts of a project.
package struct AccountListing: Hashable, Sendable {
    /// The longest text that is searched for, in bytes.
    package static let longestText = 256
    /// The longest cursor, in bytes.
    package static let longestCursor = 1024

    /// The text: the beginning of an email or of a name, or a whole email, phone number or id.
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

    /// The accounts with a text: those whose id, email or phone number it is, then those whose email begins with it, and then
    /// those whose name does.
    private func page(
        ofText text: String, after cursor: String?, _ limit: Int, in scope: ProjectScope
    ) async throws -> AccountListPage {
        let prefix = text.lowercased()
        if let cursor, let place = NamePlace(cursor: cursor) {
            return try await page(ofName: text, from: place, limit, without: prefix, in: scope)
        }
        let found = try await survey {
            try $0.reads.accounts(emailPrefix: prefix, after: cursor, limit: limit + 1, in: scope)
        }
        var page = AccountListPage(found, limit) { $0.email?.value }
        if page.next == nil {
            let rest = limit - page.accounts.count
            let named =
                rest > 0
                ? try await self.page(ofName: text, from: .first, rest, without: prefix, in: scope)
                : AccountListPage(accounts: [], next: NamePlace.first.cursor)
            page = AccountListPage(accounts: page.accounts + named.accounts, next: named.next)
        }
        guard cursor == nil else { return page }
        var search = AccountSearch()
        (search.ids, search.emails, search.phoneNumbers) = ([text], [text], [text])
        let exact = try await findAccounts(search, in: scope)
        let others = page.accounts.filter { account in !exact.contains { $0.id == account.id } }
        return AccountListPage(accounts: exact + others, next: page.next)
    }

    /// The number of times that one page asks for more, where names and emails begin alike.
    private static let mostRounds = 4

    /// The accounts whose name begins with a text.
    ///
    /// - Parameters:
    ///   - text: The beginning of a name.
    ///   - place: Where the page begins.
    ///   - limit: The maximum number of accounts.
    ///   - prefix: The beginning of the emails whose accounts were on earlier pages.
    ///   - scope: The project.
    private func page(
        ofName text: String, from place: NamePlace, _ limit: Int, without prefix: String, in scope: ProjectScope
    ) async throws -> AccountListPage {
        var (accounts, place) = ([Account](), place)
        for _ in 0..<Self.mostRounds {
            let wanted = limit - accounts.count
            let from = place
            let found = try await survey { try $0.reads.accounts(name: text, from: from, limit: wanted + 1, in: scope) }
            accounts += found.prefix(wanted).filter { $0.email.map { !$0.value.utf8.starts(with: prefix.utf8) } ?? true }
            guard found.count > wanted else { return AccountListPage(accounts: accounts, next: nil) }
            place = NamePlace(after: found[wanted - 1])
            if accounts.count == limit { break }
        }
        return AccountListPage(accounts: accounts, next: place.cursor)
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

/// A place in a list that is sorted by name.
private struct NamePlace {
    /// Begins a cursor of a name, and no email.
    private static let mark: Character = "\u{1F}"

    static let first = NamePlace(last: nil)

    /// The key and the id of the account before it; `nil` for the beginning.
    let last: (key: String, id: AccountID)?

    var cursor: String {
        guard let last else { return String(Self.mark) }
        return String(Self.mark) + last.id.value + String(Self.mark) + last.key
    }

    private init(last: (key: String, id: AccountID)?) { self.last = last }

    init(after account: Account) { last = (NameKey.key(of: account.displayName ?? ""), account.id) }

    init?(cursor: String) {
        let parts = cursor.split(separator: Self.mark, maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.first == "", parts.count > 1 else { return nil }
        last = parts.count == 3 ? (parts[2], AccountID(parts[1])) : nil
    }
}

extension AccountPageReads {
    /// The accounts whose name begins with a text, in one list for all its spellings.
    fileprivate func accounts(name text: String, from place: NamePlace, limit: Int, in scope: ProjectScope) throws -> [Account] {
        var found: [Account] = []
        for prefix in NameKey.prefixes(of: text) where found.count < limit {
            var after = place.last
            if let last = after, !last.key.utf8.starts(with: prefix.utf8) {
                // A list that ended before the place, or one that begins after it.
                guard last.key.utf8.lexicographicallyPrecedes(prefix.utf8) else { continue }
                after = nil
            }
            found += try accounts(namePrefix: prefix, after: after, limit: limit - found.count, in: scope)
        }
        return found
    }
}

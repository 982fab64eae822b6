import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine

/// `vincula users list`
struct UsersList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists accounts, newest first.")

    @OptionGroup(title: "Data") var data: DataFlags
    @OptionGroup var tenant: TenantFlag
    @Option(help: "The maximum number of accounts.") var limit = 50
    @Option(help: "The number of accounts to skip.") var offset = 0
    @Option(
        help: "Lists only accounts whose email or name begins with this text, or whose id or phone number it is.")
    var search: String?

    func validate() throws {
        if let search {
            guard !search.isEmpty, search.utf8.count <= AccountListing.longestText else {
                throw ValidationError("--search must have 1 to \(AccountListing.longestText) bytes.")
            }
            guard offset == 0 else { throw ValidationError("--search and --offset cannot be combined: raise --limit.") }
        }
        guard (1...100_000).contains(limit), offset >= 0 else {
            throw ValidationError("--limit must be from 1 to 100000, and --offset 0 or more.")
        }
    }

    func run() async throws {
        let configuration = try await data.configuration()
        let installation = try await Installation.open(configuration, creates: false)
        try await installation.engine.requireProject(configuration)
        let scope = try tenant.scope(configuration)
        if let search {
            try await find(search, in: scope, configuration, installation.engine)
            return try await installation.close()
        }
        let query = AccountQuery(sortBy: .createdAt, descending: true, limit: limit, offset: offset)
        let (accounts, count) = try await TenantRefusal.described {
            if !scope.tenant.isEmpty { _ = try await installation.engine.projects.tenant(scope) }
            return (
                try await installation.engine.accounts.queryAccounts(query, in: scope),
                try await installation.engine.accounts.countAccounts(in: scope)
            )
        }
        if accounts.isEmpty {
            print(try await nothing(count: count, configuration, installation.engine))
        } else {
            show(accounts, in: scope)
            print("\n\(accounts.count) of \(count) accounts in \(tenant.words(configuration))")
        }
        try await installation.close()
    }

    private func show(_ accounts: [Account], in scope: ProjectScope) {
        var table = Table(headings: ["ID", "EMAIL", "NAME", "SIGNS IN WITH", "CREATED", "LAST SIGN-IN", ""])
        table.rows = accounts.map { row($0, in: scope) }
        print(table.text())
    }

    /// Prints the accounts that a search finds, page by page.
    private func find(
        _ text: String, in scope: ProjectScope, _ configuration: ServerConfiguration, _ engine: AuthEngine
    ) async throws {
        var found: [Account] = []
        var listing = AccountListing(limit: limit)
        listing.text = text
        repeat {
            listing.limit = min(1000, limit - found.count)
            let current = listing
            let page = try await TenantRefusal.described {
                if !scope.tenant.isEmpty { _ = try await engine.projects.tenant(scope) }
                return try await engine.accounts.listPage(current, in: scope)
            }
            found += page.accounts.prefix(limit - found.count)
            listing.cursor = page.next
        } while listing.cursor != nil && found.count < limit
        guard !found.isEmpty else { return print("No account in \(tenant.words(configuration)) was found.") }
        show(found, in: scope)
        print("\n\(found.count) found\(listing.cursor == nil ? "" : "; there are more (--limit)")")
    }

    private func nothing(count: Int, _ configuration: ServerConfiguration, _ engine: AuthEngine) async throws -> String {
        let project = configuration.project
        if let tenant = tenant.tenant {
            let what = "Tenant \(tenant) of project \(project) has"
            return count > 0 ? "\(what) \(count) accounts; --offset \(offset) is past the last one." : "\(what) no accounts."
        }
        if count > 0 { return "Project \(project) has \(count) accounts; --offset \(offset) is past the last one." }
        let others = try await engine.projects.listProjects().filter { $0 != project }
        let hint = others.isEmpty ? "" : " Other projects: \(others.joined(separator: ", ")) (--project)."
        return "Project \(project) has no accounts.\(hint)"
    }

    private func row(_ account: Account, in scope: ProjectScope) -> [String] {
        let email = account.email.map { $0.value + (account.emailVerified ? " ✓" : "") } ?? ""
        // In a tenant, nobody signs in with a phone.
        let ways = account.providers.filter { scope.tenant.isEmpty || $0 != .phone }
        let providers = ways.map(\.value).joined(separator: ", ")
        return [
            account.id.value, email, account.displayName ?? "", providers.isEmpty ? "(nothing)" : providers,
            account.createdAt.short,
            account.lastSignInAt?.short ?? "", account.isDisabled ? "disabled" : "",
        ]
    }
}

extension Timestamp {
    /// Date and time to the minute, in UTC.
    var short: String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        return date.formatted(Date.ISO8601FormatStyle()).replacingOccurrences(of: "T", with: " ").prefix(16) + " UTC"
    }
}

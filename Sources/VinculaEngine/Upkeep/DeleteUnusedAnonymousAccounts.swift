package import VinculaCore

extension Upkeep {
    /// Records that a server is available. The server calls it when it starts, and from time to time.
    package func noteService() async throws {
        let next = try await read { ServicePeriod.next(after: try $0.reads.servicePeriod(), now: $0.now) }
        guard let period = next else { return }
        try await write { try $0.transaction.save(period) }
    }

    /// The projects and tenants that remove unused anonymous accounts.
    package func scopesWithoutUnusedAnonymousAccounts() async throws -> [ProjectScope] {
        var found: [ProjectScope] = []
        for project in try await read({ try $0.reads.projects() }) {
            do {
                let scope = ProjectScope(project: project)
                if try await deletesUnusedAnonymousAccounts(of: scope) { found.append(scope) }
                var after = ""
                while true {
                    let last = after
                    let page = try await read { try $0.reads.tenants(of: project, after: last, limit: 500) }
                    found += page.filter(\.settings.deletesUnusedAnonymous).map(\.scope)
                    guard let next = page.last?.id else { break }
                    after = next
                }
            } catch let failure as StoreUnavailable where failure.reason == .unreadableRow {
                // One project's broken settings must not prevent the removal in the others.
                continue
            }
        }
        return found
    }

    private func deletesUnusedAnonymousAccounts(of scope: ProjectScope) async throws -> Bool {
        try await read { try $0.settings(in: scope).unusedAnonymous.areDeleted }
    }

    /// Examines some anonymous accounts of a project or tenant, and deletes those that were not used for as long as its setting
    /// says.
    ///
    /// After a gap (a long downtime, a restored backup) it waits that long again, since nobody could use their account in
    /// the meantime.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - after: The last account that was examined; `nil` to begin.
    ///   - count: The number of accounts to examine.
    /// - Returns: The last account that was examined now; `nil` once all have been.
    package func deleteUnusedAnonymousAccounts(
        of scope: ProjectScope, after: Account?, count: Int = 200
    ) async throws -> Account? {
        let (last, ids) = try await read(in: scope) { reading -> (Account?, [AccountID]) in
            let rule = try reading.settings().unusedAnonymous
            guard rule.areDeleted, let since = try reading.reads.servicePeriod()?.since,
                since < rule.moment(before: reading.now)
            else { return (nil, []) }
            let found = try reading.reads.anonymousAccounts(
                signedInBefore: rule.moment(before: reading.now), after: after, limit: count, in: scope)
            return (
                found.count < count ? nil : found.last,
                found.filter { rule.include($0, servedSince: since, now: reading.now) }.map(\.id)
            )
        }
        guard !ids.isEmpty else { return last }
        // A use of a moment ago is only noted in memory.
        try await writeLastUses()
        try await write(in: scope) { work in
            // In the meantime somebody may have come back, linked a way in, or switched the removal off.
            let rule = try work.settings().unusedAnonymous
            guard let since = try work.transaction.servicePeriod()?.since else { return }
            for id in ids {
                guard let account = try work.account(id),
                    rule.include(account, servedSince: since, now: work.now)
                else { continue }
                try work.delete(id)
            }
        }
        return last
    }
}

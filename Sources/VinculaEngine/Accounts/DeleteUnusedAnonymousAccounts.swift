public import VinculaCore

extension AuthEngine {
    /// Records that a server is available. The server calls it when it starts, and from time to time.
    public func noteService() async throws {
        let now = clock.now
        guard let period = try await read({ ServicePeriod.next(after: try $0.servicePeriod(), now: now) }) else { return }
        try await write { try $0.save(period) }
    }

    /// The projects that remove unused anonymous accounts.
    public func projectsWithoutUnusedAnonymousAccounts() async throws -> [String] {
        var found: [String] = []
        for project in try await read({ try $0.projects() }) {
            do {
                let rule = try await read { try self.settings(of: project, in: $0).unusedAnonymous }
                if rule.areDeleted { found.append(project) }
            } catch let failure as StoreUnavailable where failure.reason == .unreadableRow {
                // One project's broken settings must not prevent the removal in the others.
                continue
            }
        }
        return found
    }

    /// Examines some anonymous accounts of a project, and deletes those that were not used for as long as the project's
    /// setting says.
    ///
    /// After a gap (a long downtime, a restored backup) it waits that long again, since nobody could use their account in
    /// the meantime.
    ///
    /// - Parameters:
    ///   - after: The last account that was examined; `nil` to begin.
    ///   - count: The number of accounts to examine.
    /// - Returns: The last account that was examined now; `nil` once all have been.
    public func deleteUnusedAnonymousAccounts(
        of project: String, after: Account?, count: Int = 200
    ) async throws -> Account? {
        let now = clock.now
        let scope = ProjectScope(project: project)
        let (last, ids) = try await read { transaction -> (Account?, [AccountID]) in
            let rule = try self.settings(of: project, in: transaction).unusedAnonymous
            guard rule.areDeleted, let since = try transaction.servicePeriod()?.since,
                since < rule.moment(before: now)
            else { return (nil, []) }
            let found = try transaction.anonymousAccounts(
                signedInBefore: rule.moment(before: now), after: after, limit: count, in: scope)
            return (
                found.count < count ? nil : found.last,
                found.filter { rule.include($0, servedSince: since, now: now) }.map(\.id)
            )
        }
        guard !ids.isEmpty else { return last }
        // A use of a moment ago is only noted in memory.
        try await writeLastUses()
        try await write { transaction in
            // In the meantime somebody may have come back, linked a way in, or switched the removal off.
            let rule = try self.settings(of: project, in: transaction).unusedAnonymous
            guard let since = try transaction.servicePeriod()?.since else { return }
            for id in ids {
                guard let account = try transaction.account(id, in: scope),
                    rule.include(account, servedSince: since, now: now)
                else { continue }
                try transaction.delete(id, in: scope)
            }
        }
        return last
    }
}

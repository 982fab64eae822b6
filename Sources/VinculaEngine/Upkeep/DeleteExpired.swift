package import Foundation
import VinculaCore

extension Upkeep {
    /// The maximum number of rows that one write deletes, so that nobody waits for it long.
    private static let batch = 500

    /// Deletes data that can no longer be used. The server calls it from time to time.
    package func deleteExpired() async throws {
        for _ in 0..<40 {
            guard try await write({ try $0.transaction.deleteExpired(now: $0.now, limit: Self.batch) }) else { break }
        }
        try await write { _ = try $0.transaction.deleteUnusedPasswordSchemes() }
        for _ in 0..<40 {
            let deleted = try await write { try $0.transaction.deleteExpiredUsage(now: $0.now, limit: Self.batch) }
            guard deleted == Self.batch else { break }
        }
        // The number per minute is limited; after a flood the rest waits for the next run.
        for _ in 0..<40 {
            let deleted = try await write { try $0.transaction.deleteExpiredPasswordAttempts(now: $0.now, limit: Self.batch) }
            guard deleted == Self.batch else { return }
        }
    }

    /// Examines some sessions, and deletes those that are over and that no client will ask for any more.
    ///
    /// They are examined in the order of their ids, which is the table's own and needs no index.
    ///
    /// - Parameters:
    ///   - after: The last id that was examined; empty to begin.
    ///   - count: The number of sessions to examine.
    /// - Returns: The last id that was examined now; empty once all have been.
    package func deleteForgettableSessions(after: Data, count: Int = 500) async throws -> Data {
        let (last, ids) = try await read { reading in
            let found = try reading.reads.sessions(after: after, limit: count)
            let lives = try reading.lives(in: Set(found.map(\.session.scope)))
            let ids = found.filter { found in
                lives[found.session.scope]?.isForgettable(found.session, generation: found.generation, now: reading.now) ?? false
            }.map(\.session.id)
            return (found.count < count ? Data() : found.last?.session.id ?? Data(), ids)
        }
        // A session that is over stays over, so nothing needs to be checked again.
        if !ids.isEmpty { try await write { work in for id in ids { try work.transaction.deleteSession(id) } } }
        return last
    }
}

extension InstallationReading {
    /// The lifetimes of sessions in some projects and tenants, without those that are being deleted.
    fileprivate func lives(in scopes: Set<ProjectScope>) throws -> [ProjectScope: SessionLife] {
        var lives: [ProjectScope: SessionLife] = [:]
        for scope in scopes {
            do {
                lives[scope] = try about(scope).life()
            } catch AuthError.tenantNotFound {
                // Its sessions are deleted with it.
            }
        }
        return lives
    }
}

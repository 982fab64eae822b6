import Foundation
import Synchronization
import VinculaCore

/// The sessions and API keys that were used since the last write.
///
/// A request notes its use here and does not wait for the disk. A crash loses the uses since the last write.
final class LastUses: Sendable {
    /// The maximum number of sessions that are remembered. While the store cannot be written, further ones are not noted:
    /// their next use will be.
    private static let capacity = 1 << 17

    private let uses = Mutex<[Data: Timestamp]>([:])
    /// By key. There are as many as projects have: strangers' keys are not noted.
    private let apiKeys = Mutex<[String: Timestamp]>([:])

    func note(apiKey: String, at moment: Timestamp) { apiKeys.withLock { $0[apiKey] = moment } }

    /// Removes and returns the noted uses of keys, in one order for all servers.
    func takeAPIKeys() -> [(key: String, moment: Timestamp)] {
        let taken = apiKeys.withLock { apiKeys in
            defer { apiKeys = [:] }
            return apiKeys
        }
        return taken.map { (key: $0.key, moment: $0.value) }.sorted { $0.key < $1.key }
    }

    /// Puts back uses of keys that could not be written.
    func putBack(_ taken: [(key: String, moment: Timestamp)]) {
        apiKeys.withLock { apiKeys in for use in taken where apiKeys[use.key] == nil { apiKeys[use.key] = use.moment } }
    }

    /// - Returns: `true` if the session was not noted already.
    @discardableResult
    func note(session: Data, at moment: Timestamp) -> Bool {
        uses.withLock { uses in
            guard uses[session] == nil else {
                uses[session] = moment
                return false
            }
            if uses.count < Self.capacity { uses[session] = moment }
            return true
        }
    }

    /// Removes and returns some of the noted uses.
    func take(_ count: Int) -> [(session: Data, moment: Timestamp)] {
        uses.withLock { uses in
            let taken = uses.prefix(count).map { (session: $0.key, moment: $0.value) }
            for use in taken { uses[use.session] = nil }
            return taken
        }
    }

    /// Puts back uses that could not be written, unless the session was used again in the meantime.
    func putBack(_ taken: [(session: Data, moment: Timestamp)]) {
        uses.withLock { uses in
            for use in taken where uses[use.session] == nil { uses[use.session] = use.moment }
        }
    }
}

extension AuthEngine {
    /// The time, in seconds, after which the use of an anonymous account is written at once, if other servers may be about to
    /// delete the account as unused: they do not see what is noted here.
    private static let longPause: Double = 12 * 3600

    /// Notes the use of a session, if that is worth it.
    func noteUse(of found: PresentedSession, now: Timestamp) async throws {
        let session = found.session
        guard SessionLife.isWorthNoting(useOf: session, now: now) else { return }
        if store.isShared, found.account.isAnonymous, now.seconds(since: session.lastUsedAt) >= Self.longPause {
            try await claim { try $0.transaction.noteUse(ofSession: session.id, at: now) }
        } else if !lastUses.note(session: session.id, at: now) {
            return
        }
        // A use is noted once an hour, so the hour is a new one; the day may not be.
        let isNewDay = session.lastUsedAt < UsageSpan.day.start(of: now)
        usage.add(UsageEvent(.session), in: session.scope, at: now, spans: isNewDay ? UsageSpan.allCases : [.hour])
    }
}

extension Upkeep {
    /// The maximum number of uses that one write records, so that nobody waits for it long.
    private static let batch = 500

    /// Writes the noted last uses of sessions and API keys. The server calls it from time to time, and when it stops.
    package func writeLastUses() async throws {
        try await writeLastUsesOfAPIKeys()
        while true {
            // In one order, so that servers do not wait for each other's rows in a circle.
            let taken = lastUses.take(Self.batch).sorted { $0.session.lexicographicallyPrecedes($1.session) }
            guard !taken.isEmpty else { return }
            do {
                try await claim { work in
                    for use in taken { try work.transaction.noteUse(ofSession: use.session, at: use.moment) }
                }
            } catch {
                lastUses.putBack(taken)
                throw error
            }
        }
    }

    private func writeLastUsesOfAPIKeys() async throws {
        let taken = lastUses.takeAPIKeys()
        guard !taken.isEmpty else { return }
        do {
            // Another server may have written a later use, or somebody deleted the key.
            try await claim { work in
                for use in taken { try work.transaction.noteUse(ofAPIKey: use.key, at: use.moment) }
            }
        } catch {
            lastUses.putBack(taken)
            throw error
        }
    }
}

import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto

/// Records that were stored with their decisions get their places in the chain.
extension AuditLog {
    /// The most records of one transaction.
    private static let batch = 256

    /// Gives all records that wait their places at the end of the log.
    ///
    /// Servers take turns. A record that no server wrote stays where it is, and ``verify(anchor:places:progress:)`` tells of it.
    package func placeWaiting() async throws {
        let rings = bell.rings
        guard try await store.read({ try !$0.waitingAuditEntries(after: 0, limit: 1).isEmpty }) else { return placed.note(rings) }
        var attempts = 1
        while true {
            do {
                var position: Int64 = 0
                while let last = try await placeSome(after: position) { position = last }
                return placed.note(rings)
            } catch {
                // A server of the version before may have taken the next number.
                guard attempts < 5, !(error is StoreUnavailable) else { throw error }
                attempts += 1
            }
        }
    }

    /// Gives all records that wait their places, if this process has made some since the last time.
    package func placeOwn() async throws { if placed.rings < bell.rings { try await placeWaiting() } }

    /// Gives all records that wait their places, if the store can be written.
    func tryToPlaceWaiting() async { try? await placeWaiting() }

    /// Gives some records their places.
    ///
    /// - Returns: The last position that was looked at; `nil` if there are no more.
    private func placeSome(after position: Int64) async throws -> Int64? {
        let sealer = sealer
        return try await store.claim { transaction in
            var head = try transaction.holdAuditLog()
            let waiting = try transaction.waitingAuditEntries(after: position, limit: Self.batch)
            guard let last = waiting.last else { return nil }
            guard let sealed = try transaction.sealedSecret(AuditJournal.keyName) else { return nil }
            let seal = AuditSeal(key: try sealer.open(sealed, place: AuditJournal.keyName))
            let genuine = waiting.filter { seal.isGenuine($0) }
            var records: [SealedAuditEntry] = []
            for one in genuine {
                let next = seal.place(one.entry, after: head)
                records.append(next.record)
                head = next.head
            }
            if let head, !records.isEmpty { try transaction.append(records, waitedAt: genuine.map(\.position), head: head) }
            return waiting.count < Self.batch ? nil : last.position
        }
    }

    /// Keeps giving records their places as decisions are made, until the task is cancelled.
    ///
    /// - Parameter attempt: Runs an attempt and handles its error.
    package func keepPlacing(_ attempt: (@escaping @Sendable () async throws -> Void) async -> Void) async {
        while !Task.isCancelled {
            let rings = bell.rings
            await attempt { try await placeWaiting() }
            // Others' records, too, if their server died.
            await bell.wait(after: rings, upTo: .seconds(5))
            // Those of the next moment go together.
            try? await Task.sleep(for: .milliseconds(50))
        }
    }
}

/// How far this process's records have places: the number of the bell's rings before they were placed.
final class PlacedRecords: Sendable {
    private let state = Mutex(0)

    var rings: Int { state.withLock { $0 } }

    func note(_ rings: Int) { state.withLock { $0 = max($0, rings) } }
}

extension AuditSeal {
    func isGenuine(_ waiting: WaitingAuditEntry) -> Bool {
        FixedTime.areEqual(waiting.seal, seal(waiting: waiting.entry.canonical))
    }
}

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
    /// Servers take turns. A record that no server wrote, or that has a place already, stays where it is, and
    /// ``verify(anchor:places:progress:)`` tells of it.
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
            let genuine = try seal.genuine(waiting, transaction)
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
    /// - Parameters:
    ///   - pause: The longest time between two attempts.
    ///   - attempt: Runs an attempt and handles its error.
    package func keepPlacing(
        every pause: Duration = .seconds(5), _ attempt: (@escaping @Sendable () async throws -> Void) async -> Void
    ) async {
        while !Task.isCancelled {
            let rings = bell.rings
            await attempt { try await placeWaiting() }
            // Where one process writes, a record has its place at once: only a copied database had some that waited.
            let longest = store.runsWritesSideBySide ? pause : .seconds(3600)
            // Others' records, too, if their server died.
            await bell.wait(after: rings, upTo: longest)
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
    /// Those of some waiting records that a server wrote, each once: whoever can write the table can put one there again.
    func genuine(_ waiting: [WaitingAuditEntry], _ reads: any ReadTransaction) throws -> [WaitingAuditEntry] {
        let sealed = waiting.filter { FixedTime.areEqual($0.seal, seal(waiting: $0.entry.canonical)) }
        guard !sealed.isEmpty else { return [] }
        // The time of a copy is that of the record: the seal covers it.
        let placed = try reads.auditEntries(at: Set(sealed.map(\.entry.time)))
        var known = Set(placed.map { $0.numbered(0).canonical })
        return sealed.filter { known.insert($0.entry.canonical).inserted }
    }
}

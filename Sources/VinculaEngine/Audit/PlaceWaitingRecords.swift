import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto

/// Records that were stored with their decisions get their places in the chain.
extension AuditLog {
    /// The most records of one transaction.
    private static let batch = 256
    /// The number of records at the log's end that tell whether a server of an earlier version writes there.
    private static let looksBack: Int64 = 20

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
        let (last, sharesEnd) = try await store.claim { transaction -> (Int64?, Bool) in
            var head = try transaction.holdAuditLog()
            let newest = try transaction.auditEntries(
                after: max(0, (head?.sequence ?? 0) - Self.looksBack), limit: Int(Self.looksBack))
            let sharesEnd = newest.contains { !$0.entry.waited }
            let waiting = try transaction.waitingAuditEntries(after: position, limit: Self.batch)
            guard let last = waiting.last, let seal = try AuditSeal(in: transaction, sealer) else { return (nil, sharesEnd) }
            let genuine = try seal.genuine(waiting, transaction)
            var records: [SealedAuditEntry] = []
            for one in genuine {
                let next = seal.place(one.entry, after: head)
                records.append(next.record)
                head = next.head
            }
            if let head, !records.isEmpty { try transaction.append(records, waitedAt: genuine.map(\.position), head: head) }
            return (waiting.count < Self.batch ? nil : last.position, sharesEnd)
        }
        placed.note(sharesEnd: sharesEnd)
        return last
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
            // Those of the next moment go together. A server of an earlier version takes the place with its decision, and has to
            // decide again if others were given places meanwhile; after three times it would answer with an error.
            try? await Task.sleep(for: placed.sharesEnd ? .seconds(2) : .milliseconds(50))
        }
    }
}

/// How far this process's records have places.
final class PlacedRecords: Sendable {
    private let state = Mutex((rings: 0, sharesEnd: false))

    /// The number of the bell's rings before they were placed.
    var rings: Int { state.withLock { $0.rings } }
    /// Indicates whether somebody writes to the log's end without waiting: a server of an earlier version.
    var sharesEnd: Bool { state.withLock { $0.sharesEnd } }

    func note(_ rings: Int) { state.withLock { $0.rings = max($0.rings, rings) } }

    func note(sharesEnd: Bool) { state.withLock { $0.sharesEnd = sharesEnd } }
}

extension AuditEntry {
    /// Indicates whether it waited for its place.
    fileprivate var waited: Bool { details.contains("\"\(AuditEvent.idName)\":") }
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

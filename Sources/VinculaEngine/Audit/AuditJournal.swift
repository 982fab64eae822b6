import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto

/// Writes the audit log: each record sealed, and chained to the one before it.
///
/// Where several servers write, a record is sealed and stored with its decision, and gets its place a moment later: only one
/// transaction at a time can know the end of the log, and decisions must not wait for each other. See ``AuditLog/placeWaiting()``.
struct AuditJournal: Sendable {
    static let keyName = "audit-key"

    let sealer: Sealer
    /// Indicates whether records get their places later.
    let defers: Bool
    let key: AuditKey

    init(sealer: Sealer, defers: Bool = false, key: AuditKey = AuditKey()) {
        (self.sealer, self.defers, self.key) = (sealer, defers, key)
    }

    /// Writes what a transaction noted into the audit log, as part of the transaction.
    ///
    /// - Returns: `true` if records wait for their places.
    func write(_ work: Work) throws -> Bool {
        let transaction = work.transaction
        let notes = transaction.journal.notes
        guard !notes.isEmpty else { return false }
        let events = notes.flatMap { note -> [AuditEvent] in
            switch note {
            case .imported(.created): []
            case .account(let change), .imported(let change): change.events(by: work.origin.actor)
            case .event(let event): [event]
            }
        }
        try append(events, by: work.origin, at: work.now, to: transaction)
        return defers && !events.isEmpty
    }

    /// Appends a record of each event.
    func append(
        _ events: [AuditEvent], by origin: AuditOrigin, at now: Timestamp, to transaction: any WriteTransaction
    ) throws {
        guard !events.isEmpty else { return }
        let seal = AuditSeal(key: try key.read(transaction, sealer))
        let entries = events.map { event in
            AuditEntry(
                sequence: 0, time: now, scope: event.scope, actor: origin.actor, action: event.action, account: event.account,
                clientAddress: origin.client?.description,
                details: event.details(ofRequest: origin.request, id: defers ? SecureRandom.bytes(9).base64URL : nil))
        }
        if defers {
            for entry in entries { try transaction.appendWaiting(entry, seal: seal.seal(waiting: entry.canonical)) }
        } else {
            var head = try transaction.auditHead()
            for entry in entries {
                let next = seal.place(entry, after: head)
                try transaction.append(next.record, head: next.head)
                head = next.head
            }
        }
    }
}

extension AuditSeal {
    /// Makes the seals with the key in the database.
    ///
    /// - Returns: `nil` if there is no key: it is made with the first record.
    init?(in reads: any ReadTransaction, _ sealer: Sealer) throws {
        guard let sealed = try reads.sealedSecret(AuditJournal.keyName) else { return nil }
        self.init(key: try sealer.open(sealed, place: AuditJournal.keyName))
    }

    /// Gives a record its place at the end of the log.
    func place(_ entry: AuditEntry, after head: AuditHead?) -> (record: SealedAuditEntry, head: AuditHead) {
        let entry = entry.numbered((head?.sequence ?? 0) + 1)
        let previous = head?.last ?? Data()
        let last = seal(entry.canonical, after: previous)
        return (
            SealedAuditEntry(entry: entry, previous: previous, seal: last),
            AuditHead(sequence: entry.sequence, last: last, seal: seal(head: entry.sequence, last))
        )
    }
}

/// The key of the audit log's seals, which is created with the first record and never changes.
final class AuditKey: Sendable {
    private let known = Mutex<Data?>(nil)

    func read(_ transaction: any WriteTransaction, _ sealer: Sealer) throws -> Data {
        if let key = known.withLock({ $0 }) { return key }
        let name = AuditJournal.keyName
        if let sealed = try transaction.sealedSecret(name) {
            let key = try sealer.open(sealed, place: name)
            known.withLock { $0 = key }
            return key
        }
        // Not kept in memory: the transaction may be undone.
        let fresh = try sealer.seal(SecureRandom.bytes(AuditSeal.keyLength), place: name)
        return try sealer.open(try transaction.keepSealedSecret(fresh, named: name), place: name)
    }
}

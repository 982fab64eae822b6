import Foundation
import VinculaCore
import VinculaCrypto

/// Writes the audit log: each record sealed, and chained to the one before it.
struct AuditJournal: Sendable {
    static let keyName = "audit-key"

    let sealer: Sealer

    /// Writes what a transaction noted into the audit log, as part of the transaction.
    func write(_ work: Work) throws {
        let transaction = work.transaction
        let notes = transaction.journal.notes
        guard !notes.isEmpty else { return }
        let events = notes.flatMap { note -> [AuditEvent] in
            switch note {
            case .imported(.created): []
            case .account(let change), .imported(let change): change.events(by: work.origin.actor)
            case .event(let event): [event]
            }
        }
        try append(events, by: work.origin, at: work.now, to: transaction)
    }

    /// Appends a record of each event.
    func append(
        _ events: [AuditEvent], by origin: AuditOrigin, at now: Timestamp, to transaction: any WriteTransaction
    ) throws {
        guard !events.isEmpty else { return }
        let seal = AuditSeal(key: try key(transaction))
        var head = try transaction.auditHead()
        for event in events {
            let entry = AuditEntry(
                sequence: (head?.sequence ?? 0) + 1, time: now, scope: event.scope, actor: origin.actor,
                action: event.action, account: event.account, clientAddress: origin.client?.description,
                details: event.details(ofRequest: origin.request))
            let previous = head?.last ?? Data()
            let last = seal.seal(entry.canonical, after: previous)
            let next = AuditHead(
                sequence: entry.sequence, last: last, seal: seal.seal(head: entry.sequence, last))
            try transaction.append(SealedAuditEntry(entry: entry, previous: previous, seal: last), head: next)
            head = next
        }
    }

    /// The key of the log's seals; created with the first record.
    private func key(_ transaction: any WriteTransaction) throws -> Data {
        let name = Self.keyName
        if let sealed = try transaction.sealedSecret(name) { return try sealer.open(sealed, place: name) }
        let fresh = try sealer.seal(SecureRandom.bytes(AuditSeal.keyLength), place: name)
        return try sealer.open(try transaction.keepSealedSecret(fresh, named: name), place: name)
    }
}

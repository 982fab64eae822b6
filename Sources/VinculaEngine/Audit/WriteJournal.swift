import Foundation
public import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// The engine on behalf of an actor: the audit log attributes its changes to them.
    ///
    /// - Parameters:
    ///   - actor: The actor.
    ///   - client: The actor's network address, if it is known.
    ///   - language: The actor's language, if it is known.
    public func acting(
        as actor: AuditActor, from client: ClientAddress? = nil, language: Language? = nil
    ) -> AuthEngine {
        var engine = self
        engine.language = language
        engine.origin = AuditOrigin(actor: actor, client: client)
        return engine
    }

    /// Writes what a transaction noted into the audit log, as part of the transaction.
    func writeJournal(_ transaction: any WriteTransaction) throws {
        let notes = transaction.journal.notes
        guard !notes.isEmpty else { return }
        let events = notes.flatMap { note in
            switch note {
            case .account(let change): change.events(by: origin.actor)
            case .event(let event): [event]
            }
        }
        guard !events.isEmpty else { return }
        let seal = AuditSeal(key: try auditKey(transaction))
        let now = clock.now
        var head = try transaction.auditHead()
        for event in events {
            let entry = AuditEntry(
                sequence: (head?.sequence ?? 0) + 1, time: now, scope: event.scope, actor: origin.actor, action: event.action,
                account: event.account, clientAddress: origin.client?.description, details: JSONValue.object(event.details).text)
            let previous = head?.last ?? Data()
            let last = seal.seal(entry.canonical, after: previous)
            let next = AuditHead(
                sequence: entry.sequence, last: last, seal: seal.seal(head: entry.sequence, last))
            try transaction.append(SealedAuditEntry(entry: entry, previous: previous, seal: last), head: next)
            head = next
        }
    }

    static let auditKeyName = "audit-key"

    /// The key of the log's seals; created with the first record.
    private func auditKey(_ transaction: any WriteTransaction) throws -> Data {
        let name = Self.auditKeyName
        if let sealed = try transaction.sealedSecret(name) { return try sealer.open(sealed, place: name) }
        let fresh = try sealer.seal(SecureRandom.bytes(AuditSeal.keyLength), place: name)
        return try sealer.open(try transaction.keepSealedSecret(fresh, named: name), place: name)
    }
}

package import Foundation
package import VinculaCore
package import VinculaCrypto

/// A position in the audit log that was written down elsewhere.
package struct AuditAnchor: Hashable, Sendable, CustomStringConvertible {
    package let sequence: Int64
    /// The seal of that record.
    package let seal: Data

    package init(sequence: Int64, seal: Data) {
        self.sequence = sequence
        self.seal = seal
    }

    /// Reads `SEQUENCE:SEAL`.
    package init?(_ text: String) {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let sequence = Int64(parts[0]), sequence > 0, parts[1].utf8.count == 64 else { return nil }
        var bytes = Data()
        var rest = parts[1]
        while !rest.isEmpty {
            guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        self.init(sequence: sequence, seal: bytes)
    }

    package var description: String { "\(sequence):\(seal.hex)" }
}

/// The first fault found in an audit log.
package enum AuditFault: Hashable, Sendable {
    /// Records from one number to another are missing.
    case missing(from: Int64, to: Int64)
    /// The record is not as the server wrote it.
    case changed(Int64)
    /// The record is the server's, but was not written after the one before it.
    case misplaced(Int64)
    /// The record is after the log's end: the server did not write it there.
    case inserted(Int64)
    /// The entry that says where the log ends is missing, or was not written by the server.
    case endForged
    /// The key of the seals is missing.
    case keyIsGone
    /// The log does not contain the record that was written down elsewhere.
    case anchorIsGone(Int64)
    /// A record that waits for its place was not written by the server, or has its place already.
    case waitingForged
    /// The database no longer prevents changes to the log.
    case unprotected
}

/// The result of a check of the audit log.
package struct AuditVerdict: Hashable, Sendable {
    /// The number of records checked.
    package let count: Int64
    /// The last valid record; `nil` for an empty log.
    package let end: AuditAnchor?
    /// `nil` if nothing is wrong.
    package let fault: AuditFault?
    /// The number of valid records with an actor or action that this version does not know: a newer one wrote them.
    package let newer: Int64
}

/// Reads and checks the audit log.
package struct AuditLog: Sendable {
    let store: any Store
    let sealer: Sealer
    /// Rung when a decision has left records without places.
    let bell: OutboxBell
    let placed: PlacedRecords

    package init(store: any Store, sealer: Sealer) {
        self.init(store: store, sealer: sealer, bell: OutboxBell(), placed: PlacedRecords())
    }

    init(store: any Store, sealer: Sealer, bell: OutboxBell, placed: PlacedRecords) {
        self.store = store
        self.sealer = sealer
        self.bell = bell
        self.placed = placed
    }

    /// Records, within a transaction that no engine makes, that the data came from another database. An empty log stays empty.
    ///
    /// - Parameters:
    ///   - details: What is recorded of the copy.
    ///   - actor: Whoever copies.
    ///   - now: The current time.
    ///   - transaction: The transaction.
    ///   - sealer: Opens the key of the log's seals.
    package static func recordCopy(
        _ details: [String: JSONValue], by actor: AuditActor, at now: Timestamp, in transaction: any WriteTransaction,
        sealer: Sealer
    ) throws {
        let isEmpty = try transaction.auditHead() == nil && transaction.waitingAuditEntries(after: 0, limit: 1).isEmpty
        guard !isEmpty else { return }
        try AuditJournal(sealer: sealer).append(
            [AuditEvent(.databaseCopy, details: details)], by: AuditOrigin(actor: actor), at: now, to: transaction)
    }

    /// The requested records, newest first.
    package func entries(_ query: AuditQuery) async throws -> [AuditEntry] {
        await tryToPlaceWaiting()
        return try await store.read { try $0.auditEntries(query) }
    }

    /// Checks every record of the audit log, while others may be written.
    ///
    /// - Parameters:
    ///   - anchor: A position that must be in it.
    ///   - places: `false` to leave records without places where they are: nothing is written.
    ///   - progress: Called from time to time with the number of records checked, and their total.
    package func verify(
        anchor: AuditAnchor? = nil, places: Bool = true,
        progress: @escaping @Sendable (_ done: Int64, _ of: Int64) -> Void = { _, _ in }
    ) async throws -> AuditVerdict {
        if places { await tryToPlaceWaiting() }
        let sealer = sealer
        // The key is made with the first record, so both are read in one transaction.
        let first = try await store.read {
            (
                seal: try AuditSeal(in: $0, sealer), isProtected: try $0.auditLogIsProtected(), head: try $0.auditHead(),
                page: try $0.auditEntries(after: 0, limit: 1000)
            )
        }
        var chain = AuditChain(seal: first.seal, anchor: anchor)
        var (head, page) = (first.head, first.page)
        while true {
            guard let fault = chain.check(page, head: head) else {
                if !page.isEmpty {
                    let last = chain.sequence
                    progress(last, max(head?.sequence ?? 0, last))
                    (head, page) = try await store.read { (try $0.auditHead(), try $0.auditEntries(after: last, limit: 1000)) }
                    continue
                }
                let waiting = try await waitingFault(first.seal)
                return chain.verdict(chain.anchorFault ?? waiting ?? (first.isProtected ? nil : .unprotected))
            }
            return chain.verdict(fault)
        }
    }
}

extension AuditLog {
    /// The fault of records that wait: one that no server wrote, or that has a place already, never gets one.
    ///
    /// - Parameter seal: `nil` if there was no key when the check began. The first record may have come with one since.
    private func waitingFault(_ seal: AuditSeal?) async throws -> AuditFault? {
        let sealer = sealer
        var position: Int64 = 0
        while true {
            let after = position
            let (page, genuine) = try await store.read { transaction -> ([WaitingAuditEntry], Int?) in
                let page = try transaction.waitingAuditEntries(after: after, limit: 1000)
                guard !page.isEmpty, let seal = try seal ?? AuditSeal(in: transaction, sealer) else { return (page, nil) }
                return (page, try seal.genuine(page, transaction).count)
            }
            guard let last = page.last else { return nil }
            guard let genuine else { return .keyIsGone }
            guard genuine == page.count else { return .waitingForged }
            position = last.position
        }
    }
}

/// A pass through the audit log.
private struct AuditChain {
    /// `nil` if there is no key: in that case there must be no records.
    let seal: AuditSeal?
    let anchor: AuditAnchor?
    private(set) var sequence: Int64 = 0
    private var newer: Int64 = 0
    private var last = Data()
    private var metAnchor = false

    init(seal: AuditSeal?, anchor: AuditAnchor?) {
        self.seal = seal
        self.anchor = anchor
    }

    /// Checks the next records, or, if there are none, the log's end.
    mutating func check(_ page: [SealedAuditEntry], head: AuditHead?) -> AuditFault? {
        guard let seal else { return page.isEmpty && head == nil ? nil : .keyIsGone }
        if let head, !FixedTime.areEqual(head.seal, seal.seal(head: head.sequence, head.last)) { return .endForged }
        for record in page {
            let number = record.entry.sequence
            guard number == sequence + 1 else { return .missing(from: sequence + 1, to: number - 1) }
            guard let head else { return .endForged }
            guard number <= head.sequence else { return .inserted(number) }
            guard FixedTime.areEqual(record.seal, seal.seal(record.entry.canonical, after: record.previous)) else {
                return .changed(number)
            }
            guard FixedTime.areEqual(record.previous, last) else { return .misplaced(number) }
            sequence = number
            last = record.seal
            if !record.entry.isKnown { newer += 1 }
            if let anchor, anchor.sequence == number { metAnchor = anchor.seal == last }
        }
        guard page.isEmpty, let head else { return nil }
        guard sequence == head.sequence else { return .missing(from: sequence + 1, to: head.sequence) }
        return FixedTime.areEqual(last, head.last) ? nil : .changed(sequence)
    }

    var anchorFault: AuditFault? { anchor.flatMap { metAnchor ? nil : .anchorIsGone($0.sequence) } }

    func verdict(_ fault: AuditFault?) -> AuditVerdict {
        AuditVerdict(
            count: sequence, end: sequence == 0 ? nil : AuditAnchor(sequence: sequence, seal: last), fault: fault,
            newer: newer)
    }
}

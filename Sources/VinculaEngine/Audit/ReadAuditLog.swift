public import Foundation
public import VinculaCore
import VinculaCrypto

/// A place of the audit log that somebody wrote down elsewhere.
public struct AuditAnchor: Hashable, Sendable, CustomStringConvertible {
    public let sequence: Int64
    /// The seal of that record.
    public let seal: Data

    public init(sequence: Int64, seal: Data) {
        self.sequence = sequence
        self.seal = seal
    }

    /// Reads `SEQUENCE:SEAL`.
    public init?(_ text: String) {
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

    public var description: String { "\(sequence):\(seal.hex)" }
}

/// What is wrong with an audit log, the first thing of it.
public enum AuditFault: Hashable, Sendable {
    /// Records from one number to another are not there.
    case missing(from: Int64, to: Int64)
    /// The record is not as the server wrote it.
    case changed(Int64)
    /// The record is the server's, but was never written behind the one before it.
    case misplaced(Int64)
    /// The record stands behind the log's end: the server did not write it there.
    case inserted(Int64)
    /// The note of where the log ends is missing or not the server's.
    case endForged
    /// The key of the seals is gone.
    case keyIsGone
    /// The log does not have the record that somebody wrote down.
    case anchorIsGone(Int64)
    /// The database does not keep others from changing the log any more.
    case unprotected
}

/// What a check of the audit log found.
public struct AuditVerdict: Hashable, Sendable {
    /// How many records were checked.
    public let count: Int64
    /// The last record that is sound; `nil` of an empty log.
    public let end: AuditAnchor?
    /// `nil` if nothing is wrong.
    public let fault: AuditFault?
}

extension AuthEngine {
    /// Records that somebody asks for, newest first.
    public func auditEntries(_ query: AuditQuery) async throws -> [AuditEntry] { try await read { try $0.auditEntries(query) } }

    /// Checks every record of the audit log, while others may be written.
    ///
    /// - Parameters:
    ///   - anchor: A place that must be in it.
    ///   - progress: Told from time to time how many records were checked, and of how many.
    public func verifyAuditLog(
        anchor: AuditAnchor? = nil, progress: @escaping @Sendable (_ done: Int64, _ of: Int64) -> Void = { _, _ in }
    ) async throws -> AuditVerdict {
        let name = Self.auditKeyName
        let (sealed, isProtected) = try await read { (try $0.sealedSecret(name), try $0.auditLogIsProtected()) }
        var chain = AuditChain(seal: try sealed.map { AuditSeal(key: try sealer.open($0, place: name)) }, anchor: anchor)
        while true {
            let last = chain.sequence
            let (head, page) = try await read { (try $0.auditHead(), try $0.auditEntries(after: last, limit: 1000)) }
            guard let fault = chain.check(page, head: head) else {
                if !page.isEmpty {
                    progress(chain.sequence, max(head?.sequence ?? 0, chain.sequence))
                    continue
                }
                return chain.verdict(chain.anchorFault ?? (isProtected ? nil : .unprotected))
            }
            return chain.verdict(fault)
        }
    }
}

/// A walk along the audit log.
private struct AuditChain {
    /// `nil` if there is no key: then there must be no records.
    let seal: AuditSeal?
    let anchor: AuditAnchor?
    private(set) var sequence: Int64 = 0
    private var last = Data()
    private var metAnchor = false

    init(seal: AuditSeal?, anchor: AuditAnchor?) {
        self.seal = seal
        self.anchor = anchor
    }

    /// Checks the next records, or with none of them the log's end.
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
            if let anchor, anchor.sequence == number { metAnchor = anchor.seal == last }
        }
        guard page.isEmpty, let head else { return nil }
        guard sequence == head.sequence else { return .missing(from: sequence + 1, to: head.sequence) }
        return FixedTime.areEqual(last, head.last) ? nil : .changed(sequence)
    }

    var anchorFault: AuditFault? { anchor.flatMap { metAnchor ? nil : .anchorIsGone($0.sequence) } }

    func verdict(_ fault: AuditFault?) -> AuditVerdict {
        AuditVerdict(
            count: sequence, end: sequence == 0 ? nil : AuditAnchor(sequence: sequence, seal: last), fault: fault)
    }
}

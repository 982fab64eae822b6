package import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The last record of one of two audit logs, which says that the data came from the other one.
package struct CopyRecord: Hashable, Sendable {
    static let table = "audit_log"

    package let sequence: Int64
    /// `false` if the source has it.
    package let isInTarget: Bool

    package init(sequence: Int64, isInTarget: Bool) {
        self.sequence = sequence
        self.isInTarget = isInTarget
    }

    /// Finds the record by which the two logs differ, if it is the only one and follows the last one of the other log.
    static func find(_ from: any SQLConnection, _ to: any SQLConnection) throws -> CopyRecord? {
        let heads = (try Transaction(from).auditHead(), try Transaction(to).auditHead())
        guard let one = heads.0, let other = heads.1 else { return nil }
        let isInTarget = other.sequence > one.sequence
        let (longer, shorter) = isInTarget ? (other, one) : (one, other)
        guard longer.sequence == shorter.sequence + 1,
            let last = try Transaction(isInTarget ? to : from).auditEntries(after: shorter.sequence, limit: 2).only,
            last.entry.action == .databaseCopy, last.previous == shorter.last, last.seal == longer.last
        else { return nil }
        return CopyRecord(sequence: longer.sequence, isInTarget: isInTarget)
    }
}

extension EqualTable {
    /// The SHA-256 of several tables: of their names and digests, sorted by name.
    package static func digest(of tables: [EqualTable]) -> Data {
        var digest = FileDigest()
        for table in tables.sorted(by: { $0.name < $1.name }) {
            digest.add(Array(table.name.utf8) + [0])
            digest.add(Array(table.digest))
        }
        return digest.finish()
    }
}

extension Array {
    /// The element, if there is one only.
    fileprivate var only: Element? { count == 1 ? first : nil }
}

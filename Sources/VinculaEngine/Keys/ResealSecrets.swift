import Foundation
import VinculaCore
import VinculaCrypto

/// The store contains secrets sealed under the previous master key that this version cannot reseal.
package struct UnknownSealedSecrets: Error, CustomStringConvertible {
    package let tables: [String]

    package var description: String {
        "The tables \(tables.joined(separator: ", ")) have secrets under the previous master key that cannot be re-encrypted."
    }
}

/// The secrets that the store keeps sealed under the master key.
package struct SealedSecrets: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer

    /// Reseals every secret of the store under the current master key.
    ///
    /// Works in batches, each of them one transaction, and may be interrupted at any point and run again: until it has
    /// returned, both keys are needed. Nothing else may use the store with only the previous key in the meantime.
    ///
    /// - Parameter progress: Called with the number of secrets resealed so far.
    /// - Returns: The number of secrets resealed.
    /// - Throws: `Sealer.CannotOpen` if one is sealed under neither key; ``UnknownSealedSecrets``.
    package func reseal(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> Int {
        var count = 0
        for kind in try await read({ $0.reads.sealedKinds() }) {
            var row = ""
            while true {
                let after = row
                let (last, moved) = try await write { work -> (String?, Int) in
                    let page = try work.transaction.sealedRecords(kind, after: after, limit: 100)
                    var moved = 0
                    for record in page {
                        guard let sealed = try sealer.reseal(record.sealed, place: record.place) else { continue }
                        try work.transaction.replace(record, with: sealed)
                        moved += 1
                    }
                    return (page.last?.row, moved)
                }
                count += moved
                if moved > 0 { progress(count) }
                guard let last else { break }
                row = last
            }
        }
        let markers = sealer.previousMarkers
        let tables = try await read { try $0.reads.tablesHolding(markers) }
        guard tables.isEmpty else { throw UnknownSealedSecrets(tables: tables) }
        let total = count
        try await write { $0.transaction.record(AuditEvent(.masterKeyRotate, details: ["secrets": .integer(Int64(total))])) }
        return count
    }
}

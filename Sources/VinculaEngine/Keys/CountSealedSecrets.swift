import VinculaCore
import VinculaCrypto

/// The number of sealed secrets that the master key opens.
package struct SealedSecretCount: Hashable, Sendable {
    package internal(set) var open = 0
    /// The tables with secrets that it does not open.
    package internal(set) var closed: [String] = []
}

extension SealedSecrets {
    /// Tries to open every sealed secret, a page at a time.
    package func count() async throws -> SealedSecretCount {
        var count = SealedSecretCount()
        for kind in try await read({ $0.reads.sealedKinds() }) {
            var last = ""
            while true {
                let (after, sealer) = (last, sealer)
                let page = try await read { try $0.reads.sealedRecords(kind, after: after, limit: 500) }
                guard let end = page.last else { break }
                let open = page.count { (try? sealer.open($0.sealed, place: $0.place)) != nil }
                count.open += open
                if open < page.count, !count.closed.contains(kind.table) { count.closed.append(kind.table) }
                last = end.row
            }
        }
        return count
    }
}

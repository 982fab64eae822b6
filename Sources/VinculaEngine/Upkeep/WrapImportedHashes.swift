import Foundation
import VinculaCore
import VinculaCrypto

extension Upkeep {
    /// Wraps some imported hashes whose function is fast, so that whoever steals the database cannot try passwords quickly.
    ///
    /// The database itself knows which hashes are left, so it can be stopped at any time.
    ///
    /// - Parameter count: The number of hashes.
    /// - Returns: The number that were wrapped; 0 once none are left, or while another server does it.
    /// - Throws: ``HashPool/Overloaded`` while people wait for the pool, if not one could be wrapped.
    package func wrapImportedHashes(count: Int = 16) async throws -> Int {
        let bare = try await read { reading -> [BareHash] in
            for stored in try reading.reads.passwordSchemesWithBareHashes() where stored.scheme.algorithm.isFast {
                return try reading.reads.bareHashes(of: stored.id, limit: count)
            }
            return []
        }
        // Much longer than a step takes.
        guard !bare.isEmpty, try await take(.importedHashes, seconds: 60) else { return 0 }
        var wrapped: [(BareHash, String)] = []
        for hash in bare {
            // A damaged one matches no password, wrapped or not, and must not keep the others waiting.
            do {
                wrapped.append((hash, try await hasher.wrap(Data(base64Encoded: hash.digest) ?? Data())))
            } catch let overloaded as HashPool.Overloaded {
                // What is done is kept.
                if wrapped.isEmpty { throw overloaded }
                break
            }
        }
        let done = wrapped
        // A password that was changed or used in the meantime needs nothing more.
        try await write { work in for (hash, text) in done { try work.transaction.wrap(hash, as: text) } }
        return done.count
    }
}

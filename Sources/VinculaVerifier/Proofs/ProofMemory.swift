import Crypto

/// The proofs that were used, each of which counts once. Its size is bounded, and no bound lets a proof count twice: when there is
/// no room, the oldest second is forgotten as a whole, and no proof of that second or before is accepted any more.
struct ProofMemory: Sendable {
    /// What a proof is worth.
    enum Verdict: Hashable, Sendable {
        case good
        case used
        case tooOld
        /// One key has used more than its share.
        case tooMany
    }

    /// Half of a SHA-256, which suffices against guesses as well as against chance.
    private struct Digest: Hashable, Sendable {
        let first: UInt64
        let second: UInt64

        init(_ parts: String...) {
            var hash = SHA256()
            for part in parts {
                hash.update(data: Array(part.utf8))
                hash.update(data: [0])
            }
            let words = hash.finalize().withUnsafeBytes { bytes in
                (bytes.loadUnaligned(as: UInt64.self), bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            }
            (first, second) = words
        }
    }

    private struct Use: Sendable {
        let proof: Digest
        let key: Digest
    }

    private let limit: Int
    private let limitOfKey: Int
    private var used: Set<Digest> = []
    private var countOfKey: [Digest: Int] = [:]
    /// By the second in which they were made.
    private var seconds: [Int64: [Use]] = [:]
    private var tidiedAt = Int64.min
    /// No proof of this second or before is accepted.
    private var forgotten = Int64.min

    /// - Parameter limit: The number of proofs that are remembered. One key may use a sixteenth of them.
    init(limit: Int = 1 << 17) {
        self.limit = max(limit, 1)
        limitOfKey = max(limit / 16, 1)
    }

    /// The number of proofs that are remembered.
    var count: Int { used.count }

    /// Uses a proof, which the caller has found right.
    ///
    /// - Parameters:
    ///   - oldest: The oldest time at which a proof may have been made. Older ones are forgotten.
    mutating func use(_ id: String, ofKey thumbprint: String, madeAt time: Int64, oldest: Int64) -> Verdict {
        if tidiedAt < oldest {
            for second in seconds.keys where second < oldest { forget(second) }
            tidiedAt = oldest
        }
        guard time >= oldest, time > forgotten else { return .tooOld }
        let key = Digest(thumbprint)
        let proof = Digest(thumbprint, id)
        guard !used.contains(proof) else { return .used }
        guard countOfKey[key, default: 0] < limitOfKey else { return .tooMany }
        while used.count >= limit, let first = seconds.keys.min() {
            forget(first)
            forgotten = first
        }
        guard time > forgotten else { return .tooOld }
        used.insert(proof)
        countOfKey[key, default: 0] += 1
        seconds[time, default: []].append(Use(proof: proof, key: key))
        return .good
    }

    private mutating func forget(_ second: Int64) {
        for use in seconds.removeValue(forKey: second) ?? [] {
            used.remove(use.proof)
            countOfKey[use.key] = countOfKey[use.key].flatMap { $0 > 1 ? $0 - 1 : nil }
        }
    }
}

import Synchronization
import VinculaCore

/// The buckets of a very large number of callers, the longest unused of which are dropped when there are too many.
///
/// Full buckets are dropped first, which changes nothing for anybody. Keys are hashes under a secret of the process, so
/// nobody can choose callers that share one.
final class BucketTable: Sendable {
    private struct State {
        /// The time at which each bucket is full again. `young` was used since the last clearing, `old` before it.
        var young: [Int: Int64] = [:]
        var old: [Int: Int64] = [:]

        mutating func keep(_ fullAt: Int64, of key: Int, now: Int64, halfCapacity: Int) {
            young[key] = fullAt
            guard young.count >= halfCapacity else { return }
            old = old.filter { $0.value > now }
            young = young.filter { $0.value > now }
            if old.count + young.count > halfCapacity { old = young } else { old.merge(young) { $1 } }
            young = [:]
        }
    }

    private final class Shard: Sendable {
        let state = Mutex(State())
    }

    private let shards: [Shard]
    private let halfCapacity: Int

    /// - Parameter capacity: The maximum number of buckets.
    init(capacity: Int, shards count: Int = 64) {
        shards = (0..<count).map { _ in Shard() }
        halfCapacity = max(1, capacity / count / 2)
    }

    /// The number of buckets in the table.
    var count: Int { shards.reduce(0) { sum, shard in sum + shard.state.withLock { $0.young.count + $0.old.count } } }

    /// Gives a token back that was taken before.
    func giveBack(_ key: Int, _ bucket: TokenBucket) {
        shards[Int(UInt(bitPattern: key) % UInt(shards.count))].state.withLock { state in
            if let fullAt = state.young[key] {
                state.young[key] = fullAt - bucket.interval
            } else if let fullAt = state.old[key] {
                state.old[key] = fullAt - bucket.interval
            }
        }
    }

    /// Fills the bucket of a key.
    func forget(_ key: Int) {
        shards[Int(UInt(bitPattern: key) % UInt(shards.count))].state.withLock { state in
            state.young[key] = nil
            state.old[key] = nil
        }
    }

    /// Takes a token from the bucket of a key.
    ///
    /// - Returns: `nil` if there was one, otherwise the time until there is one, in nanoseconds.
    func take(_ key: Int, _ bucket: TokenBucket, now: Int64) -> Int64? {
        take(key, now: now) { bucket.take(fullAt: $0, now: now) }
    }

    /// Counts a request in the window of a key.
    ///
    /// - Returns: `nil` if there was room, otherwise the time until the window ends, in nanoseconds.
    func take(_ key: Int, _ window: RequestWindow, now: Int64) -> Int64? {
        take(key, now: now) { window.take(stored: $0, now: now) }
    }

    private func take(_ key: Int, now: Int64, _ rule: (_ stored: Int64) -> TokenBucket.Outcome) -> Int64? {
        shards[Int(UInt(bitPattern: key) % UInt(shards.count))].state.withLock { state in
            let fullAt = state.young[key] ?? state.old.removeValue(forKey: key) ?? 0
            switch rule(fullAt) {
            case .wait(let nanoseconds):
                // A refused caller's bucket is in use too: the bucket of a flood must not be the first to be dropped.
                state.keep(fullAt, of: key, now: now, halfCapacity: halfCapacity)
                return nanoseconds
            case .taken(let fullAt):
                state.keep(fullAt, of: key, now: now, halfCapacity: halfCapacity)
                return nil
            }
        }
    }
}

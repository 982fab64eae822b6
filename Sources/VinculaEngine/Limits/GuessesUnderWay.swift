import Foundation
import Synchronization
import VinculaCore

/// The password attempts that this process is checking, so that of a hundred at once not each counts as the first.
final class GuessesUnderWay: Sendable {
    private let counts = Mutex<[PasswordAttemptsKey: Int]>([:])

    /// Counts an attempt as one that could turn out to be wrong, until it is ended.
    ///
    /// Call this before reading the record of earlier attempts from the store: an attempt that ended after this call is in
    /// progress here, and one that ended before it is already in the store. An attempt may be seen in both, but never in
    /// neither.
    ///
    /// - Returns: The number of other attempts in progress.
    func begin(_ keys: PasswordAttemptsKeys) -> GuessingPolicy.UnderWay {
        counts.withLock { counts in
            let others = GuessingPolicy.UnderWay(
                neighbourhood: counts[keys.neighbourhood, default: 0], account: counts[keys.everywhere, default: 0])
            counts[keys.neighbourhood, default: 0] += 1
            counts[keys.everywhere, default: 0] += 1
            return others
        }
    }

    /// Ends an attempt. If it was wrong, that must already be on the disk.
    func end(_ keys: PasswordAttemptsKeys) {
        counts.withLock { counts in
            for key in [keys.neighbourhood, keys.everywhere] {
                let rest = counts[key, default: 1] - 1
                counts[key] = rest > 0 ? rest : nil
            }
        }
    }
}

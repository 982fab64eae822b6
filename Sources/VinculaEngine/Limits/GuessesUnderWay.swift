import Foundation
import Synchronization
import VinculaCore

/// The attempts with a password that this process is looking at, so that a hundred at once are not each the first.
final class GuessesUnderWay: Sendable {
    private let counts = Mutex<[PasswordAttemptsKey: Int]>([:])

    /// Counts an attempt as one that could turn out wrong, until it is ended.
    ///
    /// Ask before the store is read for what is known of earlier ones: an attempt that ended after this call is under way
    /// here, one that ended before it is in the store by then. One may be seen in both, none in neither.
    ///
    /// - Returns: How many others are under way.
    func begin(_ keys: PasswordAttemptsKeys) -> GuessingPolicy.UnderWay {
        counts.withLock { counts in
            let others = GuessingPolicy.UnderWay(
                neighbourhood: counts[keys.neighbourhood, default: 0], account: counts[keys.everywhere, default: 0])
            counts[keys.neighbourhood, default: 0] += 1
            counts[keys.everywhere, default: 0] += 1
            return others
        }
    }

    /// Ends an attempt. If it was wrong, that must be on the disk by now.
    func end(_ keys: PasswordAttemptsKeys) {
        counts.withLock { counts in
            for key in [keys.neighbourhood, keys.everywhere] {
                let rest = counts[key, default: 1] - 1
                counts[key] = rest > 0 ? rest : nil
            }
        }
    }
}

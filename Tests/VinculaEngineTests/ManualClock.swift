import Synchronization
import VinculaCore
import VinculaEngine

/// A clock that stands until it is moved.
final class ManualClock: Clock {
    static let start = Timestamp(seconds: 1_800_000_000)

    private let moment = Mutex(ManualClock.start)

    var now: Timestamp { moment.withLock { $0 } }

    func advance(seconds: Int64) { moment.withLock { $0 = $0.adding(seconds: seconds) } }

    func advance(milliseconds: Int64) {
        moment.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
    }
}

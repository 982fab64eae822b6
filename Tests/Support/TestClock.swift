import Synchronization
package import VinculaCore
import VinculaEngine

/// A clock that stands still until a test moves it, unless it ticks.
package final class TestClock: Clock {
    private let moment: Mutex<Timestamp>
    private let tick: Int64

    /// - Parameter tick: How far each reading moves it, in milliseconds. A ticking clock shows two readings where there must be
    ///   one.
    package init(_ now: Timestamp = SystemClock().now, tick: Int64 = 0) {
        moment = Mutex(now)
        self.tick = tick
    }

    package var now: Timestamp {
        moment.withLock { moment in
            moment = Timestamp(milliseconds: moment.milliseconds + tick)
            return moment
        }
    }

    /// - Parameter seconds: How far; negative goes back.
    package func advance(seconds: Int64) { moment.withLock { $0 = $0.adding(seconds: seconds) } }
}

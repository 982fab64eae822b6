import Synchronization
public import VinculaCore
public import VinculaEngine

/// A clock that stands still until a test moves it.
public final class TestClock: Clock {
    private let moment: Mutex<Timestamp>

    public init(_ now: Timestamp = SystemClock().now) { moment = Mutex(now) }

    public var now: Timestamp { moment.withLock { $0 } }

    /// - Parameter seconds: How far; negative goes back.
    public func advance(seconds: Int64) { moment.withLock { $0 = $0.adding(seconds: seconds) } }
}

import Foundation
public import VinculaCore

/// The wall clock, as a port, so that tests can stop and set it.
public protocol Clock: Sendable {
    /// The current time.
    var now: Timestamp { get }
}

/// The machine's clock.
public struct SystemClock: Clock {
    public init() {}

    public var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}

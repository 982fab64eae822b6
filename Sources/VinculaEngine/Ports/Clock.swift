import Foundation
package import VinculaCore

/// The wall clock, as a port, so that tests can stop and set it.
package protocol Clock: Sendable {
    /// The current time.
    var now: Timestamp { get }
}

/// The machine's clock.
package struct SystemClock: Clock {
    package init() {}

    package var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
}

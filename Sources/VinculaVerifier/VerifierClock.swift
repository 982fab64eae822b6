import Foundation

/// The clocks of a verifier: the wall clock for tokens, and one that nobody sets for ages.
package struct VerifierClock: Sendable {
    /// Seconds since 1970.
    package let seconds: @Sendable () -> Int64
    /// The time since some moment in the past.
    package let uptime: @Sendable () -> Duration

    package init(seconds: @escaping @Sendable () -> Int64, uptime: @escaping @Sendable () -> Duration) {
        self.seconds = seconds
        self.uptime = uptime
    }

    static let system: VerifierClock = {
        let start = ContinuousClock.now
        return VerifierClock(seconds: { Int64(Date().timeIntervalSince1970) }, uptime: { ContinuousClock.now - start })
    }()
}

/// A number of requests at once, then one per interval.
///
/// All that is stored of a bucket is the time at which it is full again (the "generic cell rate algorithm"). A time in the
/// past means a full bucket, and so does none at all, which is why forgetting a full bucket changes nothing.
package struct TokenBucket: Hashable, Sendable {
    /// The number of requests that a full bucket allows at once.
    package let burst: Int
    /// The time in which one token comes back, in nanoseconds.
    package let interval: Int64

    /// The result of taking a token.
    package enum Outcome: Hashable, Sendable {
        /// - Parameter fullAt: The value to store.
        case taken(fullAt: Int64)
        /// No token is taken.
        ///
        /// - Parameter nanoseconds: The time until there is a token.
        case wait(nanoseconds: Int64)
    }

    /// - Parameters:
    ///   - count: The number of tokens that come back in `seconds`.
    ///   - seconds: The time in which `count` tokens come back.
    ///   - burst: The greatest number of tokens.
    package init(_ count: Int, perSeconds seconds: Int, burst: Int) {
        self.burst = max(1, burst)
        interval = max(1, Int64(seconds) * 1_000_000_000 / Int64(max(1, count)))
    }

    private init(burst: Int, interval: Int64) {
        self.burst = burst
        self.interval = max(1, interval)
    }

    /// A bucket with a multiple of the tokens, which come back correspondingly faster.
    package func times(_ factor: Int) -> TokenBucket {
        TokenBucket(burst: burst * max(1, factor), interval: interval / Int64(max(1, factor)))
    }

    /// Takes a token.
    ///
    /// - Parameters:
    ///   - fullAt: The value from the last token taken, or any time in the past.
    ///   - now: The current time of a monotonic clock, in nanoseconds.
    package func take(fullAt: Int64, now: Int64) -> Outcome {
        let next = max(fullAt, now) + interval
        let excess = next - now - interval * Int64(burst)
        return excess <= 0 ? .taken(fullAt: next) : .wait(nanoseconds: excess)
    }
}

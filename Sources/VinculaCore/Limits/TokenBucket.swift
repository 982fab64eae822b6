/// So many requests, then one in so much time.
///
/// All that is kept of a bucket is the moment at which it is full again (the "generic cell rate algorithm"): a moment that has
/// passed means a full bucket, and so does none at all, which is why forgetting one that is full changes nothing.
public struct TokenBucket: Hashable, Sendable {
    /// How many requests a full bucket lets through at once.
    public let burst: Int
    /// How long a token takes to come back, in nanoseconds.
    public let interval: Int64

    /// What taking a token leads to.
    public enum Outcome: Hashable, Sendable {
        /// - Parameter fullAt: What to keep.
        case taken(fullAt: Int64)
        /// Nothing is taken.
        ///
        /// - Parameter nanoseconds: How long until there is a token.
        case wait(nanoseconds: Int64)
    }

    /// - Parameters:
    ///   - count: How many tokens come back in `seconds`.
    ///   - burst: How many there are at most.
    public init(_ count: Int, perSeconds seconds: Int, burst: Int) {
        self.burst = max(1, burst)
        interval = max(1, Int64(seconds) * 1_000_000_000 / Int64(max(1, count)))
    }

    private init(burst: Int, interval: Int64) {
        self.burst = burst
        self.interval = max(1, interval)
    }

    /// A bucket with so many times the tokens, which come back so many times as fast.
    public func times(_ factor: Int) -> TokenBucket {
        TokenBucket(burst: burst * max(1, factor), interval: interval / Int64(max(1, factor)))
    }

    /// Takes a token.
    ///
    /// - Parameters:
    ///   - fullAt: What the last token taken left, or any moment that has passed.
    ///   - now: The present moment of a clock that only goes forward, in nanoseconds.
    public func take(fullAt: Int64, now: Int64) -> Outcome {
        let next = max(fullAt, now) + interval
        let excess = next - now - interval * Int64(burst)
        return excess <= 0 ? .taken(fullAt: next) : .wait(nanoseconds: excess)
    }
}

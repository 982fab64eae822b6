/// A number of requests until a time, however they are spread.
///
/// All that is stored of a window is its end and, as nanoseconds after it, the number of requests. So a window that has ended
/// looks like a ``TokenBucket`` that is full.
package struct RequestWindow: Hashable, Sendable {
    package let count: Int
    /// The end of the window, in nanoseconds.
    package let end: Int64

    package init(_ count: Int, end: Int64) {
        self.count = count
        self.end = end
    }

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - stored: The value from the last request in this window, or any time before its end.
    ///   - now: The current time, by the clock of ``end``.
    package func take(stored: Int64, now: Int64) -> TokenBucket.Outcome {
        let used = max(0, stored - end)
        guard used < Int64(count) else { return .wait(nanoseconds: end - now) }
        return .taken(fullAt: end + used + 1)
    }
}

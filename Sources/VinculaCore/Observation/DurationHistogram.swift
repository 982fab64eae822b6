/// Counts of durations, by fixed upper bounds.
package struct DurationHistogram: Hashable, Sendable {
    /// The bounds for requests, in seconds.
    package static let requestBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
    /// The bounds for a step of a request, in seconds.
    package static let stepBounds = [
        0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    /// The upper bounds in seconds, ascending.
    package let bounds: [Double]
    /// The number of durations up to each bound and beyond the one before it; the last number is of those beyond all bounds.
    package private(set) var counts: [Int]
    /// The sum of all durations, in seconds.
    package private(set) var sum: Double = 0

    /// - Parameter bounds: The upper bounds in seconds, ascending.
    package init(bounds: [Double] = stepBounds) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    package mutating func add(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        add(seconds: Double(seconds) + Double(attoseconds) / 1e18)
    }

    package mutating func add(seconds: Double) {
        counts[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
        sum += seconds
    }
}

/// The number of accounts that an import takes in one transaction.
///
/// More of them write each page of an index fewer times. But a transaction that is interrupted is lost, and progress is shown
/// after each, so that it should take no longer than ``seconds``.
package struct ImportPace: Hashable, Sendable {
    /// The accounts of a transaction beside a server, whose own writes must not wait for long.
    package static let besideServer = 500
    /// The accounts of a transaction without a server.
    package static let alone = 500...10_000
    /// The time that a transaction may take, in seconds.
    package static let seconds = 0.5

    /// The accounts of the next transaction without a server.
    package private(set) var next = 1000

    package init() {}

    /// Notes how long a transaction took.
    ///
    /// - Parameters:
    ///   - count: Its accounts.
    ///   - time: Its duration, in seconds.
    package mutating func note(_ count: Int, in time: Double) {
        guard count > 0 else { return }
        // Small steps: one transaction may be slow by accident, or fast because all its accounts are there already.
        let fitting = Double(count) * Self.seconds / max(time, 0.001)
        let bounds = (Double(next) / 2)...(Double(next) * 2)
        let size = Int(min(max(fitting, bounds.lowerBound), bounds.upperBound))
        next = min(max(size, Self.alone.lowerBound), Self.alone.upperBound)
    }
}

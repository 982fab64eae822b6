import Synchronization
package import VinculaCore

/// What a store does with its connections, for the metrics. A store in a file has none, and leaves all at zero.
package final class StoreActivity: Sendable {
    /// The numbers at one moment.
    package struct Numbers: Sendable {
        /// Writes that ran again, because they met another one.
        package var repeats = 0
        /// Reads that were answered together with others.
        package var askedTogether = 0
        /// Connections that broke.
        package var lost = 0
        /// Open connections.
        package var connections = 0
        /// Connections that are reading or writing.
        package var inUse = 0
        /// The times that reads and writes waited for a connection.
        package var waits = DurationHistogram()
        /// The time of the last read or write that succeeded.
        package var lastSuccess: ContinuousClock.Instant?
    }

    private let state = Mutex(Numbers())

    package init() {}

    package var numbers: Numbers { state.withLock { $0 } }

    /// Counts a write that runs again.
    package func noteRepeat() { state.withLock { $0.repeats += 1 } }

    /// Counts reads that were answered together.
    package func noteAskedTogether(_ count: Int) { state.withLock { $0.askedTogether += count } }

    /// Counts a connection in.
    package func noteOpened() { state.withLock { $0.connections += 1 } }

    /// Counts a connection out.
    ///
    /// - Parameter isLost: `true` if it broke.
    package func noteClosed(isLost: Bool) {
        state.withLock { state in
            state.connections -= 1
            if isLost { state.lost += 1 }
        }
    }

    /// Counts a read or write that has a connection now.
    ///
    /// - Parameter wait: The time that it waited for one.
    package func begin(after wait: Duration) {
        state.withLock { state in
            state.inUse += 1
            state.waits.add(wait)
        }
    }

    /// Counts several reads that share a connection.
    ///
    /// - Parameter waits: The time that each of them waited for one.
    package func begin(after waits: [Duration]) {
        state.withLock { state in
            state.inUse += 1
            for wait in waits { state.waits.add(wait) }
        }
    }

    /// Counts a read or write that has ended.
    ///
    /// - Parameter isSuccess: `true` if the store did what it was asked for.
    package func end(isSuccess: Bool) {
        state.withLock { state in
            state.inUse -= 1
            if isSuccess { state.lastSuccess = .now }
        }
    }
}

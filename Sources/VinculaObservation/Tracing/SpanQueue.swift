import Synchronization

/// The spans that wait for their export. When there are too many, new ones are dropped and counted; nobody ever waits.
package final class SpanQueue: Sendable {
    /// The number of spans so far.
    package struct Counts: Hashable, Sendable {
        package var exported = 0
        package var dropped = 0
        /// Attempts to export some that failed.
        package var failures = 0
    }

    private struct State {
        var spans: [FinishedSpan] = []
        var counts = Counts()
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: The maximum number of spans that wait.
    package init(capacity: Int = 8192) { self.capacity = capacity }

    package var counts: Counts { state.withLock { $0.counts } }

    func add(_ span: FinishedSpan) {
        state.withLock { state in
            if state.spans.count < capacity { state.spans.append(span) } else { state.counts.dropped += 1 }
        }
    }

    /// Takes the spans that have waited longest.
    func take(_ most: Int) -> [FinishedSpan] {
        state.withLock { state in
            let batch = Array(state.spans.prefix(most))
            state.spans.removeFirst(batch.count)
            return batch
        }
    }

    func noteExported(_ count: Int) { state.withLock { $0.counts.exported += count } }

    func noteDropped(_ count: Int) { state.withLock { $0.counts.dropped += count } }

    func noteFailure() { state.withLock { $0.counts.failures += 1 } }
}

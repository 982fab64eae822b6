import CoreMetrics
import Tracing
package import VinculaEngine

/// A store whose reads and writes are timed.
package struct ObservedStore: Store {
    /// The name of the metric.
    package static let metric = "vincula_store_seconds"

    private let base: any Store
    private let reads: CoreMetrics.Timer
    private let writes: CoreMetrics.Timer
    private let tracer: SpanTracer?

    /// - Parameters:
    ///   - base: The store.
    ///   - registry: The metrics to add to.
    ///   - tracer: Records a span for each of a request's reads and writes; `nil` for none.
    package init(_ base: any Store, _ registry: MetricsRegistry, tracer: SpanTracer?) {
        registry.describe(Self.metric, "Time that reads and writes of the store took, from the wait for a connection to the end.")
        self.base = base
        self.tracer = tracer
        reads = CoreMetrics.Timer(label: Self.metric, dimensions: [("operation", "read")], factory: registry)
        writes = CoreMetrics.Timer(label: Self.metric, dimensions: [("operation", "write")], factory: registry)
    }

    package func read<Result: Sendable>(
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await timingRead { try await base.read(expecting: queries, body) }
    }

    package func survey<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await timingRead { try await base.survey(body) }
    }

    package var replica: ReplicaHealth? { base.replica }

    package func checkReplica() async { await base.checkReplica() }

    package func write<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await timingWrite { try await base.write(body) }
    }

    package func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await timingWrite { try await base.write(body, meanwhile: meanwhile) }
    }

    package func claim<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await timingWrite { try await base.claim(body) }
    }

    package func claim<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await timingWrite { try await base.claim(body, meanwhile: meanwhile) }
    }

    private func timingRead<Result: Sendable>(_ read: () async throws -> Result) async throws -> Result {
        let start = ContinuousClock.now
        do {
            let result = try await read()
            note(reads, "store.read", since: start)
            return result
        } catch {
            note(reads, "store.read", since: start, error)
            throw error
        }
    }

    private func timingWrite<Result>(_ write: () async throws -> Result) async throws -> Result {
        let start = ContinuousClock.now
        do {
            let result = try await write()
            note(writes, "store.write", since: start)
            return result
        } catch {
            note(writes, "store.write", since: start, error)
            throw error
        }
    }

    package var changes: ChangeFeed { base.changes }

    package func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async {
        await base.followChanges(changed)
    }

    package var isShared: Bool { base.isShared }
    package var runsWritesSideBySide: Bool { base.runsWritesSideBySide }

    package func migrate() async throws { try await base.migrate() }

    package func stopWaiting() { base.stopWaiting() }

    package func close() async throws { try await base.close() }

    package var health: StoreHealth { base.health }

    package func tryToWrite() async throws { try await base.tryToWrite() }

    /// - Parameter error: What ended the step. A decision against a request is no failure of the store.
    private func note(
        _ timer: CoreMetrics.Timer, _ step: String, since start: ContinuousClock.Instant, _ error: (any Error)? = nil
    ) {
        let took = ContinuousClock.now - start
        let (seconds, attoseconds) = took.components
        timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        tracer?.noteStep(step, .client, took: took, hasFailed: error is StoreUnavailable)
    }
}

import Synchronization
import VinculaEngine

/// A store before whose next writes or reads something else happens, each once: what two callers do at the same time, in a known order.
final class HookedStore: Store {
    private let store: any Store
    private let hooks = Mutex<[@Sendable () async throws -> Void]>([])
    private let readHooks = Mutex<[@Sendable () async throws -> Void]>([])

    init(_ store: any Store) { self.store = store }

    private let counter = Mutex<StatementCounter?>(nil)

    /// Has the statements of writes counted.
    func count(by new: StatementCounter?) { counter.withLock { $0 = new } }

    /// Has something happen before the next write, after what is waiting already.
    func beforeNextWrite(_ hook: @escaping @Sendable () async throws -> Void) { hooks.withLock { $0.append(hook) } }

    /// Has something happen before the next read, after what is waiting already.
    func beforeNextRead(_ hook: @escaping @Sendable () async throws -> Void) { readHooks.withLock { $0.append(hook) } }

    func read<Result: Sendable>(
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        let hook = readHooks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        try await hook?()
        return try await store.read(expecting: queries, body)
    }

    func survey<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await store.survey(body)
    }

    var replica: ReplicaHealth? { store.replica }

    func checkReplica() async { await store.checkReplica() }

    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        let hook = hooks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        try await hook?()
        let counter = counter.withLock { $0 }
        return try await store.write { try body(counter?.counting($0) ?? $0) }
    }

    func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        let hook = hooks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        try await hook?()
        return try await store.write(body, meanwhile: meanwhile)
    }

    /// A write as any other, so that what happens before it does so here, too.
    func claim<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await write(body)
    }

    func claim<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await write(body, meanwhile: meanwhile)
    }

    func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async {
        await store.followChanges(changed)
    }

    var isShared: Bool { store.isShared }
    var runsWritesSideBySide: Bool { store.runsWritesSideBySide }

    var health: StoreHealth { store.health }

    var changes: ChangeFeed { store.changes }

    func tryToWrite() async throws { try await store.tryToWrite() }

    func migrate() async throws { try await store.migrate() }

    func stopWaiting() { store.stopWaiting() }

    func close() async throws { try await store.close() }
}

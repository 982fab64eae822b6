import Synchronization
import VinculaEngine

/// A store whose database is removed once it is closed, or forgotten.
final class RemovedStore: Store {
    private let store: any Store
    private let remove: @Sendable () async -> Void
    private let isRemoved = Atomic(false)

    init(_ store: any Store, remove: @escaping @Sendable () async -> Void) {
        self.store = store
        self.remove = remove
    }

    deinit {
        // A test that failed does not close its store.
        guard !isRemoved.load(ordering: .relaxed) else { return }
        Task { [store, remove] in
            try? await store.close()
            await remove()
        }
    }

    func read<Result: Sendable>(
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await store.read(expecting: queries, body)
    }

    func survey<Result: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
        try await store.survey(body)
    }

    var replica: ReplicaHealth? { store.replica }

    func checkReplica() async { await store.checkReplica() }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
        try await store.write(body)
    }

    func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await store.write(body, meanwhile: meanwhile)
    }

    func migrate() async throws { try await store.migrate() }

    func stopWaiting() { store.stopWaiting() }

    func close() async throws {
        try await store.close()
        if !isRemoved.exchange(true, ordering: .relaxed) { await remove() }
    }

    func claim<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
        try await store.claim(body)
    }

    func claim<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await store.claim(body, meanwhile: meanwhile)
    }

    func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async {
        await store.followChanges(changed)
    }

    var changes: ChangeFeed { store.changes }

    var isShared: Bool { store.isShared }
    var runsWritesSideBySide: Bool { store.runsWritesSideBySide }

    var health: StoreHealth { store.health }

    func tryToWrite() async throws { try await store.tryToWrite() }
}

/// Several stores on one database, which take turns.
final class TurningStore: Store {
    private let stores: [any Store]
    private let turn = Atomic(0)

    init(_ stores: [any Store]) { self.stores = stores }

    private var next: any Store { stores[turn.add(1, ordering: .relaxed).newValue % stores.count] }

    /// Writes by one of the stores. A server has one health, and knows at once what it has changed itself.
    private func asOneServer<Result>(_ write: (any Store) async throws -> Result) async throws -> Result {
        let store = next
        let before = ChangeTopic.allCases.map { ($0, store.changes.position(of: $0)) }
        let result = try await write(store)
        health.noteWrite()
        if store.changes !== changes {
            changes.note(Set(before.filter { store.changes.position(of: $0.0) != $0.1 }.map(\.0)))
        }
        return result
    }

    func read<Result: Sendable>(
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await next.read(expecting: queries, body)
    }

    func survey<Result: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
        try await next.survey(body)
    }

    var replica: ReplicaHealth? { stores[0].replica }

    func checkReplica() async { await stores[0].checkReplica() }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
        try await asOneServer { try await $0.write(body) }
    }

    func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await asOneServer { try await $0.write(body, meanwhile: meanwhile) }
    }

    func migrate() async throws { try await next.migrate() }

    func stopWaiting() { for store in stores { store.stopWaiting() } }

    func close() async throws { for store in stores { try await store.close() } }

    func claim<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
        try await asOneServer { try await $0.claim(body) }
    }

    func claim<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try await asOneServer { try await $0.claim(body, meanwhile: meanwhile) }
    }

    func followChanges(_ changed: @escaping @Sendable (Set<ChangeTopic>) async throws -> Void) async {
        await stores[0].followChanges(changed)
    }

    var changes: ChangeFeed { stores[0].changes }

    /// One server uses them. `SharedStores` is for several.
    var isShared: Bool { false }
    var runsWritesSideBySide: Bool { stores[0].runsWritesSideBySide }

    var health: StoreHealth { stores[0].health }

    func tryToWrite() async throws { for store in stores { try await store.tryToWrite() } }
}

/// A store that runs each write, undoes it, and runs it again.
final class RepeatingStore: Store {
    private struct Undone: Error {}

    private let store: any Store

    init(_ store: any Store) { self.store = store }

    func read<Result: Sendable>(
        expecting queries: [ExpectedQuery], _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await store.read(expecting: queries, body)
    }

    func survey<Result: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Result) async throws -> Result {
        try await store.survey(body)
    }

    var replica: ReplicaHealth? { store.replica }

    func checkReplica() async { await store.checkReplica() }

    func write<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
        try? await store.write { transaction in
            _ = try body(transaction)
            throw Undone()
        }
        return try await store.write(body)
    }

    func write<Result: Sendable, Value>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result, meanwhile: (Result) throws -> Value
    ) async throws -> Value {
        try? await store.write { transaction in
            _ = try body(transaction)
            throw Undone()
        }
        return try await store.write(body, meanwhile: meanwhile)
    }

    func migrate() async throws { try await store.migrate() }

    func stopWaiting() { store.stopWaiting() }

    func close() async throws { try await store.close() }

    func claim<Result: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Result) async throws -> Result {
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

    var changes: ChangeFeed { store.changes }

    var isShared: Bool { store.isShared }
    var runsWritesSideBySide: Bool { store.runsWritesSideBySide }

    var health: StoreHealth { store.health }

    func tryToWrite() async throws { try await store.tryToWrite() }
}

import Dispatch
import Synchronization
import Testing
import VinculaCrypto

struct HashPoolTests {
    /// Keeps jobs busy until it is opened, and counts how many are within.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        private let counts = Mutex((inside: 0, most: 0))

        var inside: Int { counts.withLock { $0.inside } }
        var most: Int { counts.withLock { $0.most } }

        func pass() {
            counts.withLock {
                $0.inside += 1
                $0.most = max($0.most, $0.inside)
            }
            semaphore.wait()
            counts.withLock { $0.inside -= 1 }
        }

        func open(for jobs: Int) { for _ in 0..<jobs { semaphore.signal() } }
    }

    /// The names of jobs in the order in which they ran.
    private final class Order: Sendable {
        private let state = Mutex<[String]>([])

        var names: [String] { state.withLock { $0 } }

        func add(_ name: String) { state.withLock { $0.append(name) } }
    }

    private func wait(until condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func `results of 500 jobs come back to who asked`() async throws {
        let pool = HashPool(threads: 3, capacity: 500, patience: .seconds(600))
        try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for number in 0..<500 { group.addTask { (number, try await pool.run { number * number }) } }
            for try await (number, square) in group { #expect(square == number * number) }
        }
        #expect(pool.waiting == 0)
        pool.close()
    }

    @Test func `no more jobs run at once than there are threads`() async throws {
        let pool = HashPool(threads: 2, capacity: 10, patience: .seconds(600))
        let gate = Gate()
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await pool.run { gate.pass() } } }
            await wait { gate.inside == 2 && pool.waiting == 6 }
            gate.open(for: 8)
        }
        #expect(gate.most == 2)
        pool.close()
    }

    @Test func `beyond the capacity the answer comes at once`() async throws {
        let pool = HashPool(threads: 1, capacity: 3, patience: .seconds(600))
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run { gate.pass() } }
            await wait { gate.inside == 1 }
            for _ in 0..<3 { group.addTask { try await pool.run { gate.pass() } } }
            await wait { pool.waiting == 3 }
            await #expect(throws: HashPool.Overloaded.self) { try await pool.run { Issue.record("it ran") } }
            gate.open(for: 4)
            try await group.waitForAll()
        }
        #expect(try await pool.run { 1 } == 1)
        pool.close()
    }

    @Test func `a job that waited too long is refused and not run`() async throws {
        let pool = HashPool(threads: 1, capacity: 3, patience: .zero)
        await #expect(throws: HashPool.Overloaded.self) { try await pool.run { Issue.record("it ran") } }
        pool.close()
    }

    @Test func `what a job throws is thrown, and the thread goes on`() async throws {
        struct Failure: Error {}
        let pool = HashPool(threads: 1)
        await #expect(throws: Failure.self) { try await pool.run { throw Failure() } }
        #expect(try await pool.run { "next" } == "next")
        pool.close()
    }

    @Test func `closing refuses waiting and new jobs`() async throws {
        let pool = HashPool(threads: 1, capacity: 3, patience: .seconds(600))
        let gate = Gate()
        await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run { gate.pass() } }
            await wait { gate.inside == 1 }
            group.addTask {
                await #expect(throws: HashPool.Overloaded.self) { try await pool.run { Issue.record("it ran") } }
            }
            await wait { pool.waiting == 1 }
            pool.close()
            await #expect(throws: HashPool.Overloaded.self) { try await pool.run { Issue.record("it ran") } }
            gate.open(for: 1)
        }
        pool.close()
    }

    @Test("a pool has a thread at least", arguments: [0, -1])
    func threads(count: Int) async throws {
        let pool = HashPool(threads: count)
        #expect(try await pool.run { 1 } == 1)
        pool.close()
    }

    @Test func `imported hashes have a quarter of the queue, and the rest is for others`() async throws {
        let pool = HashPool(threads: 1, capacity: 8, patience: .seconds(600))
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run { gate.pass() } }
            await wait { gate.inside == 1 }
            for _ in 0..<2 { group.addTask { try await pool.run(isImported: true) { gate.pass() } } }
            await wait { pool.waiting == 2 }
            await #expect(throws: HashPool.Overloaded.self) {
                try await pool.run(isHeavy: true, isImported: true) { Issue.record("it ran") }
            }
            for _ in 0..<6 { group.addTask { try await pool.run { gate.pass() } } }
            await wait { pool.waiting == 8 }
            gate.open(for: 9)
            try await group.waitForAll()
        }
        pool.close()
    }

    @Test func `imported hashes and others take turns, whichever came first`() async throws {
        let pool = HashPool(threads: 1, capacity: 100, patience: .seconds(600))
        let gate = Gate()
        let order = Order()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run { gate.pass() } }
            await wait { gate.inside == 1 }
            for (name, isImported) in [("i", true), ("i", true), ("i", true), ("o", false), ("o", false)] {
                let waiting = pool.waiting
                group.addTask { try await pool.run(isImported: isImported) { order.add(name) } }
                await wait { pool.waiting == waiting + 1 }
            }
            gate.open(for: 1)
            try await group.waitForAll()
        }
        #expect(order.names == ["i", "o", "i", "o", "i"])
        pool.close()
    }
}

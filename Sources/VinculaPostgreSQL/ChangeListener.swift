import Foundation
import Synchronization

/// A thread with a connection of its own, which waits for other servers to tell that they have changed something.
final class ChangeListener: Sendable {
    /// The name by which an administrator of the database finds the connection.
    static let name = "vincula listener"

    /// The longest time that the thread waits without looking whether it should end, in milliseconds.
    private static let patience: Int32 = 250
    /// The time between two attempts to connect, in seconds.
    private static let pause = 0.5

    private let address: PostgreSQLAddress
    private let rules: SessionRules
    private let heard: @Sendable () -> Void
    private let isStopped = Atomic(false)

    /// - Parameters:
    ///   - address: The database.
    ///   - rules: What the session begins with: its locks say that the database is in use, also while no other session is open.
    ///   - heard: Called whenever others may have changed something: they tell so, or nobody listened for a while.
    init(_ address: PostgreSQLAddress, rules: SessionRules, heard: @escaping @Sendable () -> Void) {
        self.address = address
        self.rules = rules
        self.heard = heard
    }

    func start() {
        let thread = Thread { self.work() }
        thread.name = "vincula.listener"
        thread.start()
    }

    /// Lets the thread end soon.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    private var goesOn: Bool { !isStopped.load(ordering: .relaxed) }

    private func work() {
        while goesOn {
            do {
                let pipeline = try Pipeline(address)
                try rules.apply(to: pipeline, writes: false)
                pipeline.patience = 10_000
                try pipeline.script("SET application_name = '\(Self.name)'; LISTEN vincula")
                // What was told before this moment was told to nobody.
                heard()
                while goesOn { if try pipeline.waitForMessages(milliseconds: Self.patience) { heard() } }
            } catch {
                // Without it, the store looks by itself every now and then.
                if goesOn { Thread.sleep(forTimeInterval: Self.pause) }
            }
        }
    }
}

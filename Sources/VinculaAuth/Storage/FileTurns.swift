import Foundation

/// Turns that processes take by the lock of a file. Nobody blocks a thread while waiting, and nobody waits for ever.
struct FileTurns: Sendable {
    /// How long one waits for others.
    let patience: Duration
    private let queue = BlockingQueue("turns")
    /// When the last turn ended here.
    private let lastTurn = Locked<SuspendingClock.Instant?>(nil)
    /// The longest that one who waits sleeps before looking again.
    private static let longestPause = Duration.milliseconds(20)

    init(patience: Duration) { self.patience = patience }

    /// Does work while no other process does it in the same file's name; without that, where it cannot be had.
    func take<Value: Sendable>(
        _ name: String, in path: String, for work: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let lock = await lock(name, in: path) else { return try await work() }
        do {
            let value = try await work()
            await release(lock, name, in: path)
            return value
        } catch {
            await release(lock, name, in: path)
            throw error
        }
    }

    private func lock(_ name: String, in path: String) async -> FileLock? {
        let clock = SuspendingClock()
        let deadline = clock.now + patience
        var pause = Duration.milliseconds(2)
        // Whoever had the last turn lets the others look first: a file's lock has no queue.
        if let last = lastTurn.withLock({ $0 }), clock.now - last < Self.longestPause * 2 {
            try? await Task.sleep(for: Self.longestPause * 2)
        }
        while true {
            do {
                let lock = try await queue.run {
                    try PrivateDirectory.use(path, creating: true) { try $0.lock(name) } ?? nil
                }
                if let lock { return lock }
            } catch {
                // Who cannot lock files cannot store sessions either, and says so then.
                return nil
            }
            guard clock.now < deadline else {
                ConsoleLog.write(
                    .warning,
                    "Another process has been renewing the session for \(patience); it is renewed without waiting longer.")
                return nil
            }
            // A task that is cancelled does not sleep: it waits no longer.
            guard (try? await Task.sleep(for: pause)) != nil else { return nil }
            pause = min(pause * 3 / 2, Self.longestPause)
        }
    }

    /// The file goes before the lock does: whoever has waited for this one finds that it is gone, and locks a new one.
    private func release(_ lock: FileLock, _ name: String, in path: String) async {
        await queue.run {
            _ = try? PrivateDirectory.use(path, creating: false) { try $0.remove(name) }
            lock.release()
        }
        lastTurn.withLock { $0 = SuspendingClock().now }
    }
}

import Foundation

/// A lock shared by processes, such as the one under which a session is refreshed: a locked file. Waiting for it blocks no
/// thread, and has a time limit.
struct ProcessLock: Sendable {
    /// The maximum time to wait for others.
    let patience: Duration
    private let queue = BlockingQueue("process lock")
    /// The time at which this process last released the lock.
    private let lastRelease = Locked<SuspendingClock.Instant?>(nil)
    /// The longest pause between two attempts.
    private static let longestPause = Duration.milliseconds(20)

    init(patience: Duration) { self.patience = patience }

    /// Runs work while no other process does so with the same file name; if the lock cannot be taken, runs it anyway.
    func hold<Value: Sendable>(
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
        // The process that held the lock last lets others try first: a file lock has no queue.
        if let last = lastRelease.withLock({ $0 }), clock.now - last < Self.longestPause * 2 {
            try? await Task.sleep(for: Self.longestPause * 2)
        }
        while true {
            do {
                let lock = try await queue.run {
                    try PrivateDirectory.use(path, creating: true) { try $0.lock(name) } ?? nil
                }
                if let lock { return lock }
            } catch {
                // If files cannot be locked, sessions cannot be stored either; that reports the error.
                return nil
            }
            guard clock.now < deadline else {
                ConsoleLog.write(
                    .warning,
                    "Another process has been renewing the session for \(patience); renewing it without waiting any longer.")
                return nil
            }
            // A cancelled task does not sleep, so it stops waiting.
            guard (try? await Task.sleep(for: pause)) != nil else { return nil }
            pause = min(pause * 3 / 2, Self.longestPause)
        }
    }

    /// Removes the file before releasing the lock: a process that waited for it finds the file gone, and locks a new one.
    private func release(_ lock: FileLock, _ name: String, in path: String) async {
        await queue.run {
            _ = try? PrivateDirectory.use(path, creating: false) { try $0.remove(name) }
            lock.release()
        }
        lastRelease.withLock { $0 = SuspendingClock().now }
    }
}

import Foundation
import Synchronization

/// Wakes the senders of mail as soon as there is one, so that no mail waits for the next poll of the outbox.
package final class MailBell: Sendable {
    private struct State {
        var rings = 0
        var waiters: [UUID: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of times it has rung.
    package var rings: Int { state.withLock { $0.rings } }

    func ring() {
        let waiters = state.withLock { state in
            state.rings += 1
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until it rings, the time is up or the task is cancelled.
    ///
    /// - Parameters:
    ///   - seen: The value of ``rings`` when the outbox was read; if it has rung since, this returns at once.
    ///   - duration: The longest time to wait.
    package func wait(after seen: Int, upTo duration: Duration) async {
        let id = UUID()
        let timeout = Task { [self] in
            // Repeated, in case the waiter was not registered yet the first time.
            while (try? await Task.sleep(for: duration)) != nil { release(id) }
        }
        defer { timeout.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.rings == seen, !Task.isCancelled else { return false }
                    state.waiters[id] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            release(id)
        }
    }

    private func release(_ id: UUID) { state.withLock { $0.waiters.removeValue(forKey: id) }?.resume() }
}

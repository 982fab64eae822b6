import Foundation
import Synchronization
package import VinculaCore

extension Outbox {
    /// The longest time between two looks into the outbox, in seconds: another process may have added a message without a
    /// ring.
    private static let longestRest: Int64 = 5

    /// Has a channel's messages sent as they become due, one at a time, until the task is cancelled; the one in progress is
    /// finished first.
    ///
    /// - Parameters:
    ///   - rota: The turns that this worker shares with the channel's others.
    ///   - content: Makes what is sent from a message and its project's settings.
    ///   - send: Sends it; see ``NextMessage``.
    ///   - failed: Called if the outbox cannot be read or written.
    package func work<Content: Sendable>(
        in rota: OutboxRota, content: (OutboxMessage, ProjectSettings) throws -> Content?,
        send: (OutboxMessage, Result<Content?, any Error>) async -> MessageOutcome, failed: (any Error) -> Void
    ) async {
        while !Task.isCancelled {
            let rings = bell.rings
            do {
                let next = try await takeMessage(in: rota, content: content)
                guard case .message(let message, let made) = next else {
                    // A worker that waits for its turn is woken by the bell.
                    var time: Int64?
                    if case .nothing = next { time = try await timeToNextMessage(rota.channel) }
                    let rest = min(max(time ?? .max, 10), Self.longestRest * 1000)
                    await bell.wait(after: rings, upTo: .milliseconds(rest))
                    continue
                }
                defer { endTurn(of: message.scope.project, in: rota) }
                let outcome = await send(message, made)
                try await finish(message, outcome)
            } catch {
                failed(error)
                try? await Task.sleep(for: .seconds(Self.longestRest))
            }
        }
    }
}

/// The turns of one process's workers for a channel: see ``OutboxTurns``.
package final class OutboxRota: Sendable {
    private struct State {
        var turns: OutboxTurns
        /// True if a worker found messages that were due, but no turn.
        var hasTurnedAway = false
    }

    let channel: OutboxMessage.Channel
    let takes: (@Sendable (ProjectSettings) -> Bool)?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - channel: The channel that the workers send messages through.
    ///   - workers: The number of messages that may be in progress at a time.
    ///   - most: The number for one project.
    ///   - takes: Chooses the projects whose messages these workers send; `nil` for all.
    package init(
        _ channel: OutboxMessage.Channel, workers: Int, most: Int = OutboxTurns.mostOfOneProject,
        takes: (@Sendable (ProjectSettings) -> Bool)? = nil
    ) {
        self.channel = channel
        self.takes = takes
        state = Mutex(State(turns: OutboxTurns(workers: workers, most: most)))
    }

    func begin(_ waiting: [String: Timestamp], now: Timestamp) -> String? {
        state.withLock { state in
            let project = state.turns.begin(waiting, now: now)
            if project == nil { state.hasTurnedAway = true }
            return project
        }
    }

    /// Ends a turn.
    ///
    /// - Parameter failedAt: The time at which the project's messages could not be read, if they could not.
    /// - Returns: `true` if a worker is waiting for it.
    func end(_ project: String, failedAt: Timestamp?) -> Bool {
        state.withLock { state in
            state.turns.end(project)
            if let failedAt { state.turns.rest(project, until: failedAt.adding(seconds: OutboxPolicy.restSeconds)) }
            defer { state.hasTurnedAway = false }
            return state.hasTurnedAway
        }
    }
}

/// Wakes the workers as soon as there is a message, so that none waits for the next look into the outbox.
package final class OutboxBell: Sendable {
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

package import Foundation
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
    ///   - failed: Called if the outbox cannot be read or written; at most once a minute for all workers together.
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
                defer { endTurn(OutboxTurn(message), in: rota) }
                let outcome = await send(message, made)
                try await finish(message, outcome)
            } catch {
                if bell.mayReportFailure() { failed(error) }
                try? await Task.sleep(for: .seconds(Self.longestRest))
            }
        }
    }
}

/// The turn of a worker: a project's, and in the channel of webhooks one of its webhooks'.
package struct OutboxTurn: Hashable, Sendable {
    package let project: String
    /// The fingerprint of the webhook; `nil` in other channels.
    package let recipient: Data?

    init(project: String, recipient: Data?) {
        self.project = project
        self.recipient = recipient
    }

    /// The turn that a message was taken in.
    package init(_ message: OutboxMessage) {
        self.init(project: message.scope.project, recipient: message.kind.channel == .webhook ? message.recipient : nil)
    }
}

/// What waits for a channel, with the times at which the next messages are due.
enum OutboxWaiting: Sendable {
    case projects([String: Timestamp])
    /// By project and recipient.
    case recipients([String: [Data: Timestamp]])

    var isEmpty: Bool {
        switch self {
        case .projects(let projects): projects.isEmpty
        case .recipients(let recipients): recipients.isEmpty
        }
    }
}

/// The turns of one process's workers for a channel: see ``OutboxTurns`` and, for webhooks, ``RecipientTurns``.
package final class OutboxRota: Sendable {
    private struct State {
        var turns: OutboxTurns
        var recipientTurns: RecipientTurns
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
        state = Mutex(
            State(
                turns: OutboxTurns(workers: workers, most: most), recipientTurns: RecipientTurns(workers: workers)))
    }

    func begin(_ waiting: OutboxWaiting, now: Timestamp) -> OutboxTurn? {
        state.withLock { state in
            let turn: OutboxTurn?
            switch waiting {
            case .projects(let projects):
                turn = state.turns.begin(projects, now: now).map { OutboxTurn(project: $0, recipient: nil) }
            case .recipients(let recipients):
                let named = recipients.mapValues { times in
                    Dictionary(uniqueKeysWithValues: times.map { ($0.key.base64EncodedString(), $0.value) })
                }
                turn = state.recipientTurns.begin(named, now: now).map {
                    OutboxTurn(project: $0.project, recipient: Data(base64Encoded: $0.recipient))
                }
            }
            if turn == nil { state.hasTurnedAway = true }
            return turn
        }
    }

    /// Ends a turn.
    ///
    /// - Parameter failedAt: The time at which the project's messages could not be read, if they could not.
    /// - Returns: `true` if a worker is waiting for it.
    func end(_ turn: OutboxTurn, failedAt: Timestamp?) -> Bool {
        state.withLock { state in
            let restUntil = failedAt?.adding(seconds: OutboxPolicy.restSeconds)
            if let recipient = turn.recipient {
                state.recipientTurns.end(.init(project: turn.project, recipient: recipient.base64EncodedString()))
                if let restUntil { state.recipientTurns.rest(turn.project, until: restUntil) }
            } else {
                state.turns.end(turn.project)
                if let restUntil { state.turns.rest(turn.project, until: restUntil) }
            }
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
        var reportedAt: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of times it has rung.
    package var rings: Int { state.withLock { $0.rings } }

    /// Takes the turn to report that the outbox cannot be used: all workers notice it at the same time.
    ///
    /// - Returns: `false` if one of them has reported it within the last minute.
    func mayReportFailure() -> Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            if let last = state.reportedAt, now - last < .seconds(60) { return false }
            state.reportedAt = now
            return true
        }
    }

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

import Foundation
package import Logging
import VinculaCore
package import VinculaEngine

/// Sends the outbox's messages to webhooks, for as long as it runs.
package struct WebhookWorker: Sendable {
    /// The maximum number of messages in progress; for one project there are fewer, see ``OutboxTurns``.
    package static let connections = 8

    private let outbox: Outbox
    private let caller: any WebhookCaller
    private let clock: any Clock
    private let logger: Logger
    private let counts: DeliveryCounts

    /// - Parameters:
    ///   - outbox: The messages to be sent.
    ///   - caller: Posts the messages.
    ///   - clock: The clock of the signatures' timestamps.
    ///   - logger: The log of failures; it names no accounts.
    ///   - counts: The counters to update.
    package init(
        outbox: Outbox, caller: any WebhookCaller, clock: any Clock, logger: Logger, counts: DeliveryCounts = DeliveryCounts()
    ) {
        self.outbox = outbox
        self.caller = caller
        self.clock = clock
        self.logger = logger
        self.counts = counts
    }

    /// Sends messages until the task is cancelled; those in progress are finished first.
    package func run() async {
        let rota = OutboxRota(.webhook, workers: Self.connections)
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.connections {
                group.addTask {
                    await outbox.work(in: rota, content: { message, _ in message }) { message, content in
                        await Task { await deliver(message, content) }.value
                    } failed: { error in
                        logger.error("The outbox cannot be read or written", metadata: ["error": "\(error)"])
                    }
                }
            }
        }
    }

    private func deliver(
        _ row: OutboxMessage, _ content: Result<OutboxMessage?, any Error>
    ) async -> MessageOutcome {
        let start = ContinuousClock.now
        let outcome: MessageOutcome
        do {
            _ = try content.get()
            // A webhook that was deleted meanwhile is told of nothing more.
            guard let message = try await outbox.webhookMessage(row) else { return .sent }
            outcome = await send(message, id: row.id)
        } catch is StoreUnavailable {
            outcome = .failed("The store cannot be read.")
        } catch {
            outcome = .refused("It was not sent: \(error)")
        }
        counts.note(outcome, since: start)
        switch outcome {
        case .sent: break
        case .failed(let reason):
            logger.warning(
                "A webhook was not told of a change; it will be retried",
                metadata: ["message": "\(row.id)", "attempt": "\(row.attempts)", "reason": "\(reason)"])
        case .refused(let reason):
            logger.warning("Gave up telling a webhook of a change", metadata: ["message": "\(row.id)", "reason": "\(reason)"])
        }
        return outcome
    }

    private func send(_ message: WebhookMessage, id: String) async -> MessageOutcome {
        let headers = message.headers(id: id, now: clock.now)
        switch await caller.post(Data(message.payload.utf8), headers: headers, to: message.url) {
        case .failed(let reason): return .failed(reason)
        case .answered(200..<300): return .sent
        case .answered(410): return .refused("The webhook answered 410: it wants no more messages. Delete it.")
        case .answered(let status): return .failed("The webhook answered \(status).")
        }
    }
}

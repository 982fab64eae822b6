import AsyncHTTPClient
package import Logging
import VinculaCore
package import VinculaEngine

/// Sends the text messages in the outbox, for as long as it runs.
///
/// Several may run at a time, in one process or in many: each message is taken by one of them.
package struct TextWorker: Sendable {
    /// The maximum number of messages in progress; for one project there are fewer, see ``OutboxTurns``.
    package static let connections = 8

    private let outbox: Outbox
    private let options: TextGatewayOptions
    private let logger: Logger
    private let counts: DeliveryCounts

    /// - Parameters:
    ///   - outbox: The messages to be sent.
    ///   - options: The gateway.
    ///   - logger: The log of failures; it contains no numbers and no codes.
    ///   - counts: The counters to update.
    package init(outbox: Outbox, options: TextGatewayOptions, logger: Logger, counts: DeliveryCounts = DeliveryCounts()) {
        self.outbox = outbox
        self.options = options
        self.logger = logger
        self.counts = counts
    }

    /// Sends messages until the task is cancelled; those in progress are finished first.
    package func run() async {
        let client = TextGateway.makeClient()
        let gateway = TextGateway(options, client: client)
        let rota = OutboxRota(.text, workers: Self.connections)
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.connections {
                group.addTask {
                    await outbox.work(in: rota, content: outbox.renderedText) { message, content in
                        // A request in progress is not cut off: whether its message was sent would be unknown.
                        await Task { await send(message, content, by: gateway) }.value
                    } failed: { error in
                        logger.error("The outbox cannot be read or written", metadata: ["error": "\(error)"])
                    }
                }
            }
        }
        try? await client.shutdown()
    }

    private func send(
        _ message: OutboxMessage, _ content: Result<RenderedText?, any Error>, by gateway: TextGateway
    ) async -> MessageOutcome {
        let start = ContinuousClock.now
        let outcome: MessageOutcome
        switch content {
        case .success(nil): return .sent
        case .success(let text?):
            // An attempt without a recorded outcome was cut off, after a crash say.
            let wasCutOff = message.attempts > 1 && message.lastError == nil
            outcome =
                wasCutOff && !options.form.isRepeatable
                ? .refused("An attempt was cut off. The message may have been sent, so it is not sent again.")
                : await gateway.send(text, id: message.id)
        case .failure(let error): outcome = .refused("It was not sent: \(error)")
        }
        counts.note(outcome, since: start)
        switch outcome {
        case .sent: break
        case .failed(let reason):
            logger.warning(
                "A text message was not sent; it will be retried",
                metadata: ["message": "\(message.id)", "attempt": "\(message.attempts)", "reason": "\(reason)"])
        case .refused(let reason):
            logger.warning("Gave up sending a text message", metadata: ["message": "\(message.id)", "reason": "\(reason)"])
        }
        return outcome
    }
}

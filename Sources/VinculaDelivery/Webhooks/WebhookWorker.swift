import AsyncHTTPClient
package import Logging
import NIOCore
import NIOHTTP1
import VinculaCore
package import VinculaEngine

/// Sends the outbox's messages to webhooks, for as long as it runs.
package struct WebhookWorker: Sendable {
    /// The maximum number of messages in progress; for one project there are fewer, see ``OutboxTurns``.
    package static let connections = 8
    /// The time for one request, in seconds.
    private static let timeoutSeconds: Int64 = 15

    private let outbox: Outbox
    private let clock: any Clock
    private let logger: Logger
    private let counts: DeliveryCounts

    /// - Parameters:
    ///   - outbox: The messages to be sent.
    ///   - clock: The clock of the signatures' timestamps.
    ///   - logger: The log of failures; it names no accounts.
    ///   - counts: The counters to update.
    package init(outbox: Outbox, clock: any Clock, logger: Logger, counts: DeliveryCounts = DeliveryCounts()) {
        self.outbox = outbox
        self.clock = clock
        self.logger = logger
        self.counts = counts
    }

    /// Sends messages until the task is cancelled; those in progress are finished first.
    package func run() async {
        let client = TextGateway.makeClient()
        let rota = OutboxRota(.webhook, workers: Self.connections)
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.connections {
                group.addTask {
                    await outbox.work(in: rota, content: { message, _ in message }) { message, content in
                        await Task { await deliver(message, content, by: client) }.value
                    } failed: { error in
                        logger.error("The outbox cannot be read or written", metadata: ["error": "\(error)"])
                    }
                }
            }
        }
        try? await client.shutdown()
    }

    private func deliver(
        _ row: OutboxMessage, _ content: Result<OutboxMessage?, any Error>, by client: HTTPClient
    ) async -> MessageOutcome {
        let outcome: MessageOutcome
        do {
            _ = try content.get()
            // A webhook that was deleted meanwhile is told of nothing more.
            guard let message = try await outbox.webhookMessage(row) else { return .sent }
            outcome = await send(message, id: row.id, by: client)
        } catch is StoreUnavailable {
            outcome = .failed("The store cannot be read.")
        } catch {
            outcome = .refused("It was not sent: \(error)")
        }
        counts.note(outcome)
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

    private func send(_ message: WebhookMessage, id: String, by client: HTTPClient) async -> MessageOutcome {
        var request = HTTPClientRequest(url: message.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "User-Agent", value: "Vincula")
        for (name, value) in message.headers(id: id, now: clock.now) { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(string: message.payload))
        let status: UInt
        do {
            // Its body is not read: one that never ends would hold the worker.
            status = try await client.execute(request, timeout: .seconds(Self.timeoutSeconds)).status.code
        } catch {
            return .failed("The webhook cannot be reached, or did not answer within \(Self.timeoutSeconds) seconds.")
        }
        switch status {
        case 200..<300: return .sent
        case 410: return .refused("The webhook answered 410: it wants no more messages. Delete it.")
        case 300..<400: return .failed("The webhook answered with a redirect (\(status)), which is not followed.")
        default: return .failed("The webhook answered \(status).")
        }
    }
}

package import Logging
import Synchronization
package import VinculaCore
package import VinculaEngine

/// Sends the mails in the outbox, one by one, for as long as it runs.
///
/// Several may run at a time, in one process or in many: each mail is taken by one of them. A mail is recorded as sent only
/// once the mail server has accepted it, so after a crash in between it is sent twice, with the same `Message-ID`.
package struct MailWorker: Sendable {
    /// The maximum number of mails in progress; for one project there are fewer, see ``OutboxTurns``.
    package static let connections = 8

    private let outbox: Outbox
    private let options: SMTPOptions
    private let from: EmailAddress
    private let logger: Logger
    private let counts: MailCounts

    /// - Parameters:
    ///   - outbox: The mails to be sent.
    ///   - options: The mail server.
    ///   - from: The sender's address; the name before it is the project's.
    ///   - logger: The log of failures; it contains no addresses.
    ///   - counts: The counters to update.
    package init(
        outbox: Outbox, options: SMTPOptions, from: EmailAddress, logger: Logger, counts: MailCounts = MailCounts()
    ) {
        self.counts = counts
        self.outbox = outbox
        self.options = options
        self.from = from
        self.logger = logger
    }

    /// Sends mails until the task is cancelled; those in progress are finished first.
    package func run() async {
        let rota = OutboxRota(.mail, workers: Self.connections)
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.connections {
                group.addTask {
                    let sender = SMTPSender(options: options)
                    await outbox.work(in: rota, content: outbox.rendered) { message, mail in
                        await send(message, mail, by: sender)
                    } failed: { error in
                        logger.error("The outbox cannot be read or written", metadata: ["error": "\(error)"])
                    }
                    sender.close()
                }
            }
        }
    }

    /// Sends a mail.
    ///
    /// - Parameter content: The mail; see ``NextMessage``.
    private func send(
        _ message: OutboxMessage, _ content: Result<RenderedMail?, any Error>, by sender: SMTPSender
    ) async -> MessageOutcome {
        let outcome: MessageOutcome
        switch content {
        case .success(nil): return .sent
        case .success(let mail?): outcome = await send(mail, message, by: sender)
        case .failure(let error):
            let reason = "It was not sent: \(error)"
            logger.warning("Gave up sending an email", metadata: ["mail": "\(message.id)", "reason": "\(reason)"])
            outcome = .refused(reason)
        }
        counts.note(outcome)
        return outcome
    }

    private func send(_ mail: RenderedMail, _ row: OutboxMessage, by sender: SMTPSender) async -> MessageOutcome {
        if mail.hasTooLongTemplate {
            counts.noteTooLongTemplate()
            logger.warning(
                "A project's template would have made an email too long; the built-in text was used instead",
                metadata: ["mail": "\(row.id)", "project": "\(row.scope.project)"])
        }
        let message: MailMessage
        do {
            message = try MailMessage(mail, from: from, id: row.id, createdAt: row.createdAt)
        } catch {
            return .refused("The email is not valid: \(error)")
        }
        do {
            try await sender.deliver(message)
            return .sent
        } catch {
            let metadata: Logger.Metadata = [
                "mail": "\(row.id)", "attempt": "\(row.attempts)", "reason": "\(error.text)",
            ]
            switch error.kind {
            case .permanent:
                logger.warning("The mail server refused an email permanently", metadata: metadata)
                return .refused(error.text)
            case .temporary:
                logger.warning("An email was not sent; it will be retried", metadata: metadata)
                return .failed(error.text)
            }
        }
    }
}

/// Counts of sent and failed mails, for the operator.
package final class MailCounts: Sendable {
    private let counts = Mutex((sent: 0, failed: 0, refused: 0, tooLongTemplates: 0))

    package init() {}

    /// The number of mails that the mail server accepted.
    package var sent: Int { counts.withLock { $0.sent } }
    /// The number of failed attempts.
    package var failed: Int { counts.withLock { $0.failed } }
    /// The number of mails that were refused for good.
    package var refused: Int { counts.withLock { $0.refused } }

    /// The number of mails sent with the built-in template, because the project's own would have made them too long.
    package var tooLongTemplates: Int { counts.withLock { $0.tooLongTemplates } }

    func noteTooLongTemplate() { counts.withLock { $0.tooLongTemplates += 1 } }

    func note(_ outcome: MessageOutcome) {
        counts.withLock { counts in
            switch outcome {
            case .sent: counts.sent += 1
            case .failed: counts.failed += 1
            case .refused: counts.refused += 1
            }
        }
    }
}

package import Logging
import Synchronization
package import VinculaCore
package import VinculaEngine

/// Sends the mails in the outbox, one by one, for as long as it runs.
///
/// Several may run at a time, in one process or in many: each mail is taken by one of them. A mail is recorded as sent only
/// once the mail server has accepted it, so after a crash in between it is sent twice, with the same `Message-ID`.
///
/// Projects with a mail server of their own have workers of their own, so that a dead one holds up nobody else's mail.
package struct MailWorker: Sendable {
    /// The operator's mail server.
    package struct Server: Sendable {
        let options: SMTPOptions
        let from: EmailAddress

        /// - Parameters:
        ///   - options: The mail server.
        ///   - from: The sender's address; the name before it is the project's.
        package init(_ options: SMTPOptions, from: EmailAddress) {
            self.options = options
            self.from = from
        }
    }

    /// The maximum number of mails in progress; for one project there are fewer, see ``OutboxTurns``.
    package static let connections = 8
    /// The maximum number of mails in progress through projects' own servers.
    package static let ownConnections = 16
    /// The same for one project: seven dead servers leave connections for an eighth.
    package static let ownConnectionsOfOneProject = 2

    private let outbox: Outbox
    private let server: Server?
    private let ownServers: OwnMailServers
    private let logger: Logger
    private let counts: MailCounts

    /// - Parameters:
    ///   - outbox: The mails to be sent.
    ///   - server: The operator's mail server; `nil` if only projects have some.
    ///   - ownServers: The means of reaching projects' own servers.
    ///   - logger: The log of failures; it contains no addresses.
    ///   - counts: The counters to update.
    package init(
        outbox: Outbox, server: Server?, ownServers: OwnMailServers, logger: Logger, counts: MailCounts = MailCounts()
    ) {
        self.counts = counts
        self.outbox = outbox
        self.server = server
        self.ownServers = ownServers
        self.logger = logger
    }

    /// Sends mails until the task is cancelled; those in progress are finished first.
    package func run() async {
        await withDiscardingTaskGroup { group in
            if let server {
                let rota = OutboxRota(.mail, workers: Self.connections) { $0.email.ownServer == nil }
                for _ in 0..<Self.connections { group.addTask { await send(through: server, in: rota) } }
            }
            let rota = OutboxRota(.mail, workers: Self.ownConnections, most: Self.ownConnectionsOfOneProject) {
                $0.email.ownServer != nil
            }
            for _ in 0..<Self.ownConnections { group.addTask { await sendThroughOwnServers(in: rota) } }
        }
    }

    private func send(through server: Server, in rota: OutboxRota) async {
        let sender = SMTPSender(options: server.options)
        await work(in: rota) { mail, row async throws(Undelivered) in
            // The project may have switched to its own server just now.
            guard mail.server == nil else { throw .failed("The project's mail server has changed") }
            try await deliver(mail.mail, row, from: server.from) { message async throws(SMTPFailure) in
                try await sender.deliver(message)
            }
        }
        sender.close()
    }

    private func sendThroughOwnServers(in rota: OutboxRota) async {
        let sender = OwnMailSender(ownServers)
        await work(in: rota) { mail, row async throws(Undelivered) in
            guard let own = mail.server else { throw .failed("The project's mail server has changed") }
            try await deliver(mail.mail, row, from: own.settings.sender) { message async throws(SMTPFailure) in
                try await sender.deliver(message, through: own)
            }
        }
        sender.close()
    }

    /// A mail that was not sent.
    private enum Undelivered: Error {
        case failed(String)
        case refused(String)
    }

    private func work(
        in rota: OutboxRota, _ send: (OutgoingMail, OutboxMessage) async throws(Undelivered) -> Void
    ) async {
        await outbox.work(in: rota, content: outbox.outgoing) { row, content in
            await outcome(of: row, content, send)
        } failed: { error in
            logger.error("The outbox cannot be read or written", metadata: ["error": "\(error)"])
        }
    }

    /// Sends a mail.
    ///
    /// - Parameter content: The mail; see ``NextMessage``.
    private func outcome(
        of row: OutboxMessage, _ content: Result<OutgoingMail?, any Error>,
        _ send: (OutgoingMail, OutboxMessage) async throws(Undelivered) -> Void
    ) async -> MessageOutcome {
        let start = ContinuousClock.now
        let outcome: MessageOutcome
        switch content {
        case .success(nil): return .sent
        case .success(let mail?):
            do throws(Undelivered) {
                try await send(mail, row)
                outcome = .sent
            } catch {
                switch error {
                case .failed(let reason): outcome = .failed(reason)
                case .refused(let reason): outcome = .refused(reason)
                }
            }
        case .failure(let error):
            let reason = "It was not sent: \(error)"
            logger.warning("Gave up sending an email", metadata: ["mail": "\(row.id)", "reason": "\(reason)"])
            outcome = .refused(reason)
        }
        counts.note(outcome, since: start)
        return outcome
    }

    private func deliver(
        _ mail: RenderedMail, _ row: OutboxMessage, from: EmailAddress,
        by send: (MailMessage) async throws(SMTPFailure) -> Void
    ) async throws(Undelivered) {
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
            throw .refused("The email is not valid: \(error)")
        }
        do throws(SMTPFailure) {
            try await send(message)
        } catch {
            let metadata: Logger.Metadata = [
                "mail": "\(row.id)", "attempt": "\(row.attempts)", "reason": "\(error.text)",
            ]
            switch error.kind {
            case .permanent:
                logger.warning("The mail server refused an email permanently", metadata: metadata)
                throw .refused(error.text)
            case .temporary:
                logger.warning("An email was not sent; it will be retried", metadata: metadata)
                throw .failed(error.text)
            }
        }
    }
}

/// Counts of sent and failed mails, for the operator.
package final class MailCounts: Sendable {
    private let counts = Mutex((sent: 0, failed: 0, refused: 0, tooLongTemplates: 0))
    private let ended: (@Sendable (MessageOutcome, Duration) -> Void)?

    /// - Parameter ended: Called after each attempt, with its outcome and the time that it took.
    package init(ended: (@Sendable (MessageOutcome, Duration) -> Void)? = nil) { self.ended = ended }

    /// The number of mails that the mail server accepted.
    package var sent: Int { counts.withLock { $0.sent } }
    /// The number of failed attempts.
    package var failed: Int { counts.withLock { $0.failed } }
    /// The number of mails that were refused for good.
    package var refused: Int { counts.withLock { $0.refused } }

    /// The number of mails sent with the built-in template, because the project's own would have made them too long.
    package var tooLongTemplates: Int { counts.withLock { $0.tooLongTemplates } }

    func noteTooLongTemplate() { counts.withLock { $0.tooLongTemplates += 1 } }

    func note(_ outcome: MessageOutcome, since start: ContinuousClock.Instant) {
        ended?(outcome, ContinuousClock.now - start)
        counts.withLock { counts in
            switch outcome {
            case .sent: counts.sent += 1
            case .failed: counts.failed += 1
            case .refused: counts.refused += 1
            }
        }
    }
}

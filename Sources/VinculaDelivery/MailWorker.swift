package import Logging
import Synchronization
package import VinculaCore
package import VinculaEngine

/// Sends the mails in the outbox, one by one, for as long as it runs.
///
/// Several may run at a time, in one process or in many: each mail is taken by one of them. A mail is recorded as sent only
/// once the mail server has accepted it, so after a crash in between it is sent twice, with the same `Message-ID`.
package struct MailWorker: Sendable {
    /// The maximum number of mails in progress; for one project there are fewer, see ``MailTurns``.
    package static let connections = 8
    /// The longest time between two looks into the outbox, in seconds: another process may have added a mail without a ring.
    private static let longestRest: Int64 = 5

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
        let rota = MailRota(workers: Self.connections)
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.connections { group.addTask { await send(in: rota) } }
        }
    }

    private func send(in rota: MailRota) async {
        let sender = SMTPSender(options: options)
        while !Task.isCancelled {
            let rings = outbox.bell.rings
            do {
                let next = try await outbox.takeMail(in: rota)
                guard case .mail(let mail) = next else {
                    // A worker that waits for its turn is woken by the bell.
                    var time: Int64?
                    if case .nothing = next { time = try await outbox.timeToNextMail() }
                    let rest = min(max(time ?? .max, 10), Self.longestRest * 1000)
                    await outbox.bell.wait(after: rings, upTo: .milliseconds(rest))
                    continue
                }
                defer { outbox.endTurn(of: mail.project, in: rota) }
                let outcome = await outcome(of: mail, by: sender)
                if mail.rendered != nil || mail.problem != nil { counts.note(outcome) }
                try await outbox.finish(mail, outcome)
            } catch {
                logger.error("The outbox cannot be read or written", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(Self.longestRest))
            }
        }
        sender.close()
    }

    private func outcome(of mail: TakenMail, by sender: SMTPSender) async -> MailOutcome {
        if let problem = mail.problem {
            logger.warning("Gave up sending an email", metadata: ["mail": "\(mail.id)", "reason": "\(problem)"])
            return .refused(problem)
        }
        guard let rendered = mail.rendered else { return .sent }
        if rendered.hasTooLongTemplate {
            counts.noteTooLongTemplate()
            logger.warning(
                "A project's template would have made an email too long; the built-in text was used instead",
                metadata: ["mail": "\(mail.id)", "project": "\(mail.project)"])
        }
        let message: MailMessage
        do {
            message = try MailMessage(rendered, from: from, id: mail.id, createdAt: mail.createdAt)
        } catch {
            return .refused("The email is not valid: \(error)")
        }
        do {
            try await sender.deliver(message)
            return .sent
        } catch {
            let metadata: Logger.Metadata = [
                "mail": "\(mail.id)", "attempt": "\(mail.attempts)", "reason": "\(error.text)",
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

    func note(_ outcome: MailOutcome) {
        counts.withLock { counts in
            switch outcome {
            case .sent: counts.sent += 1
            case .failed: counts.failed += 1
            case .refused: counts.refused += 1
            }
        }
    }
}

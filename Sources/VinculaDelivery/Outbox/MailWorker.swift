import Foundation
public import Logging
import VinculaCore
public import VinculaEngine

/// Sends what stands in the outbox, mail by mail, for as long as it runs.
///
/// Several may run at a time, in one process or in many: each mail is taken by one of them. A mail is written as sent only
/// once the mail server has taken it, so a crash in between sends it twice, with the same `Message-ID`.
public struct MailWorker: Sendable {
    /// How many mails are under way at a time; those of one project are fewer, see ``MailTurns``.
    public static let connections = 8
    /// How long the outbox is not looked into while nobody rings, in seconds: others could have put something into it.
    private static let longestRest: Int64 = 5

    private let engine: AuthEngine
    private let options: SMTPOptions
    private let from: MailboxName
    private let logger: Logger
    private let counts: MailCounts

    /// - Parameters:
    ///   - engine: Whose outbox it is.
    ///   - options: The mail server.
    ///   - from: The sender; a project's own name stands before the address.
    ///   - logger: Where failures are told; no address stands there.
    ///   - counts: What is counted.
    public init(
        engine: AuthEngine, options: SMTPOptions, from: MailboxName, logger: Logger, counts: MailCounts = MailCounts()
    ) {
        self.counts = counts
        self.engine = engine
        self.options = options
        self.from = from
        self.logger = logger
    }

    /// Sends mails until the task is cancelled; those that are under way are ended first.
    public func run() async {
        let rota = MailRota(workers: Self.connections)
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.connections { group.addTask { await send(in: rota) } }
        }
    }

    private func send(in rota: MailRota) async {
        let sender = SMTPSender(options: options)
        while !Task.isCancelled {
            let rings = engine.mailBell.rings
            do {
                let next = try await engine.takeMail(in: rota)
                guard case .mail(let mail) = next else {
                    // Who waits for a turn hears the bell.
                    var time: Int64?
                    if case .nothing = next { time = try await engine.timeToNextMail() }
                    let rest = min(max(time ?? .max, 10), Self.longestRest * 1000)
                    await engine.mailBell.wait(after: rings, upTo: .milliseconds(rest))
                    continue
                }
                defer { engine.endTurn(of: mail.project, in: rota) }
                let outcome = await outcome(of: mail, by: sender)
                if mail.rendered != nil || mail.problem != nil { counts.note(outcome) }
                try await engine.finish(mail, outcome)
            } catch {
                logger.error("The outbox cannot be used", metadata: ["error": "\(error)"])
                try? await Task.sleep(for: .seconds(Self.longestRest))
            }
        }
        sender.close()
    }

    private func outcome(of mail: TakenMail, by sender: SMTPSender) async -> MailOutcome {
        if let problem = mail.problem {
            logger.warning("A mail was given up", metadata: ["mail": "\(mail.id)", "reason": "\(problem)"])
            return .refused(problem)
        }
        guard let rendered = mail.rendered else { return .sent }
        if rendered.hasTooLongTemplate {
            counts.noteTooLongTemplate()
            logger.warning(
                "A project's template makes too long a mail; ours was sent instead",
                metadata: ["mail": "\(mail.id)", "project": "\(mail.project)"])
        }
        let message: MailMessage
        do {
            message = try MailMessage(rendered, from: from, id: mail.id, createdAt: mail.createdAt.milliseconds)
        } catch {
            return .refused("It is no mail: \(error)")
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
                logger.warning("A mail was refused for good", metadata: metadata)
                return .refused(error.text)
            case .temporary:
                logger.warning("A mail was not sent; it will be tried again", metadata: metadata)
                return .failed(error.text)
            }
        }
    }
}

extension MailMessage {
    /// A rendered mail as a message.
    ///
    /// - Parameters:
    ///   - id: The mail's id, the same at every attempt.
    ///   - createdAt: When it was asked for, in milliseconds since 1970.
    public init(_ mail: RenderedMail, from: MailboxName, id: String, createdAt: Int64) throws(MailMessageError) {
        let domain = from.address.split(separator: "@").last.map(String.init) ?? ""
        try self.init(
            from: MailboxName(displayName: mail.senderName, address: from.address), to: mail.to.value,
            replyTo: mail.replyTo?.value, subject: mail.subject, text: mail.text, html: mail.html,
            date: Date(timeIntervalSince1970: Double(createdAt) / 1000), messageID: "\(id)@\(domain)",
            language: mail.language.rawValue)
    }
}

import Foundation
package import VinculaCore
import VinculaCrypto

/// The mails that wait to be sent, and those that were sent or kept.
package struct Outbox: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer
    let renderer: any MailRenderer
    /// Rings when there is a mail to be sent.
    package let bell: MailBell
}

/// A mail that a worker has taken from the outbox.
package struct TakenMail: Sendable {
    let mail: OutboxMail
    /// The rendered mail; `nil` if nothing is to be sent.
    package let rendered: RenderedMail?
    /// The reason why it can never be sent, if it cannot.
    package let problem: String?

    package var id: String { mail.id }
    package var project: String { mail.scope.project }
    package var createdAt: Timestamp { mail.createdAt }
    package var attempts: Int { mail.attempts }
}

/// The result of looking for a mail in the outbox.
package enum NextMail: Sendable {
    case mail(TakenMail)
    /// Mails are due, but their projects have enough in progress.
    case noTurn
    /// Nothing is due.
    case nothing
}

/// The outcome of sending a mail.
package enum MailOutcome: Hashable, Sendable {
    case sent
    /// To be retried.
    case failed(String)
    /// Rejected for good.
    case refused(String)
}

/// A mail whose link expired before it could be sent.
struct ExpiredMail: Error, CustomStringConvertible {
    var description: String { "it expired before it could be sent" }
}

extension Outbox {
    /// Takes a mail that is due, from the project whose turn it is; no other worker gets it for the next five minutes.
    ///
    /// The caller must end its turn with ``endTurn(of:in:failedAt:)``, whatever the outcome. A mail that cannot be rendered
    /// is given up at once: a retry would fail the same way.
    package func takeMail(in rota: MailRota) async throws -> NextMail {
        // Most of the time nothing is due, and a write would wait for the disk.
        let (waiting, now) = try await read { reading in
            guard let next = try reading.reads.nextMailDue(), next <= reading.now else {
                return ([String: Timestamp](), reading.now)
            }
            return (try reading.reads.projectsWithMail(), reading.now)
        }
        guard !waiting.isEmpty else { return .nothing }
        guard let project = rota.begin(waiting, now: now) else { return .noTurn }
        do {
            if let taken = try await takeMail(of: project) { return .mail(taken) }
            endTurn(of: project, in: rota)
            return .nothing
        } catch {
            endTurn(of: project, in: rota, failedAt: now)
            throw error
        }
    }

    /// Ends the turn of a project, and wakes the workers that wait for that.
    ///
    /// - Parameters:
    ///   - project: The project's ID.
    ///   - rota: The turns.
    ///   - failedAt: The time at which the project's mails could not be read, if they could not.
    package func endTurn(of project: String, in rota: MailRota, failedAt: Timestamp? = nil) {
        if rota.end(project, failedAt: failedAt) { bell.ring() }
    }

    private func takeMail(of project: String) async throws -> TakenMail? {
        let taken = try await write { work in
            let dueAt = work.now.adding(seconds: OutboxPolicy.leaseSeconds)
            return try work.transaction.takeMail(of: project, now: work.now, dueAt: dueAt).map { mail in
                (mail, try work.settings(of: project).email)
            }
        }
        guard let (mail, settings) = taken else { return nil }
        do {
            return try render(mail, settings)
        } catch {
            return TakenMail(mail: mail, rendered: nil, problem: "It was not sent: \(error)")
        }
    }

    /// The time until a mail is due, in milliseconds; `nil` if none is waiting.
    package func timeToNextMail() async throws -> Int64? {
        try await read { try $0.reads.nextMailDue() }.map { max(0, $0.milliseconds - clock.now.milliseconds) }
    }

    /// Makes every waiting mail due at once. For a server that starts and is the only one on its data: mails that another
    /// had taken before it crashed would otherwise wait for five minutes.
    package func hurryMails() async throws {
        try await write { try $0.transaction.hurryMails(now: $0.now) }
    }

    /// The mails in a state, newest first, of one project or of all.
    package func mails(_ state: OutboxMail.State, project: String? = nil, limit: Int = 1000) async throws -> [OutboxMail] {
        try await read { try $0.reads.mails(state, project: project, limit: limit) }
    }

    /// Records the outcome of a mail.
    package func finish(_ taken: TakenMail, _ outcome: MailOutcome) async throws {
        try await write { work in
            let (mail, forgetAt) = finished(taken.mail, outcome, now: work.now)
            try work.transaction.finish(mail, forgetAt: forgetAt)
        }
    }

    private func finished(
        _ mail: OutboxMail, _ outcome: MailOutcome, now: Timestamp
    ) -> (mail: OutboxMail, forgetAt: Timestamp?) {
        var mail = mail
        var forgetAt: Timestamp?
        switch outcome {
        case .sent:
            mail.state = self.mail.delivery.isKept ? .kept : .sent
            if mail.state == .sent { mail.sealed = nil }
            mail.lastError = nil
            forgetAt = now.adding(seconds: OutboxPolicy.remembersSeconds)
        case .refused(let reason):
            give(up: &mail, reason)
            forgetAt = now.adding(seconds: OutboxPolicy.keepsDeadSeconds)
        case .failed(let reason):
            mail.lastError = reason
            mail.dueAt = now.adding(seconds: OutboxPolicy.wait(after: mail.attempts))
            if mail.dueAt >= mail.expiresAt {
                give(up: &mail, reason)
                forgetAt = now.adding(seconds: OutboxPolicy.keepsDeadSeconds)
            }
        }
        return (mail, forgetAt)
    }

    /// A mail that is given up is kept without its link: the operator learns that there was a mail, but cannot use it.
    private func give(up mail: inout OutboxMail, _ reason: String) {
        mail.state = .dead
        mail.sealed = nil
        mail.lastError = reason
    }

    private func render(_ mail: OutboxMail, _ settings: EmailSettings) throws -> TakenMail {
        guard clock.now < mail.expiresAt else { throw ExpiredMail() }
        guard let order = try open(mail), !order.isDecoy else { return TakenMail(mail: mail, rendered: nil, problem: nil) }
        return TakenMail(mail: mail, rendered: try renderer.render(order, settings), problem: nil)
    }

    func open(_ mail: OutboxMail) throws -> MailOrder? {
        try mail.sealed.map {
            try JSONDecoder().decode(MailOrder.self, from: try sealer.open($0, place: OutboxMail.place(mail.id)))
        }
    }
}

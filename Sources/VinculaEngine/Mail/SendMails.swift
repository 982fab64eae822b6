import Foundation
public import VinculaCore
import VinculaCrypto

/// A mail that a worker has taken out of the outbox.
public struct TakenMail: Sendable {
    let mail: OutboxMail
    /// The mail in words; `nil` where nothing is to be sent.
    public let rendered: RenderedMail?
    /// Why it can never be sent, if it cannot.
    public let problem: String?

    public var id: String { mail.id }
    public var project: String { mail.scope.project }
    public var createdAt: Timestamp { mail.createdAt }
    public var attempts: Int { mail.attempts }
}

/// What a worker finds in the outbox.
public enum NextMail: Sendable {
    case mail(TakenMail)
    /// Mails are due, but their projects have enough under way.
    case noTurn
    /// Nothing is due.
    case nothing
}

/// What came of sending a mail.
public enum MailOutcome: Hashable, Sendable {
    case sent
    /// To be tried again.
    case failed(String)
    /// Nobody will ever take it.
    case refused(String)
}

/// A mail whose link does not work any more before anybody could send it.
struct ExpiredMail: Error, CustomStringConvertible {
    var description: String { "it expired before it could be sent" }
}

extension AuthEngine {
    /// Takes a mail that is due, of the project whose turn it is; nobody else gets it for the next five minutes.
    ///
    /// Whoever takes one ends its turn with ``endTurn(of:in:)``, whatever comes of it. What cannot be written is given up at
    /// once: it would not be otherwise the next time.
    ///
    public func takeMail(in rota: MailRota) async throws -> NextMail {
        let now = clock.now
        // Most of the time nothing is due, and a write would wait for the disk.
        let waiting = try await read { transaction in
            guard let next = try transaction.nextMailDue(), next <= now else { return [String: Timestamp]() }
            return try transaction.projectsWithMail()
        }
        guard !waiting.isEmpty else { return .nothing }
        guard let project = rota.begin(waiting, now: now) else { return .noTurn }
        do {
            if let taken = try await takeMail(of: project, now: now) { return .mail(taken) }
            endTurn(of: project, in: rota)
            return .nothing
        } catch {
            endTurn(of: project, in: rota, failedAt: now)
            throw error
        }
    }

    /// Ends the turn of a project, and wakes who waits for that.
    public func endTurn(of project: String, in rota: MailRota) { endTurn(of: project, in: rota, failedAt: nil) }

    private func endTurn(of project: String, in rota: MailRota, failedAt: Timestamp?) {
        if rota.end(project, failedAt: failedAt) { mailBell.ring() }
    }

    private func takeMail(of project: String, now: Timestamp) async throws -> TakenMail? {
        let dueAt = now.adding(seconds: OutboxPolicy.leaseSeconds)
        let taken = try await write { transaction in
            try transaction.takeMail(of: project, now: now, dueAt: dueAt).map { mail in
                (mail, try self.settings(of: project, in: transaction).email)
            }
        }
        guard let (mail, settings) = taken else { return nil }
        do {
            return try write(mail, settings)
        } catch {
            return TakenMail(mail: mail, rendered: nil, problem: "It was not sent: \(error)")
        }
    }

    /// How long until a mail is due, in milliseconds; `nil` while none waits.
    public func timeToNextMail() async throws -> Int64? {
        try await read { try $0.nextMailDue() }.map { max(0, $0.milliseconds - clock.now.milliseconds) }
    }

    /// Has every mail that waits tried at once. For a server that starts and is the only one on its data: what another had
    /// taken before it crashed would otherwise wait for five minutes.
    public func hurryMails() async throws {
        let now = clock.now
        try await write { try $0.hurryMails(now: now) }
    }

    /// The mails in some state, newest first, of one project or of all.
    public func outbox(_ state: OutboxMail.State, project: String? = nil, limit: Int = 1000) async throws -> [OutboxMail] {
        try await read { try $0.mails(state, project: project, limit: limit) }
    }

    /// Writes down what came of a mail.
    public func finish(_ taken: TakenMail, _ outcome: MailOutcome) async throws {
        let now = clock.now
        var mail = taken.mail
        var forgetAt: Timestamp?
        switch outcome {
        case .sent:
            mail.state = mailDelivery.isKept ? .kept : .sent
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
        let (finished, forget) = (mail, forgetAt)
        try await write { try $0.finish(finished, forgetAt: forget) }
    }

    /// What is given up is kept without its link: the operator learns that there was a mail, and not how to act on it.
    private func give(up mail: inout OutboxMail, _ reason: String) {
        mail.state = .dead
        mail.sealed = nil
        mail.lastError = reason
    }

    private func write(_ mail: OutboxMail, _ settings: EmailSettings) throws -> TakenMail {
        guard clock.now < mail.expiresAt else { throw ExpiredMail() }
        guard let order = try open(mail), !order.isDecoy else { return TakenMail(mail: mail, rendered: nil, problem: nil) }
        return TakenMail(mail: mail, rendered: try mailRenderer.render(order, settings), problem: nil)
    }

    func open(_ mail: OutboxMail) throws -> MailOrder? {
        try mail.sealed.map {
            try JSONDecoder().decode(MailOrder.self, from: try sealer.open($0, place: OutboxMail.place(mail.id)))
        }
    }
}

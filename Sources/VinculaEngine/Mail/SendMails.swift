import Foundation
public import VinculaCore
import VinculaCrypto

/// A mail that a worker has taken out of the outbox.
public struct TakenMail: Sendable {
    let mail: OutboxMail
    /// The mail in words; `nil` where nothing is to be sent.
    public let rendered: RenderedMail?

    public var id: String { mail.id }
    public var project: String { mail.scope.project }
    public var createdAt: Timestamp { mail.createdAt }
    public var attempts: Int { mail.attempts }
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
    /// Takes mails that are due; nobody else gets them for the next five minutes.
    ///
    /// What cannot be written is given up at once: it would not be otherwise the next time.
    public func takeMails(limit: Int) async throws -> [TakenMail] {
        let now = clock.now
        let dueAt = now.adding(seconds: OutboxPolicy.leaseSeconds)
        // Most of the time nothing is due, and a write would wait for the disk.
        guard let next = try await read({ try $0.nextMailDue() }), next <= now else { return [] }
        let (mails, settings) = try await write { transaction in
            let mails = try transaction.takeMails(limit: limit, now: now, dueAt: dueAt)
            let projects = Set(mails.map(\.scope.project))
            let settings = try projects.map { ($0, try self.settings(of: $0, in: transaction).email) }
            return (mails, Dictionary(settings) { first, _ in first })
        }
        var taken: [TakenMail] = []
        for mail in mails {
            do {
                taken.append(try write(mail, settings[mail.scope.project] ?? EmailSettings()))
            } catch {
                try await finish(TakenMail(mail: mail, rendered: nil), .refused("It was not sent: \(error)"))
            }
        }
        return taken
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

    /// The mails in some state, newest first.
    public func outbox(_ state: OutboxMail.State, limit: Int = 1000) async throws -> [OutboxMail] {
        try await read { try $0.mails(state, limit: limit) }
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
        guard let order = try open(mail), !order.isDecoy else { return TakenMail(mail: mail, rendered: nil) }
        return TakenMail(mail: mail, rendered: try mailRenderer.render(order, settings))
    }

    func open(_ mail: OutboxMail) throws -> MailOrder? {
        try mail.sealed.map {
            try JSONDecoder().decode(MailOrder.self, from: try sealer.open($0, place: OutboxMail.place(mail.id)))
        }
    }
}

import Foundation
package import VinculaCore
import VinculaCrypto

/// The messages that wait to be sent, and those that were sent or kept.
///
/// Taking, retrying and giving up are the same for every channel; a message's content is its channel's own.
package struct Outbox: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer
    let renderer: any MailRenderer
    /// Rings when there is a message to be sent.
    package let bell: OutboxBell
}

/// The result of looking for a message in the outbox.
package enum NextMessage<Content: Sendable>: Sendable {
    /// A message, and what is to be sent: `nil` for nothing, and the reason if it can never be sent.
    case message(OutboxMessage, Result<Content?, any Error>)
    /// Messages are due, but their projects have enough in progress.
    case noTurn
    /// Nothing is due.
    case nothing
}

/// The outcome of sending a message.
package enum MessageOutcome: Hashable, Sendable {
    case sent
    /// To be retried.
    case failed(String)
    /// Rejected for good.
    case refused(String)
}

/// The error for a message whose link expired before it could be sent.
struct ExpiredMessage: Error, CustomStringConvertible {
    var description: String { "it expired before it could be sent" }
}

extension Outbox {
    /// Takes a message that is due, from the project or to the webhook whose turn it is; no other worker gets it for the next
    /// five minutes.
    ///
    /// The caller must end its turn with ``endTurn(_:in:failedAt:)``, whatever the outcome. A message whose content cannot
    /// be made is to be given up at once: a retry would fail the same way.
    ///
    /// - Parameters:
    ///   - rota: The turns of the channel's workers.
    ///   - content: Makes what is sent from a message and its project's settings.
    package func takeMessage<Content: Sendable>(
        in rota: OutboxRota, content: (OutboxMessage, ProjectSettings) throws -> Content?
    ) async throws -> NextMessage<Content> {
        let channel = rota.channel
        // Most of the time nothing is due, and a write would wait for the disk.
        let (waiting, now) = try await read { (try $0.messagesWaiting(for: rota), $0.now) }
        // The others' messages are no reason to look again soon.
        guard let waiting else { return .noTurn }
        guard !waiting.isEmpty else { return .nothing }
        guard let turn = rota.begin(waiting, now: now) else { return .noTurn }
        do {
            let taken = try await claim { work in
                let dueAt = work.now.adding(seconds: OutboxPolicy.leaseSeconds)
                let message: OutboxMessage?
                if let recipient = turn.recipient {
                    message = try work.transaction.takeMessage(
                        of: turn.project, toWebhook: recipient, now: work.now, dueAt: dueAt)
                } else {
                    message = try work.transaction.takeMessage(of: turn.project, channel, now: work.now, dueAt: dueAt)
                }
                return try message.map { ($0, try work.settings(in: $0.scope)) }
            }
            if let (message, settings) = taken {
                let made = Result {
                    guard clock.now < message.expiresAt else { throw ExpiredMessage() }
                    return try content(message, settings)
                }
                return .message(message, made)
            }
            endTurn(turn, in: rota)
            return .nothing
        } catch {
            endTurn(turn, in: rota, failedAt: now)
            throw error
        }
    }

    /// Ends a turn, and wakes the workers that wait for that.
    ///
    /// - Parameters:
    ///   - turn: The turn, as the message that was taken in it names it.
    ///   - rota: The turns.
    ///   - failedAt: The time at which the project's messages could not be read, if they could not.
    package func endTurn(_ turn: OutboxTurn, in rota: OutboxRota, failedAt: Timestamp? = nil) {
        if rota.end(turn, failedAt: failedAt) { bell.ring() }
    }

    /// The time until a channel's next message is due, in milliseconds; `nil` if none is waiting.
    func timeToNextMessage(_ channel: OutboxMessage.Channel) async throws -> Int64? {
        try await read { try $0.reads.nextMessageDue(channel) }.map { max(0, $0.milliseconds - clock.now.milliseconds) }
    }

    /// Makes every waiting message due at once. For a server that starts and is the only one on its data: messages that
    /// another had taken before it crashed would otherwise wait for five minutes. Where several servers may be at work, they do
    /// wait: another one may be sending them.
    package func hurryMessages() async throws {
        guard !transactions.store.isShared else { return }
        try await write { try $0.transaction.hurryMessages(now: $0.now) }
    }

    /// The messages in a state, newest first, of one project or of all, and of one channel or of all.
    package func messages(
        _ state: OutboxMessage.State, channel: OutboxMessage.Channel? = nil, project: String? = nil, limit: Int = 1000
    ) async throws -> [OutboxMessage] {
        try await read { try $0.reads.messages(state, channel: channel, project: project, limit: limit) }
    }

    /// Records the outcome of a message.
    package func finish(_ taken: OutboxMessage, _ outcome: MessageOutcome) async throws {
        try await claim { work in
            var message = taken
            var forgetAt: Timestamp?
            switch outcome {
            case .sent:
                message.state = isKept(message.kind.channel) ? .kept : .sent
                if message.state == .sent { message.sealed = nil }
                message.lastError = nil
                forgetAt = work.now.adding(seconds: OutboxPolicy.remembersSeconds)
            case .refused(let reason):
                message.giveUp(reason)
            case .failed(let reason):
                message.lastError = reason
                message.dueAt = work.now.adding(
                    seconds: OutboxPolicy.wait(after: message.attempts, longest: message.kind.channel.longestWaitSeconds))
                if message.dueAt >= message.expiresAt { message.giveUp(reason) }
            }
            if message.state == .dead { forgetAt = work.now.adding(seconds: OutboxPolicy.keepsDeadSeconds) }
            try work.transaction.finish(message, forgetAt: forgetAt)
        }
        if outcome == .sent { transactions.count(taken, at: clock.now) }
    }

    /// Indicates whether messages that were sent are kept here, too.
    private func isKept(_ channel: OutboxMessage.Channel) -> Bool {
        switch channel {
        case .mail: mail.delivery.isKept
        case .text: texts.delivery.isKept
        case .webhook: false
        }
    }
}

extension OutboxMessage.Channel {
    /// The longest time between two attempts, in seconds.
    fileprivate var longestWaitSeconds: Int64 {
        switch self {
        case .mail, .text: OutboxPolicy.longestWaitSeconds
        case .webhook: Webhook.longestWaitSeconds
        }
    }
}

extension OutboxMessage {
    /// The place that a sealed message is bound to.
    static func place(_ id: String) -> String { "outbox/\(id)" }

    /// A message that is given up is kept without its link: the operator learns that there was one, but cannot use it.
    fileprivate mutating func giveUp(_ reason: String) {
        state = .dead
        sealed = nil
        lastError = reason
    }
}

// MARK: Mails

extension Outbox {
    /// The mail that a message is.
    ///
    /// - Returns: `nil` if nothing is to be sent, or for a message of another channel.
    /// - Throws: The renderer's errors, and those of a message that cannot be opened.
    package func rendered(_ message: OutboxMessage, _ settings: ProjectSettings) throws -> RenderedMail? {
        try mailOrder(message).map { try renderer.render($0, settings.email, page: settings.page) }
    }

    /// The facts of a mail; `nil` if nothing is to be sent.
    func mailOrder(_ message: OutboxMessage) throws -> MailOrder? {
        guard message.kind.channel == .mail, let sealed = message.sealed else { return nil }
        let opened = try sealer.open(sealed, place: OutboxMessage.place(message.id))
        let order = try JSONDecoder().decode(MailOrder.self, from: opened)
        return order.isDecoy ? nil : order
    }
}

// MARK: Text messages

/// A text message, ready to be sent.
package struct RenderedText: Hashable, Sendable {
    package let to: PhoneNumber
    package let text: String

    package init(to: PhoneNumber, text: String) {
        self.to = to
        self.text = text
    }
}

extension Outbox {
    /// The text message that a message is.
    ///
    /// - Returns: `nil` if nothing is to be sent, or for a message of another channel.
    /// - Throws: The errors of a message that cannot be opened.
    package func renderedText(_ message: OutboxMessage, _ settings: ProjectSettings) throws -> RenderedText? {
        guard let order = try textOrder(message) else { return nil }
        let message = TextMessage(
            settings.phone.template(order.language), code: order.code, appName: settings.pageName(of: message.scope.project),
            lastLine: order.lastLine)
        return RenderedText(to: order.number, text: message.text)
    }

    /// The facts of a text message; `nil` if nothing is to be sent.
    func textOrder(_ message: OutboxMessage) throws -> TextMessageOrder? {
        guard message.kind.channel == .text, let sealed = message.sealed else { return nil }
        let opened = try sealer.open(sealed, place: OutboxMessage.place(message.id))
        return try JSONDecoder().decode(TextMessageOrder.self, from: opened)
    }
}

extension InstallationReading {
    /// What waits for the workers of a channel; `nil` if all that is due is for other workers.
    fileprivate func messagesWaiting(for rota: OutboxRota) throws -> OutboxWaiting? {
        guard let next = try reads.nextMessageDue(rota.channel), next <= now else { return .projects([:]) }
        if rota.channel == .webhook { return .recipients(try reads.webhooksWaiting()) }
        let waiting = try reads.projectsWaiting(for: rota.channel)
        guard let takes = rota.takes, !waiting.isEmpty else { return .projects(waiting) }
        let own = try waiting.filter { takes(try settings(in: ProjectScope(project: $0.key))) }
        return own.isEmpty ? nil : .projects(own)
    }
}

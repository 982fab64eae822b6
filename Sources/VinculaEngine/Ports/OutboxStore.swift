package import Foundation
package import VinculaCore

/// A message in the outbox, as stored.
package struct OutboxMessage: Hashable, Sendable {
    /// The way by which messages reach people. Each has its own workers, so that one that fails holds up no other.
    package enum Channel: String, Hashable, Sendable, CaseIterable {
        case mail
        case text
        case webhook
    }

    /// The kind of a message, which also says its channel.
    package enum Kind: Hashable, Sendable {
        case mail(MailKind)
        /// A text message with a code.
        case textCode
        /// A message to a webhook about an account.
        case accountEvent

        /// - Parameters:
        ///   - channel: The channel of the message.
        ///   - name: The kind's ``name`` among those of the channel.
        package init?(_ channel: Channel, named name: String) {
            switch channel {
            case .mail:
                guard let kind = MailKind(rawValue: name) else { return nil }
                self = .mail(kind)
            case .text:
                guard name == Self.textCodeName else { return nil }
                self = .textCode
            case .webhook:
                guard name == Self.accountEventName else { return nil }
                self = .accountEvent
            }
        }

        package var channel: Channel {
            switch self {
            case .mail: .mail
            case .textCode: .text
            case .accountEvent: .webhook
            }
        }

        package var name: String {
            switch self {
            case .mail(let kind): kind.rawValue
            case .textCode: Self.textCodeName
            case .accountEvent: Self.accountEventName
            }
        }

        private static let textCodeName = "code"
        private static let accountEventName = "accountEvent"
    }

    package enum State: String, Hashable, Sendable, CaseIterable {
        /// To be sent, once it is due.
        case waiting
        case sent
        /// Given up.
        case dead
        /// Not to be sent, but kept for viewing, on a development server.
        case kept
    }

    package let id: String
    package let scope: ProjectScope
    package let kind: Kind
    /// A fingerprint of the mailbox, the phone number or the webhook.
    package let recipient: Data
    /// The message as facts, sealed: a ``MailOrder``, a ``TextMessageOrder`` or a webhook's. `nil` once it is sent.
    package var sealed: Data?
    package var state: State
    /// The number of attempts.
    package var attempts: Int
    package let createdAt: Timestamp
    /// The time of the next attempt. A worker that takes the message moves this into the future, so that no other worker
    /// takes it.
    package var dueAt: Timestamp
    /// The time after which it is of no use.
    package let expiresAt: Timestamp
    /// The result of the last attempt, for the operator.
    package var lastError: String?
    /// The allowance that it is counted against; see ``MailboxPolicy``.
    package let share: MailShare
    /// A fingerprint of the requesting network and the mailbox.
    package let network: Data?

    package init(
        id: String, scope: ProjectScope, kind: Kind, recipient: Data, sealed: Data?, state: State, attempts: Int = 0,
        createdAt: Timestamp, dueAt: Timestamp, expiresAt: Timestamp, lastError: String? = nil,
        share: MailShare = .uncounted, network: Data? = nil
    ) {
        self.id = id
        self.scope = scope
        self.kind = kind
        self.recipient = recipient
        self.sealed = sealed
        self.state = state
        self.attempts = attempts
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.expiresAt = expiresAt
        self.lastError = lastError
        self.share = share
        self.network = network
    }
}

/// Read access to the outbox.
package protocol OutboxReads {
    func message(_ id: String) throws -> OutboxMessage?
    /// The messages in a state, newest first, of one project or of all, and of one channel or of all.
    func messages(
        _ state: OutboxMessage.State, channel: OutboxMessage.Channel?, project: String?, limit: Int
    ) throws -> [OutboxMessage]
    /// The time at which a channel's next message is due; `nil` if none is waiting.
    func nextMessageDue(_ channel: OutboxMessage.Channel) throws -> Timestamp?
    /// The projects with messages that wait for a channel, each with the time at which its next one is due.
    func projectsWaiting(for channel: OutboxMessage.Channel) throws -> [String: Timestamp]
    /// The webhooks with messages that wait, by project and fingerprint, each with the time at which its next one is due.
    func webhooksWaiting() throws -> [String: [Data: Timestamp]]
    /// The messages that wait for a channel, those that are due first: their number and the time at which the oldest was queued.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - most: The maximum number that are counted.
    func backlog(of channel: OutboxMessage.Channel, most: Int) throws -> (count: Int, oldest: Timestamp?)
    /// The mails of these kinds that were requested for one mailbox since a given time.
    func askedMails(to recipient: Data, kinds: [MailKind], since: Timestamp) throws -> [AskedMail]
}

/// Write access to the outbox.
package protocol OutboxWrites: OutboxReads {
    func insert(_ message: OutboxMessage) throws
    /// Takes the project's message that has been due longest, and reserves it.
    ///
    /// - Parameters:
    ///   - project: The project's ID.
    ///   - channel: The channel that the message goes through.
    ///   - now: The current time.
    ///   - dueAt: The time from which others may take it.
    /// - Returns: The message with its attempts incremented, and the result of the attempt before, which is forgotten in the
    ///   store; `nil` if none is due.
    func takeMessage(
        of project: String, _ channel: OutboxMessage.Channel, now: Timestamp, dueAt: Timestamp
    ) throws -> OutboxMessage?
    /// Takes the message to a webhook that has been due longest, and reserves it, as ``takeMessage(of:_:now:dueAt:)`` does.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - recipient: The webhook's fingerprint.
    ///   - now: The current time.
    ///   - dueAt: The time at which it is due again.
    func takeMessage(of project: String, toWebhook recipient: Data, now: Timestamp, dueAt: Timestamp) throws -> OutboxMessage?
    /// Makes every waiting message due now.
    func hurryMessages(now: Timestamp) throws
    /// Records the result of an attempt, unless another worker has taken the message since.
    ///
    /// - Parameters:
    ///   - message: The message after the attempt; its `attempts`, as they were when it was taken, show whether another
    ///     worker has taken it since.
    ///   - forgetAt: The time at which it may be deleted; `nil` while it is waiting.
    func finish(_ message: OutboxMessage, forgetAt: Timestamp?) throws
    /// Deletes the messages that a development server kept for viewing.
    func deleteKeptMessages() throws
}

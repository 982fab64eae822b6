public import Foundation
public import VinculaCore

/// A mail on its way out, as it is kept.
public struct OutboxMail: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// To be sent, once it is due.
        case waiting
        case sent
        /// Given up.
        case dead
        /// Not to be sent, but to be looked at: a development server's.
        case kept
    }

    public let id: String
    public let scope: ProjectScope
    public let kind: MailKind
    /// A fingerprint of the mailbox.
    public let recipient: Data
    /// The ``MailOrder``, sealed; `nil` once it is sent.
    public var sealed: Data?
    public var state: State
    /// How often it was tried.
    public var attempts: Int
    public let createdAt: Timestamp
    /// When it is tried next. A worker that takes it moves this into the future, so that it is the only one.
    public var dueAt: Timestamp
    /// From when on it is of no use to anybody.
    public let expiresAt: Timestamp
    /// What came of the last attempt, for the operator.
    public var lastError: String?
    /// Whose allowance it is counted against; see ``MailboxPolicy``.
    public let share: MailShare
    /// A fingerprint of the network that asked for it and the mailbox.
    public let network: Data?

    public init(
        id: String, scope: ProjectScope, kind: MailKind, recipient: Data, sealed: Data?, state: State, attempts: Int,
        createdAt: Timestamp, dueAt: Timestamp, expiresAt: Timestamp, lastError: String?,
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

/// What can be read of the outbox.
public protocol OutboxReads {
    func mail(_ id: String) throws -> OutboxMail?
    /// The mails in some state, newest first, of one project or of all.
    func mails(_ state: OutboxMail.State, project: String?, limit: Int) throws -> [OutboxMail]
    /// When the next mail is due; `nil` if none waits.
    func nextMailDue() throws -> Timestamp?
    /// The projects that have mails waiting, each with when its next is due.
    func projectsWithMail() throws -> [String: Timestamp]
    /// The mails of these kinds that were asked for one mailbox, not longer ago than a moment.
    func askedMails(to recipient: Data, kinds: [MailKind], since: Timestamp) throws -> [AskedMail]
}

/// What can be changed of the outbox.
public protocol OutboxWrites: OutboxReads {
    func insert(_ mail: OutboxMail) throws
    /// Takes the project's mail that has been due longest, and moves it out of everybody else's reach.
    ///
    /// - Parameter dueAt: When others may take it.
    /// - Returns: The mail with one attempt more; `nil` if none is due.
    func takeMail(of project: String, now: Timestamp, dueAt: Timestamp) throws -> OutboxMail?
    /// Makes every mail that waits due now.
    func hurryMails(now: Timestamp) throws
    /// Writes what came of an attempt, unless another worker has taken the mail since.
    ///
    /// - Parameter forgetAt: When it need not be kept any more; `nil` while it waits.
    func finish(_ mail: OutboxMail, forgetAt: Timestamp?) throws
}

package import Foundation
package import VinculaCore

/// A mail in the outbox, as stored.
package struct OutboxMail: Hashable, Sendable {
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
    package let kind: MailKind
    /// A fingerprint of the mailbox.
    package let recipient: Data
    /// The ``MailOrder``, sealed; `nil` once it is sent.
    package var sealed: Data?
    package var state: State
    /// The number of attempts.
    package var attempts: Int
    package let createdAt: Timestamp
    /// The time of the next attempt. A worker that takes the mail moves this into the future, so that no other worker takes
    /// it.
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

/// Read access to the outbox.
package protocol OutboxReads {
    func mail(_ id: String) throws -> OutboxMail?
    /// The mails in a state, newest first, of one project or of all.
    func mails(_ state: OutboxMail.State, project: String?, limit: Int) throws -> [OutboxMail]
    /// The time at which the next mail is due; `nil` if none is waiting.
    func nextMailDue() throws -> Timestamp?
    /// The projects with waiting mails, each with the time at which its next mail is due.
    func projectsWithMail() throws -> [String: Timestamp]
    /// The mails of these kinds that were requested for one mailbox since a given time.
    func askedMails(to recipient: Data, kinds: [MailKind], since: Timestamp) throws -> [AskedMail]
}

/// Write access to the outbox.
package protocol OutboxWrites: OutboxReads {
    func insert(_ mail: OutboxMail) throws
    /// Takes the project's mail that has been due longest, and reserves it.
    ///
    /// - Parameters:
    ///   - project: The project's ID.
    ///   - now: The current time.
    ///   - dueAt: The time from which others may take it.
    /// - Returns: The mail with its attempts incremented; `nil` if none is due.
    func takeMail(of project: String, now: Timestamp, dueAt: Timestamp) throws -> OutboxMail?
    /// Makes every waiting mail due now.
    func hurryMails(now: Timestamp) throws
    /// Records the result of an attempt, unless another worker has taken the mail since.
    ///
    /// - Parameters:
    ///   - mail: The mail after the attempt; its `attempts`, as they were when it was taken, show whether another worker has
    ///     taken it since.
    ///   - forgetAt: The time at which it may be deleted; `nil` while it is waiting.
    func finish(_ mail: OutboxMail, forgetAt: Timestamp?) throws
}

import Foundation
import VinculaCore
import VinculaCrypto

/// The mails about accounts and the codes in them: the mails that a change entails, the codes that it ends, and the number of
/// mails that a mailbox may get.
///
/// All of it is written in the transaction of the decision that it reports; ``Outbox`` has the mails sent.
struct AccountMail: Sendable {
    let sealer: Sealer
    let links: ActionLinks
    let delivery: MailDelivery
    /// True if mails count against their mailboxes' allowances. Only the emulator's clients are exempt.
    let countsMails: Bool
}

/// The delivery of mails.
package enum MailDelivery: Hashable, Sendable {
    /// Mail is not set up: requests for mail are refused.
    case none
    /// They are sent.
    case smtp
    /// They are kept here, for viewing.
    case inbox
    /// They are sent and kept here, too: a development server with a mail catcher.
    case smtpAndInbox

    var isSent: Bool { self == .smtp || self == .smtpAndInbox }
    var isKept: Bool { self == .inbox || self == .smtpAndInbox }
}

/// The allowance that a mail is counted against, and the requesting network.
struct MailAllowance: Sendable {
    /// For mails that the server or an administrator sends on their own initiative.
    static let uncounted = MailAllowance(share: .uncounted, network: nil)

    let share: MailShare
    let network: Data?
}

extension AccountMail {
    /// Adds a mail to the outbox, as part of the transaction that it reports.
    ///
    /// It is of use for as long as its link works; one without a link is retried for a day. Operators get none.
    ///
    /// - Parameter allowance: The allowance that it is counted against.
    func queue(_ order: MailOrder, countedAs allowance: MailAllowance = .uncounted, _ work: Work) throws {
        // A link in a mailbox must not open the console.
        guard work.scope != .operators else { return }
        let id = SecureRandom.alphanumeric(24)
        let isSent = delivery(try work.settings()).isSent
        try work.transaction.insert(
            OutboxMessage(
                id: id, scope: work.scope, kind: .mail(order.kind), recipient: recipient(order.to, in: work.scope),
                sealed: try sealer.seal(try JSONEncoder().encode(order), place: OutboxMessage.place(id)),
                state: isSent ? .waiting : .kept, createdAt: work.now, dueAt: work.now,
                expiresAt: work.now.adding(seconds: order.validForSeconds ?? OutboxPolicy.longestTrySeconds),
                share: allowance.share, network: allowance.network))
        work.transaction.journal.noteMessage()
        // One that is sent is counted when it is.
        if !isSent, let event = UsageEvent(.mail(order.kind)) { work.transaction.journal.note(event) }
    }

    /// Adds a mail without a link to the outbox, in the language of the person who makes the change.
    ///
    /// - Parameters:
    ///   - allowance: The allowance that it is counted against.
    ///   - tellsPlace: `true` if it names the place and the device of the change.
    func queue(
        notice: MailOrder, countedAs allowance: MailAllowance = .uncounted, tellsPlace: Bool = true, _ work: Work
    ) throws {
        var order = notice
        order.email = order.to
        order.language = work.language
        order.event = MailEvent(work, tellsPlace: tellsPlace)
        try queue(order, countedAs: allowance, work)
    }
}

extension MailEvent {
    /// The event that a decision is: its time and, if a person makes it, where they are and what they use.
    init(_ work: Work, tellsPlace: Bool) {
        guard tellsPlace, work.origin.actor.kind == .endUser else {
            self.init(at: work.now, isPlaceUntold: true)
            return
        }
        self.init(at: work.now, address: work.origin.client?.description, device: work.origin.device)
    }
}

// MARK: Allowances

extension AccountMail {
    /// Checks whether a mailbox may get one more mail of a kind, or of those that count together with it.
    ///
    /// This also bounds the guessing of six digits, so it applies even if limits on requests are switched off; only the
    /// emulator's clients are exempt. Mailboxes with and without an account cost the same reads.
    ///
    /// - Parameters:
    ///   - account: The account that the mail is about.
    ///   - client: The requester's network address.
    /// - Returns: `nil` if it may not.
    func allowance(
        for mailbox: EmailAddress, _ kind: MailKind, of account: Account?, from client: ClientAddress, _ reading: some ScopedReads
    ) throws -> MailAllowance? {
        guard countsMails else { return .uncounted }
        let recipient = recipient(mailbox, in: reading.scope)
        let network = Data(
            sealer.fingerprint(recipient + Data(client.network.bytes), purpose: "mail network").prefix(16))
        let earlier = try reading.reads.askedMails(
            to: recipient, kinds: kind.pool, since: reading.now.adding(seconds: -MailboxPolicy.remembersSeconds))
        let lastSeenAt = try reading.reads.lastSeen(
            atPlace: place(
                of: account.map { "\($0.id.value)\u{0}\($0.createdAt.milliseconds)" } ?? mailbox.value, client, in: reading.scope)
        )
        // Somebody who entered a stranger's address in an account is not the owner of the mailbox.
        let isOwn = account?.email == mailbox && account?.emailVerified == true && client != .unknown
        let isKnown = isOwn && MailboxPolicy.isKnown(lastSeenAt: lastSeenAt, now: reading.now)
        return MailboxPolicy.share(network: network, isKnown: isKnown, earlier: earlier, now: reading.now)
            .map { MailAllowance(share: $0, network: network) }
    }

    /// Records the place from which the owner of a proven address opened their account, once a day.
    func notePlace(of account: Account, _ work: Work) throws {
        guard countsMails, account.email != nil, account.emailVerified, work.origin.actor.kind == .endUser,
            let client = work.origin.client, client != .unknown
        else { return }
        let place = place(of: "\(account.id.value)\u{0}\(account.createdAt.milliseconds)", client, in: work.scope)
        guard MailboxPolicy.mustNote(lastSeenAt: try work.reads.lastSeen(atPlace: place), now: work.now) else { return }
        try work.transaction.note(
            place: place, seenAt: work.now, expiresAt: work.now.adding(seconds: MailboxPolicy.knownForSeconds))
    }

    /// The fingerprint of a mailbox, which is one for all tenants of a project: each would have an allowance of its own.
    private func recipient(_ email: EmailAddress, in scope: ProjectScope) -> Data {
        let name = [scope.project, "", email.value].joined(separator: "\u{0}")
        return Data(sealer.fingerprint(Data(name.utf8), purpose: "mail recipient").prefix(16))
    }

    private func place(of account: String, _ client: ClientAddress, in scope: ProjectScope) -> Data {
        let name = [scope.project, scope.tenant, account].joined(separator: "\u{0}")
        let bytes = Data(name.utf8) + Data(client.neighbourhood.bytes)
        return Data(sealer.fingerprint(bytes, purpose: "known place").prefix(16))
    }
}

import Foundation
import VinculaCore
import VinculaCrypto

/// The mails about accounts and the codes in them: the mails that a change entails, the codes that it ends, and the number of
/// mails that a mailbox may get.
///
/// All of it is written in the transaction of the decision that it reports; ``Outbox`` sends the mails.
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

extension AccountMail {
    /// Adds a mail to the outbox, as part of the transaction that it reports.
    ///
    /// It is of use for as long as its link works; one without a link is retried for a day.
    ///
    /// - Parameter allowance: The allowance that it is counted against.
    func queue(_ order: MailOrder, countedAs allowance: MailAllowance = .uncounted, _ work: Work) throws {
        let id = SecureRandom.alphanumeric(24)
        let sealed = try sealer.seal(try JSONEncoder().encode(order), place: OutboxMail.place(id))
        try work.transaction.insert(
            OutboxMail(
                id: id, scope: work.scope, kind: order.kind, recipient: recipient(order.to, in: work.scope), sealed: sealed,
                state: delivery.isSent ? .waiting : .kept, attempts: 0, createdAt: work.now, dueAt: work.now,
                expiresAt: work.now.adding(seconds: order.validForSeconds ?? OutboxPolicy.longestTrySeconds),
                lastError: nil, share: allowance.share, network: allowance.network))
        work.transaction.journal.noteMail()
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

extension OutboxMail {
    /// The place that a sealed order is bound to.
    static func place(_ id: String) -> String { "outbox/\(id)" }
}

package import Foundation

/// The allowance that a mail to a mailbox was counted against.
package enum MailShare: String, Hashable, Sendable {
    /// For people at places from which the mailbox's account was recently opened.
    case owner
    /// For everybody else.
    case strangers
    /// Not counted: the server or an administrator sent the mail on their own initiative.
    case uncounted
}

/// A requested mail, as far as it counts.
package struct AskedMail: Hashable, Sendable {
    package let at: Timestamp
    package let share: MailShare
    /// A fingerprint of the network that requested it; `nil` if that is not known.
    package let network: Data?

    package init(at: Timestamp, share: MailShare, network: Data?) {
        self.at = at
        self.share = share
        self.network = network
    }
}

/// The rules for how many mails that anybody can request one mailbox gets.
///
/// Two goals conflict: a mailbox must not be flooded (T103), and whoever floods it must not keep its owner from a sign-in
/// link. So there are two allowances, and one network gets only a part of the strangers' allowance.
///
/// 1. Places from which the account was opened in the last 90 days share ten mails a day, three in ten minutes. Strangers
///   use up none of these.
/// 2. All other places share six a day, three in ten minutes. One network, an IPv4 /24 or an IPv6 /48, has four of the six.
/// 3. Once the six are used up, a network that has requested none that day gets one if five hours have passed since the last
///   mail for a stranger: the owner at a new place has to wait, but is not shut out.
///
/// However many networks strangers have, they never get more than ten mails into a mailbox within a day.
package enum MailboxPolicy {
    /// A number of mails within a period.
    package struct Limit: Hashable, Sendable {
        package let count: Int
        package let seconds: Int64
    }

    /// The time that a place counts as known after the account was opened there, in seconds.
    package static let knownForSeconds: Int64 = 90 * 24 * 3600
    /// The time that past mails are taken into account, in seconds.
    package static let remembersSeconds: Int64 = day
    static let owner = [Limit(count: 3, seconds: 600), Limit(count: 10, seconds: day)]
    static let strangers = [Limit(count: 3, seconds: 600), Limit(count: 6, seconds: day)]
    static let network = Limit(count: 4, seconds: day)
    /// The time after the last stranger's mail until the next network gets one, in seconds.
    static let reserveSeconds: Int64 = 5 * 3600
    private static let day: Int64 = 24 * 3600

    /// Decides which allowance one more mail is counted against.
    ///
    /// - Parameters:
    ///   - network: A fingerprint of the requesting network.
    ///   - isKnown: `true` if the mailbox's account was recently opened from this exact place.
    ///   - earlier: The mails requested for the mailbox within a day.
    ///   - now: The current time.
    /// - Returns: `nil` if the mailbox gets no more mail.
    package static func share(
        network: Data, isKnown: Bool, earlier: [AskedMail], now: Timestamp
    ) -> MailShare? {
        if isKnown { return owner.allSatisfy { hasRoom($0, earlier.filter { $0.share == .owner }, now) } ? .owner : nil }
        let strange = earlier.filter { $0.share == .strangers }
        let own = strange.filter { $0.network == network }
        guard hasRoom(Self.network, own, now) else { return nil }
        if strangers.allSatisfy({ hasRoom($0, strange, now) }) { return .strangers }
        let isFirst = !own.contains { now.seconds(since: $0.at) < Double(day) }
        let isQuiet = strange.allSatisfy { now.seconds(since: $0.at) >= Double(reserveSeconds) }
        return isFirst && isQuiet ? .strangers : nil
    }

    /// Indicates whether a sign-in needs to be recorded for its place to stay known: the first in a day.
    package static func mustNote(lastSeenAt: Timestamp?, now: Timestamp) -> Bool {
        guard let lastSeenAt else { return true }
        return now.seconds(since: lastSeenAt) > Double(day)
    }

    /// Indicates whether a place is known, given when the account was last opened there.
    package static func isKnown(lastSeenAt: Timestamp?, now: Timestamp) -> Bool {
        guard let lastSeenAt else { return false }
        return now.seconds(since: lastSeenAt) < Double(knownForSeconds)
    }

    private static func hasRoom(_ limit: Limit, _ mails: [AskedMail], _ now: Timestamp) -> Bool {
        mails.count { now.seconds(since: $0.at) < Double(limit.seconds) } < limit.count
    }
}

import Foundation
import Testing
import VinculaCore

@Suite("Limits on the number of mails per mailbox")
struct MailboxPolicyTests {
    private static let now = Timestamp(seconds: 10_000_000)
    private static let hour: Int64 = 3600
    private static let day: Int64 = 24 * hour

    private static func network(_ number: Int) -> Data { Data("\(number)".utf8) }

    /// Mails so many seconds ago.
    private static func mails(_ share: MailShare, _ network: Int?, _ ages: [Int64]) -> [AskedMail] {
        ages.map { AskedMail(at: now.adding(seconds: -$0), share: share, network: network.map(Self.network)) }
    }

    private static func share(_ number: Int, isKnown: Bool = false, _ earlier: [AskedMail]) -> MailShare? {
        MailboxPolicy.share(network: network(number), isKnown: isKnown, earlier: earlier, now: now)
    }

    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let isKnown: Bool
        let earlier: [AskedMail]
        let share: MailShare?

        init(_ testDescription: String, isKnown: Bool = false, _ earlier: [AskedMail], _ share: MailShare?) {
            self.testDescription = testDescription
            self.isKnown = isKnown
            self.earlier = earlier
            self.share = share
        }
    }

    private static let spread =
        mails(.strangers, 2, [hour, 2 * hour, 3 * hour]) + mails(.strangers, 3, [hour, 2 * hour, 3 * hour])
    private static let quiet =
        mails(.strangers, 2, [5 * hour, 6 * hour, 7 * hour]) + mails(.strangers, 3, [8, 9, 10].map { $0 * hour })

    /// Network 1 asks.
    static let rows = [
        Row("nothing before, a stranger", [], .strangers), Row("nothing before, a known place", isKnown: true, [], .owner),
        // Rule 1.
        Row("known: two in ten minutes", isKnown: true, mails(.owner, 1, [0, 599]), .owner),
        Row("known: three in ten minutes", isKnown: true, mails(.owner, 1, [0, 1, 599]), nil),
        Row("known: three from three known places", isKnown: true, [1, 2, 3].flatMap { mails(.owner, $0, [60]) }, nil),
        Row("known: the third was ten minutes ago", isKnown: true, mails(.owner, 1, [0, 1, 600]), .owner),
        Row("known: nine in a day", isKnown: true, mails(.owner, 1, (1...9).map { $0 * hour }), .owner),
        Row("known: ten in a day", isKnown: true, mails(.owner, 1, (1...10).map { $0 * hour }), nil),
        Row("known: the tenth was a day ago", isKnown: true, mails(.owner, 1, (1...9).map { $0 * hour } + [day]), .owner),
        Row("known: strangers have flooded", isKnown: true, mails(.strangers, 2, [0, 1, 2]) + spread + quiet, .owner),
        Row("known: strangers of the very same network have", isKnown: true, mails(.strangers, 1, [0, 1, 2, 3]), .owner),
        // Rule 2.
        Row("the owner's do not count for strangers", mails(.owner, 1, (0...9).map { $0 * 60 }), .strangers),
        Row("what nobody asked for does not count", mails(.uncounted, nil, (0...99).map { $0 * 60 }), .strangers),
        Row("two in ten minutes", mails(.strangers, 1, [0, 599]), .strangers),
        Row("three in ten minutes", mails(.strangers, 1, [0, 1, 599]), nil),
        Row("three in ten minutes, from three networks", [2, 3, 4].flatMap { mails(.strangers, $0, [60]) }, nil),
        Row("three in ten minutes, from where nobody knows", mails(.strangers, nil, [1, 2, 3]), nil),
        Row("one network's four", mails(.strangers, 1, [hour, 2 * hour, 3 * hour, 4 * hour]), nil),
        Row("one network's four, the last a day ago", mails(.strangers, 1, [hour, 2 * hour, 3 * hour, day]), .strangers),
        Row("another network's four", mails(.strangers, 2, [hour, 2 * hour, 3 * hour, 4 * hour]), .strangers),
        Row("five from others", Array(spread.dropLast()), .strangers),
        // Rule 3.
        Row("six from others, the last an hour ago", spread, nil),
        Row("six from others, the last five hours ago", quiet, .strangers),
        Row("six from others, the last nearly five hours ago", quiet + mails(.strangers, 4, [5 * hour - 1]), nil),
        Row("six, one of them from here", Array(quiet.dropLast()) + mails(.strangers, 1, [11 * hour]), nil),
        Row("six, and one from here a day ago", quiet + mails(.strangers, 1, [day]), .strangers),
        // A wall clock that was set back.
        Row("three in the future", mails(.strangers, 1, [-60, -60, -60]), nil),
    ]

    @Test("The allowance that a mail counts against", arguments: rows)
    func table(_ row: Row) { #expect(Self.share(1, isKnown: row.isKnown, row.earlier) == row.share) }

    @Test("However many networks strangers have, a mailbox gets ten of their mails within any day, and three within ten minutes")
    func flood() {
        for (networks, period) in [(1, 60), (2, 60), (3, 300), (1000, 60), (1000, 599), (1000, 3601), (7, 1201)] as [(Int, Int64)]
        {
            var mails: [AskedMail] = []
            for step in 0..<Int(4 * Self.day / period) {
                let now = Timestamp(seconds: Int64(step) * period)
                let network = Self.network(step % networks)
                mails.removeAll { now.seconds(since: $0.at) >= Double(2 * Self.day) }
                guard let share = MailboxPolicy.share(network: network, isKnown: false, earlier: mails, now: now) else {
                    continue
                }
                mails.append(AskedMail(at: now, share: share, network: network))
                let (minutes, day) = (
                    mails.count { now.seconds(since: $0.at) < 600 }, mails.count { now.seconds(since: $0.at) < 86400 }
                )
                #expect(share == .strangers && minutes <= 3 && day <= (networks == 1 ? 4 : 10), "\(networks) \(period) \(step)")
                // The owner is not touched, and neither is what they have left.
                #expect(MailboxPolicy.share(network: network, isKnown: true, earlier: mails, now: now) == .owner)
            }
            #expect(mails.count >= 4)
        }
    }

    @Test("While strangers of many networks flood, somebody at a new place who asks now and then gets a mail within the day")
    func newPlace() {
        var mails: [AskedMail] = []
        var waits: [Int64] = []
        var since: Int64 = 0
        // A flood that asks every second minute, and a person who tries in the minute between.
        for minute in 0..<Int(5 * 24 * 60) {
            let now = Timestamp(seconds: Int64(minute) * 60)
            let isOwner = minute.isMultiple(of: 2)
            let network = Self.network(isOwner ? -1 - minute / (24 * 60) : minute)
            guard let share = MailboxPolicy.share(network: network, isKnown: false, earlier: mails, now: now) else { continue }
            mails.append(AskedMail(at: now, share: share, network: network))
            guard isOwner else { continue }
            waits.append(Int64(minute) - since)
            since = Int64(minute)
        }
        #expect(waits.count >= 4 && waits.allSatisfy { $0 <= 24 * 60 }, "\(waits)")
    }

    @Test func `a place is known for 90 days, and written down once a day`() {
        let now = Self.now
        for (age, isKnown, mustNote) in [
            (nil, false, true), (0, true, false), (Self.day, true, false), (Self.day + 1, true, true),
            (90 * Self.day - 1, true, true),
            (90 * Self.day, false, true),
        ] as [(Int64?, Bool, Bool)] {
            let seen = age.map { now.adding(seconds: -$0) }
            #expect(MailboxPolicy.isKnown(lastSeenAt: seen, now: now) == isKnown, "\(String(describing: age))")
            #expect(MailboxPolicy.mustNote(lastSeenAt: seen, now: now) == mustNote, "\(String(describing: age))")
        }
    }
}

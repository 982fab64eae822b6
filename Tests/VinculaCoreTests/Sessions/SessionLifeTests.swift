import Foundation
import Testing
import VinculaCore

struct SessionLifeTests {
    private static let day: Int64 = 24 * 3600
    private static let now = Timestamp(seconds: 1_800_000_000)

    private func session(age: Int64, used: Int64?, chain: Data = Data([1])) -> Session {
        Session(
            id: Data([1]), scope: ProjectScope(project: "p"), account: AccountID("1"),
            authTime: Self.now.adding(seconds: -age * Self.day), signInProvider: .password, generation: 3,
            lastUsedAt: used.map { Self.now.adding(seconds: -$0 * Self.day) }, refresh: RefreshChain(active: chain))
    }

    @Test(
        "idle and absolute",
        arguments: [
            (0, nil, false), (90, nil, false), (91, nil, true), (200, 90, false), (200, 91, true), (400, 0, false),
            (401, 0, true),
        ] as [(Int64, Int64?, Bool)])
    func life(age: Int64, used: Int64?, isOver: Bool) {
        #expect(SessionLife().isOver(session(age: age, used: used), now: Self.now) == isOver)
        #expect(!SessionLife(idleDays: 0, absoluteDays: 0).isOver(session(age: age, used: used), now: Self.now))
    }

    @Test func `a session is open while it opens its account`() {
        var account = Account(id: AccountID("1"), createdAt: Self.now, generation: 3)
        let open = session(age: 1, used: nil)
        #expect(SessionLife().isOpen(open, of: account, now: Self.now))
        #expect(!SessionLife().isOpen(session(age: 1, used: nil, chain: Data()), of: account, now: Self.now))
        #expect(!SessionLife().isOpen(session(age: 401, used: 0), of: account, now: Self.now))
        let other = Account(id: AccountID("2"), createdAt: Self.now, generation: 3)
        #expect(!SessionLife().isOpen(open, of: other, now: Self.now))
        account.endAllSessions(now: Self.now)
        #expect(!SessionLife().isOpen(open, of: account, now: Self.now))
    }

    @Test func `the absolute bound counts from when a session was opened, however old what it proves is`() {
        for (age, isOver) in [(0, false), (400, false), (401, true)] as [(Int64, Bool)] {
            let session = Session(
                id: Data([1]), scope: ProjectScope(project: "p"), account: AccountID("1"),
                authTime: Self.now.adding(seconds: -900 * Self.day), openedAt: Self.now.adding(seconds: -age * Self.day),
                signInProvider: .google, generation: 3, lastUsedAt: Self.now, refresh: RefreshChain(active: Data([1])))
            #expect(SessionLife().isOver(session, now: Self.now) == isOver, "\(age)")
        }
    }

    @Test func `each bound can be off by itself`() {
        #expect(!SessionLife(idleDays: 0).isOver(session(age: 399, used: nil), now: Self.now))
        #expect(SessionLife(idleDays: 0).isOver(session(age: 401, used: 0), now: Self.now))
        #expect(!SessionLife(absoluteDays: 0).isOver(session(age: 5000, used: 1), now: Self.now))
        #expect(SessionLife(absoluteDays: 0).isOver(session(age: 5000, used: 91), now: Self.now))
    }

    @Test func `a session is not over before its last use can be so long ago, as roughly as that is kept`() {
        var session = session(age: 200, used: 90)
        session.lastUsedAt = session.lastUsedAt.adding(seconds: -SessionLife.coarseness)
        #expect(!SessionLife().isOver(session, now: Self.now))
        #expect(SessionLife().isOver(session, now: Self.now.adding(seconds: 1)))
        for (ago, isWorth) in [(-5, false), (0, false), (3599, false), (3600, true), (86_400, true)] as [(Int64, Bool)] {
            session.lastUsedAt = Self.now.adding(seconds: -ago)
            #expect(SessionLife.isWorthNoting(useOf: session, now: Self.now) == isWorth)
        }
    }

    @Test func `what is over is kept for a month, so that its client learns of it`() {
        func isForgettable(_ session: Session, generation: Int64 = 3) -> Bool {
            SessionLife().isForgettable(session, generation: generation, now: Self.now)
        }
        #expect(!isForgettable(session(age: 120, used: nil)) && isForgettable(session(age: 121, used: nil)))
        #expect(!isForgettable(session(age: 401, used: 1)) && isForgettable(session(age: 431, used: 31)))
        #expect(!isForgettable(session(age: 31, used: nil)))
        // A newer generation, and an end.
        #expect(isForgettable(session(age: 31, used: nil), generation: 4))
        #expect(!isForgettable(session(age: 60, used: 29), generation: 4))
        #expect(isForgettable(session(age: 60, used: 31, chain: Data())))
        #expect(!isForgettable(session(age: 60, used: 29, chain: Data())))
    }
}

import Foundation
import Testing
import VinculaCore

@Suite struct SessionCookiePolicyTests {
    @Test(
        "Five minutes to fourteen days, and the longest if nothing is said",
        arguments: [
            (nil, 1_209_600), (0, 1_209_600), (300, 300), (3600, 3600), (1_209_600, 1_209_600), (299, nil), (1_209_601, nil),
            (1, nil),
            (-300, nil), (.max, nil), (.min, nil),
        ] as [(Int64?, Int64?)])
    func lifetimes(requested: Int64?, lifetime: Int64?) throws {
        guard let lifetime else {
            #expect(throws: AuthError.invalidCookieDuration) { try SessionCookiePolicy.lifetime(requested) }
            return
        }
        #expect(try SessionCookiePolicy.lifetime(requested) == lifetime)
    }

    /// A day, in seconds.
    private static let day: Int64 = 24 * 3600

    @Test(
        "A cookie lives no longer than its session may, used or unused",
        arguments: [
            (14 * day, 0, SessionLife(), 14 * day), (14 * day, 390 * day, SessionLife(), 10 * day),
            (5 * day, 390 * day, SessionLife(), 5 * day), (14 * day, 400 * day - 60, SessionLife(), 60),
            (14 * day, 400 * day, SessionLife(), 1), (14 * day, 401 * day, SessionLife(), 1),
            (14 * day, 0, SessionLife(idleDays: 7), 7 * day), (14 * day, 0, SessionLife(idleDays: 0, absoluteDays: 3), 3 * day),
            (14 * day, 9999 * day, SessionLife(idleDays: 0, absoluteDays: 0), 14 * day),
        ] as [(Int64, Int64, SessionLife, Int64)])
    func ofSession(requested: Int64, age: Int64, life: SessionLife, lifetime: Int64) {
        let now = Timestamp(seconds: 2_000_000_000)
        let session = Session(
            id: Data([1]), scope: ProjectScope(project: "p"), account: AccountID("1"), authTime: now.adding(seconds: -2 * age),
            openedAt: now.adding(seconds: -age), signInProvider: .password, generation: 3, lastUsedAt: now,
            refresh: RefreshChain(active: Data([1])))
        #expect(SessionCookiePolicy.lifetime(requested, of: session, life, now: now) == lifetime)
    }
}

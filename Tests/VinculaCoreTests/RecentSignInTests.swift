import Testing
import VinculaCore

struct RecentSignInTests {
    @Test(
        "T035 five minutes, to the second",
        arguments: [(0, true), (299_999, true), (300_000, true), (300_999, true), (301_000, false), (3_600_000, false)]
            as [(Int64, Bool)])
    func fiveMinutes(age: Int64, isRecent: Bool) {
        let authTime = Timestamp(seconds: 1_800_000_000)
        let now = Timestamp(milliseconds: authTime.milliseconds + age)
        if isRecent {
            #expect(throws: Never.self) { try RecentSignIn.require(authTime: authTime, now: now) }
        } else {
            #expect(throws: AuthError.credentialTooOld) { try RecentSignIn.require(authTime: authTime, now: now) }
        }
    }

    @Test func `a sign-in of a clock that is ahead is recent`() {
        #expect(throws: Never.self) {
            try RecentSignIn.require(authTime: Timestamp(seconds: 100), now: Timestamp(seconds: 40))
        }
    }
}

struct ProbationTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let week: Int64 = 7 * 24 * 3600

    private static func identity(_ addition: Identity.Addition?) -> Identity {
        Identity(
            key: IdentityKey(provider: .google, issuer: "g", subject: "1"), email: nil, profile: Profile(), addition: addition)
    }

    @Test("A way in that a stale session added is no fresher than that session, for a week")
    func authTime() {
        let later = start(3600)
        #expect(RecentSignIn.authTime(of: Self.identity(nil), now: later) == later, "the account began with it")
        for (age, isStale) in [(0, false), (300, false), (301, true), (9_999_999, true), (-60, false), (-61, true)]
            as [(Int64, Bool)]
        {
            let proven = start(-age)
            let identity = Self.identity(Identity.Addition(at: Self.start, authTime: proven))
            for seconds in [1, Self.week - 1] {
                let now = start(seconds)
                #expect(RecentSignIn.authTime(of: identity, now: now) == (isStale ? proven : now), "\(age) \(seconds)")
            }
            #expect(RecentSignIn.authTime(of: identity, now: start(Self.week)) == start(Self.week), "\(age)")
        }
    }

    private func start(_ seconds: Int64) -> Timestamp { Self.start.adding(seconds: seconds) }
}

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

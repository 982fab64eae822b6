import Testing
import VinculaCore

struct SecondFactorGuessingTests {
    private static let start = Timestamp(seconds: 1_800_000_000)
    private static let week: Int64 = 7 * 24 * 3600

    /// Fails as often as it is let, as early as it is let.
    private static func fail(_ count: Int, _ attempts: inout PasswordAttempts, _ now: inout Timestamp) -> [Int64] {
        var waits: [Int64] = []
        for _ in 0..<count {
            var waited: Int64 = 0
            while case .wait(let seconds) = SecondFactorGuessing.decide(attempts, now: now) {
                waited += seconds
                now = now.adding(seconds: seconds)
            }
            waits.append(waited)
            attempts = SecondFactorGuessing.failed(attempts, now: now)
        }
        return waits
    }

    @Test("Ten are free, then the wait doubles up to a quarter of an hour; from the fiftieth on it is a week")
    func table() {
        var (attempts, now) = (PasswordAttempts(), Self.start)
        let waits = Self.fail(53, &attempts, &now)
        let expected: [Int64] =
            Array(repeating: 0, count: 10) + [30, 60, 120, 240, 480] + Array(repeating: 900, count: 35)
            + Array(repeating: Self.week, count: 3)
        #expect(waits == expected)
        #expect(attempts.failures == 53)
    }

    @Test("After a password reset, the wait is a quarter of an hour, for a day, up to a hundred wrong codes in a row")
    func relief() {
        var (attempts, now) = (PasswordAttempts(), Self.start)
        _ = Self.fail(50, &attempts, &now)
        attempts = SecondFactorGuessing.relieved(attempts, now: now)
        #expect(attempts.failures == 50, "it wipes no slate")
        #expect(Self.fail(50, &attempts, &now) == Array(repeating: 900, count: 50))
        #expect(SecondFactorGuessing.decide(attempts, now: now) == .wait(seconds: Self.week), "a hundred")
        attempts.failures = 60
        let late = now.adding(seconds: 24 * 3600)
        #expect(SecondFactorGuessing.decide(attempts, now: late) == .wait(seconds: Self.week - 24 * 3600), "the day is over")
    }

    @Test("A month without attempts resets the count, and nothing less")
    func memory() {
        let month: Int64 = 30 * 24 * 3600
        let few = PasswordAttempts(failures: 9, lastFailureAt: Self.start)
        #expect(SecondFactorGuessing.failed(few, now: Self.start.adding(seconds: month - 1)).failures == 10)
        #expect(SecondFactorGuessing.failed(few, now: Self.start.adding(seconds: month)).failures == 1)
        #expect(SecondFactorGuessing.expiry(of: few) == Self.start.adding(seconds: month))
    }

    @Test func `a clock that was set back does not lengthen a wait`() {
        let attempts = PasswordAttempts(failures: 10, lastFailureAt: Self.start)
        #expect(SecondFactorGuessing.decide(attempts, now: Self.start.adding(seconds: -9999)) == .wait(seconds: 30))
    }
}

import Testing
import VinculaCore

struct SecondFactorGuessingTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    @Test("Ten are free, then the wait doubles up to a quarter of an hour; after fifty nothing counts for a week")
    func table() {
        var attempts = PasswordAttempts()
        var now = Self.start
        for count in 0..<50 {
            let wait: Int64 = count < 10 ? 0 : min(900, 30 << Int64(min(count - 10, 10)))
            if wait > 0 {
                #expect(SecondFactorGuessing.decide(attempts, now: now) == .wait(seconds: wait), "\(count)")
                #expect(
                    SecondFactorGuessing.decide(attempts, now: now.adding(seconds: wait - 1)) == .wait(seconds: 1), "\(count)")
                now = now.adding(seconds: wait)
            }
            #expect(SecondFactorGuessing.decide(attempts, now: now) == .allow, "\(count)")
            attempts = GuessingPolicy.failed(attempts, now: now)
            #expect(attempts.failures == count + 1)
        }
        #expect(SecondFactorGuessing.decide(attempts, now: now.adding(seconds: 900)) == .closed)
        let week: Int64 = 7 * 24 * 3600
        #expect(SecondFactorGuessing.decide(attempts, now: now.adding(seconds: week - 1)) == .closed)
        #expect(SecondFactorGuessing.decide(attempts, now: now.adding(seconds: week)) == .allow)
    }

    @Test func `a clock that was set back does not lengthen a wait`() {
        let attempts = PasswordAttempts(failures: 10, lastFailureAt: Self.start)
        #expect(SecondFactorGuessing.decide(attempts, now: Self.start.adding(seconds: -9999)) == .wait(seconds: 30))
    }
}

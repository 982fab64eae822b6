import Testing
import VinculaCore

struct GuessingPolicyTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let since = now.adding(seconds: -1_000_000_000)

    private func attempts(_ failures: Int, _ age: Int64 = 0, success: Int64? = nil) -> PasswordAttempts {
        PasswordAttempts(
            failures: failures, lastFailureAt: failures > 0 ? Self.now.adding(seconds: -age) : nil,
            lastSuccessAt: success.map { Self.now.adding(seconds: -$0) })
    }

    private func decide(
        _ here: PasswordAttempts, _ everywhere: PasswordAttempts, since: Timestamp? = since, _ underWay: (Int, Int) = (0, 0)
    ) -> GuessingDecision {
        GuessingPolicy.decide(
            neighbourhood: here, account: everywhere, accountSince: since,
            underWay: .init(neighbourhood: underWay.0, account: underWay.1), now: Self.now)
    }

    @Test(
        "one neighbourhood: ten are free, then the waits double up to 15 minutes",
        arguments: [
            (0, 0, .allow), (9, 0, .allow), (10, 0, .wait(seconds: 30)), (10, 29, .wait(seconds: 1)), (10, 30, .allow),
            (11, 30, .wait(seconds: 30)), (11, 60, .allow), (12, 0, .wait(seconds: 120)), (13, 0, .wait(seconds: 240)),
            (14, 0, .wait(seconds: 480)), (15, 0, .wait(seconds: 900)), (80, 0, .wait(seconds: 900)), (80, 900, .allow),
            // A clock that was set back lengthens nothing.
            (10, -100_000, .wait(seconds: 30)),
            // A day later few failures are forgotten, many a week later.
            (15, 24 * 3600, .allow),
        ] as [(Int, Int64, GuessingDecision)])
    func neighbourhood(failures: Int, age: Int64, expected: GuessingDecision) {
        #expect(decide(attempts(failures, age), attempts(failures, age)) == expected)
        // An email without an account is treated alike.
        #expect(decide(attempts(failures, age), attempts(failures, age), since: nil) == expected)
    }

    @Test(
        "attempts in progress count as wrong until they are known to be right",
        arguments: [
            (0, 9, 0, .allow), (0, 10, 0, .wait(seconds: 1)), (9, 0, 100, .allow), (9, 1, 100, .wait(seconds: 1)),
            (10, 0, 60, .allow), (10, 1, 60, .wait(seconds: 1)),
        ] as [(Int, Int, Int64, GuessingDecision)])
    func underWay(failures: Int, others: Int, age: Int64, expected: GuessingDecision) {
        #expect(decide(attempts(failures, age), attempts(failures, age), (others, others)) == expected)
    }

    @Test(
        "after a hundred from everywhere",
        arguments: [
            // Known neighbourhoods go on under their own count.
            (0, 3600, 100, 0, .allow), (9, 3600, 5000, 0, .allow), (10, 3600, 100, 0, .wait(seconds: 30)),
            (0, 89 * 86400, 100, 0, .allow),
            (100, 3600, 100, 1000, .closed),
            // Those that are not, or no longer, and have failed are closed, whenever that was.
            (1, nil, 100, 0, .closed), (1, nil, 100, 10_000, .closed), (1, 91 * 86400, 100, 0, .closed),
            // Those that never failed share one attempt in 15 minutes.
            (0, nil, 99, 0, .allow), (0, nil, 100, 0, .wait(seconds: 900)), (0, nil, 100, 899, .wait(seconds: 1)),
            (0, nil, 100, 900, .allow), (0, nil, 5000, 900, .allow), (0, 91 * 86400, 100, 0, .wait(seconds: 900)),
            // A week of silence and all is forgotten.
            (0, nil, 100, 7 * 86400, .allow),
        ] as [(Int, Int64?, Int, Int64, GuessingDecision)])
    func account(here: Int, success: Int64?, everywhere: Int, age: Int64, expected: GuessingDecision) {
        #expect(decide(attempts(here, age, success: success), attempts(everywhere, age)) == expected)
    }

    @Test func `the attempts of many strangers at once are counted together`() {
        #expect(decide(attempts(0), attempts(99), (0, 1)) == .wait(seconds: 1))
        #expect(decide(attempts(0), attempts(100, 1000), (0, 1)) == .wait(seconds: 1))
    }

    @Test func `an address's users before the account are not known to it`() {
        let here = attempts(0, success: 3600)
        #expect(decide(here, attempts(100), since: Self.now.adding(seconds: -60)) == .wait(seconds: 900))
        #expect(decide(here, attempts(100), since: nil) == .wait(seconds: 900))
    }

    @Test func `what is remembered of a failure, and for how long`() {
        var here = GuessingPolicy.failed(PasswordAttempts(lastSuccessAt: Self.since), now: Self.now)
        #expect(here == PasswordAttempts(failures: 1, lastFailureAt: Self.now, lastSuccessAt: Self.since))
        #expect(GuessingPolicy.expiry(of: here) == Self.now.adding(seconds: 86400))
        here.failures = 20
        #expect(GuessingPolicy.expiry(of: here) == Self.now.adding(seconds: 7 * 86400))
        here.lastSuccessAt = Self.now
        #expect(GuessingPolicy.expiry(of: here) == Self.now.adding(seconds: 90 * 86400))
        // Once forgotten, the count starts again.
        #expect(GuessingPolicy.failed(attempts(15, 90_000), now: Self.now).failures == 1)
        #expect(GuessingPolicy.failed(attempts(25, 90_000), now: Self.now).failures == 26)
    }

    @Test func `a success is written where it changes something`() {
        func must(_ here: PasswordAttempts, _ everywhere: PasswordAttempts) -> Bool {
            GuessingPolicy.mustNoteSuccess(neighbourhood: here, account: everywhere, now: Self.now)
        }
        #expect(must(attempts(0), attempts(0)))
        #expect(must(attempts(1, success: 60), attempts(0)))
        #expect(must(attempts(0, success: 60), attempts(1)))
        #expect(must(attempts(0, success: 90_000), attempts(0)))
        #expect(!must(attempts(0, success: 60), attempts(0)))
    }
}

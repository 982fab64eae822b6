import Testing
import VinculaCore

struct ServicePeriodTests {
    private static let day: Int64 = 24 * 3600
    private static let since = Timestamp(seconds: 1_800_000_000)
    private static let seen = since.adding(seconds: 100 * day)

    private static func next(_ seconds: Int64) -> ServicePeriod? {
        ServicePeriod.next(after: ServicePeriod(since: since, seenAt: seen), now: seen.adding(seconds: seconds))
    }

    @Test func `a server that is there goes on with its period, noted once an hour`() {
        for seconds in [-90_000, -1, 0, 60, 3599] as [Int64] { #expect(Self.next(seconds) == nil, "\(seconds)") }
        for seconds in [3600, 7200, Self.day, Self.day + 3600] {
            let now = Self.seen.adding(seconds: seconds)
            #expect(Self.next(seconds) == ServicePeriod(since: Self.since, seenAt: now), "\(seconds)")
        }
    }

    @Test func `after more than a day without one, ahead or back, a period begins, as in a database that knows of none`() {
        for seconds in [-101 * Self.day, -90_001, Self.day + 3601, 400 * Self.day] {
            let now = Self.seen.adding(seconds: seconds)
            #expect(Self.next(seconds) == ServicePeriod(since: now, seenAt: now), "\(seconds)")
        }
        #expect(ServicePeriod.next(after: nil, now: Self.since) == ServicePeriod(since: Self.since, seenAt: Self.since))
        // Begun in a time that the clock has not come to again.
        let young = ServicePeriod(since: Self.since, seenAt: Self.since)
        let now = Self.since.adding(seconds: -60)
        #expect(ServicePeriod.next(after: young, now: now) == ServicePeriod(since: now, seenAt: now))
    }
}

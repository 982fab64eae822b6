import Testing
import VinculaCore

@Suite("Reports of use")
struct UsageReportTests {
    /// 31 March 2026, 22:59:59.999 UTC.
    private static let now = Timestamp(milliseconds: 1_774_997_999_999)

    private static func count(
        _ kind: UsageKind, _ method: String = "", _ span: UsageSpan, daysAgo: Int64 = 0, hoursAgo: Int64 = 0, _ count: Int
    ) -> UsageCount {
        let moment = now.adding(seconds: -daysAgo * 86_400 - hoursAgo * 3600)
        return UsageCount(project: "p", kind: kind, method: method, span: span, start: span.start(of: moment), count: count)
    }

    @Test("A span begins at its hour or day in UTC, before 1970, too", arguments: UsageSpan.allCases)
    func starts(_ span: UsageSpan) {
        for milliseconds: Int64 in [0, 1, 3_599_999, 3_600_000, 86_399_999, 86_400_000, -1, -3_600_001, 1_774_997_999_999] {
            let start = span.start(of: Timestamp(milliseconds: milliseconds))
            #expect(start.milliseconds <= milliseconds && milliseconds - start.milliseconds < span.seconds * 1000)
            #expect(start.milliseconds % (span.seconds * 1000) == 0)
        }
    }

    @Test("A period has its steps without a gap, and the last one contains now")
    func periods() {
        let hours = UsagePeriod.hours.starts(at: Self.now)
        #expect(hours.count == 48 && zip(hours, hours.dropFirst()).allSatisfy { $1.seconds(since: $0) == 3600 })
        #expect(hours.last == UsageSpan.hour.start(of: Self.now))
        let days = UsagePeriod.days.starts(at: Self.now)
        #expect(days.count == 30 && zip(days, days.dropFirst()).allSatisfy { $1.seconds(since: $0) == 86_400 })
        let months = UsagePeriod.months.starts(at: Self.now)
        #expect(months.count == 12 && months.last == Timestamp(seconds: 1_772_323_200), "1 March 2026")
        #expect(months.first == Timestamp(seconds: 1_743_465_600), "1 April 2025")
    }

    @Test("Counts of the period's spans are added up where they belong; others are left out")
    func sums() {
        let counts = [
            Self.count(.signIn, "password", .hour, 2), Self.count(.signIn, "password", .hour, 3),
            Self.count(.signIn, "google.com", .hour, hoursAgo: 47, 9),
            Self.count(.signIn, "google.com", .hour, hoursAgo: 48, 100),
            Self.count(.signIn, "password", .day, 1000), Self.count(.mail, "signIn", .hour, 1),
        ]
        let report = UsageReport(.hours, of: counts, now: Self.now)
        #expect(report.series.map(\.kind) == [.signIn, .signIn, .mail], "The greatest of a kind comes first.")
        #expect(report.series.map(\.method) == ["google.com", "password", "signIn"])
        #expect(report.series[0].values.first == 9 && report.series[0].total == 9)
        #expect(report.series[1].values.last == 5 && report.series(of: [.mail]).count == 1)
        #expect(UsageReport(.days, of: counts, now: Self.now).series.map(\.total) == [1000])
        #expect(UsageReport(.days, of: [], now: Self.now).series.isEmpty)
    }

    @Test("Months add events up, and have the best day of sessions and the last count of accounts")
    func months() {
        let counts = [
            Self.count(.signUp, "password", .day, 4), Self.count(.signUp, "password", .day, daysAgo: 30, 5),
            Self.count(.session, "", .day, 40), Self.count(.session, "", .day, daysAgo: 1, 70),
            Self.count(.accounts, "", .day, daysAgo: 2, 900), Self.count(.accounts, "", .day, daysAgo: 1, 800),
            Self.count(.accounts, "", .day, daysAgo: 31, 700), Self.count(.signUp, "password", .day, daysAgo: 390, 1000),
        ]
        let report = UsageReport(.months, of: counts, now: Self.now)
        func values(_ kind: UsageKind) -> [Int] { report.series(of: [kind]).first.map { Array($0.values.suffix(2)) } ?? [] }
        #expect(values(.signUp) == [0, 9], "1 March is in March.")
        #expect(values(.session) == [0, 70])
        #expect(values(.accounts) == [700, 800])
        #expect(report.series(of: [.signUp]).first?.total == 9 && report.series(of: [.accounts]).first?.total == 800)
    }

    @Test("Counts are kept for 72 hours and 400 days")
    func expiry() {
        let hour = Self.count(.mail, "", .hour, 1)
        #expect(hour.expiresAt.seconds(since: hour.start) == 72 * 3600)
        let day = Self.count(.mail, "", .day, 1)
        #expect(day.expiresAt.seconds(since: day.start) == 400 * 86_400)
    }
}

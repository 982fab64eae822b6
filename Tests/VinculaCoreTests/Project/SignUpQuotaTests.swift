import Testing
import VinculaCore

struct SignUpQuotaTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    @Test(
        "A quota is in force from its start, for its duration, by the hour; the last hour ends with it",
        arguments: [
            (-1, 3600, nil), (0, 3600, 3600), (3599, 3600, 3600), (3600, 3600, nil), (0, 9000, 3600), (3600, 9000, 7200),
            (7199, 9000, 7200), (7200, 9000, 9000), (8999, 9000, 9000), (9000, 9000, nil), (0, 60, 60), (60, 60, nil),
            (604_799, 604_800, 604_800),
        ] as [(Int64, Int64, Int64?)])
    func force(seconds: Int64, duration: Int64, end: Int64?) throws {
        let quota = try SignUpQuota(quota: 500, startsAt: Self.start, duration: duration)
        let hour = quota.hour(at: Self.start.adding(seconds: seconds))
        #expect(hour?.end == end.map { Self.start.adding(seconds: $0) } && (hour?.quota ?? 500) == 500)
    }

    @Test(
        "It is from 1 to 1000, for at most seven days",
        arguments: [
            (1, 1, true), (1000, 604_800, true), (0, 1, false), (1001, 1, false), (-1, 1, false), (.max, 1, false), (5, 0, false),
            (5, 604_801, false), (5, -1, false),
        ] as [(Int64, Int64, Bool)])
    func bounds(quota: Int64, duration: Int64, isValid: Bool) {
        let made = try? SignUpQuota(quota: quota, startsAt: Self.start, duration: duration)
        #expect((made != nil) == isValid)
    }
}

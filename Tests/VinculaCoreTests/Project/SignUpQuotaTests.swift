import Testing
import VinculaCore

struct SignUpQuotaTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    @Test("A quota is in force from its start, for its duration", arguments: [(-1, nil), (0, 500), (3599, 500), (3600, nil)])
    func force(seconds: Int64, perHour: Int?) throws {
        let quota = try SignUpQuota(quota: 500, startsAt: Self.start, duration: 3600)
        #expect(quota.perHour(at: Self.start.adding(seconds: seconds)) == perHour)
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

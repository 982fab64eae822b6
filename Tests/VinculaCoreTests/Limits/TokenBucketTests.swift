import Testing
import VinculaCore

struct TokenBucketTests {
    private static let second: Int64 = 1_000_000_000

    @Test func `a full bucket lets a burst through, then one in each interval`() throws {
        let bucket = TokenBucket(30, perSeconds: 60, burst: 10)
        var fullAt: Int64 = 0
        var now = 100 * Self.second
        for _ in 0..<10 {
            guard case .taken(let next) = bucket.take(fullAt: fullAt, now: now) else { throw Refused() }
            fullAt = next
        }
        #expect(bucket.take(fullAt: fullAt, now: now) == .wait(nanoseconds: 2 * Self.second))
        now += 2 * Self.second - 1
        #expect(bucket.take(fullAt: fullAt, now: now) == .wait(nanoseconds: 1))
        now += 1
        guard case .taken(let next) = bucket.take(fullAt: fullAt, now: now) else { throw Refused() }
        #expect(bucket.take(fullAt: next, now: now) == .wait(nanoseconds: 2 * Self.second))
    }

    @Test("never more than the burst plus the refill", arguments: [(1, 1, 1), (30, 60, 10), (100, 3600, 20), (500, 1, 500)])
    func rate(count: Int, seconds: Int, burst: Int) {
        let bucket = TokenBucket(count, perSeconds: seconds, burst: burst)
        var generator = SystemRandomNumberGenerator()
        var (fullAt, now, taken) = (Int64(0), Int64(0), 0)
        for _ in 0..<10_000 {
            now += Int64.random(in: 0...(2 * bucket.interval), using: &generator) / 3
            if case .taken(let next) = bucket.take(fullAt: fullAt, now: now) {
                fullAt = next
                taken += 1
            }
        }
        #expect(taken <= burst + Int(now / bucket.interval) + 1)
    }

    @Test func `so many times a bucket`() {
        let bucket = TokenBucket(30, perSeconds: 60, burst: 10).times(4)
        #expect(bucket.burst == 40 && bucket.interval == Self.second / 2)
    }

    @Test("every row has a bucket", arguments: LimitedRPC.allCases)
    func policy(rpc: LimitedRPC) {
        let limit = RateLimitPolicy.limit(rpc)
        #expect(limit.perAddress != nil || limit.perTarget != nil)
    }

    private struct Refused: Error {}
}

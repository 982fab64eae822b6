import Synchronization
import Testing
import VinculaCore

@testable import VinculaEngine

struct RequestLimitsTests {
    private final class Now: Sendable {
        let value = Mutex(Int64(1_000_000_000_000))
        func advance(seconds: Int64) { value.withLock { $0 += seconds * 1_000_000_000 } }
    }

    private func limits(_ now: Now = Now(), multiplier: Int = 1, capacity: Int = 1 << 12) -> RequestLimits {
        RequestLimits(multiplier: multiplier, capacity: capacity, now: { now.value.withLock { $0 } })
    }

    private func admitted(_ tries: Int, _ body: (Int) throws -> Void) -> Int {
        (0..<tries).count { (try? body($0)) != nil }
    }

    private func address(_ text: String) throws -> ClientAddress { try #require(ClientAddress(text)) }

    @Test func `an address has its burst, another has its own, and tokens come back`() throws {
        let now = Now()
        let limits = limits(now)
        let (one, other) = (try address("192.0.2.1"), try address("192.0.2.2"))
        #expect(admitted(100) { _ in try limits.admit(.signUp, from: one) } == 20)
        #expect(admitted(100) { _ in try limits.admit(.signUp, from: other) } == 20)
        #expect(throws: AuthError.tooManyAttempts(retryAfterSeconds: 36)) { try limits.admit(.signUp, from: one) }
        now.advance(seconds: 3600)
        #expect(admitted(100) { _ in try limits.admit(.signUp, from: one) } == 20)
        // Another RPC counts by itself.
        #expect(throws: Never.self) { try limits.admit(.lookup, from: one) }
        #expect(limits.refusals[.init(rpc: .signUp, reason: .address)] == 241)
    }

    /// A quota that is in force from ``quotaStart`` for three hours.
    private func quota(_ count: Int64) throws -> SignUpQuota {
        try SignUpQuota(quota: count, startsAt: Self.quotaStart, duration: 3 * 3600)
    }

    private static let quotaStart = Timestamp(seconds: 1_800_000_000)

    @Test func `a project's quota of sign-ups takes the place of the limit, for its own requests`() throws {
        let limits = limits()
        let one = try address("192.0.2.1")
        let (shop, blog) = (ProjectScope(project: "shop"), ProjectScope(project: "blog"))
        let now = Self.quotaStart
        func signUps(_ quota: SignUpQuota?, _ scope: ProjectScope) -> Int {
            admitted(1000) { _ in try limits.admitSignUp(from: one, quota: quota, at: now, in: scope) }
        }
        #expect(signUps(try quota(500), shop) == 500)
        #expect(signUps(try quota(4), blog) == 4)
        #expect(signUps(try quota(6), blog) == 2, "a higher quota counts what was before")
        #expect(signUps(nil, shop) == 20 && signUps(nil, blog) == 0, "the server's limit is for all projects together")
        let off = admitted(10) { _ in
            try RequestLimits.off.admitSignUp(from: one, quota: try quota(1), at: now, in: shop)
        }
        #expect(off == 10)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 1000] as [Int64])
    func `a quota is a number within each hour from its start`(count: Int64) throws {
        let limits = limits()
        let (one, other) = (try address("192.0.2.1"), try address("192.0.2.2"))
        let quota = try quota(count)
        func signUps(_ minutes: Int64, from client: ClientAddress) -> Int {
            admitted(1001) { _ in
                try limits.admitSignUp(
                    from: client, quota: quota, at: Self.quotaStart.adding(seconds: 60 * minutes),
                    in: ProjectScope(project: "shop"))
            }
        }
        #expect(signUps(10, from: one) == Int(count) && signUps(10, from: other) == Int(count))
        #expect(signUps(59, from: one) == 0)
        #expect(throws: AuthError.tooManyAttempts(retryAfterSeconds: 1800)) {
            try limits.admitSignUp(
                from: one, quota: quota, at: Self.quotaStart.adding(seconds: 1800), in: ProjectScope(project: "shop"))
        }
        #expect(signUps(60, from: one) == Int(count) && signUps(119, from: one) == 0)
        #expect(signUps(120, from: one) == Int(count))
        #expect(signUps(-1, from: one) == 20 && signUps(180, from: one) == 0, "the server's limit")
    }

    @Test func `a 48 of IPv6 has four times a quota, and the multiplier counts`() throws {
        let limits = limits(multiplier: 2)
        let (quota, now) = (try quota(3), Self.quotaStart)
        func signUps(_ tries: Int, _ client: (Int) -> String) -> Int {
            admitted(tries) { number in
                try limits.admitSignUp(
                    from: try address(client(number)), quota: quota, at: now, in: ProjectScope(project: "shop"))
            }
        }
        #expect(signUps(50) { "2001:db8:1:1::\($0)" } == 6)
        #expect(signUps(50) { "2001:db8:2::\($0)" } == 6, "the first network of a block")
        #expect(signUps(200) { "2001:db8:1:\($0 + 2)::1" } == 18)
    }

    @Test func `a request that is taken back counts as another kind`() throws {
        let limits = limits()
        let one = try address("2001:db8:1:1::1")
        let tries = admitted(100) { _ in
            try limits.admit(.sendVerificationCode, from: one)
            try limits.recount(.sendVerificationCode, from: one)
        }
        #expect(tries == 100)
        #expect(throws: AuthError.self, "the burst of the others is used up") { try limits.admit(.other, from: one) }
        #expect(admitted(100) { _ in try limits.admit(.sendVerificationCode, from: one) } == 10)
    }

    @Test func `a 48 of IPv6 has four times a site`() throws {
        let limits = limits()
        #expect(admitted(100) { try limits.admit(.signUp, from: try address("2001:db8:1:1::\($0)")) } == 20)
        #expect(admitted(1000) { try limits.admit(.signUp, from: try address("2001:db8:1:\($0 + 2)::1")) } == 60)
        #expect(throws: Never.self) { try limits.admit(.signUp, from: try address("2001:db8:2::1")) }
        #expect(limits.refusals[.init(rpc: .signUp, reason: .block), default: 0] > 0)
    }

    @Test func `targets count by project, pairs by address`() throws {
        let limits = limits()
        let (shop, blog) = (ProjectScope(project: "shop"), ProjectScope(project: "blog"))
        #expect(admitted(10) { _ in try limits.admit(.signUp, target: "a@x.com", in: shop) } == 3)
        #expect(admitted(10) { _ in try limits.admit(.signUp, target: "a@x.com", in: blog) } == 3)
        #expect(admitted(10) { _ in try limits.admit(.signUp, target: "b@x.com", in: shop) } == 3)
        let (one, other) = (try address("192.0.2.1"), try address("192.0.2.2"))
        #expect(admitted(50) { _ in try limits.admit(.signInWithPassword, target: "a", in: shop, from: one) } == 10)
        #expect(admitted(50) { _ in try limits.admit(.signInWithPassword, target: "a", in: shop, from: other) } == 10)
    }

    @Test func `so many times the limits, and none`() throws {
        let client = try address("192.0.2.1")
        let many = limits(multiplier: 5)
        #expect(admitted(1000) { _ in try many.admit(.signUp, from: client) } == 100)
        #expect(admitted(1000) { _ in try RequestLimits.off.admit(.signUp, from: client) } == 1000)
    }

    @Test func `a provider has 64 places`() throws {
        let limits = limits()
        let scope = ProjectScope(project: "p")
        let places = try (0..<64).map { _ in try #require(try limits.enter(.google, in: scope)) }
        #expect(throws: AuthError.overloaded(retryAfterSeconds: 1)) { try limits.enter(.google, in: scope) }
        _ = try limits.enter(.apple, in: scope)
        places[0].leave()
        _ = try limits.enter(.google, in: scope)
        #expect(throws: AuthError.self) { try limits.enter(.google, in: scope) }
        #expect(try RequestLimits.off.enter(.google, in: scope) == nil)
    }

    @Test func `a flood of callers is bounded in memory, and forgets full buckets before others`() throws {
        let table = BucketTable(capacity: 1024, shards: 4)
        let bucket = TokenBucket(1, perSeconds: 3600, burst: 1)
        let quick = TokenBucket(1000, perSeconds: 1, burst: 1)
        #expect(table.take(-1, bucket, now: 1) == nil)
        // Each bucket of the flood is full again when the next one comes.
        for key in 0..<100_000 { _ = table.take(key, quick, now: Int64(key + 2) * 1_000_000_000 / 100) }
        #expect(table.count <= 1024)
        #expect(table.take(-1, bucket, now: 1_000_000_000_000) != nil, "the bucket that was not full was forgotten")
        // Even a flood of empty ones is bounded, and who goes on asking all the while is not let off.
        for key in 0..<100_000 {
            _ = table.take(key, bucket, now: 1_000_000_000_000)
            if key.isMultiple(of: 50) { #expect(table.take(-1, bucket, now: 1_000_000_000_000) != nil) }
        }
        #expect(table.count <= 1024)
    }

    @Test func `many threads take no token twice`() async throws {
        let limits = limits()
        let client = try address("192.0.2.1")
        let total = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<500).count { _ in (try? limits.admit(.token, from: client)) != nil } }
            }
            return await group.reduce(0, +)
        }
        #expect(total == 100)
    }
}

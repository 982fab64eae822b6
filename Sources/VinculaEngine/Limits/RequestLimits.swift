import Synchronization
public import VinculaCore

/// Keeps count of who asks how often, in memory, and refuses what is too much.
///
/// One process counts for itself. Several processes on one database each grant the whole of a limit; wrong passwords are
/// counted in the store, for all of them together.
public final class RequestLimits: Sendable {
    /// Refuses nothing and remembers nothing.
    public static let off = RequestLimits(isOn: false)

    /// What refused a request.
    public enum Reason: String, Hashable, Sendable {
        case address, block, target, pair, guesses, provider
    }

    /// How many requests were refused, by what they asked and why.
    public struct Refusal: Hashable, Sendable {
        public let rpc: LimitedRPC
        public let reason: Reason
    }

    /// What came of sign-ins with a password.
    public enum PasswordOutcome: String, Hashable, Sendable, CaseIterable {
        case right, wrong, refused
    }

    private struct Counters {
        var refusals: [Refusal: Int] = [:]
        var passwords: [PasswordOutcome: Int] = [:]
    }

    public let isOn: Bool
    /// Attempts with a password that are being looked at.
    let guesses = GuessesUnderWay()
    private let multiplier: Int
    private let limits: [LimitedRPC: RateLimit]
    private let addresses: BucketTable
    private let targets: BucketTable
    private let now: @Sendable () -> Int64
    private let counters = Mutex(Counters())
    private let inFlight = Mutex<[Int: Int]>([:])

    /// - Parameters:
    ///   - isOn: Whether anything is refused.
    ///   - multiplier: How many times the limits of ``RateLimitPolicy`` hold.
    ///   - capacity: How many addresses, and how many targets, are remembered at most.
    ///   - now: A clock that only goes forward, in nanoseconds; `nil` for the machine's.
    public init(
        isOn: Bool = true, multiplier: Int = 1, capacity: Int = 1 << 19,
        now: (@Sendable () -> Int64)? = nil
    ) {
        self.isOn = isOn
        self.multiplier = max(1, multiplier)
        let start = ContinuousClock.now
        self.now =
            now ?? {
                let (seconds, attoseconds) = (ContinuousClock.now - start).components
                return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
            }
        addresses = BucketTable(capacity: capacity)
        targets = BucketTable(capacity: capacity)
        limits = Dictionary(
            uniqueKeysWithValues: LimitedRPC.allCases.map { rpc in
                var limit = RateLimitPolicy.limit(rpc)
                limit.perAddress = limit.perAddress?.times(multiplier)
                limit.perTarget = limit.perTarget?.times(multiplier)
                limit.perPair = limit.perPair?.times(multiplier)
                return (rpc, limit)
            })
    }

    // MARK: Asking

    /// Counts a request against its client's address.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    public func admit(_ rpc: LimitedRPC, from client: ClientAddress) throws(AuthError) {
        guard isOn, let bucket = limits[rpc]?.perAddress else { return }
        try take(bucket, from: addresses, key: Self.key(rpc, client.site, 0), rpc, .address)
        if let block = client.block { try take(bucket.times(4), from: addresses, key: Self.key(rpc, block, 1), rpc, .block) }
    }

    /// Counts a request against what it is about.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    public func admit(
        _ rpc: LimitedRPC, target: some Hashable, in scope: ProjectScope = ProjectScope(project: "")
    ) throws(AuthError) {
        guard isOn, let bucket = limits[rpc]?.perTarget else { return }
        try take(bucket, from: targets, key: Self.key(rpc, scope, target), rpc, .target)
    }

    /// Counts a request against its client's address and what it is about, together.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    public func admit(
        _ rpc: LimitedRPC, target: some Hashable, in scope: ProjectScope, from client: ClientAddress
    ) throws(AuthError) {
        guard isOn, let bucket = limits[rpc]?.perPair else { return }
        var hasher = Hasher()
        hasher.combine(client.site)
        hasher.combine(target)
        try take(bucket, from: targets, key: Self.key(rpc, scope, hasher.finalize()), rpc, .pair)
    }

    /// Takes one of the places that verifications with one provider have.
    ///
    /// - Returns: The place, to be left again; `nil` where nothing is limited.
    /// - Throws: ``AuthError/overloaded(retryAfterSeconds:)`` if all are taken.
    func enter(_ provider: ProviderID, in scope: ProjectScope) throws(AuthError) -> Place? {
        guard isOn else { return nil }
        let key = Self.key(.signInWithIdp, scope, provider)
        let most = RateLimitPolicy.inFlightPerProvider * multiplier
        let isFree = inFlight.withLock { inFlight in
            guard inFlight[key, default: 0] < most else { return false }
            inFlight[key, default: 0] += 1
            return true
        }
        guard isFree else {
            note(Refusal(rpc: .signInWithIdp, reason: .provider))
            throw .overloaded(retryAfterSeconds: 1)
        }
        return Place(key: key, limits: self)
    }

    /// One of the places that verifications with one provider have.
    struct Place: Sendable {
        fileprivate let key: Int
        fileprivate let limits: RequestLimits

        func leave() {
            limits.inFlight.withLock { inFlight in
                let rest = inFlight[key, default: 1] - 1
                inFlight[key] = rest > 0 ? rest : nil
            }
        }
    }

    // MARK: What an operator sees

    /// How many requests were refused so far.
    public var refusals: [Refusal: Int] { counters.withLock { $0.refusals } }

    /// How many passwords were right, wrong, and not looked at.
    public var passwords: [PasswordOutcome: Int] { counters.withLock { $0.passwords } }

    func note(_ refusal: Refusal) { counters.withLock { $0.refusals[refusal, default: 0] += 1 } }

    func note(_ outcome: PasswordOutcome) { counters.withLock { $0.passwords[outcome, default: 0] += 1 } }

    // MARK: Buckets

    private func take(
        _ bucket: TokenBucket, from table: BucketTable, key: Int, _ rpc: LimitedRPC, _ reason: Reason
    ) throws(AuthError) {
        guard let wait = table.take(key, bucket, now: now()) else { return }
        note(Refusal(rpc: rpc, reason: reason))
        throw .tooManyAttempts(retryAfterSeconds: max(1, Int((wait + 999_999_999) / 1_000_000_000)))
    }

    private static func key(_ rpc: LimitedRPC, _ first: some Hashable, _ second: some Hashable) -> Int {
        var hasher = Hasher()
        hasher.combine(rpc)
        hasher.combine(first)
        hasher.combine(second)
        return hasher.finalize()
    }
}

import Synchronization
package import VinculaCore

/// Counts requests by client and target, in memory, and refuses those beyond the limits.
///
/// Each process counts separately. Several processes on one database each grant the whole of a limit; wrong passwords, codes, mails,
/// text messages and a project's quota of sign-ups are counted in the store, for all of them together.
package final class RequestLimits: Sendable {
    /// Refuses nothing and remembers nothing.
    package static let off = RequestLimits(isOn: false)

    /// The limit that refused a request.
    package enum Reason: String, Hashable, Sendable {
        case address, block, target, pair, guesses, provider
        /// A limit of ``TextMessagePolicy``.
        case messagesToNumber, messagesToBlock, messagesOfNetwork, messagesOfProject

        init(_ count: TextMessagePolicy.Count) {
            switch count {
            case .number: self = .messagesToNumber
            case .block: self = .messagesToBlock
            case .network: self = .messagesOfNetwork
            case .project: self = .messagesOfProject
            }
        }
    }

    /// A kind of refused request: its RPC and the reason.
    package struct Refusal: Hashable, Sendable {
        package let rpc: LimitedRPC
        package let reason: Reason
    }

    /// The outcome of a sign-in with a password.
    package enum PasswordOutcome: String, Hashable, Sendable, CaseIterable {
        case right, wrong, refused
    }

    private struct Counters {
        var refusals: [Refusal: Int] = [:]
        var passwords: [PasswordOutcome: Int] = [:]
    }

    package let isOn: Bool
    /// The password attempts that are being checked.
    let guesses = GuessesUnderWay()
    let multiplier: Int
    private let limits: [LimitedRPC: RateLimit]
    private let addresses: BucketTable
    /// The sign-ups of each hour of a project's quota; its times are by the wall clock.
    private let quotas: BucketTable
    private let targets: BucketTable
    let now: @Sendable () -> Int64
    let challengesOfAddresses = ChallengeRates(seconds: 3600, slots: 1 << 16)
    let proofsOfProjects = ChallengeRates(seconds: 60, slots: 1 << 10)
    private let counters = Mutex(Counters())
    /// The callers who met a limit lately.
    let lately = LimitedLately()
    private let inFlight = Mutex<[Int: Int]>([:])

    /// - Parameters:
    ///   - isOn: `true` if anything is refused.
    ///   - multiplier: A factor for the limits of ``RateLimitPolicy``.
    ///   - capacity: The maximum number of addresses, and of targets, that are remembered.
    ///   - now: A monotonic clock, in nanoseconds; `nil` for the machine's.
    package init(
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
        quotas = BucketTable(capacity: capacity)
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

    // MARK: Requests

    /// Counts a request against its client's address.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func admit(_ rpc: LimitedRPC, from client: ClientAddress) throws(AuthError) {
        guard isOn, let bucket = limits[rpc]?.perAddress else { return }
        let site = BucketPlace(table: .addresses, key: Self.key(rpc, client.site, 0))
        try take(bucket, from: site, rpc, .address, LimitedLately.Caller(client: client))
        if let block = client.block {
            let place = BucketPlace(table: .addresses, key: Self.key(rpc, block, 1))
            try take(bucket.times(4), from: place, rpc, .block, LimitedLately.Caller(client: client))
        }
    }

    /// Counts a sign-up against its client's address: by the project's own quota, or by the server's limit.
    ///
    /// - Parameters:
    ///   - client: The address.
    ///   - quota: The project's quota; `nil` for the server's limit, which is also in force before and after a quota.
    ///   - now: The current time.
    ///   - scope: The project.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func admitSignUp(
        from client: ClientAddress, quota: SignUpQuota?, at now: Timestamp, in scope: ProjectScope
    ) throws(AuthError) {
        guard let hour = quota?.hour(at: now) else { return try admit(.signUp, from: client) }
        guard isOn else { return }
        let count = hour.quota * multiplier
        func quotaHour(isBlock: Bool) -> QuotaHour { QuotaHour(project: scope.project, end: hour.end, isBlock: isBlock) }
        let caller = LimitedLately.Caller(scope: scope, client: client)
        try take(count, in: quotaHour(isBlock: false), of: client.site, now, .address, caller)
        if let block = client.block { try take(count * 4, in: quotaHour(isBlock: true), of: block, now, .block, caller) }
    }

    private struct QuotaHour: Hashable {
        let project: String
        let end: Timestamp
        /// The first network of a block has the same address as the block.
        let isBlock: Bool
    }

    private func take(
        _ count: Int, in hour: QuotaHour, of client: some Hashable, _ now: Timestamp, _ reason: Reason,
        _ caller: LimitedLately.Caller
    ) throws(AuthError) {
        let window = RequestWindow(count, end: hour.end.milliseconds * 1_000_000)
        let place = BucketPlace(table: .quotas, key: Self.key(.signUp, client, hour))
        let wait = quotas.take(place.key, window, now: now.milliseconds * 1_000_000)
        try grant(wait, .signUp, reason, caller, place)
    }

    /// Takes a request back that was counted against its client's address, and counts it as an ``LimitedRPC/other`` one.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func recount(_ rpc: LimitedRPC, from client: ClientAddress) throws(AuthError) {
        guard isOn, let bucket = limits[rpc]?.perAddress else { return }
        try admit(.other, from: client)
        addresses.giveBack(Self.key(rpc, client.site, 0), bucket)
        if let block = client.block { addresses.giveBack(Self.key(rpc, block, 1), bucket.times(4)) }
    }

    /// Counts a request against its target.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func admit(
        _ rpc: LimitedRPC, target: some Hashable, in scope: ProjectScope = ProjectScope(project: "")
    ) throws(AuthError) {
        guard isOn, let bucket = limits[rpc]?.perTarget else { return }
        let place = BucketPlace(table: .targets, key: Self.key(rpc, scope, target))
        try take(
            bucket, from: place, rpc, .target,
            LimitedLately.Caller(scope: scope.named, target: LimitedLately.Caller.Target(target)))
    }

    /// Counts a request against its client's address and its target, together.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``.
    package func admit(
        _ rpc: LimitedRPC, target: some Hashable, in scope: ProjectScope, from client: ClientAddress
    ) throws(AuthError) {
        guard isOn, let bucket = limits[rpc]?.perPair else { return }
        var hasher = Hasher()
        hasher.combine(client.site)
        hasher.combine(target)
        let place = BucketPlace(table: .targets, key: Self.key(rpc, scope, hasher.finalize()))
        try take(
            bucket, from: place, rpc, .pair,
            LimitedLately.Caller(scope: scope.named, client: client, target: LimitedLately.Caller.Target(target)))
    }

    /// Takes one of the slots for conversations with one provider.
    ///
    /// - Parameter rpc: The purpose of the conversation. The beginnings of sign-ins at a provider's page have slots of their
    ///   own, and so have their ends, so that whoever begins many keeps nobody from signing in.
    /// - Returns: The slot, to be released again; `nil` if nothing is limited.
    /// - Throws: ``AuthError/overloaded(retryAfterSeconds:)`` if all are taken.
    func enter(
        _ provider: ProviderID, in scope: ProjectScope, for rpc: LimitedRPC = .signInWithIdp
    ) throws(AuthError) -> Place? {
        guard isOn else { return nil }
        let key = Self.key(rpc, scope, provider)
        let most = RateLimitPolicy.inFlightPerProvider * multiplier
        let isFree = inFlight.withLock { inFlight in
            guard inFlight[key, default: 0] < most else { return false }
            inFlight[key, default: 0] += 1
            return true
        }
        guard isFree else {
            note(Refusal(rpc: rpc, reason: .provider), LimitedLately.Caller(scope: scope))
            throw .overloaded(retryAfterSeconds: 1)
        }
        return Place(key: key, limits: self)
    }

    /// One of the slots for verifications with one provider.
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

    // MARK: Metrics

    /// The number of refused requests so far.
    package var refusals: [Refusal: Int] { counters.withLock { $0.refusals } }

    /// The number of passwords that were right, wrong, and not checked.
    package var passwords: [PasswordOutcome: Int] { counters.withLock { $0.passwords } }

    /// Counts a refusal.
    ///
    /// - Parameters:
    ///   - refusal: Its kind.
    ///   - caller: Who was refused.
    ///   - place: The bucket that is empty, if it is one.
    func note(_ refusal: Refusal, _ caller: LimitedLately.Caller, _ place: BucketPlace? = nil) {
        counters.withLock { $0.refusals[refusal, default: 0] += 1 }
        lately.note(refusal, caller, place, now: now())
    }

    func note(_ outcome: PasswordOutcome) { counters.withLock { $0.passwords[outcome, default: 0] += 1 } }

    // MARK: Buckets

    private func take(
        _ bucket: TokenBucket, from place: BucketPlace, _ rpc: LimitedRPC, _ reason: Reason,
        _ caller: @autoclosure () -> LimitedLately.Caller
    ) throws(AuthError) {
        try grant(table(place.table).take(place.key, bucket, now: now()), rpc, reason, caller(), place)
    }

    /// A bucket.
    struct BucketPlace: Hashable, Sendable {
        enum Table: Hashable, Sendable {
            case addresses, quotas, targets
        }

        let table: Table
        let key: Int
    }

    private func table(_ table: BucketPlace.Table) -> BucketTable {
        switch table {
        case .addresses: addresses
        case .quotas: quotas
        case .targets: targets
        }
    }

    /// The limits of a group of requests, as they are in force.
    func limit(_ rpc: LimitedRPC) -> RateLimit? { limits[rpc] }

    /// Fills the bucket of a caller who was refused, and forgets the refusal.
    func lift(_ entry: LimitedLately.Entry) {
        if let place = entry.bucket { table(place.table).forget(place.key) }
        lately.remove(entry.id)
    }

    /// - Parameter wait: The time until there is room again, in nanoseconds; `nil` if there is some.
    private func grant(
        _ wait: Int64?, _ rpc: LimitedRPC, _ reason: Reason, _ caller: @autoclosure () -> LimitedLately.Caller,
        _ place: BucketPlace
    ) throws(AuthError) {
        guard let wait else { return }
        note(Refusal(rpc: rpc, reason: reason), caller(), place)
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

extension ProjectScope {
    /// `nil` for a target that belongs to no project.
    fileprivate var named: ProjectScope? { project.isEmpty ? nil : self }
}

extension LimitedLately.Caller.Target {
    /// The target of a limit, if a person recognises it.
    fileprivate init?(_ target: some Hashable) {
        switch target {
        case let email as EmailAddress: self = .email(email)
        case let account as AccountID: self = .account(account)
        default: return nil
        }
    }
}

import VinculaCore
import VinculaCrypto

/// Caches providers' keys and decides when to fetch them again.
///
/// Keys are valid for as long as their provider says, within a minute to an hour. An unknown key id may be new, so the keys
/// are fetched again at once: five times, then once every 30 seconds, because otherwise tokens with made-up key ids would
/// make us flood the provider. While a provider is down, its last keys remain valid for a day. After a failure it is asked once
/// more, because a person tries again at once; from the second failure in a row on, once every five seconds.
actor JSONWebKeySetCache {
    typealias Source = OpenIDDiscovery.Source
    typealias Fetch = @Sendable (Source) async throws(AuthError) -> FetchedKeys

    private struct Held: Sendable {
        var keys: JSONWebKeySet
        var requestedAt: ContinuousClock.Instant
        var expiresAt: ContinuousClock.Instant
    }

    private struct Entry {
        var held: Held?
        var failure: Failure?
        var flight: Task<Result<Held, AuthError>, Never>?
        var allowance = Allowance()
    }

    /// The last of the failures since the last success.
    private struct Failure: Sendable {
        var error: AuthError
        var at: ContinuousClock.Instant
        /// The time until which the provider is not asked again.
        var until: ContinuousClock.Instant
    }

    private static let staleLifetime = Duration.seconds(86_400)
    /// The time for which a provider that failed repeatedly is not asked again.
    private static let failureLifetime = Duration.seconds(5)
    /// The time within which another failure is a repetition.
    private static let failureMemory = Duration.seconds(60)
    private static let maximumCount = 1_000

    private let fetch: Fetch
    private let now: @Sendable () -> ContinuousClock.Instant
    private var entries: [Source: Entry] = [:]

    init(fetch: @escaping Fetch, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.fetch = fetch
        self.now = now
    }

    /// Returns a provider's keys, including the wanted one.
    ///
    /// - Throws: ``AuthError/providerUnavailable(_:)``, or ``AuthError/invalidIDPResponse(_:)`` if the provider has no such
    ///   key.
    func keys(
        of source: Source, including isWanted: @Sendable (JSONWebKeySet) -> Bool
    ) async throws(AuthError) -> JSONWebKeySet {
        let arrival = now()
        let held = try await current(source)
        if isWanted(held.keys) { return held.keys }
        // Keys requested after the token arrived are the newest there are.
        guard held.requestedAt < arrival else { throw Self.unknownKey }
        let newest = try await newest(source)
        guard isWanted(newest.keys) else { throw Self.unknownKey }
        return newest.keys
    }

    private func current(_ source: Source) async throws(AuthError) -> Held {
        if let held = entries[source]?.held, now() < held.expiresAt { return held }
        do {
            return try await flight(source)
        } catch {
            if let held = entries[source]?.held, now() < held.requestedAt + Self.staleLifetime { return held }
            throw error
        }
    }

    private func newest(_ source: Source) async throws(AuthError) -> Held {
        if entries[source]?.flight == nil, lastFailure(source) == nil {
            guard entries[source]?.allowance.take(at: now()) == true else { throw Self.unknownKey }
        }
        return try await flight(source)
    }

    private func lastFailure(_ source: Source) -> AuthError? {
        guard let failure = entries[source]?.failure, now() < failure.until else { return nil }
        return failure.error
    }

    /// Fetches the keys, or joins a fetch that is already under way.
    private func flight(_ source: Source) async throws(AuthError) -> Held {
        if let flight = entries[source]?.flight { return try await flight.value.get() }
        if let failure = lastFailure(source) { throw failure }
        if entries.count >= Self.maximumCount { entries = entries.filter { $0.value.flight != nil } }
        let requestedAt = now()
        // An independent task: one caller's cancellation must not end the fetch for the others.
        let flight = Task { () -> Result<Held, AuthError> in
            do throws(AuthError) {
                return settle(source, .success(try await fetch(source)), requestedAt: requestedAt)
            } catch {
                return settle(source, .failure(error), requestedAt: requestedAt)
            }
        }
        entries[source, default: Entry()].flight = flight
        return try await flight.value.get()
    }

    private func settle(
        _ source: Source, _ result: Result<FetchedKeys, AuthError>, requestedAt: ContinuousClock.Instant
    ) -> Result<Held, AuthError> {
        var entry = entries[source] ?? Entry()
        defer { entries[source] = entry }
        entry.flight = nil
        switch result {
        case .success(let fetched):
            let held = Held(keys: fetched.keys, requestedAt: requestedAt, expiresAt: requestedAt + fetched.lifetime)
            entry.held = held
            entry.failure = nil
            return .success(held)
        case .failure(let error):
            let now = now()
            let isRepeated = entry.failure.map { now < $0.at + Self.failureMemory } ?? false
            entry.failure = Failure(error: error, at: now, until: isRepeated ? now + Self.failureLifetime : now)
            return .failure(error)
        }
    }

    private static let unknownKey = AuthError.invalidIDPResponse("The id_token's issuer does not publish the key that signed it.")
}

/// A token bucket of five that gains one every 30 seconds.
struct Allowance {
    private static let capacity = 5
    private static let interval = Duration.seconds(30)

    private var left = capacity
    private var countedAt: ContinuousClock.Instant?

    mutating func take(at now: ContinuousClock.Instant) -> Bool {
        if let countedAt {
            let returned = Int((now - countedAt) / Self.interval)
            left = min(left + returned, Self.capacity)
            self.countedAt = left == Self.capacity ? now : countedAt + Self.interval * returned
        } else {
            countedAt = now
        }
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}

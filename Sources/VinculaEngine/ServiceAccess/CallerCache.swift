import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto

/// Who may call, as it was read a moment ago, so that a request does not ask the store for it.
///
/// Only what exists is kept, so strangers cannot fill it; and for less than a second, so that what was deleted, by another
/// process too, is dead within one.
final class CallerCache: Sendable {
    /// How long an entry counts.
    static let maximumAge: Duration = .milliseconds(500)

    private struct Entry<Value: Sendable>: Sendable {
        let value: Value
        let readAt: ContinuousClock.Instant
    }

    private struct State {
        var projects: [String: Entry<String>] = [:]
        var serviceAccounts: [String: Entry<ServiceAccount>] = [:]
        var accessTokens: AccessTokens?
    }

    private let state = Mutex(State())

    /// The project of an API key.
    func project(ofAPIKey key: String, read: () async throws -> String?) async throws -> String? {
        try await value(of: key, \.projects, read)
    }

    /// The service account that a key belongs to.
    func serviceAccount(ofKey id: String, read: () async throws -> ServiceAccount?) async throws -> ServiceAccount? {
        try await value(of: id, \.serviceAccounts, read)
    }

    /// What makes access tokens; loaded once, for its secret never changes.
    func accessTokens(load: () async throws -> AccessTokens) async throws -> AccessTokens {
        if let known = state.withLock({ $0.accessTokens }) { return known }
        let loaded = try await load()
        state.withLock { $0.accessTokens = loaded }
        return loaded
    }

    private func value<Value: Sendable>(
        of key: String, _ place: any WritableKeyPath<State, [String: Entry<Value>]> & Sendable, _ read: () async throws -> Value?
    ) async throws -> Value? {
        // The age counts from before the read: what is deleted during it must not count for longer.
        let now = ContinuousClock.now
        if let entry = state.withLock({ $0[keyPath: place][key] }), now - entry.readAt < Self.maximumAge { return entry.value }
        let value = try await read()
        state.withLock { $0[keyPath: place][key] = value.map { Entry(value: $0, readAt: now) } }
        return value
    }
}

import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto

/// A short-lived cache of API keys and service accounts, so that a request does not have to ask the store for its caller.
///
/// Only entries that exist are cached, so strangers cannot fill it. They are dropped once the store's ``ChangeFeed`` knows of a
/// change; and they are kept for less than a second, so that anything deleted is rejected within one, whatever happens to the feed.
final class CallerCache: Sendable {
    /// The lifetime of an entry.
    static let maximumAge: Duration = .milliseconds(500)

    private struct Entry<Value: Sendable>: Sendable {
        let value: Value
        let readAt: ContinuousClock.Instant
        let position: Int
    }

    private struct State {
        var apiKeys: [String: Entry<APIKey>] = [:]
        var serviceAccounts: [String: Entry<ServiceAccount>] = [:]
        var accessTokens: AccessTokens?
    }

    private let state = Mutex(State())
    private let changes: ChangeFeed

    init(_ changes: ChangeFeed) { self.changes = changes }

    /// An API key, if it is remembered.
    func known(apiKey key: String) -> APIKey? {
        guard let entry = state.withLock({ $0.apiKeys[key] }), isFresh(entry, now: .now) else { return nil }
        return entry.value
    }

    private func isFresh<Value>(_ entry: Entry<Value>, now: ContinuousClock.Instant) -> Bool {
        now - entry.readAt < Self.maximumAge && entry.position == changes.position(of: .callers)
    }

    /// An API key.
    func apiKey(_ key: String, read: () async throws -> APIKey?) async throws -> APIKey? {
        try await value(of: key, \.apiKeys, read)
    }

    /// The service account that a key belongs to.
    func serviceAccount(ofKey id: String, read: () async throws -> ServiceAccount?) async throws -> ServiceAccount? {
        try await value(of: id, \.serviceAccounts, read)
    }

    /// The maker of access tokens; loaded once, since its secret never changes.
    func accessTokens(load: () async throws -> AccessTokens) async throws -> AccessTokens {
        if let known = state.withLock({ $0.accessTokens }) { return known }
        let loaded = try await load()
        state.withLock { $0.accessTokens = loaded }
        return loaded
    }

    private func value<Value: Sendable>(
        of key: String, _ place: any WritableKeyPath<State, [String: Entry<Value>]> & Sendable, _ read: () async throws -> Value?
    ) async throws -> Value? {
        // The age counts from before the read: an entry deleted during it must not live any longer.
        let now = ContinuousClock.now
        let position = changes.position(of: .callers)
        if let entry = state.withLock({ $0[keyPath: place][key] }),
            now - entry.readAt < Self.maximumAge && entry.position == position
        {
            return entry.value
        }
        let value = try await read()
        state.withLock { $0[keyPath: place][key] = value.map { Entry(value: $0, readAt: now, position: position) } }
        return value
    }
}

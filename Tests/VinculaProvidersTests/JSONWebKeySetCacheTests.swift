import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

@testable import VinculaProviders

struct JSONWebKeySetCacheTests {
    /// A provider without a network: what it publishes, how often it was asked, and the time.
    private final class World: Sendable {
        struct State {
            var now = ContinuousClock.now
            var published: [String] = ["a"]
            var failure: AuthError?
            var cacheControl = ""
            var fetches = 0
            var delay = Duration.zero
        }

        let state = Mutex(State())
        let source = OpenIDDiscovery.Source(issuer: "https://p.test")

        func makeCache() -> JSONWebKeySetCache {
            JSONWebKeySetCache { [self] _ throws(AuthError) in
                let delay = state.withLock {
                    $0.fetches += 1
                    return $0.delay
                }
                if delay != .zero { try? await Task.sleep(for: delay) }
                let (published, failure, cacheControl) = state.withLock { ($0.published, $0.failure, $0.cacheControl) }
                if let failure { throw failure }
                let keys = published.map { TestKey.rsa.with(["kid": .string($0)]) }
                guard let set = JSONWebKeySet(json: Data(JSONValue.object(["keys": .array(keys)]).text.utf8)) else {
                    throw .providerUnavailable("No key set.")
                }
                return FetchedKeys(keys: set, cacheControl: cacheControl)
            } now: { [self] in
                // Time passes between any two looks at the clock.
                state.withLock {
                    $0.now += .nanoseconds(1)
                    return $0.now
                }
            }
        }

        func pass(_ duration: Duration) { state.withLock { $0.now += duration } }

        var fetches: Int { state.withLock { $0.fetches } }

        func look(for id: String, in cache: JSONWebKeySetCache) async -> Refusal? {
            do {
                _ = try await cache.keys(of: source) { $0.keys.contains { $0.id == id } }
                return nil
            } catch {
                return Refusal(error)
            }
        }
    }

    @Test func `keys are fetched once`() async {
        let world = World()
        let cache = world.makeCache()
        for _ in 0..<100 { #expect(await world.look(for: "a", in: cache) == nil) }
        #expect(world.fetches == 1)
    }

    @Test(arguments: [
        ("", 3600), ("max-age=600", 600), ("public, Max-Age=600, must-revalidate", 600), ("max-age=99999", 3600),
        ("max-age=0", 60), ("max-age=5", 60), ("no-store", 60), ("no-cache, max-age=600", 60), ("max-age=-1", 3600),
        ("max-age=x", 3600), ("max-age=99999999999999999999", 3600),
    ])
    func `T080 max-age counts between a minute and an hour`(cacheControl: String, seconds: Int) async {
        let world = World()
        world.state.withLock { $0.cacheControl = cacheControl }
        let cache = world.makeCache()
        #expect(await world.look(for: "a", in: cache) == nil)
        world.pass(.seconds(seconds - 1))
        #expect(await world.look(for: "a", in: cache) == nil)
        #expect(world.fetches == 1)
        world.pass(.seconds(1))
        #expect(await world.look(for: "a", in: cache) == nil)
        #expect(world.fetches == 2)
    }

    @Test func `T080 a new key works at once, a withdrawn one for an hour at most`() async {
        let world = World()
        let cache = world.makeCache()
        #expect(await world.look(for: "a", in: cache) == nil)
        world.state.withLock { $0.published = ["a", "b"] }
        #expect(await world.look(for: "b", in: cache) == nil)
        #expect(world.fetches == 2)
        world.state.withLock { $0.published = ["b"] }
        #expect(await world.look(for: "a", in: cache) == nil)
        world.pass(.seconds(3600))
        #expect(await world.look(for: "a", in: cache) == .invalidIDPResponse)
    }

    @Test func `T081 unknown keys are asked for five times, then once in 30 seconds`() async {
        let world = World()
        let cache = world.makeCache()
        #expect(await world.look(for: "a", in: cache) == nil)
        for number in 0..<200 { #expect(await world.look(for: "x\(number)", in: cache) == .invalidIDPResponse) }
        #expect(world.fetches == 6)
        #expect(await world.look(for: "a", in: cache) == nil)
        world.pass(.seconds(29))
        #expect(await world.look(for: "x", in: cache) == .invalidIDPResponse)
        #expect(world.fetches == 6)
        world.pass(.seconds(1))
        world.state.withLock { $0.published = ["a", "b"] }
        #expect(await world.look(for: "b", in: cache) == nil)
        #expect(world.fetches == 7)
        #expect(await world.look(for: "x", in: cache) == .invalidIDPResponse)
        #expect(world.fetches == 7)
        world.pass(.seconds(600))
        for number in 0..<200 { #expect(await world.look(for: "x\(number)", in: cache) == .invalidIDPResponse) }
        #expect(world.fetches == 12)
    }

    @Test func `T081 64 at once fetch once`() async {
        let world = World()
        world.state.withLock { $0.delay = .milliseconds(200) }
        let cache = world.makeCache()
        let refusals = await withTaskGroup(of: Refusal?.self) { group in
            for _ in 0..<64 { group.addTask { await world.look(for: "a", in: cache) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.count == 64 && refusals.allSatisfy { $0 == nil })
        #expect(world.fetches == 1)
    }

    @Test func `who stops waiting does not end it for the others`() async {
        let world = World()
        world.state.withLock { $0.delay = .milliseconds(300) }
        let cache = world.makeCache()
        let first = Task { await world.look(for: "a", in: cache) }
        while world.fetches == 0 { await Task.yield() }
        let second = Task { await world.look(for: "a", in: cache) }
        first.cancel()
        #expect(await second.value == nil)
        _ = await first.value
        #expect(await world.look(for: "a", in: cache) == nil)
        #expect(world.fetches == 1)
    }

    @Test func `known keys outlive their provider by a day`() async {
        let world = World()
        let cache = world.makeCache()
        #expect(await world.look(for: "a", in: cache) == nil)
        world.state.withLock { $0.failure = .providerUnavailable("down") }
        world.pass(.seconds(3601))
        #expect(await world.look(for: "a", in: cache) == nil)
        #expect(await world.look(for: "b", in: cache) == .providerUnavailable)
        #expect(world.fetches == 3)
        world.pass(.seconds(86_400 - 3602))
        #expect(await world.look(for: "a", in: cache) == nil)
        world.pass(.seconds(2))
        #expect(await world.look(for: "a", in: cache) == .providerUnavailable)
    }

    @Test func `a provider that failed once is asked again at once, as a person tries again`() async {
        let world = World()
        let cache = world.makeCache()
        // A minute later it is a new failure, and a person tries again once more.
        for round in 1...2 {
            world.state.withLock { $0.failure = .providerUnavailable("down") }
            #expect(await world.look(for: "a", in: cache) == .providerUnavailable)
            world.state.withLock { $0.failure = nil }
            #expect(await world.look(for: "a", in: cache) == nil)
            #expect(world.fetches == 2 * round)
            world.pass(.seconds(2 * 86_400))
        }
    }

    @Test func `a provider that failed twice in a minute is left alone for five seconds`() async {
        let world = World()
        world.state.withLock { $0.failure = .providerUnavailable("down") }
        let cache = world.makeCache()
        for _ in 0..<50 { #expect(await world.look(for: "a", in: cache) == .providerUnavailable) }
        #expect(world.fetches == 2)
        // It goes on like that for as long as it fails.
        for fetches in 3...5 {
            world.pass(.seconds(5))
            for _ in 0..<50 { #expect(await world.look(for: "a", in: cache) == .providerUnavailable) }
            #expect(world.fetches == fetches)
        }
        world.pass(.seconds(60))
        for _ in 0..<50 { #expect(await world.look(for: "a", in: cache) == .providerUnavailable) }
        #expect(world.fetches == 7)
        world.pass(.seconds(5))
        world.state.withLock { $0.failure = nil }
        #expect(await world.look(for: "a", in: cache) == nil)
        #expect(world.fetches == 8)
    }

    @Test func `one provider's failure is not another's`() async throws {
        let world = World()
        let cache = JSONWebKeySetCache { source throws(AuthError) in
            guard source.issuer == "https://up.test" else { throw .providerUnavailable("down") }
            return FetchedKeys(keys: JSONWebKeySet(keys: []), cacheControl: "")
        }
        #expect(await world.look(for: "a", in: cache) == .providerUnavailable)
        _ = try await cache.keys(of: .init(issuer: "https://up.test")) { _ in true }
    }
}

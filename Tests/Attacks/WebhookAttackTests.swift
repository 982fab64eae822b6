import AsyncHTTPClient
import Foundation
import NIOHTTP1
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaProviders

/// Webhooks at addresses that lead inside (Documentation/Threats.md §16).
@Suite("Hostile webhooks", .tags(.attack))
struct WebhookAttackTests {
    private static let scope = ProjectScope(project: "example")
    private static let inside = [
        "https://localhost/", "https://a.localhost/", "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:10.0.0.1]/",
        "https://10.0.0.1/", "https://192.168.0.1/", "https://[fd00::1]/", "https://100.64.0.1/",
    ]
    /// The last three in notations that programs read differently.
    private static let nowhere = [
        "http://127.0.0.1:8080/", "http://localhost/", "http://a.example/", "https://169.254.169.254/", "https://[fe80::1]/",
        "https://224.0.0.1/", "https://0.0.0.0/", "https://127.1/", "https://0x7f.1/", "https://2130706433/",
    ]

    private static func isRefused(_ url: String, at server: TestServer) async throws -> Bool {
        do {
            let made = try await server.engine.webhooks.create(url: url, events: [], in: scope).webhook
            try await server.engine.webhooks.delete(made.id, in: scope)
            return false
        } catch WebhookAdministration.Refusal.unusableURL {
            return true
        }
    }

    @Test("T162 a webhook is not created at an address inside, unless the operator allows private ones")
    func creation() async throws {
        for allowsPrivate in [false, true] {
            let options = ProviderOptions(allowsPrivateAddresses: allowsPrivate)
            try await TestServer.with(providers: options) { server in
                for url in Self.nowhere {
                    let isRefused = try await Self.isRefused(url, at: server)
                    #expect(isRefused, "\(url)")
                }
                for url in Self.inside {
                    let isRefused = try await Self.isRefused(url, at: server)
                    #expect(isRefused != allowsPrivate, "\(url)")
                }
                let isRefused = try await Self.isRefused("https://a.example/hook", at: server)
                #expect(!isRefused)
            }
        }
    }

    @Test("T162 rebinding: each message looks the name up, once, and goes to the address that was checked; redirects end it")
    func rebinding() async throws {
        try await HostileProvider.run { inside in
            let port = URL(string: inside.address)?.port ?? 0
            let lookUps = Mutex(0)
            let (outside, loopback) = (IPAddress(bytes: [192, 88, 98, 1]), IPAddress(bytes: [127, 0, 0, 1]))
            let webhook = WebhookHTTP(
                ProviderHTTP(
                    eventLoopGroup: HTTPClient.shared.eventLoopGroup, allowsLoopbackHTTP: false, allowsPrivateAddresses: false,
                    peer: "webhook", readsBody: false,
                    lookUp: { _, _ in
                        lookUps.withLock { count in
                            count += 1
                            return count == 1 ? [outside, loopback] : [loopback]
                        }
                    }))
            for count in 1...2 {
                let outcome = await webhook.post(Data("{}".utf8), headers: [], to: "https://hook.example:\(port)/")
                #expect(
                    outcome == .failed("The webhook's host is at an address that this server does not connect to."), "\(outcome)")
                #expect(lookUps.withLock { $0 } == count)
            }
            #expect(inside.connections == 0)

            inside["/hook"] = .init(status: .temporaryRedirect, headers: ["Location": "/other"])
            let plain = WebhookHTTP(providers: ProviderOptions(allowsLoopbackHTTP: true), httpClient: .shared)
            let redirected = await plain.post(Data("{}".utf8), headers: [], to: "\(inside.address)/hook")
            #expect(
                redirected == .failed("The webhook answered with a redirect, which is not followed (status 307)."),
                "\(redirected)")
            #expect(inside.requests == ["/hook"])
        }
    }
}

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaEngine
import VinculaProviders

struct ProviderHTTPTests {
    struct Trouble: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var path = "/jwks"
        var answer: HostileProvider.Answer?
    }

    private static let html: HostileProvider.Answer = .init(headers: ["Content-Type": "text/html"], parts: [Data("<html>".utf8)])
    private static let paths = [HostileProvider.discoveryPath, "/jwks"]

    private static let troubles: [Trouble] = [
        Trouble(testDescription: "404"), Trouble(testDescription: "500", answer: .init(status: .internalServerError)),
        Trouble(testDescription: "204", answer: .init(status: .noContent)), Trouble(testDescription: "HTML", answer: html),
        Trouble(testDescription: "HTML that calls itself JSON", answer: .init(parts: [Data("<html>".utf8)])),
        Trouble(testDescription: "no type", answer: .init(headers: [:], parts: [Data("{}".utf8)])),
        Trouble(testDescription: "nothing", answer: .init()), Trouble(testDescription: "an array", answer: .json(.array([]))),
        Trouble(testDescription: "no members", answer: .json(.object([:]))),
        Trouble(testDescription: "broken off", answer: .init(parts: [Data(#"{"keys":[{"kty""#.utf8)])),
        Trouble(
            testDescription: "300 KiB",
            answer: .init(parts: Array(repeating: Data(repeating: UInt8(ascii: " "), count: 10_240), count: 30))),
        Trouble(testDescription: "100 MB announced", answer: announced),
        Trouble(testDescription: "100 MB sent", answer: .init(parts: Array(repeating: Data(count: 65_536), count: 1_600))),
    ]

    private static let announced = HostileProvider.Answer(
        headers: ["Content-Type": "application/json", "Content-Length": "104857600"], parts: [Data(count: 65_536)])

    @Test(arguments: troubles, paths)
    func `T082 a provider that answers nonsense is unavailable`(trouble: Trouble, path: String) async throws {
        try await HostileProvider.run { provider in
            provider[path] = trouble.answer
            let started = ContinuousClock.now
            await expect(.providerUnavailable) { try await provider.verify(TestToken(issuer: provider.address)) }
            #expect(ContinuousClock.now - started < .seconds(30))
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308], paths)
    func `T162 redirects are not followed`(status: Int, path: String) async throws {
        try await HostileProvider.run { internalServer in
            try await HostileProvider.run { provider in
                provider[path] = .init(
                    status: .init(statusCode: status), headers: ["Location": internalServer.address + path])
                await expect(.providerUnavailable) { try await provider.verify(TestToken(issuer: provider.address)) }
                #expect(internalServer.requests.isEmpty)
            }
        }
    }

    @Test(arguments: paths)
    func `T082 a provider that hangs is given up after five seconds`(path: String) async throws {
        try await HostileProvider.run { provider in
            provider[path]?.delay = .seconds(600)
            let started = ContinuousClock.now
            await expect(.providerUnavailable) { try await provider.verify(TestToken(issuer: provider.address)) }
            let taken = ContinuousClock.now - started
            #expect(taken > .seconds(4.9) && taken < .seconds(60))
        }
    }

    @Test(arguments: paths)
    func `T082 a provider that drips is given up`(path: String) async throws {
        try await HostileProvider.run { provider in
            let body = try #require(provider[path]?.parts.first)
            provider[path] = .init(parts: body.map { Data([$0]) }, delay: .milliseconds(100))
            let registry = provider.registry { $0.timeout = .seconds(1) }
            let started = ContinuousClock.now
            await expect(.providerUnavailable) {
                try await provider.verify(TestToken(issuer: provider.address), by: registry)
            }
            #expect(ContinuousClock.now - started < .seconds(20))
        }
    }

    @Test func `a provider that is down is unavailable at once`() async throws {
        let gone = try await HostileProvider.run { $0 }
        let registry = gone.registry { $0.timeout = .seconds(120) }
        let started = ContinuousClock.now
        await expect(.providerUnavailable) { try await gone.verify(TestToken(issuer: gone.address), by: registry) }
        #expect(ContinuousClock.now - started < .seconds(60))
    }

    private static let otherIssuers: [JSONValue?] = ["https://evil.test", "", "http://127.0.0.1", nil]

    @Test(arguments: otherIssuers)
    func `T163 a configuration of another issuer is refused`(issuer: JSONValue?) async throws {
        try await HostileProvider.run { provider in
            provider[HostileProvider.discoveryPath] = .json(
                JSONValue.object(["jwks_uri": .string(provider.address + "/jwks")]).with(["issuer": issuer]))
            await expect(.providerUnavailable) { try await provider.verify(TestToken(issuer: provider.address)) }
            #expect(provider.count(of: "/jwks") == 0)
        }
    }

    @Test func `T163 an issuer with a slash at its end is another one`() async throws {
        try await HostileProvider.run { provider in
            var configuration = provider.configuration
            configuration.issuer += "/"
            let slashed = configuration
            let token = TestToken(issuer: slashed.issuer)
            let credential = FederatedCredential(provider: HostileProvider.openID, idToken: try token.text)
            await expect(.providerUnavailable) {
                try await provider.registry().verify(credential, configured: slashed, client: nil, trust: .never)
            }
            provider[HostileProvider.discoveryPath] = .json([
                "issuer": .string(slashed.issuer), "jwks_uri": .string(provider.address + "/jwks"),
            ])
            _ = try await provider.registry().verify(credential, configured: slashed, client: nil, trust: .never)
        }
    }

    @Test(arguments: [
        "http://169.254.169.254", "https://169.254.169.254", "http://[::1]:5432", "http://2130706433", "http://0x7f.1",
        "https://0x7f.1", "https://localhost", "https://127.0.0.1", "https://[::1]", "https://[::ffff:127.0.0.1]",
        "https://10.0.0.1", "https://0.0.0.0", "https://192.168.1.1", "https://[fd00::1]", "https://[fe80::1]",
        "https://100.64.0.1", "file:///etc/passwd", "gopher://x.test", "ftp://x.test", "https://user:word@127.0.0.1",
        "https://", "", "not a url", "//x.test", "https://x.test/?a=b", "https://x.test/#a",
        "https://%31%32%37.0.0.1", "https://bücher.test", "https://[fe80::1%25eth0]",
    ])
    func `T162 production connects to nothing internal`(issuer: String) async throws {
        var options = ProviderOptions()
        options.timeout = .seconds(120)
        let registry = ProviderRegistry(options: options, httpClient: .shared, clock: StoppedClock())
        let configuration = OpenIDProvider(id: HostileProvider.openID, isEnabled: true, clientID: "client", issuer: issuer)
        let credential = FederatedCredential(
            provider: HostileProvider.openID, idToken: try TestToken(issuer: issuer).text)
        let started = ContinuousClock.now
        do {
            _ = try await registry.verify(credential, configured: configuration, client: nil, trust: .never)
            Issue.record("Accepted.")
        } catch AuthError.providerUnavailable(let reason) {
            #expect(!reason.contains("reached"), "It tried.")
        }
        #expect(ContinuousClock.now - started < .seconds(60))
    }

    @Test func `T162 loopback without TLS is for development`() async throws {
        try await HostileProvider.run { provider in
            let production = provider.registry { $0.allowsLoopbackHTTP = false }
            await expect(.providerUnavailable) {
                try await provider.verify(TestToken(issuer: provider.address), by: production)
            }
            #expect(provider.requests.isEmpty)
        }
    }

    @Test(arguments: [
        "http://169.254.169.254/jwks", "http://10.0.0.1/jwks", "https://169.254.169.254/jwks", "file:///etc/passwd", "jwks", "",
    ])
    func `T162 a configuration cannot lead to internal keys`(location: String) async throws {
        try await HostileProvider.run { provider in
            provider[HostileProvider.discoveryPath] = .json([
                "issuer": .string(provider.address), "jwks_uri": .string(location),
            ])
            let registry = provider.registry { $0.timeout = .seconds(120) }
            let started = ContinuousClock.now
            await expect(.providerUnavailable) { try await provider.verify(TestToken(issuer: provider.address), by: registry) }
            #expect(ContinuousClock.now - started < .seconds(60))
        }
    }
}

import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transports of requests.
@Suite struct TransportTests {
    @Test("URLSession, which Apple's platforms have, carries requests here too, and follows no redirect")
    func urlSession() async throws {
        try await ServerProcess.with { server in
            try await FaultProxy.with(server) { proxy in
                let auth = try server.auth(transport: URLSessionTransport(timeout: 30), at: proxy.url)
                let user = try await auth.signInAnonymously().user
                try await user.reload()
                try await proxy.set(.redirect(302))
                let error = await #expect(throws: NSError.self) { try await user.reload() }
                #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .internalError)
                #expect(try await proxy.seen().trapped == [])
                #expect(auth.currentUser === user)
            }
        }
    }

    @Test("An endless answer is refused, and the user stays", arguments: [false, true])
    func tooLong(byURLSession: Bool) async throws {
        try await ServerProcess.with { server in
            try await FaultProxy.with(server) { proxy in
                let transport: any AuthTransport = byURLSession ? URLSessionTransport(timeout: 30) : HTTPTransport()
                let auth = try server.auth(transport: transport, at: proxy.url)
                let user = try await auth.signInAnonymously().user
                let padding = String(repeating: " ", count: HTTPTransport.longestAnswer)
                try await proxy.set(.answer(200, "application/json", "{\(padding)}"), of: "accounts:lookup")
                let error = await #expect(throws: NSError.self) { try await user.reload() }
                #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .networkError)
                let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
                #expect(cause?.code == NSURLErrorDataLengthExceedsMaximum, "\(String(describing: cause))")
                #expect(auth.currentUser === user)
            }
        }
    }

    @Test("A caller who is cancelled waits no longer", arguments: [false, true])
    func cancelled(byURLSession: Bool) async throws {
        try await ServerProcess.with { server in
            try await FaultProxy.with(server) { proxy in
                try await proxy.set(.silent)
                let transport: any AuthTransport = byURLSession ? URLSessionTransport(timeout: 60) : HTTPTransport()
                let request = URLRequest(url: proxy.url.appending(path: "v1/accounts:lookup"))
                let call = Task { try await transport.send(request) }
                while try await proxy.seen().came["accounts:lookup"] == nil { await Task.yield() }
                call.cancel()
                await #expect(throws: (any Error).self) { _ = try await call.value }
            }
        }
    }

    #if os(Linux)
        @Test(
            "Proxies that the environment names",
            arguments: [
                ([:], "https://auth.example.com", nil),
                (["https_proxy": "http://proxy:3128"], "https://auth.example.com", "proxy:3128"),
                (["HTTPS_PROXY": "http://proxy:3128"], "https://auth.example.com", "proxy:3128"),
                (["https_proxy": "proxy:3128"], "https://auth.example.com", "proxy:3128"),
                (["https_proxy": "http://ana:s%20t@proxy:3128"], "https://auth.example.com", "ana:s t@proxy:3128"),
                (["https_proxy": "http://proxy"], "https://auth.example.com", "proxy:1080"),
                (["all_proxy": "socks5://proxy:9050"], "https://auth.example.com", "socks proxy:9050"),
                (["all_proxy": "http://a:1", "https_proxy": "http://b:2"], "https://auth.example.com", "b:2"),
                (["https_proxy": ""], "https://auth.example.com", nil),
                (["https_proxy": "quic://proxy:1"], "https://auth.example.com", nil),
                (["https_proxy": "http://"], "https://auth.example.com", nil),
                (["http_proxy": "http://proxy:1", "https_proxy": "http://proxy:1"], "http://127.0.0.1:9099", nil),
                (["https_proxy": "http://p:1", "no_proxy": "*"], "https://auth.example.com", nil),
                (["https_proxy": "http://p:1", "no_proxy": "a.b, Example.com"], "https://auth.EXAMPLE.com", nil),
                (["https_proxy": "http://p:1", "NO_PROXY": ".example.com"], "https://auth.example.com", nil),
                (["https_proxy": "http://p:1", "no_proxy": "ample.com,,"], "https://auth.example.com", "p:1"),
            ] as [([String: String], String, String?)])
        func proxies(environment: [String: String], server: String, expected: String?) throws {
            let proxy = try HTTPProxy(for: #require(URL(string: server)), environment)
            let text = proxy.map { proxy in
                let person = proxy.user.map { "\($0):\(proxy.password ?? "")@" } ?? ""
                return "\(proxy.isSOCKS ? "socks " : "")\(person)\(proxy.host):\(proxy.port)"
            }
            #expect(text == expected)
        }
    #endif
}

import AsyncHTTPClient
public import Foundation
import Hummingbird
import Logging
import NIOCore
public import VinculaCore
import VinculaCrypto
public import VinculaEngine
public import VinculaProviders
import VinculaSQLite
public import VinculaServer

/// A whole server in the test's process: real engine, real store, real HTTP on a free port of loopback.
public struct TestServer: Sendable {
    public let engine: AuthEngine
    /// `http://127.0.0.1:PORT`
    public let url: String
    public let project: String

    /// Runs a server for as long as a closure does.
    ///
    /// - Parameters:
    ///   - project: The project that API keys belong to.
    ///   - file: The database's file; `nil` keeps all in memory.
    ///   - settings: What projects allow that were never configured.
    ///   - clock: The server's clock.
    ///   - providers: What the operator decided about providers; by default, the emulator's unsigned assertions are believed.
    public static func with<Result: Sendable>(
        project: String = "example", file: URL? = nil, settings: ProjectSettings = .development,
        clock: any Clock = SystemClock(),
        providers: ProviderOptions = ProviderOptions(acceptsFakeAssertions: true, allowsLoopbackHTTP: true),
        options change: (inout ServerOptions) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        let store: any Store = try file.map { try SQLiteStore(at: $0) } ?? SQLiteStore.ephemeral()
        try await store.migrate()
        let sealer = Sealer(masterKey: SecureRandom.bytes(Sealer.keyLength))
        let pool = HashPool(threads: 2)
        let engine = AuthEngine(
            store: store,
            hasher: PasswordHasher(pool: pool, parameters: Argon2id.Parameters(memory: 64, passes: 1, lanes: 1)),
            tokens: TokenMint(
                issuerPrefix: "https://securetoken.google.com/", keys: KeyRing(),
                refreshTokens: RefreshTokens(key: try await RefreshTokenKey.load(store: store, sealer: sealer))),
            verifier: ProviderRegistry(options: providers, httpClient: .shared, clock: clock),
            sealer: sealer, clock: clock, defaultSettings: settings)
        // Making a key is most of what a test costs; those that look at session-cookie keys make one.
        try await engine.prepareSigningKeys([.idToken])
        let address = PublicAddress("")
        var options = ServerOptions(isDevelopment: true, project: project, address: address)
        change(&options)
        let server = VinculaServer(engine: engine, options: options, metrics: ServerMetrics(), readiness: Readiness())
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = server.application(
            host: "127.0.0.1", port: 0, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        ) { continuation.yield($0) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = await iterator.next() ?? 0
            let url = "http://127.0.0.1:\(port)"
            address.set(url)
            defer { group.cancelAll() }
            let result = try await body(TestServer(engine: engine, url: url, project: project))
            group.cancelAll()
            pool.close()
            try await store.close()
            return result
        }
    }
}

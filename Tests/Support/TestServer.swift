import AsyncHTTPClient
package import Foundation
import Hummingbird
import Logging
import NIOCore
import TestStores
package import VinculaCore
package import VinculaCrypto
import VinculaDelivery
package import VinculaEngine
package import VinculaProviders
import VinculaSQLite
package import VinculaServer

/// A whole server in the test's process: real engine, real store, real HTTP on a free port of loopback.
package struct TestServer: Sendable {
    package let engine: AuthEngine
    /// `http://127.0.0.1:PORT`
    package let url: String
    package let project: String
    /// The server's connections.
    package let connections: OpenConnections
    /// The URL at which the server believes that clients reach it.
    package let address: PublicAddress
    /// A key of the project; under `--dev` any will do.
    package let apiKey: String
    /// In production: where the admin port listens.
    package let adminURL: String?
    /// In production: an owner's key of the project.
    package let serviceAccount: ServiceAccountCredentials?

    /// Runs a server whose operator decided otherwise about providers.
    ///
    /// - Parameter providers: What the operator decided, in place of what `--dev` does.
    package static func with<Result: Sendable>(
        project: String = "example", file: URL? = nil, settings: ProjectSettings = .development,
        clock: any Clock = SystemClock(), providers: ProviderOptions, options change: (inout ServerOptions) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        try await with(
            project: project, file: file, settings: settings, clock: clock, options: change, providers: { $0 = providers }, body)
    }

    /// Runs a server for as long as a closure does.
    ///
    /// - Parameters:
    ///   - project: The project that API keys belong to.
    ///   - file: The database's file; `nil` keeps all in memory.
    ///   - shared: The store, if other servers use its database, too; they need the same master key.
    ///   - settings: What projects allow that were never configured; by default what `--dev` allows.
    ///   - clock: The server's clock; limits on requests go by it too.
    ///   - isProduction: Whether the server runs without `--dev`: with an API key, a service account and an admin port, and
    ///     believing no unsigned assertion.
    ///   - algorithm: What tokens are signed with.
    ///   - masterKey: `nil` makes one that nobody else has.
    ///   - limits: Whether limits on requests and on wrong passwords are on, as in production.
    ///   - proxies: Whose `X-Forwarded-For` is believed; with `loopback` a test says itself where it comes from.
    ///   - mail: What becomes of mails.
    ///   - hashPool: The threads that hash passwords.
    ///   - tester: Sends operators' test messages.
    ///   - pages: The providers' pages, in place of the real ones.
    ///   - appChecks: The services that vouch for apps' tokens.
    ///   - functionTimeout: The time that the projects' functions have.
    ///   - requiresProjects: Whether a project must have been created, as outside of `--dev`; the server's own is.
    package static func with<Result: Sendable>(
        project: String = "example", file: URL? = nil, shared: (any Store)? = nil, settings: ProjectSettings = .development,
        clock: any Clock = SystemClock(), isProduction: Bool = false, algorithm: SigningAlgorithm = .rs256,
        masterKey: Data? = nil, previousMasterKey: Data? = nil, limits: Bool = false, proxies: [String] = [],
        hashPool: HashPool = HashPool(threads: 2), mail: MailDelivery = .inbox, texts: TextDelivery = .inbox,
        tester: any MessageTester = NoMessageTester(), pages: (any ProviderPages)? = nil,
        appChecks: AppCheckOptions = AppCheckOptions(),
        functionTimeout: Duration = .seconds(7),
        requiresProjects: Bool = false, options change: (inout ServerOptions) -> Void = { _ in },
        providers changeProviders: (inout ProviderOptions) -> Void = { _ in },
        _ body: @escaping @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        let store: any Store =
            if let shared { shared } else if let file { try SQLiteStore(at: file) } else {
                try await TestDatabase.usual(.memory).open()
            }
        try await store.migrate()
        let sealer = Sealer(masterKey: masterKey ?? SecureRandom.bytes(Sealer.keyLength), previous: previousMasterKey)
        // Tests with a file look at what is in it, the record of its first key included.
        if file == nil, algorithm == .rs256 { try await ReadySigningKeys.shared.seed(store, sealer: sealer, now: clock.now) }
        let pool = hashPool
        var providers = ProviderOptions(
            acceptsFakeAssertions: !isProduction, allowsLoopbackHTTP: true, timeout: .seconds(30))
        changeProviders(&providers)
        let registry = ProviderRegistry(options: providers, httpClient: .shared, clock: clock)
        var engine = AuthEngine(
            store: store,
            hasher: PasswordHasher(pool: pool, parameters: Argon2id.Parameters(memory: 64, passes: 1, lanes: 1)),
            tokens: TokenMint(
                issuerPrefix: "https://securetoken.google.com/", keys: KeyRing(algorithm: algorithm),
                refreshTokens: RefreshTokens(key: try await RefreshTokenKey.load(store: store, sealer: sealer))),
            verifier: registry,
            sealer: sealer, clock: clock, mailRenderer: MailTemplates(catalogue: BuiltInProvider.catalogue),
            defaultSettings: settings,
            limits: limits ? RequestLimits(now: { clock.now.milliseconds * 1_000_000 }) : .off)
        engine.pages = pages ?? registry
        engine.formerServer = FirebaseServer(providers: providers, httpClient: .shared)
        engine.requiresProjects = requiresProjects
        engine.acceptsUnsignedCustomTokens = providers.acceptsFakeAssertions
        engine.catalogue = BuiltInProvider.catalogue
        engine.settingDescriber = ProjectSettingFacts()
        engine.keyMaker = KeyMaker(makeRSA: ReadySigningKeys.shared.next)
        engine.mailDelivery = mail
        engine.textDelivery = texts
        engine.messageTester = tester
        engine.appChecker = AppChecks(appChecks, providers: providers, httpClient: .shared, clock: clock)
        engine.webhookCaller = WebhookHTTP(providers: providers, httpClient: .shared)
        engine.functionCaller = BlockingFunctionHTTP(providers: providers, httpClient: .shared, timeout: functionTimeout)
        // Tests that look at the keys of session cookies prepare those themselves.
        try await engine.signingKeys.prepare([.idToken])
        let address = PublicAddress("")
        var options = ServerOptions(isDevelopment: !isProduction, project: project, address: address)
        options.trustedProxies = try TrustedProxies(proxies)
        change(&options)
        if requiresProjects { try await engine.projects.createProject(project) }
        let apiKey = isProduction ? try await engine.serviceAccess.createAPIKey(label: "test", of: project).key : "test-key"
        let serviceAccount =
            isProduction
            ? try await engine.serviceAccess.createServiceAccount(
                named: shared == nil ? "owner" : "owner-\(SecureRandom.digits(8))", role: .owner, of: project) : nil
        let metrics = ServerMetrics()
        let connections = OpenConnections()
        let server = VinculaServer(
            engine: engine, options: options, metrics: metrics, readiness: Readiness(), connections: connections)
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = server.application(host: "127.0.0.1", port: 0, logger: logger) { continuation.yield($0) }
        options.isAdminPort = true
        options.bodies = BodyBudget()
        let adminServer = VinculaServer(engine: engine, options: options, metrics: metrics, readiness: Readiness())
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            if shared != nil { group.addTask { [engine] in await engine.followChanges() } }
            var iterator = ports.makeAsyncIterator()
            let port = await iterator.next() ?? 0
            let url = "http://127.0.0.1:\(port)"
            address.set(url)
            defer { group.cancelAll() }
            var adminURL: String?
            if isProduction {
                let (adminPorts, adminContinuation) = AsyncStream<Int>.makeStream()
                let adminApplication = adminServer.application(host: "127.0.0.1", port: 0, logger: logger) {
                    adminContinuation.yield($0)
                }
                group.addTask { try await adminApplication.run() }
                var iterator = adminPorts.makeAsyncIterator()
                adminURL = "http://127.0.0.1:\(await iterator.next() ?? 0)"
            }
            let running = TestServer(
                engine: engine, url: url, project: project, connections: connections, address: address, apiKey: apiKey,
                adminURL: adminURL, serviceAccount: serviceAccount)
            let result: Result
            do {
                result = try await body(running)
            } catch {
                await options.imports.close()
                throw error
            }
            // Files that operators have uploaded are in a temporary folder.
            await options.imports.close()
            group.cancelAll()
            pool.close()
            try await store.close()
            return result
        }
    }
}

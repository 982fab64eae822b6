import AsyncHTTPClient
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaDelivery
import VinculaEngine
import VinculaProviders
import VinculaSQLite
import VinculaServer

/// Open data, with an engine.
struct Installation: Sendable {
    let engine: AuthEngine
    let store: any Store
    let pool: HashPool
    /// The number of steps by which the schema was upgraded on opening.
    let upgradeSteps: Int
    /// Ends the wait for providers when the server stops.
    let providerStop: ProviderStop
    /// Keeps the master key of a data folder from changing; `nil` if the data is elsewhere.
    private let lease: FolderLease?

    /// Opens the data.
    ///
    /// - Parameters:
    ///   - creates: `true` to create missing data; commands that only look at data do not.
    ///   - upgrades: `true` to upgrade an older version's schema; only the server does.
    ///   - keys: The master keys; `nil` for those in the settings or the folder.
    ///   - home: The place of the data; `nil` for the one in the settings.
    ///   - inMemory: `true` for an empty database in memory instead.
    ///   - actor: The actor that the audit log names; commands act for the user who runs them.
    ///   - observation: The metrics and traces of a server; `nil` for a command.
    /// - Throws: ``ConfigurationError``, or the store's errors.
    static func open(
        _ configuration: ServerConfiguration, creates: Bool, upgrades: Bool = false, keys: MasterKeys? = nil,
        home: (any DatabaseHome)? = nil, inMemory: Bool = false, actor: AuditActor = .commandLine(NSUserName()),
        observation: Observation? = nil
    ) async throws -> Installation {
        if configuration.isEphemeral || inMemory {
            let store = try SQLiteStore.ephemeral()
            try await store.migrate()
            let keys = configuration.masterKeys ?? MasterKeys(current: SecureRandom.bytes(Sealer.keyLength))
            return try await assemble(
                configuration, store: store, sealer: keys.sealer, actor: actor, lease: nil, upgradeSteps: 0,
                observation: observation)
        }
        let home = home ?? configuration.home
        let opened = try await home.open(upgrades ? .server : creates ? .creation : .command, keys: keys)
        do {
            let installation = try await assemble(
                configuration, store: opened.store, sealer: opened.keys.sealer, actor: actor, lease: opened.lease,
                upgradeSteps: opened.upgradeSteps, observation: observation)
            try await opened.finish(nil)
            return installation
        } catch {
            try? await opened.finish(error)
            try? await opened.store.close()
            throw error is Sealer.CannotOpen ? MasterKey.isWrong(configuration) : error
        }
    }

    private static func assemble(
        _ configuration: ServerConfiguration, store: any Store, sealer: Sealer, actor: AuditActor, lease: FolderLease?,
        upgradeSteps: Int, observation: Observation?
    ) async throws -> Installation {
        let refreshKey = try await RefreshTokenKey.load(store: store, sealer: sealer)
        let pool = HashPool(threads: configuration[\.hash.threads], ended: observation?.hashEnded)
        let hashParameters = Argon2id.Parameters(
            memory: UInt32(configuration[\.hash.memoryKib]), passes: UInt32(configuration[\.hash.passes]), lanes: 1)
        let clock = SystemClock()
        let stop = ProviderStop()
        let called = observation?.providerEnded
        let providers = ProviderRegistry(
            options: configuration.providers, httpClient: .shared, clock: clock, stop: stop, ended: called)
        var engine = AuthEngine(
            store: observation?.observing(store) ?? store, hasher: PasswordHasher(pool: pool, parameters: hashParameters),
            tokens: TokenMint(
                issuerPrefix: configuration[\.issuerPrefix], cookieIssuerPrefix: configuration[\.cookieIssuerPrefix],
                keys: KeyRing(algorithm: configuration[\.tokensAlgorithm]), refreshTokens: RefreshTokens(key: refreshKey),
                areSigned: !(configuration.isDevelopment && configuration[\.tokensUnsigned])),
            verifier: providers,
            sealer: sealer, clock: clock, mailRenderer: MailTemplates(catalogue: BuiltInProvider.catalogue),
            defaultSettings: DataDirectory.isDevelopment(configuration) ? .development : .production,
            limits: RequestLimits(isOn: configuration.limitsRate, multiplier: configuration[\.rate.multiplier]),
            sessionLife: SessionLife(
                idleDays: configuration[\.sessions.idleDays], absoluteDays: configuration[\.sessions.absoluteDays]))
        engine.pages = providers
        engine.formerServer = FirebaseServer(
            providers: configuration.providers, httpClient: .shared, stop: stop, ended: called)
        engine.requiresProjects = !DataDirectory.isDevelopment(configuration)
        engine.acceptsUnsignedCustomTokens = configuration.isDevelopment
        engine.serverTrust = configuration[\.providers.trust]
        engine.serverProviders = configuration.providers.known
        engine.registeredApps.googleClientIDs = Set(configuration.providers[.google].clientIDs)
        engine.registeredApps.googleWebClientIDs = configuration.providers.googleWebClientIDs
        engine.catalogue = BuiltInProvider.catalogue
        engine.settingDescriber = ProjectSettingFacts()
        engine.mailDelivery = configuration.mailDelivery
        engine.textDelivery = configuration.textDelivery
        engine.messageTester = DirectDelivery(
            server: configuration.mail.map { MailWorker.Server($0.options, from: $0.from) },
            ownServers: configuration.ownMailServers, gateway: configuration.texts?.options)
        engine.appChecker = AppChecks(
            configuration.appChecks, providers: configuration.providers, httpClient: .shared, clock: clock, stop: stop,
            ended: called)
        var functions = configuration.providers
        functions.allowsLoopbackHTTP = DataDirectory.isDevelopment(configuration)
        let functionCaller = BlockingFunctionHTTP(providers: functions, httpClient: .shared, stop: stop)
        let webhookCaller = WebhookHTTP(providers: functions, httpClient: .shared)
        engine.functionCaller = observation?.observing(functionCaller) ?? functionCaller
        engine.webhookCaller = observation?.observing(webhookCaller) ?? webhookCaller
        return Installation(
            engine: engine.acting(as: actor), store: store, pool: pool, upgradeSteps: upgradeSteps, providerStop: stop,
            lease: lease)
    }

    /// Closes the data.
    func close() async throws {
        pool.close()
        // If this fails, only the approximate times at which sessions were last used, and some counts, are lost, and records of the
        // audit log wait until somebody reads it. Each failure may take half a second of the time that a stop has.
        if store.health.fault == nil { try? await writeTheLast() }
        try await store.close()
    }

    private func writeTheLast() async throws {
        try await engine.upkeep.writeLastUses()
        try await engine.upkeep.writeUsage()
        try await engine.auditLog.placeOwn()
    }
}

import AsyncHTTPClient
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaDelivery
import VinculaEngine
import VinculaProviders
import VinculaSQLite

/// An open data folder, with an engine.
struct Installation: Sendable {
    let engine: AuthEngine
    let store: any Store
    let pool: HashPool
    /// The number of steps by which the schema was upgraded on opening.
    let upgradeSteps: Int
    /// Ends the wait for providers when the server stops.
    let providerStop: ProviderStop
    /// Keeps the master key from changing; `nil` if data is kept in memory only.
    private let lease: FolderLease?

    /// Opens a data folder.
    ///
    /// - Parameters:
    ///   - creates: `true` to create a missing folder; commands that only look at data do not.
    ///   - upgrades: `true` to upgrade an older version's schema; only the server does.
    ///   - keys: The master keys; `nil` for those in the settings or the folder.
    ///   - lease: The caller's lease of the folder, if it has one.
    ///   - copy: A copy of the database that is opened in its place.
    ///   - inMemory: `true` for an empty database in memory in place of the folder.
    ///   - actor: The actor that the audit log names; commands act for the user who runs them.
    ///   - observation: The metrics and traces of a server; `nil` for a command.
    /// - Throws: ``ConfigurationError``, or the store's errors.
    static func open(
        _ configuration: ServerConfiguration, creates: Bool, upgrades: Bool = false, keys: MasterKeys? = nil,
        lease: FolderLease? = nil, copy: URL? = nil, inMemory: Bool = false, actor: AuditActor = .commandLine(NSUserName()),
        observation: Observation? = nil
    ) async throws -> Installation {
        let store: any Store
        let masterKeys: MasterKeys
        var lease = lease
        var opening: OpeningLock?
        var steps = 0
        let configured = configuration.masterKey.map {
            MasterKeys(current: $0, previous: configuration.previousMasterKey)
        }
        if configuration.isEphemeral || inMemory {
            store = try SQLiteStore.ephemeral()
            try await store.migrate()
            masterKeys = configured ?? MasterKeys(current: SecureRandom.bytes(Sealer.keyLength))
        } else {
            let directory = configuration.dataDirectory
            if !creates { _ = try DataDirectory.database(configuration) }
            let folder = try DataDirectory.prepared(directory)
            if creates, configuration.isDevelopment { try DataDirectory.markAsDevelopment(folder) }
            if lease == nil { lease = try FolderLease(folder, .shared) }
            opening = try await OpeningLock(folder)
            try DataDirectory.requireNoRestore(folder)
            switch try await SchemaCheck.require(configuration, upgrades ? .server : creates ? .creation : .command) {
            case .absent, .empty:
                // The database existed a moment ago.
                guard creates else { throw DataDirectory.noData(configuration) }
                try DataDirectory.beginMaking(folder)
            case .older(let missing): steps = missing.count
            default: break
            }
            store = try SQLiteStore(at: copy ?? folder.appending(path: DataDirectory.databaseName))
            try await store.migrate()
            if let known = keys ?? configured {
                masterKeys = known
            } else {
                if !MasterKey.isThere(in: directory) { try await requireNothingSealed(store, in: directory) }
                masterKeys = try MasterKey.load(from: directory)
            }
        }
        let installation = try await assemble(
            configuration, store: store, sealer: masterKeys.sealer, actor: actor, lease: lease, upgradeSteps: steps,
            observation: observation)
        if opening != nil { DataDirectory.endMaking(configuration.dataDirectory) }
        return withExtendedLifetime(opening) { installation }
    }

    /// Requires that no secret was sealed with a missing master key: a new key would be created, and would open none of them.
    private static func requireNothingSealed(_ store: any Store, in directory: URL) async throws {
        let isSealed = try await store.read { transaction in
            try transaction.sealedKinds().contains { try !transaction.sealedRecords($0, after: "", limit: 1).isEmpty }
        }
        guard isSealed, !MasterKey.isThere(in: directory) else { return }
        try await store.close()
        throw ConfigurationError(
            description: """
                The master key of the data in \(directory.path) is missing. Set VINCULA_MASTER_KEY if it was in the \
                environment, or put the file master.key back.
                """)
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
        engine.mailDelivery = configuration.mailDelivery
        engine.textDelivery = configuration.textDelivery
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

    /// Closes the data folder.
    func close() async throws {
        pool.close()
        // If this fails, only the approximate times at which sessions were last used are lost.
        try? await engine.upkeep.writeLastUses()
        try await store.close()
    }
}

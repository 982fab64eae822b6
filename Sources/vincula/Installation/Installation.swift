import AsyncHTTPClient
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaDelivery
import VinculaEngine
import VinculaProviders
import VinculaSQLite

/// A data folder, opened, with an engine over it.
struct Installation: Sendable {
    let engine: AuthEngine
    let store: any Store
    let pool: HashPool
    /// How many steps the schema took when it was upgraded now.
    let upgradeSteps: Int
    /// Ends the wait for providers when the server stops.
    let providerStop: ProviderStop
    /// Keeps the master key still; `nil` where nothing is kept.
    private let lease: FolderLease?

    /// Opens a data folder.
    ///
    /// - Parameters:
    ///   - creates: Whether to make a folder that is not there; commands that look at data do not.
    ///   - upgrades: Whether to bring an older version's schema up to date; the server alone does.
    ///   - keys: The master keys; `nil` for those of the settings or the folder.
    ///   - lease: The caller's hold of the folder, if it has one.
    ///   - actor: Whom the audit log names; commands act for who runs them.
    /// - Throws: ``ConfigurationError``, or the store's errors.
    static func open(
        _ configuration: ServerConfiguration, creates: Bool, upgrades: Bool = false, keys: MasterKeys? = nil,
        lease: FolderLease? = nil, actor: AuditActor = .commandLine(NSUserName())
    ) async throws -> Installation {
        let store: any Store
        let masterKeys: MasterKeys
        var lease = lease
        var opening: OpeningLock?
        var steps = 0
        let configured = configuration.masterKey.map {
            MasterKeys(current: $0, previous: configuration.previousMasterKey)
        }
        if configuration.isEphemeral {
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
                // It was there a moment ago.
                guard creates else { throw DataDirectory.noData(folder) }
                try DataDirectory.beginMaking(folder)
            case .older(let missing): steps = missing.count
            default: break
            }
            store = try SQLiteStore(at: folder.appending(path: DataDirectory.databaseName))
            try await store.migrate()
            if let known = keys ?? configured {
                masterKeys = known
            } else {
                if !MasterKey.isThere(in: directory) { try await requireNothingSealed(store, in: directory) }
                masterKeys = try MasterKey.load(from: directory)
            }
        }
        let installation = try await assemble(
            configuration, store: store, sealer: masterKeys.sealer, actor: actor, lease: lease, upgradeSteps: steps)
        if opening != nil { DataDirectory.endMaking(configuration.dataDirectory) }
        return withExtendedLifetime(opening) { installation }
    }

    /// Requires that no secret wants a key that is not there: a new one would open none of them, and look as if it did.
    private static func requireNothingSealed(_ store: any Store, in directory: URL) async throws {
        let isSealed = try await store.read { transaction in
            try transaction.sealedKinds().contains { try !transaction.sealedRecords($0, after: "", limit: 1).isEmpty }
        }
        guard isSealed, !MasterKey.isThere(in: directory) else { return }
        try await store.close()
        throw ConfigurationError(
            description: """
                The master key of the data in \(directory.path) is not there. Set VINCULA_MASTER_KEY if it was in the \
                environment, or put the file master.key back.
                """)
    }

    private static func assemble(
        _ configuration: ServerConfiguration, store: any Store, sealer: Sealer, actor: AuditActor, lease: FolderLease?,
        upgradeSteps: Int
    ) async throws -> Installation {
        let refreshKey = try await RefreshTokenKey.load(store: store, sealer: sealer)
        let pool = HashPool(threads: configuration.hashThreads)
        let clock = SystemClock()
        let stop = ProviderStop()
        var engine = AuthEngine(
            store: store, hasher: PasswordHasher(pool: pool, parameters: configuration.hashParameters),
            tokens: TokenMint(
                issuerPrefix: configuration.issuerPrefix, keys: KeyRing(algorithm: configuration.tokenAlgorithm),
                refreshTokens: RefreshTokens(key: refreshKey)),
            verifier: ProviderRegistry(options: configuration.providers, httpClient: .shared, clock: clock, stop: stop),
            sealer: sealer, clock: clock, mailRenderer: MailTemplates(),
            defaultSettings: DataDirectory.isDevelopment(configuration) ? .development : .production,
            limits: RequestLimits(isOn: configuration.limitsRate, multiplier: configuration.rateMultiplier),
            sessionLife: configuration.sessionLife)
        engine.serverTrust = configuration.trust
        engine.serverProviders = configuration.providers.known
        engine.mailDelivery = configuration.mailDelivery
        return Installation(
            engine: engine.acting(as: actor), store: store, pool: pool, upgradeSteps: upgradeSteps, providerStop: stop,
            lease: lease)
    }

    /// Lets go of the data.
    func close() async throws {
        pool.close()
        // What cannot be written now is lost: when sessions were last used, and only roughly at that.
        try? await engine.writeLastUses()
        try await store.close()
    }
}

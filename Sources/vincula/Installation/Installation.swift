import AsyncHTTPClient
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders
import VinculaSQLite

/// A data folder, opened, with an engine over it.
struct Installation: Sendable {
    let engine: AuthEngine
    let store: any Store
    let pool: HashPool

    /// Opens a data folder.
    ///
    /// - Parameter creates: Whether to make a folder that is not there; commands that look at data do not.
    /// - Throws: ``ConfigurationError``, or the store's errors.
    static func open(_ configuration: ServerConfiguration, creates: Bool) async throws -> Installation {
        let store: any Store
        let masterKey: Data
        if configuration.isEphemeral {
            store = try SQLiteStore.ephemeral()
            masterKey = configuration.masterKey ?? SecureRandom.bytes(Sealer.keyLength)
        } else {
            let directory = configuration.dataDirectory
            let database = directory.appending(path: "vincula.sqlite")
            guard creates || FileManager.default.fileExists(atPath: database.path) else {
                throw ConfigurationError(
                    description: "There is no data in \(directory.path). Start the server once, or name the folder with --data.")
            }
            store = try SQLiteStore(at: try DataDirectory.prepared(directory).appending(path: database.lastPathComponent))
            masterKey = try configuration.masterKey ?? MasterKey.load(from: directory)
        }
        try await store.migrate()
        return try await assemble(configuration, store: store, masterKey: masterKey)
    }

    private static func assemble(
        _ configuration: ServerConfiguration, store: any Store, masterKey: Data
    ) async throws -> Installation {
        let sealer = Sealer(masterKey: masterKey)
        let refreshKey = try await RefreshTokenKey.load(store: store, sealer: sealer)
        let pool = HashPool(threads: configuration.hashThreads)
        let clock = SystemClock()
        let engine = AuthEngine(
            store: store, hasher: PasswordHasher(pool: pool, parameters: configuration.hashParameters),
            tokens: TokenMint(
                issuerPrefix: configuration.issuerPrefix, keys: KeyRing(), refreshTokens: RefreshTokens(key: refreshKey)),
            verifier: ProviderRegistry(options: configuration.providers, httpClient: .shared, clock: clock), sealer: sealer,
            clock: clock, defaultSettings: configuration.isDevelopment ? .development : .production,
            limits: RequestLimits(isOn: configuration.limitsRate, multiplier: configuration.rateMultiplier),
            sessionLife: configuration.sessionLife)
        return Installation(engine: engine, store: store, pool: pool)
    }

    /// Lets go of the data.
    func close() async throws {
        pool.close()
        try await store.close()
    }
}

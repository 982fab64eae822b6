import Foundation
import Logging
import VinculaCore
import VinculaCrypto
import VinculaProviders
import VinculaServer

/// All settings, read and checked.
struct ServerConfiguration {
    var isDevelopment: Bool
    var host: String
    var port: Int
    var dataDirectory: URL
    var isEphemeral: Bool
    var project: String
    var projectNumber: String
    /// The URL at which clients reach the server; `nil` for the address that it listens on.
    var publicURL: String?
    var issuerPrefix: String
    /// The key that seals secrets; `nil` means the file `master.key` of the data folder.
    var masterKey: Data?
    /// The master key before ``masterKey``, while secrets may still be sealed with it.
    var previousMasterKey: Data?
    /// The algorithm of new signing keys.
    var tokenAlgorithm: SigningAlgorithm
    var logLevel: Logger.Level
    var providers: ProviderOptions
    /// The mail server and the sender; `nil` if no mails are sent.
    var mail: MailConfiguration?
    /// The schedule and the folder of backups; `nil` if the server makes none.
    var backups: BackupConfiguration?
    /// The apps that open links to this server.
    var apps: LinkedApps
    /// The trust in providers' emails in all projects.
    var trust: [ProviderID: ProviderTrust]
    var hashThreads: Int
    var hashParameters: Argon2id.Parameters
    var bodyLimit: Int
    var appBodyLimit: Int
    var bodyMemory: Int
    var jsonDepth: Int
    var headerLimit: Int
    var idleTimeout: Int
    var bodyTimeout: Int
    var headerTimeout: Int
    var writeTimeout: Int
    var minimumRate: Int
    var maximumConnections: Int
    var shutdownTimeout: Int
    var drainTime: Int
    /// The address of the admin port; `nil` for none.
    var adminListen: (host: String, port: Int)?
    /// Indicates whether a proxy that terminates TLS is in front of the server.
    var isBehindProxy: Bool
    var certificateFile: URL?
    var certificateKeyFile: URL?
    /// Indicates whether rate limits and guessing protection are on.
    var limitsRate: Bool
    var rateMultiplier: Int
    var trustedProxies: TrustedProxies
    var sessionLife: SessionLife

    /// Reads all settings.
    ///
    /// - Throws: ``ConfigurationError`` for the first invalid setting.
    init(_ sources: ConfigurationSources) throws {
        isDevelopment = try sources.flag(.dev)
        (host, port) = try Self.address(try sources.text(.listen) ?? "127.0.0.1:9099")
        dataDirectory = URL(filePath: try sources.text(.data) ?? "vincula-data", directoryHint: .isDirectory)
        isEphemeral = try sources.flag(.ephemeral)
        project = try sources.text(.project) ?? "demo-project"
        projectNumber = try sources.text(.projectNumber) ?? "12345"
        publicURL = try sources.text(.publicUrl).map { try Self.url($0, .publicUrl) }
        issuerPrefix = try sources.text(.issuerPrefix) ?? "https://securetoken.google.com/"
        masterKey = try sources.text(.masterKey).map { try Self.key($0, .masterKey) }
        previousMasterKey = try sources.text(.previousMasterKey).map { try Self.key($0, .previousMasterKey) }
        tokenAlgorithm = try Self.algorithm(try sources.text(.tokenAlgorithm) ?? "RS256")
        logLevel = try Self.logLevel(try sources.text(.logLevel) ?? "info")
        providers = try Self.providers(sources, isDevelopment: isDevelopment)
        mail = try MailConfiguration(sources)
        backups = try BackupConfiguration(sources, dataDirectory: dataDirectory, isEphemeral: isEphemeral)
        apps = try LinkedApps(sources)
        trust = try TrustSetting.parse(try sources.list(.providerTrust))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        hashThreads = try sources.integer(.hashThreads, default: cores, in: 1...256)
        hashParameters = Argon2id.Parameters(
            memory: UInt32(try sources.integer(.hashMemory, default: 19_456, in: 8...4_194_304)),
            passes: UInt32(try sources.integer(.hashPasses, default: 2, in: 1...64)), lanes: 1)
        bodyLimit = try sources.integer(.bodyLimit, default: 1 << 20, in: 1024...(64 << 20))
        appBodyLimit = try sources.integer(.appBodyLimit, default: min(bodyLimit, 64 << 10), in: 1024...bodyLimit)
        bodyMemory = try sources.integer(.bodyMemory, default: max(bodyLimit, 64 << 20), in: bodyLimit...(64 << 30))
        jsonDepth = try sources.integer(.jsonDepth, default: 32, in: 4...256)
        headerLimit = try sources.integer(.headerLimit, default: 32 * 1024, in: 1024...(1 << 20))
        idleTimeout = try sources.integer(.idleTimeout, default: 60, in: 1...3600)
        bodyTimeout = try sources.integer(.bodyTimeout, default: 30, in: 1...3600)
        headerTimeout = try sources.integer(.headerTimeout, default: 10, in: 1...3600)
        writeTimeout = try sources.integer(.writeTimeout, default: 30, in: 1...3600)
        minimumRate = try sources.integer(.minimumRate, default: 500, in: 0...(1 << 20))
        maximumConnections = try sources.integer(.maximumConnections, default: 10_000, in: 1...1_000_000)
        drainTime = try sources.integer(.drainTime, default: 0, in: 0...3600)
        shutdownTimeout = try sources.integer(.shutdownTimeout, default: 5, in: 0...3600)
        adminListen = try sources.text(.adminListen).map { try Self.address($0, .adminListen) }
        isBehindProxy = try sources.flag(.behindProxy)
        certificateFile = try sources.text(.certificateFile).map { URL(filePath: $0) }
        certificateKeyFile = try sources.text(.certificateKeyFile).map { URL(filePath: $0) }
        limitsRate = try sources.flag(.rateLimits, default: !isDevelopment)
        rateMultiplier = try sources.integer(.rateMultiplier, default: 1, in: 1...1000)
        trustedProxies = try Self.proxies(try sources.list(.proxies))
        sessionLife = SessionLife(
            idleDays: try sources.integer(.sessionIdleDays, default: 90, in: 0...36_500),
            absoluteDays: try sources.integer(.sessionAbsoluteDays, default: 400, in: 0...36_500))
        guard ProjectScope.isProjectID(project) else {
            throw ConfigurationError(
                setting: .project,
                description: "project must be the id in `projects/{id}`: up to 128 characters without spaces or slashes.")
        }
    }

    private static func address(_ text: String, _ setting: Setting = .listen) throws -> (host: String, port: Int) {
        let error = ConfigurationError(
            description: "\(setting.rawValue) is \(text); it must be HOST:PORT, such as 127.0.0.1:9099 or [::1]:9099.")
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), (0...65535).contains(port)
        else { throw error }
        let host = text[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        guard !host.isEmpty else { throw error }
        return (host, port)
    }

    static func url(_ text: String, _ setting: Setting) throws -> String {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme), url.host() != nil,
            url.query == nil, url.fragment == nil
        else {
            throw ConfigurationError(description: "\(setting.rawValue) is \(text); it must be an http or https URL.")
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    private static func algorithm(_ text: String) throws -> SigningAlgorithm {
        guard let algorithm = SigningAlgorithm(rawValue: text) else {
            throw ConfigurationError(description: "tokens.algorithm is \(text); it must be RS256 or ES256.")
        }
        return algorithm
    }

    private static func key(_ text: String, _ setting: Setting) throws -> Data {
        guard let key = Data(base64Encoded: text), key.count == Sealer.keyLength else {
            throw ConfigurationError(
                description: "\(setting.rawValue) must be \(Sealer.keyLength) random bytes in base64 (`openssl rand -base64 32`)."
            )
        }
        return key
    }

    private static func proxies(_ texts: [String]) throws -> TrustedProxies {
        do {
            return try TrustedProxies(texts)
        } catch {
            throw ConfigurationError(
                description: """
                    proxies contains \(error.text); each entry must be an address (192.0.2.7), a network without host bits \
                    (10.0.0.0/8), or loopback.
                    """)
        }
    }

    private static func logLevel(_ text: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: text) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(description: "logLevel is \(text); it must be one of \(levels).")
        }
        return level
    }

    private static func providers(_ sources: ConfigurationSources, isDevelopment: Bool) throws -> ProviderOptions {
        var options = ProviderOptions(acceptsFakeAssertions: isDevelopment, allowsLoopbackHTTP: isDevelopment)
        try accessTokenProviders(sources, &options)
        options.google.clientIDs = try sources.list(.googleClientIds)
        options.apple.clientIDs = try sources.list(.appleClientIds)
        options.microsoft.clientIDs = try sources.list(.microsoftClientIds)
        options.google.issuer = try sources.text(.googleIssuer).map { try url($0, .googleIssuer) } ?? options.google.issuer
        options.apple.issuer = try sources.text(.appleIssuer).map { try url($0, .appleIssuer) } ?? options.apple.issuer
        options.microsoft.issuer =
            try sources.text(.microsoftIssuer).map { try url($0, .microsoftIssuer) } ?? options.microsoft.issuer
        try options.readGames(sources, url: url)
        options.microsoft.tenants = try tenants(try sources.list(.microsoftTenants))
        options.allowsPrivateAddresses = try sources.flag(.providersOnPrivateAddresses)
        options.timeout = .seconds(try sources.integer(.providerTimeout, default: 5, in: 1...60))
        return options
    }
}

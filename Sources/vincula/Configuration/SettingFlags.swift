import ArgumentParser
import Foundation

/// Where the data is: what every command needs to know.
struct DataFlags: ParsableArguments {
    @Option(help: "A JSON file with settings. [env: VINCULA_CONFIG]")
    var config: String?

    @Option(help: "The folder that holds everything. [env: VINCULA_DATA] (default: vincula-data)")
    var data: String?

    @Option(help: "The project that is meant. [env: VINCULA_PROJECT] (default: demo-project)")
    var project: String?

    /// Reads all settings, these flags first.
    func configuration(_ more: [Setting: String] = [:]) async throws -> ServerConfiguration {
        try ServerConfiguration.read(try await sources(more))
    }

    /// Where settings come from, these flags first.
    func sources(_ more: [Setting: String] = [:]) async throws -> ConfigurationSources {
        var flags = more
        flags[.data] = data
        flags[.project] = project
        let file = config ?? ProcessInfo.processInfo.environment["VINCULA_CONFIG"]
        return try await ConfigurationSources(flags: flags, file: file)
    }
}

/// Every other setting of the server, as flags.
struct ServerFlags: ParsableArguments {
    @Flag(help: "Development: this machine only, any API key, every sign-in method on, the emulator's control paths.")
    var dev = false

    @Flag(help: "Keep nothing: all data is gone when the server stops.")
    var ephemeral = false

    @Option(help: "HOST:PORT to listen on; port 0 takes any that is free. (default: 127.0.0.1:9099)")
    var listen: String?

    @Option(help: "HOST:PORT of an admin port on this machine, which takes `Bearer owner`. (default: none)")
    var adminListen: String?
    @Flag(help: "A proxy that speaks TLS stands before this server, and nobody else can reach it.")
    var behindProxy = false
    @Option(help: "The certificate to speak TLS with, in PEM, and those that lead to its root; read again when it changes.")
    var tlsCertificateFile: String?
    @Option(help: "The certificate's private key, in PEM.")
    var tlsKeyFile: String?
    @Option(help: "The project's number, which clients get in some places instead of its id. (default: 12345)")
    var projectNumber: String?

    @Option(help: "Where clients reach the server. (default: where it listens)")
    var publicURL: String?

    @Option(help: "What stands before the project's id in the issuer of ID tokens. (default: https://securetoken.google.com/)")
    var issuerPrefix: String?

    @Option(help: "What ID tokens are signed with: RS256, or ES256 for projects without Firebase's Admin SDKs. (default: RS256)")
    var tokensAlgorithm: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: String?

    @Option(help: "Google client ids whose ID tokens are accepted, with commas.")
    var googleClientIds: String?

    @Option(help: "Another issuer in Google's place, for tests. (default: https://accounts.google.com)")
    var googleIssuer: String?

    @Option(help: "Apple client ids (bundle and services ids), with commas.")
    var appleClientIds: String?

    @Option(help: "Another issuer in Apple's place, for tests. (default: https://appleid.apple.com)")
    var appleIssuer: String?

    @OptionGroup(title: "Providers that are asked about access tokens") var accessTokens: AccessTokenFlags

    @Option(help: "Microsoft client ids, with commas.")
    var microsoftClientIds: String?

    @Option(help: "Another issuer in Microsoft's place, for tests. (default: https://login.microsoftonline.com)")
    var microsoftIssuer: String?

    @Option(help: "Which Microsoft tenants are let in: consumers, organizations, common or ids, with commas. (default: common)")
    var microsoftTenants: String?

    @Option(help: "The web client of your game at Google. Its secret has no flag: set VINCULA_PLAY_GAMES_CLIENT_SECRET.")
    var playGamesClientId: String?

    @Option(help: "Another place for Google's tokens, for tests. (default: https://oauth2.googleapis.com/token)")
    var playGamesTokenURL: String?

    @Option(help: "Another place for Google's players, for tests. (default: https://games.googleapis.com)")
    var playGamesAPIURL: String?

    @Option(help: "Bundle ids of the games whose Game Center signatures are accepted, with commas.")
    var gameCenterBundleIds: String?

    @Option(help: "Another place for Game Center's keys, for tests. (default: https://static.gc.apple.com/public-key/)")
    var gameCenterKeyURL: String?

    @OptionGroup(title: "Mail") var mail: MailFlags
    @OptionGroup(title: "Backups") var backups: BackupFlags

    @Option(help: "What providers' words on emails are worth: PROVIDER=LEVEL or PROVIDER=LEVEL:DOMAIN+DOMAIN, with commas.")
    var providersTrust: String?

    @Option(name: .customLong("providers-timeout-seconds"), help: "How long a provider may take to answer. (default: 5)")
    var providerTimeout: Int?

    @Flag(
        name: .customLong("providers-allow-private-addresses"),
        help: "Let OpenID providers stand at private addresses, such as those of your own network.")
    var allowPrivateAddresses = false

    @Option(help: "Threads that hash passwords. (default: as many as cores)")
    var hashThreads: Int?

    @Option(help: "Memory of one hash, in KiB. (default: 19456)")
    var hashMemoryKib: Int?

    @Option(help: "Passes of one hash. (default: 2)")
    var hashPasses: Int?

    @Option(help: "The longest request body of an administrator, in bytes. (default: 1048576)")
    var limitsBodyBytes: Int?

    @Option(help: "The longest request body of an app, in bytes. (default: 65536)")
    var limitsAppBodyBytes: Int?

    @Option(help: "What all request bodies under way may take together, in bytes. (default: 67108864)")
    var limitsBodyMemoryBytes: Int?

    @Option(help: "The deepest nesting of a JSON body. (default: 32)")
    var limitsJSONDepth: Int?

    @Option(help: "The longest header section, in bytes. (default: 32768)")
    var limitsHeaderBytes: Int?

    @Option(help: "How long a connection may idle, in seconds. (default: 60)")
    var limitsIdleSeconds: Int?

    @Option(help: "How long a request body may take, in seconds. (default: 30)")
    var limitsBodySeconds: Int?

    @Option(help: "How long a request's headers may take, in seconds. (default: 10)")
    var limitsHeaderSeconds: Int?

    @Option(help: "How long a client may take nothing of an answer, in seconds. (default: 30)")
    var limitsWriteSeconds: Int?

    @Option(help: "How slowly clients may send and read, in bytes a second; 0 is as slowly as they like. (default: 500)")
    var limitsBytesPerSecond: Int?

    @Option(help: "The most connections at a time. (default: 10000)")
    var limitsConnections: Int?

    @Option(help: "How long the server still takes requests after it was told to stop, while /readyz says 503. (default: 0)")
    var drainSeconds: Int?
    @Option(help: "Whether clients that ask too often or guess are refused: true or false. (default: true, with --dev false)")
    var limitsRate: String?

    @Option(help: "How many times the limits on requests are granted. (default: 1)")
    var limitsRateMultiplier: Int?

    @Option(help: "Reverse proxies whose X-Forwarded-For is believed, with commas: addresses, networks, or loopback.")
    var proxies: String?

    @Option(help: "After how many days without use a session ends; 0 for never. (default: 90)")
    var sessionsIdleDays: Int?

    @Option(help: "After how many days a session ends, however much it is used; 0 for never. (default: 400)")
    var sessionsAbsoluteDays: Int?

    @Option(help: "How long running requests have to finish when the server stops, in seconds. (default: 5)")
    var shutdownSeconds: Int?

    /// What was given, by setting.
    var values: [Setting: String] {
        var values: [Setting: String] = [:]
        if dev { values[.dev] = "true" }
        if ephemeral { values[.ephemeral] = "true" }
        values[.listen] = listen
        values[.adminListen] = adminListen
        if behindProxy { values[.behindProxy] = "true" }
        values[.certificateFile] = tlsCertificateFile
        values[.certificateKeyFile] = tlsKeyFile
        values[.projectNumber] = projectNumber
        values[.publicUrl] = publicURL
        values[.issuerPrefix] = issuerPrefix
        values[.tokenAlgorithm] = tokensAlgorithm
        values[.logLevel] = logLevel
        values[.googleClientIds] = googleClientIds
        values[.googleIssuer] = googleIssuer
        values[.appleClientIds] = appleClientIds
        values[.appleIssuer] = appleIssuer
        values.merge(accessTokens.values) { $1 }
        values.merge(mail.values) { $1 }
        values.merge(backups.values) { $1 }
        values[.microsoftClientIds] = microsoftClientIds
        values[.microsoftIssuer] = microsoftIssuer
        values[.microsoftTenants] = microsoftTenants
        values[.playGamesClientId] = playGamesClientId
        values[.playGamesTokenUrl] = playGamesTokenURL
        values[.playGamesApiUrl] = playGamesAPIURL
        values[.gameCenterBundleIds] = gameCenterBundleIds
        values[.gameCenterKeyUrl] = gameCenterKeyURL
        values[.providerTrust] = providersTrust
        values[.providerTimeout] = providerTimeout.map(String.init)
        if allowPrivateAddresses { values[.providersOnPrivateAddresses] = "true" }
        values[.hashThreads] = hashThreads.map(String.init)
        values[.hashMemory] = hashMemoryKib.map(String.init)
        values[.hashPasses] = hashPasses.map(String.init)
        values[.bodyLimit] = limitsBodyBytes.map(String.init)
        values[.appBodyLimit] = limitsAppBodyBytes.map(String.init)
        values[.bodyMemory] = limitsBodyMemoryBytes.map(String.init)
        values[.jsonDepth] = limitsJSONDepth.map(String.init)
        values[.headerLimit] = limitsHeaderBytes.map(String.init)
        values[.idleTimeout] = limitsIdleSeconds.map(String.init)
        values[.bodyTimeout] = limitsBodySeconds.map(String.init)
        values[.headerTimeout] = limitsHeaderSeconds.map(String.init)
        values[.writeTimeout] = limitsWriteSeconds.map(String.init)
        values[.minimumRate] = limitsBytesPerSecond.map(String.init)
        values[.maximumConnections] = limitsConnections.map(String.init)
        values[.drainTime] = drainSeconds.map(String.init)
        values[.rateLimits] = limitsRate
        values[.rateMultiplier] = limitsRateMultiplier.map(String.init)
        values[.proxies] = proxies
        values[.sessionIdleDays] = sessionsIdleDays.map(String.init)
        values[.sessionAbsoluteDays] = sessionsAbsoluteDays.map(String.init)
        values[.shutdownTimeout] = shutdownSeconds.map(String.init)
        return values
    }
}

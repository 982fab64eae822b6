import ArgumentParser
import Foundation

/// The flags that every command needs: the configuration file, the data folder and the project.
struct DataFlags: ParsableArguments {
    @Option(help: "A JSON file with settings. [env: VINCULA_CONFIG]")
    var config: String?

    @Option(help: "The data folder. [env: VINCULA_DATA] (default: vincula-data)")
    var data: String?

    @Option(help: "The project. [env: VINCULA_PROJECT] (default: demo-project)")
    var project: String?

    /// Reads all settings; these flags take precedence.
    func configuration(_ more: [Setting: String] = [:]) async throws -> ServerConfiguration {
        try ServerConfiguration.read(try await sources(more))
    }

    /// The sources of settings; these flags take precedence.
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
    @Flag(help: "Development mode: this machine only, any API key, every sign-in method, and the emulator's control paths.")
    var dev = false

    @Flag(help: "Keep data in memory only; it is lost when the server stops.")
    var ephemeral = false

    @Option(help: "HOST:PORT to listen on; port 0 picks a free one. (default: 127.0.0.1:9099)")
    var listen: String?

    @Option(help: "HOST:PORT of an admin port on this machine, which accepts `Bearer owner`. (default: none)")
    var adminListen: String?
    @Flag(help: "A proxy that terminates TLS is in front of this server, and nothing else can reach it.")
    var behindProxy = false
    @Option(help: "The TLS certificate with its intermediate certificates, in PEM; reloaded when the file changes.")
    var tlsCertificateFile: String?
    @Option(help: "The certificate's private key, in PEM.")
    var tlsKeyFile: String?
    @Option(help: "The project number, which some responses contain instead of the id. (default: 12345)")
    var projectNumber: String?

    @Option(help: "The URL at which clients reach the server. (default: where it listens)")
    var publicURL: String?

    @Option(help: "The part before the project id in the issuer of ID tokens. (default: https://securetoken.google.com/)")
    var issuerPrefix: String?

    @Option(help: "How ID tokens are signed: RS256, or ES256 for projects without Firebase's Admin SDKs. (default: RS256)")
    var tokensAlgorithm: String?

    @Option(help: "The log level: trace, debug, info, notice, warning, error or critical. (default: info)")
    var logLevel: String?

    @Option(help: "Google client ids whose tokens are accepted, comma-separated.")
    var googleClientIds: String?

    @Option(help: "An issuer to use instead of Google's, for tests. (default: https://accounts.google.com)")
    var googleIssuer: String?

    @Option(help: "Apple bundle ids and services ids whose tokens are accepted, comma-separated.")
    var appleClientIds: String?

    @Option(help: "An issuer to use instead of Apple's, for tests. (default: https://appleid.apple.com)")
    var appleIssuer: String?

    @OptionGroup(title: "Access-token providers") var accessTokens: AccessTokenFlags

    @Option(help: "Microsoft client ids whose tokens are accepted, comma-separated.")
    var microsoftClientIds: String?

    @Option(help: "An issuer to use instead of Microsoft's, for tests. (default: https://login.microsoftonline.com)")
    var microsoftIssuer: String?

    @Option(help: "The accepted Microsoft tenants: consumers, organizations, common or ids, comma-separated. (default: common)")
    var microsoftTenants: String?

    @Option(help: "Your game's web client at Google. Its secret has no flag: set VINCULA_PLAY_GAMES_CLIENT_SECRET.")
    var playGamesClientId: String?

    @Option(help: "A token URL to use instead of Google's, for tests. (default: https://oauth2.googleapis.com/token)")
    var playGamesTokenURL: String?

    @Option(help: "A Play Games API to use instead of Google's, for tests. (default: https://games.googleapis.com)")
    var playGamesAPIURL: String?

    @Option(help: "Bundle ids of the games whose Game Center signatures are accepted, comma-separated.")
    var gameCenterBundleIds: String?

    @Option(help: "A different URL for Game Center's keys, for tests. (default: https://static.gc.apple.com/public-key/)")
    var gameCenterKeyURL: String?

    @OptionGroup(title: "Mail") var mail: MailFlags
    @OptionGroup(title: "Backups") var backups: BackupFlags

    @Option(help: "How far providers' emails are trusted: PROVIDER=LEVEL or PROVIDER=LEVEL:DOMAIN+DOMAIN, comma-separated.")
    var providersTrust: String?

    @Option(
        name: .customLong("providers-timeout-seconds"), help: "The timeout for a provider's response, in seconds. (default: 5)")
    var providerTimeout: Int?

    @Flag(
        name: .customLong("providers-allow-private-addresses"),
        help: "Allow OpenID providers at private addresses, such as those of your own network.")
    var allowPrivateAddresses = false

    @Option(help: "The number of threads that hash passwords. (default: the number of cores)")
    var hashThreads: Int?

    @Option(help: "Memory per hash, in KiB. (default: 19456)")
    var hashMemoryKib: Int?

    @Option(help: "Passes per hash. (default: 2)")
    var hashPasses: Int?

    @Option(help: "The maximum size of an administrator's request body, in bytes. (default: 1048576)")
    var limitsBodyBytes: Int?

    @Option(help: "The maximum size of an app's request body, in bytes. (default: 65536)")
    var limitsAppBodyBytes: Int?

    @Option(help: "The maximum memory for all request bodies in progress, in bytes. (default: 67108864)")
    var limitsBodyMemoryBytes: Int?

    @Option(help: "The maximum nesting depth of a JSON body. (default: 32)")
    var limitsJSONDepth: Int?

    @Option(help: "The maximum size of a request's headers, in bytes. (default: 32768)")
    var limitsHeaderBytes: Int?

    @Option(help: "The timeout for an idle connection, in seconds. (default: 60)")
    var limitsIdleSeconds: Int?

    @Option(help: "The timeout for receiving a request body, in seconds. (default: 30)")
    var limitsBodySeconds: Int?

    @Option(help: "The timeout for receiving a request's headers, in seconds. (default: 10)")
    var limitsHeaderSeconds: Int?

    @Option(help: "The timeout for a client that reads none of its response, in seconds. (default: 30)")
    var limitsWriteSeconds: Int?

    @Option(help: "The minimum rate at which clients must send and read, in bytes per second; 0 for none. (default: 500)")
    var limitsBytesPerSecond: Int?

    @Option(help: "The maximum number of connections. (default: 10000)")
    var limitsConnections: Int?

    @Option(help: "Seconds for which the server still accepts requests after a stop signal, with /readyz at 503. (default: 0)")
    var drainSeconds: Int?
    @Option(help: "Turn rate limits and guessing protection on or off: true or false. (default: true; with --dev, false)")
    var limitsRate: String?

    @Option(help: "The factor by which the rate limits are multiplied. (default: 1)")
    var limitsRateMultiplier: Int?

    @Option(help: "Reverse proxies whose X-Forwarded-For is trusted, comma-separated: addresses, networks, or loopback.")
    var proxies: String?

    @Option(help: "Days without use after which a session ends; 0 for never. (default: 90)")
    var sessionsIdleDays: Int?

    @Option(help: "Days after which a session ends even if it is in use; 0 for never. (default: 400)")
    var sessionsAbsoluteDays: Int?

    @Option(help: "The time that running requests have to finish when the server stops, in seconds. (default: 5)")
    var shutdownSeconds: Int?

    /// The given values, by setting.
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

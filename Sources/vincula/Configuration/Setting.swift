import Configuration

/// A setting's name, as in the configuration file.
///
/// In the environment it is `VINCULA_` and the name in capitals (`google.clientIds` is `VINCULA_GOOGLE_CLIENT_IDS`), on the
/// command line `--` and the name with dashes (`--google-client-ids`). The command line takes precedence over the
/// environment, and the environment over the file.
enum Setting: String, CaseIterable {
    case dev
    case listen
    case adminListen
    case behindProxy
    case certificateFile = "tls.certificateFile"
    case certificateKeyFile = "tls.keyFile"
    case data
    case ephemeral
    case project
    case projectNumber
    case publicUrl
    case issuerPrefix
    case masterKey
    case previousMasterKey = "masterKeyPrevious"
    case tokenAlgorithm = "tokens.algorithm"
    case logLevel
    case googleClientIds = "google.clientIds"
    case googleIssuer = "google.issuer"
    case appleClientIds = "apple.clientIds"
    case appleIssuer = "apple.issuer"
    case googleApiUrl = "google.apiUrl"
    case facebookClientIds = "facebook.clientIds"
    case facebookClientSecret = "facebook.clientSecret"
    case facebookIssuer = "facebook.issuer"
    case facebookGraphUrl = "facebook.graphUrl"
    case twitterClientId = "twitter.clientId"
    case twitterClientSecret = "twitter.clientSecret"
    case twitterApiUrl = "twitter.apiUrl"
    case githubClientId = "github.clientId"
    case githubClientSecret = "github.clientSecret"
    case githubApiUrl = "github.apiUrl"
    case linkedinClientIds = "linkedin.clientIds"
    case linkedinClientSecret = "linkedin.clientSecret"
    case linkedinIssuer = "linkedin.issuer"
    case linkedinApiUrl = "linkedin.apiUrl"
    case yahooClientIds = "yahoo.clientIds"
    case yahooClientSecret = "yahoo.clientSecret"
    case yahooIssuer = "yahoo.issuer"
    case yahooApiUrl = "yahoo.apiUrl"
    case microsoftClientIds = "microsoft.clientIds"
    case microsoftIssuer = "microsoft.issuer"
    case microsoftTenants = "microsoft.tenants"
    case playGamesClientId = "playGames.clientId"
    case playGamesClientSecret = "playGames.clientSecret"
    case playGamesTokenUrl = "playGames.tokenUrl"
    case playGamesApiUrl = "playGames.apiUrl"
    case gameCenterBundleIds = "gameCenter.bundleIds"
    case gameCenterKeyUrl = "gameCenter.keyUrl"
    case smtpHost = "smtp.host"
    case smtpPort = "smtp.port"
    case smtpSecurity = "smtp.security"
    case smtpUsername = "smtp.username"
    case smtpPassword = "smtp.password"
    case smtpAuthorities = "smtp.caFile"
    case smtpTimeout = "smtp.timeoutSeconds"
    case mailFrom = "mail.from"
    case appleApps = "apps.apple"
    case androidApps = "apps.android"
    case backupsEvery = "backups.every"
    case backupsKeep = "backups.keep"
    case backupsFolder = "backups.folder"
    case providerTrust = "providers.trust"
    case providerTimeout = "providers.timeoutSeconds"
    case providersOnPrivateAddresses = "providers.allowPrivateAddresses"
    case hashThreads = "hash.threads"
    case hashMemory = "hash.memoryKib"
    case hashPasses = "hash.passes"
    case bodyLimit = "limits.bodyBytes"
    case appBodyLimit = "limits.appBodyBytes"
    case bodyMemory = "limits.bodyMemoryBytes"
    case jsonDepth = "limits.jsonDepth"
    case headerLimit = "limits.headerBytes"
    case idleTimeout = "limits.idleSeconds"
    case bodyTimeout = "limits.bodySeconds"
    case headerTimeout = "limits.headerSeconds"
    case writeTimeout = "limits.writeSeconds"
    case minimumRate = "limits.bytesPerSecond"
    case maximumConnections = "limits.connections"
    case rateLimits = "limits.rate"
    case rateMultiplier = "limits.rateMultiplier"
    case proxies
    case sessionIdleDays = "sessions.idleDays"
    case sessionAbsoluteDays = "sessions.absoluteDays"
    case shutdownTimeout = "shutdownSeconds"
    case drainTime = "drainSeconds"

    /// True if the value is a secret. It has no flag, because other users of the machine can see flags.
    var isSecret: Bool { [.masterKey, .previousMasterKey, .smtpPassword].contains(self) || rawValue.hasSuffix(".clientSecret") }

    /// The name as a key of swift-configuration.
    var key: AbsoluteConfigKey { AbsoluteConfigKey(rawValue.split(separator: ".").map(String.init)) }
}

import Configuration

/// A setting's name, as it stands in the configuration file.
///
/// In the environment it is `VINCULA_` and the name in capitals (`google.clientIds` is `VINCULA_GOOGLE_CLIENT_IDS`), on the
/// command line `--` and the name with dashes (`--google-client-ids`). The command line wins over the environment, and
/// that over the file.
enum Setting: String, CaseIterable {
    case dev
    case listen
    case data
    case ephemeral
    case project
    case projectNumber
    case publicUrl
    case issuerPrefix
    case masterKey
    case logLevel
    case googleClientIds = "google.clientIds"
    case googleIssuer = "google.issuer"
    case appleClientIds = "apple.clientIds"
    case appleIssuer = "apple.issuer"
    case microsoftClientIds = "microsoft.clientIds"
    case microsoftIssuer = "microsoft.issuer"
    case providerTimeout = "providers.timeoutSeconds"
    case providersOnPrivateAddresses = "providers.allowPrivateAddresses"
    case hashThreads = "hash.threads"
    case hashMemory = "hash.memoryKib"
    case hashPasses = "hash.passes"
    case bodyLimit = "limits.bodyBytes"
    case jsonDepth = "limits.jsonDepth"
    case headerLimit = "limits.headerBytes"
    case idleTimeout = "limits.idleSeconds"
    case bodyTimeout = "limits.bodySeconds"
    case rateLimits = "limits.rate"
    case rateMultiplier = "limits.rateMultiplier"
    case proxies
    case sessionIdleDays = "sessions.idleDays"
    case sessionAbsoluteDays = "sessions.absoluteDays"
    case shutdownTimeout = "shutdownSeconds"

    /// The name as swift-configuration takes it.
    var key: AbsoluteConfigKey { AbsoluteConfigKey(rawValue.split(separator: ".").map(String.init)) }
}

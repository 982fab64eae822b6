import VinculaProviders

extension ProviderOptions {
    /// The options without any setting: the providers' own addresses.
    static let standard = ProviderOptions()
}

/// The settings of Google Play Games.
struct PlayGamesSettings: Sendable {
    let clientId = Setting(
        "playGames.clientId",
        "The client id of your game's web client at Google. The secret has no flag: set VINCULA_PLAY_GAMES_CLIENT_SECRET.")
    let clientSecret = Setting(secret: "playGames.clientSecret", "The client secret of your game's web client at Google.")
    let tokenUrl = Setting(
        url: "playGames.tokenUrl", "A token URL to use instead of Google's, for tests.",
        default: ProviderOptions.standard.playGames.tokenURL)
    let apiUrl = Setting(
        url: "playGames.apiUrl", "A Play Games API to use instead of Google's, for tests.",
        default: ProviderOptions.standard.playGames.apiURL)
}

/// The settings of Apple's Game Center.
struct GameCenterSettings: Sendable {
    let bundleIds = Setting(
        list: "gameCenter.bundleIds", "Bundle ids of the games whose Game Center signatures are accepted, comma-separated.")
    let keyUrl = Setting(
        "gameCenter.keyUrl", "A URL to use instead of Apple's for Game Center's keys, for tests.",
        default: ProviderOptions.standard.gameCenter.keyURL, mustBe: WebAddress.requirement,
        parse: { WebAddress.parse($0).map { "\($0)/" } }
    ).details("Keys are accepted from nowhere else.")
}

/// The settings that concern all providers.
struct ProviderSettings: Sendable {
    let trust = Setting(
        list: "providers.trust",
        "How far providers' emails are trusted: PROVIDER=LEVEL or PROVIDER=LEVEL:DOMAIN+DOMAIN, comma-separated.",
        default: [:], parse: TrustSetting.parse
    ).details("It applies to all projects; see [Trust](#trust).")
    let timeoutSeconds = Setting(
        "providers.timeoutSeconds", "The timeout for a provider's response, in seconds.", in: 1...60, default: 5
    ).details("It covers the provider's keys, or its answer about one access token.")
    let allowPrivateAddresses = Setting(
        flag: "providers.allowPrivateAddresses",
        "Allow OpenID providers at private addresses, such as those of your own network.")
}

import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// The settings of one built-in provider, as its description declares them.
struct BuiltInProviderSettings: Sendable {
    let id: ProviderID
    let clientIds: Setting<[String]>?
    let clientId: Setting<String?>?
    let clientSecret: Setting<String?>?
    let issuer: Setting<String>?
    let api: Setting<String>?
    let page: Setting<String>?

    /// - Returns: `nil` for a provider whose settings are not of the usual kind.
    init?(_ provider: BuiltInProvider) {
        guard let settings = provider.settings else { return nil }
        id = provider.id
        switch settings.clients {
        case .list(let help):
            clientIds = Setting(list: settings.clientSetting, help)
            clientId = nil
        case .one(let help):
            clientIds = nil
            clientId = Setting(settings.clientSetting, help).ignoringEmpty()
        }
        clientSecret = settings.secret.map { Setting(secret: settings.prefix + ".clientSecret", $0).ignoringEmpty() }
        func address(_ address: BuiltInProvider.Settings.Address?, _ standard: String) -> Setting<String>? {
            address.map {
                Setting(url: "\(settings.prefix).\($0.name)", $0.help, default: standard).ignoringEmpty().details($0.details)
            }
        }
        issuer = address(settings.issuer, provider.standard.issuer)
        api = address(settings.api, provider.standard.apiURL)
        page = address(settings.page, provider.standard.pageURL)
    }

    /// The provider's options with the given values.
    func options(_ values: SettingValues) -> ProviderOptions.BuiltIn {
        var options = BuiltInProvider[id]?.standard ?? ProviderOptions.BuiltIn(issuer: id.value)
        options.clientIDs = clientIds.map { values[$0] } ?? clientId.flatMap { values[$0] }.map { [$0] } ?? []
        options.clientSecret = clientSecret.flatMap { values[$0] }
        options.issuer = issuer.map { values[$0] } ?? options.issuer
        options.apiURL = api.map { values[$0] } ?? options.apiURL
        options.pageURL = page.map { values[$0] } ?? options.pageURL
        return options
    }
}

/// The settings of Apple's page.
struct ApplePageSettings: Sendable {
    let teamId = Setting("apple.teamId", "The id of your team at Apple.").ignoringEmpty()
    let keyId = Setting("apple.keyId", "The id of your team's key for Sign in with Apple.").ignoringEmpty()
    let privateKey = Setting(
        secret: "apple.privateKey", "The private key of `apple.keyId`, in PEM or only its base64.", mustBe: "a key on P-256",
        parse: { AppleSigningKey($0)?.pem }
    ).ignoringEmpty().details("With the three, `apple.com`'s page can be used for the first of `apple.clientIds`.")

    /// The key, if all three parts of it are given.
    func key(_ values: SettingValues) -> ProviderClient.AppleKey? {
        guard let team = values[teamId], let id = values[keyId], let key = values[privateKey] else { return nil }
        return ProviderClient.AppleKey(teamID: team, keyID: id, privateKey: key)
    }
}

/// The settings of X's page by OAuth 2.
struct TwitterPageSettings: Sendable {
    let clientId = Setting("twitter.pageClientId", "The OAuth 2 client id of your app at X.").ignoringEmpty()
        .details("With its secret, X's page works by OAuth 2, otherwise by OAuth 1.0a with `twitter.clientId`.")
    let clientSecret = Setting(secret: "twitter.pageClientSecret", "The OAuth 2 client secret of your app at X.")
        .ignoringEmpty()

    func client(_ values: SettingValues) -> ProviderOptions.BuiltIn.CodeClient? {
        guard let id = values[clientId], let secret = values[clientSecret] else { return nil }
        return ProviderOptions.BuiltIn.CodeClient(id: id, secret: secret)
    }
}

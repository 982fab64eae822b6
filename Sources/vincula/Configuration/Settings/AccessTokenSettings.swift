import VinculaProviders

/// The settings of Facebook.
struct FacebookSettings: Sendable {
    let clientIds = Setting(
        list: "facebook.clientIds", "Facebook app ids, comma-separated; the secret belongs to the first.")
    let clientSecret = Setting(secret: "facebook.clientSecret", "The Facebook app's secret.").ignoringEmpty()
    let issuer = Setting(
        url: "facebook.issuer", "An issuer to use instead of Facebook's, for tests.",
        default: ProviderOptions.standard.facebook.issuer
    ).ignoringEmpty().details("This is the issuer of Limited Login's ID tokens.")
    let graphUrl = Setting(
        url: "facebook.graphUrl", "A Graph API to use instead of Facebook's, for tests.",
        default: ProviderOptions.standard.facebook.apiURL
    ).ignoringEmpty()
}

/// The settings of X.
struct TwitterSettings: Sendable {
    let clientId = Setting("twitter.clientId", "The consumer key of your app at X.").ignoringEmpty()
    let clientSecret = Setting(secret: "twitter.clientSecret", "The consumer secret of your app at X.").ignoringEmpty()
    let apiUrl = Setting(
        url: "twitter.apiUrl", "An API to use instead of X's, for tests.", default: ProviderOptions.standard.twitter.apiURL
    ).ignoringEmpty()
}

/// The settings of GitHub.
struct GitHubSettings: Sendable {
    let clientId = Setting("github.clientId", "The client id of your app at GitHub.").ignoringEmpty()
    let clientSecret = Setting(secret: "github.clientSecret", "The client secret of your app at GitHub.").ignoringEmpty()
    let apiUrl = Setting(
        url: "github.apiUrl", "An API to use instead of GitHub's, for tests.", default: ProviderOptions.standard.github.apiURL
    ).ignoringEmpty()
}

/// The settings of LinkedIn.
struct LinkedInSettings: Sendable {
    let clientIds = Setting(
        list: "linkedin.clientIds", "LinkedIn client ids, comma-separated; the secret belongs to the first.")
    let clientSecret = Setting(secret: "linkedin.clientSecret", "The client secret of your app at LinkedIn.").ignoringEmpty()
    let issuer = Setting(
        url: "linkedin.issuer", "An issuer to use instead of LinkedIn's, for tests.",
        default: ProviderOptions.standard.linkedIn.issuer
    ).ignoringEmpty()
    let apiUrl = Setting(
        url: "linkedin.apiUrl", "An API to use instead of LinkedIn's, for tests.",
        default: ProviderOptions.standard.linkedIn.apiURL
    ).ignoringEmpty()
}

/// The settings of Yahoo.
struct YahooSettings: Sendable {
    let clientIds = Setting(list: "yahoo.clientIds", "Yahoo client ids, comma-separated; the secret belongs to the first.")
    let clientSecret = Setting(secret: "yahoo.clientSecret", "The client secret of your app at Yahoo.").ignoringEmpty()
    let issuer = Setting(
        url: "yahoo.issuer", "An issuer to use instead of Yahoo's, for tests.", default: ProviderOptions.standard.yahoo.issuer
    ).ignoringEmpty()
    let apiUrl = Setting(
        url: "yahoo.apiUrl", "An API to use instead of Yahoo's, for tests.", default: ProviderOptions.standard.yahoo.apiURL
    ).ignoringEmpty()
}

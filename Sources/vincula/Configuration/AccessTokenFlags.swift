import ArgumentParser

/// The flags for providers that check access tokens; their secrets have no flags.
struct AccessTokenFlags: ParsableArguments {
    @Option(
        name: .customLong("google-api-url"),
        help: "An API to use instead of Google's for access tokens, for tests. (default: https://www.googleapis.com)")
    var googleApiURL: String?

    @Option(
        name: .customLong("facebook-client-ids"), help: "Facebook app ids, comma-separated; the secret belongs to the first.")
    var facebookClientIds: String?

    @Option(
        name: .customLong("facebook-issuer"),
        help: "An issuer to use instead of Facebook's, for tests. (default: https://limited.facebook.com)")
    var facebookIssuer: String?

    @Option(
        name: .customLong("facebook-graph-url"),
        help: "A Graph API to use instead, for tests. (default: https://graph.facebook.com)")
    var facebookGraphURL: String?

    @Option(name: .customLong("twitter-client-id"), help: "The consumer key at X.")
    var twitterClientId: String?

    @Option(name: .customLong("twitter-api-url"), help: "An API to use instead of X's, for tests. (default: https://api.x.com)")
    var twitterApiURL: String?

    @Option(name: .customLong("github-client-id"), help: "The client id at GitHub.")
    var githubClientId: String?

    @Option(
        name: .customLong("github-api-url"),
        help: "An API to use instead of GitHub's, for tests. (default: https://api.github.com)"
    )
    var githubApiURL: String?

    @Option(
        name: .customLong("linkedin-client-ids"), help: "LinkedIn client ids, comma-separated; the secret belongs to the first.")
    var linkedinClientIds: String?

    @Option(
        name: .customLong("linkedin-issuer"),
        help: "An issuer to use instead of LinkedIn's, for tests. (default: https://www.linkedin.com/oauth)")
    var linkedinIssuer: String?

    @Option(
        name: .customLong("linkedin-api-url"),
        help: "An API to use instead of LinkedIn's, for tests. (default: https://api.linkedin.com)")
    var linkedinApiURL: String?

    @Option(name: .customLong("yahoo-client-ids"), help: "Yahoo client ids, comma-separated; the secret belongs to the first.")
    var yahooClientIds: String?

    @Option(
        name: .customLong("yahoo-issuer"),
        help: "An issuer to use instead of Yahoo's, for tests. (default: https://api.login.yahoo.com)")
    var yahooIssuer: String?

    @Option(
        name: .customLong("yahoo-api-url"),
        help: "An API to use instead of Yahoo's, for tests. (default: https://api.login.yahoo.com)")
    var yahooApiURL: String?

    /// The given values, by setting.
    var values: [Setting: String] {
        var values: [Setting: String] = [:]
        values[.googleApiUrl] = googleApiURL
        values[.facebookClientIds] = facebookClientIds
        values[.facebookIssuer] = facebookIssuer
        values[.facebookGraphUrl] = facebookGraphURL
        values[.twitterClientId] = twitterClientId
        values[.twitterApiUrl] = twitterApiURL
        values[.githubClientId] = githubClientId
        values[.githubApiUrl] = githubApiURL
        values[.linkedinClientIds] = linkedinClientIds
        values[.linkedinIssuer] = linkedinIssuer
        values[.linkedinApiUrl] = linkedinApiURL
        values[.yahooClientIds] = yahooClientIds
        values[.yahooIssuer] = yahooIssuer
        values[.yahooApiUrl] = yahooApiURL
        return values
    }
}

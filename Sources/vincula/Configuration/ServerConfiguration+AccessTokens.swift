import VinculaProviders

extension ServerConfiguration {
    /// Reads the settings of the providers that check access tokens.
    ///
    /// - Throws: ``ConfigurationError``.
    static func accessTokenProviders(_ sources: ConfigurationSources, _ options: inout ProviderOptions) throws {
        func text(_ setting: Setting) throws -> String? { try sources.text(setting).flatMap { $0.isEmpty ? nil : $0 } }
        func address(_ setting: Setting, _ value: inout String) throws {
            if let given = try text(setting) { value = try url(given, setting) }
        }
        options.facebook.clientIDs = try sources.list(.facebookClientIds)
        options.facebook.clientSecret = try text(.facebookClientSecret)
        options.twitter.clientIDs = try text(.twitterClientId).map { [$0] } ?? []
        options.twitter.clientSecret = try text(.twitterClientSecret)
        options.github.clientIDs = try text(.githubClientId).map { [$0] } ?? []
        options.github.clientSecret = try text(.githubClientSecret)
        options.linkedIn.clientIDs = try sources.list(.linkedinClientIds)
        options.linkedIn.clientSecret = try text(.linkedinClientSecret)
        options.yahoo.clientIDs = try sources.list(.yahooClientIds)
        options.yahoo.clientSecret = try text(.yahooClientSecret)
        try address(.googleApiUrl, &options.google.apiURL)
        try address(.facebookIssuer, &options.facebook.issuer)
        try address(.facebookGraphUrl, &options.facebook.apiURL)
        try address(.twitterApiUrl, &options.twitter.apiURL)
        try address(.githubApiUrl, &options.github.apiURL)
        try address(.linkedinIssuer, &options.linkedIn.issuer)
        try address(.linkedinApiUrl, &options.linkedIn.apiURL)
        try address(.yahooIssuer, &options.yahoo.issuer)
        try address(.yahooApiUrl, &options.yahoo.apiURL)
    }
}

import VinculaCore
import VinculaEngine

extension BuiltInProvider {
    static let github = BuiltInProvider(
        id: .github, title: "GitHub",
        mark: """
            M12 .297\
            c-6.63 0-12 5.373-12 12 0 5.303 3.438 9.8 8.205 11.385.6.113.82-.258.82-.577 \
            0-.285-.01-1.04-.015-2.04-3.338.724-4.042-1.61-4.042-1.61C4.422 18.07 3.633 17.7 3.633 17.7\
            c-1.087-.744.084-.729.084-.729 1.205.084 1.838 1.236 1.838 1.236 1.07 1.835 2.809 1.305 \
            3.495.998.108-.776.417-1.305.76-1.605-2.665-.3-5.466-1.332-5.466-5.93 0-1.31.465-2.38 \
            1.235-3.22-.135-.303-.54-1.523.105-3.176 0 0 1.005-.322 3.3 1.23.96-.267 1.98-.399 3-.405 1.02.006 2.04.138 3 \
            .405 2.28-1.552 3.285-1.23 3.285-1.23.645 1.653.24 2.873.12 3.176.765.84 1.23 1.91 1.23 3.22 0 4.61-2.805 \
            5.625-5.475 5.92.42.36.81 1.096.81 2.22 0 1.606-.015 2.896-.015 3.286 0 .315.21.69.825.57\
            C20.565 22.092 24 17.592 24 12.297c0-6.627-5.373-12-12-12
            """,
        settings: Settings(
            prefix: "github", name: "GitHub",
            clients: .one(help: "The client id of your app at GitHub."),
            secret: "The client secret of your app at GitHub.",
            api: Settings.Address("apiUrl", "An API to use instead of GitHub's, for tests."),
            page: Settings.Address("pageUrl", "The pages to use instead of GitHub's, for tests."),
            pageNeeds: "github.clientSecret"),
        standard: .init(issuer: "github.com", apiURL: "https://api.github.com", pageURL: "https://github.com"),
        make: { options, _ in GitHub(options: options) })
}

/// Sign in with GitHub, by an access token of an OAuth app or a GitHub app.
struct GitHub: AccessTokenProvider, AuthorizationPageProvider {
    let options: ProviderOptions.BuiltIn

    func requirePage() throws(AuthError) { _ = try options.pageClient(of: .github) }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let client = try options.pageClient(of: .github)
        var page = AuthorizationPage(
            url: options.pageURL + "/login/oauth/authorize", tokenURL: options.pageURL + "/login/oauth/access_token",
            clientID: client.id, authentication: .form(secret: client.secret), scopes: ["user:email"])
        page.idToken = .ignored
        return page
    }

    func facts(of token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> IdentityFacts {
        let client = try options.clientWithSecret(of: dialogue.provider)
        let checked = try await dialogue.send(
            Self.typed(
                .post(
                    "\(options.apiURL)/applications/\(client.id.percentEncoded)/token",
                    .json(.object(["access_token": .string(token.text)])))
            ).by(client: client.id, secret: client.secret))
        try Self.requirePatience(checked, dialogue)
        // 404 means that the token is invalid or belongs to another app; 401 means that our own credentials are wrong.
        if checked.status == 401 { throw dialogue.clientRefused }
        guard checked.isSuccess else { throw dialogue.refused }
        guard checked.json["app"]?["client_id"]?.string?.isSame(as: client.id) == true else { throw dialogue.otherClient }

        let user = try await dialogue.send(Self.typed(.get(options.apiURL + "/user", bearer: token.text)))
        try Self.requirePatience(user, dialogue)
        guard user.isSuccess else { throw dialogue.refused }
        let person = user.json
        let subject = try Self.subject(person["id"], dialogue)
        guard try Self.subject(checked.json["user"]?["id"], dialogue) == subject else { throw dialogue.otherPerson }

        let key = IdentityKey(provider: .github, issuer: ProviderID.github.canonicalIssuer, subject: subject)
        var facts = IdentityFacts(key: key, claims: person)
        facts.profile = Profile(
            displayName: person.text("name"), photoURL: person.text("avatar_url"), screenName: person.text("login"))
        // The profile's email is a public contact address, which may be somebody else's.
        facts.email = try await email(token, by: dialogue)
        facts.saysVerified = facts.email != nil
        return facts
    }

    /// The person's primary address, if it is verified and the token grants access to it.
    private func email(_ token: AccessToken, by dialogue: ProviderDialogue) async throws(AuthError) -> EmailAddress? {
        let request = ProviderRequest.get(options.apiURL + "/user/emails", query: [("per_page", "100")], bearer: token.text)
        let reply = try await dialogue.send(Self.typed(request), expecting: .array)
        try Self.requirePatience(reply, dialogue)
        if reply.status == 401 { throw dialogue.refused }
        guard case .array(let addresses) = reply.json else { return nil }
        let primary = addresses.first { $0["primary"]?.bool == true && $0["verified"]?.bool == true }
        return primary?["email"]?.string.flatMap { EmailAddress($0) }
    }

    /// GitHub's ids are numbers; a string is never accepted.
    private static func subject(_ id: JSONValue?, _ dialogue: ProviderDialogue) throws(AuthError) -> String {
        guard case .integer(let number)? = id, number > 0 else { throw dialogue.invalidSubject }
        return String(number)
    }

    /// Checks for a rate limit, which GitHub may also report with the status 403.
    private static func requirePatience(_ reply: ProviderDialogue.Reply, _ dialogue: ProviderDialogue) throws(AuthError) {
        guard reply.status != 403 || reply.json["message"]?.string?.lowercased().contains("rate limit") != true else {
            throw .providerUnavailable("\(dialogue.provider) is rate-limiting this server.")
        }
    }

    private static func typed(_ request: ProviderRequest) -> ProviderRequest {
        request.with("Accept", "application/vnd.github+json").with("X-GitHub-Api-Version", "2022-11-28")
    }
}

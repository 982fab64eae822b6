import VinculaCore
import VinculaEngine

/// A provider that a project describes by its endpoints (`oauth2.*`).
///
/// Its access tokens do not say for which app they were issued, so only those are believed that its token endpoint has just
/// issued to this server; a client cannot present one.
struct PlainOAuth2: AuthorizationPageProvider {
    let configuration: OpenIDProvider
    let endpoints: OAuth2Endpoints
    var clientSecret: String?

    func requirePage() throws(AuthError) { _ = try secret() }

    private func secret() throws(AuthError) -> String {
        guard let clientSecret, !clientSecret.isEmpty else {
            throw .operationNotAllowed(
                "Signing in at \(configuration.id)'s page needs the client's secret; add clientSecret to its configuration.")
        }
        return clientSecret
    }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let secret = try secret()
        guard visit.http.isAddress(endpoints.authorizationURL) else {
            throw .operationNotAllowed("\(configuration.id)'s authorizationUrl is not an https URL.")
        }
        var page = AuthorizationPage(
            url: endpoints.authorizationURL, tokenURL: endpoints.tokenURL, clientID: configuration.clientID,
            authentication: endpoints.authentication == .post ? .form(secret: secret) : .basic(secret: secret),
            scopes: endpoints.scopes)
        page.idToken = .ignored
        return page
    }

    func identity(
        from tokens: ProviderTokens, answering order: ProviderPageOrder, trust: ProviderTrust, by visit: PageVisit,
        registry: ProviderRegistry
    ) async throws -> VerifiedIdentity {
        guard let text = tokens.accessToken else {
            throw AuthError.invalidIDPResponse("\(visit.provider) answered the code without an access_token.")
        }
        let token = try AccessToken(text, secret: nil)
        let person = try await visit.dialogue.ask(.get(endpoints.userInfoURL, bearer: token.text))
        let facts = try facts(of: person, visit.dialogue)
        return facts.verified(trust: trust, idToken: nil, accessToken: token.text)
    }

    private func facts(of person: JSONValue, _ dialogue: ProviderDialogue) throws(AuthError) -> IdentityFacts {
        let members = endpoints.members
        let subject = try subject(person.member(at: members.subject), dialogue)
        let key = IdentityKey(provider: configuration.id, issuer: configuration.issuer, subject: subject)
        // Nothing is read that the configuration does not name, whatever the members' names mean elsewhere.
        var facts = IdentityFacts(key: key, claims: .object([:]))
        facts.details.rawUserInfo = person
        facts.email = members.email.flatMap { person.member(at: $0)?.string }.flatMap { EmailAddress($0) }
        facts.saysVerified = members.emailVerified.map { person.member(at: $0)?.bool == true } ?? false
        facts.profile = Profile(
            displayName: members.name.flatMap { person.member(at: $0)?.string },
            photoURL: members.picture.flatMap { person.member(at: $0)?.string }, screenName: nil)
        return facts
    }

    /// A user id may be a number; it is kept as decimal digits.
    private func subject(_ value: JSONValue?, _ dialogue: ProviderDialogue) throws(AuthError) -> String {
        if case .integer(let number)? = value { return String(number) }
        return try dialogue.subject(value)
    }
}

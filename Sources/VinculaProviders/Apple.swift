import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension BuiltInProvider {
    static let apple = BuiltInProvider(
        id: .apple, title: "Apple",
        mark: """
            M12.152 6.896\
            c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 \
            2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 \
            3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 \
            2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83\
            c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 \
            2.715-.688 3.559-1.701
            """,
        settings: Settings(
            prefix: "apple", name: "Apple",
            clients: .list(help: "Apple bundle ids and services ids whose tokens are accepted, comma-separated."),
            issuer: Settings.Address("issuer", "An issuer to use instead of Apple's, for tests."),
            pageNeeds: "apple.teamId, apple.keyId and apple.privateKey", checksAccessTokens: false),
        standard: .init(issuer: "https://appleid.apple.com"),
        make: { options, now in Apple(options: options, now: now) })
}

/// Sign in with Apple.
struct Apple: IDTokenProvider, AuthorizationPageProvider {
    /// The maximum length of a name sent by a client, in bytes.
    private static let maximumNameLength = 256

    let options: ProviderOptions.BuiltIn
    let now: Timestamp

    var keySource: OpenIDDiscovery.Source { OpenIDDiscovery.Source(issuer: options.issuer) }

    func rules(for claims: JSONValue) -> IDTokenRules {
        IDTokenRules(issuers: [options.issuer], clientIDs: options.clientIDs)
    }

    /// - Parameter user: The person's name as reported by the client. Apple gives it to the client once and never signs it.
    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        var facts = IdentityFacts(key: IdentityKey(provider: .apple, issuer: options.issuer, subject: subject), claims: claims)
        facts.saysVerified = facts.saysVerified || claims["email_verified"]?.string == "true"
        facts.details.firstName = name("firstName", of: user)
        facts.details.lastName = name("lastName", of: user)
        let names = [facts.details.firstName, facts.details.lastName].compactMap(\.self)
        if facts.profile.displayName == nil, !names.isEmpty { facts.profile.displayName = names.joined(separator: " ") }
        return facts
    }

    func requirePage() throws(AuthError) { _ = try pageClient() }

    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage {
        let client = try pageClient()
        var page = try AuthorizationPage(
            try await visit.endpoints(of: keySource), client: client, of: .apple, scopes: ["openid", "name", "email"])
        page.answersByForm = true
        return page
    }

    func finish(_ answer: ProviderPageAnswer, by visit: PageVisit) async throws(AuthError) -> ProviderTokens {
        var tokens = try await page(for: answer.order, by: visit).finish(answer, by: visit)
        // The name is posted beside the code, at the first sign-in only.
        tokens.user = answer.fields["user"].flatMap { $0.utf8.count <= 4096 ? JSONValue.parse(Data($0.utf8)) : nil }
        return tokens
    }

    /// The first client, which is the services id, with a secret made by the team's key.
    private func pageClient() throws(AuthError) -> PageClient {
        guard let id = options.clientIDs.first, let key = options.appleKey, let signing = AppleSigningKey(key.privateKey),
            let secret = try? signing.clientSecret(
                keyID: key.keyID, teamID: key.teamID, clientID: id, audience: options.issuer, issuedAt: now.seconds,
                lifetime: AppleTokens.secretLifetime)
        else {
            throw .operationNotAllowed(
                "Signing in at apple.com's page needs the team's id, a key's id and its private key; "
                    + "add them to the configuration (codeFlowConfig).")
        }
        return PageClient(id: id, secret: secret)
    }

    private func name(_ part: String, of user: JSONValue?) -> String? {
        guard let name = user?["name"]?.text(part), name.utf8.count <= Self.maximumNameLength,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return name
    }
}

import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

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

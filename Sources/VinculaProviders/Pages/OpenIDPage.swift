import VinculaCore
import VinculaEngine

/// A provider with an OAuth 2 page.
protocol AuthorizationPageProvider: PageProvider {
    /// Describes the page, as an order needs it.
    func page(for order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> AuthorizationPage
}

extension AuthorizationPageProvider {
    func begin(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderPage {
        try requirePage()
        return try await page(for: order, by: visit).begin(order)
    }

    func finish(_ answer: ProviderPageAnswer, by visit: PageVisit) async throws(AuthError) -> ProviderTokens {
        try requirePage()
        return try await page(for: answer.order, by: visit).finish(answer, by: visit)
    }

    func probe(_ order: ProviderPageOrder, by visit: PageVisit) async throws(AuthError) -> ProviderProbe {
        try requirePage()
        return try await page(for: order, by: visit).probe(order, by: visit)
    }
}

extension AuthorizationPage {
    /// Describes the page of a provider whose endpoints are known by discovery, for authorization codes.
    init(
        _ endpoints: OpenIDEndpoints, client: PageClient, of provider: ProviderID,
        scopes: [String] = ["openid", "email", "profile"]
    ) throws(AuthError) {
        guard let token = endpoints.token else {
            throw .operationNotAllowed("\(provider) has no token endpoint, so codes of its page cannot be redeemed.")
        }
        self.init(
            url: endpoints.page, tokenURL: token, clientID: client.id,
            authentication: try endpoints.authentication(client.secret, of: provider), scopes: scopes)
        issuers = [endpoints.issuer]
        announcesIssuer = endpoints.announcesIssuer
    }
}

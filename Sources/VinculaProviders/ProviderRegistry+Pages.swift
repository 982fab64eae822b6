package import VinculaCore
package import VinculaEngine

extension ProviderRegistry: ProviderPages {
    package func canBegin(_ provider: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) -> Bool {
        if DevelopmentPage(for: provider, client: client, options: options) != nil { return true }
        if provider.isSAML { return (try? SAMLPage(provider, configured: configured, client: client)) != nil }
        return (try? pageProvider(provider, configured: configured, client: client).requirePage()) != nil
    }

    package func begin(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderPage {
        if let page = DevelopmentPage(for: order.provider, client: client, options: options) { return try page.begin(order) }
        if order.provider.isSAML {
            return try SAMLPage(order.provider, configured: configured, client: client).begin(order, now: clock.now)
        }
        let provider = try pageProvider(order.provider, configured: configured, client: client)
        return try await provider.begin(order, by: visit(order.provider))
    }

    package func finish(
        _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        if let page = DevelopmentPage(for: answer.order.provider, client: client, options: options) {
            return try page.finish(answer, trust: trust)
        }
        if answer.order.provider.isSAML {
            return try await SAMLPage(answer.order.provider, configured: configured, client: client)
                .finish(answer, trust: trust, now: clock.now)
        }
        let provider = try pageProvider(answer.order.provider, configured: configured, client: client)
        let visit = visit(answer.order.provider)
        let tokens = try await provider.finish(answer, by: visit)
        var identity = try await provider.identity(
            from: tokens, answering: answer.order, trust: trust, by: visit, registry: self)
        identity.oauthRefreshToken = tokens.refreshToken
        identity.oauthExpiresIn = identity.oauthExpiresIn ?? tokens.lifetime
        return identity
    }

    package func probe(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderProbe {
        let isOurs = DevelopmentPage(for: order.provider, client: client, options: options) != nil
        guard !isOurs, !order.provider.isSAML else { return .nothingToAsk }
        guard order.provider.isDefinedByProject || BuiltInProvider[order.provider]?.make != nil else { return .nothingToAsk }
        let found = try provider(order.provider, configured: configured, client: client)
        if let issuer = found as? any IDTokenProvider {
            _ = try await keySets.keys(of: issuer.keySource) { _ in true }
        }
        guard let page = found as? any PageProvider else { return .found }
        return try await page.probe(order, by: visit(order.provider))
    }

    private func pageProvider(
        _ id: ProviderID, configured: OpenIDProvider?, client: ProviderClient?
    ) throws(AuthError) -> any PageProvider {
        let found = try provider(id, configured: configured, client: client)
        guard let provider = found as? any PageProvider else {
            throw .invalidCredentialOrProviderID("\(id) has no page to sign in at.")
        }
        return provider
    }
}

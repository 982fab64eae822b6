package import VinculaCore
package import VinculaEngine

extension ProviderRegistry: ProviderPages {
    package func begin(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderPage {
        throw AuthError.providerNotConfigured
    }

    package func finish(
        _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        throw AuthError.providerNotConfigured
    }
}

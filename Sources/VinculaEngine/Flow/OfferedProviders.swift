package import VinculaCore

extension AuthEngine {
    /// The providers whose pages people can sign in with in a project now: those in the catalogue, then the project's own.
    package func offeredProviders(in scope: ProjectScope) async throws -> [ProviderDescription] {
        try await read(in: scope) { reading in
            let own = try reading.reads.openIDProviders(in: scope).map {
                ProviderDescription(id: $0.id, title: $0.displayName ?? $0.id.value)
            }
            return try (catalogue.providers + own).filter { description in
                do {
                    let provider = try reading.flowProvider(description.id, sealer: sealer, serverTrust: serverTrust)
                    return pages.canBegin(description.id, configured: provider.configured, client: provider.client)
                } catch is AuthError {
                    // Off, or not configured.
                    return false
                }
            }
        }
    }
}

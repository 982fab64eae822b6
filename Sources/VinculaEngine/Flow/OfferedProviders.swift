package import VinculaCore

extension BrowserFlows {
    /// The providers at whose pages people can sign in to a project now: switched on, and configured with all that a page needs.
    ///
    /// - Returns: The built-in ones in the catalogue's order, and then the project's own, by id.
    package func offered(in scope: ProjectScope) async throws -> [ProviderDescription] {
        try await read(in: scope) { reading in
            let builtIn = try catalogue.providers.filter { provider in
                let configured = try reading.reads.supportedProvider(provider.id, in: scope)
                guard try configured?.isEnabled ?? reading.hasServerProviders() else { return false }
                let client = try reading.client(of: provider.id, sealer: sealer)
                return pages.canBegin(provider.id, configured: nil, client: client)
            }
            let own = try reading.reads.openIDProviders(in: scope).filter { provider in
                guard provider.isEnabled else { return false }
                let client = try reading.client(of: provider.id, sealer: sealer)
                return pages.canBegin(provider.id, configured: provider, client: client)
            }
            return builtIn
                + own.map { provider in
                    let name = provider.displayName.flatMap { $0.isEmpty ? nil : $0 }
                    return ProviderDescription(id: provider.id, title: name ?? provider.id.value)
                }
        }
    }
}

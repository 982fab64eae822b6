package import VinculaCore

extension ProjectAdministration {
    /// The trust in a provider's emails that applies in a project, and the setting that it comes from.
    package func trust(in provider: ProviderID, of project: String) async throws -> EffectiveTrust {
        try await settings(of: project).trust(in: provider, server: serverTrust)
    }

    /// The trust in a provider's emails that applies in a project or tenant, and the setting that it comes from.
    package func trust(in provider: ProviderID, in scope: ProjectScope) async throws -> EffectiveTrust {
        try await settings(in: scope).trust(in: provider, server: serverTrust)
    }

    /// Sets the trust in a provider's emails in a project.
    ///
    /// - Parameters:
    ///   - trust: `nil` to use the server's configuration or the project's default again.
    ///   - provider: The provider.
    ///   - project: The project's ID.
    /// - Throws: ``AuthError/invalidProviderID(_:)`` for a provider that does not vouch for emails.
    package func setTrust(_ trust: ProviderTrust?, in provider: ProviderID, of project: String) async throws {
        try ProjectSettings.requireTrustable(provider)
        _ = try await updateSettings(of: project) { $0.providerTrust[provider.value] = trust }
    }

    /// Sets the trust in the emails of all other providers in a project.
    package func setDefaultTrust(_ trust: ProviderTrust, of project: String) async throws {
        _ = try await updateSettings(of: project) { $0.defaultTrust = trust }
    }
}

extension ProjectSettings {
    /// Checks that a trust can be set for a provider.
    ///
    /// - Throws: ``AuthError/invalidProviderID(_:)``.
    package static func requireTrustable(_ provider: ProviderID) throws(AuthError) {
        guard ProviderID.builtIn.contains(provider) || OpenIDProviderID.isValid(provider) else {
            let near = NearestName.of(provider.value, among: ProviderID.builtIn.map(\.value).sorted())
            throw .invalidProviderID(
                "\(provider.value.prefix(60)) is neither a built-in provider nor oidc.NAME, oauth2.NAME or saml.NAME."
                    + (near.map { " Did you mean \($0)?" } ?? ""))
        }
    }
}

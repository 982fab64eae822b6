public import VinculaCore

extension AuthEngine {
    /// What a provider's word on an email is worth in a project, and who says so.
    public func trust(in provider: ProviderID, of project: String) async throws -> EffectiveTrust {
        try await settings(of: project).trust(in: provider, server: serverTrust)
    }

    /// Sets what a provider's word on an email is worth in a project.
    ///
    /// - Parameter trust: `nil` to let the server's configuration or the project's default decide again.
    /// - Throws: ``AuthError/invalidProviderID(_:)`` for what vouches for nobody.
    public func setTrust(_ trust: ProviderTrust?, in provider: ProviderID, of project: String) async throws {
        try ProjectSettings.requireTrustable(provider)
        _ = try await updateSettings(of: project) { $0.providerTrust[provider.value] = trust }
    }

    /// Sets what the word of every other provider is worth in a project.
    public func setDefaultTrust(_ trust: ProviderTrust, of project: String) async throws {
        _ = try await updateSettings(of: project) { $0.defaultTrust = trust }
    }
}

extension ProjectSettings {
    /// Requires that a trust can be set for a provider.
    ///
    /// - Throws: ``AuthError/invalidProviderID(_:)``.
    public static func requireTrustable(_ provider: ProviderID) throws(AuthError) {
        guard ProviderID.builtIn.contains(provider) || OpenIDProviderID.isValid(provider) else {
            throw .invalidProviderID("\(provider.value.prefix(60)) is neither a built-in provider nor oidc.NAME.")
        }
    }
}

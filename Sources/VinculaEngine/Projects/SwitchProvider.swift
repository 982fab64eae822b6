package import VinculaCore

extension ProjectAdministration {
    /// Turns a provider on or off, also one of the server's settings; accounts are kept.
    ///
    /// - Parameters:
    ///   - id: The provider.
    ///   - isOn: `true` to turn it on.
    ///   - site: The server.
    ///   - scope: The project or tenant.
    /// - Throws: ``AuthError/configurationNotFound``, and the errors of changing its configuration.
    package func switchProvider(
        _ id: ProviderID, to isOn: Bool, at site: SAMLSite, in scope: ProjectScope
    ) async throws {
        if id.isSAML {
            var edit = SAMLProviderEdit()
            edit.isEnabled = isOn
            _ = try await updateSAMLProvider(id, edit, at: site, in: scope)
        } else if id.isDefinedByProject {
            var edit = OpenIDProviderEdit()
            edit.isEnabled = isOn
            _ = try await updateOpenIDProvider(id, edit, allowsLoopback: site.isDevelopment, in: scope)
        } else {
            var edit = SupportedProviderEdit()
            edit.isEnabled = isOn
            do {
                _ = try await updateSupportedProvider(id, edit, in: scope)
            } catch AuthError.configurationNotFound {
                let isServers = scope.tenant.isEmpty && serverProviders.contains(id)
                // The server's provider is on anyway, and off only by a configuration of the project's own.
                guard !isOn || !isServers else { return }
                guard isServers else { throw AuthError.configurationNotFound }
                _ = try await createSupportedProvider(id, edit, in: scope)
            }
        }
    }

    /// Deletes a provider's configuration; accounts are kept. A built-in one then has what the server's settings say.
    ///
    /// - Throws: ``AuthError/configurationNotFound``.
    package func deleteProvider(_ id: ProviderID, in scope: ProjectScope) async throws {
        if id.isSAML {
            try await deleteSAMLProvider(id, in: scope)
        } else if id.isDefinedByProject {
            try await deleteOpenIDProvider(id, in: scope)
        } else {
            try await deleteSupportedProvider(id, in: scope)
        }
    }
}

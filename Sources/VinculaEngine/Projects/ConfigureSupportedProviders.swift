package import VinculaCore
import VinculaCrypto

/// A built-in provider's configuration as an administrator sends it; parts that are `nil` stay unchanged, an empty text
/// removes one.
package struct SupportedProviderEdit: Hashable, Sendable {
    package var isEnabled: Bool?
    package var clientID: String?
    package var otherClientIDs: [String]?
    /// In clear; sealed before it is stored.
    package var clientSecret: String?
    package var bundleIDs: [String]?
    package var teamID: String?
    package var keyID: String?
    /// In PEM, in clear; sealed before it is stored.
    package var privateKey: String?

    package init() {}
}

extension ProjectAdministration {
    /// The project's own configurations of built-in providers, sorted by id.
    package func supportedProviders(in scope: ProjectScope) async throws -> [SupportedProvider] {
        try await read { try $0.reads.supportedProviders(in: scope) }
    }

    /// - Throws: ``AuthError/configurationNotFound``.
    package func supportedProvider(_ id: ProviderID, in scope: ProjectScope) async throws -> SupportedProvider {
        guard let provider = try await read({ try $0.reads.supportedProvider(id, in: scope) }) else {
            throw AuthError.configurationNotFound
        }
        return provider
    }

    /// Configures a built-in provider for a project.
    ///
    /// - Throws: ``AuthError/invalidProviderID(_:)``, ``AuthError/invalidConfig(_:)``, ``AuthError/missingClientID``,
    ///   ``AuthError/missingClientSecret``, ``AuthError/duplicateConfig``.
    package func createSupportedProvider(
        _ id: ProviderID, _ edit: SupportedProviderEdit, in scope: ProjectScope
    ) async throws -> SupportedProvider {
        guard ProviderID.builtIn.contains(id) else {
            let known = ProviderID.builtIn.map(\.value).sorted().joined(separator: ", ")
            throw AuthError.invalidProviderID("idpId must be one of \(known).")
        }
        let created = try applied(edit, to: SupportedProvider(id: id), in: scope)
        try await write(in: scope) { work in
            guard try work.transaction.supportedProvider(id, in: scope) == nil else { throw AuthError.duplicateConfig }
            try work.transaction.insert(created, in: scope)
            work.transaction.record(Self.event(.providerCreate, from: nil, to: created, in: scope))
        }
        return created
    }

    /// Changes a built-in provider's configuration.
    ///
    /// If there is a secret, it must be sent again with another client (for Apple's key: another team or key id).
    ///
    /// - Throws: ``AuthError/configurationNotFound``, and the errors of creating one.
    package func updateSupportedProvider(
        _ id: ProviderID, _ edit: SupportedProviderEdit, in scope: ProjectScope
    ) async throws -> SupportedProvider {
        try await write(in: scope) { work in
            guard let old = try work.transaction.supportedProvider(id, in: scope) else { throw AuthError.configurationNotFound }
            let provider = try applied(edit, to: old, in: scope)
            guard provider != old else { return old }
            try work.transaction.update(provider, in: scope)
            work.transaction.record(Self.event(.providerUpdate, from: old, to: provider, in: scope))
            return provider
        }
    }

    /// Deletes a built-in provider's configuration, so that the operator's applies again.
    ///
    /// - Throws: ``AuthError/configurationNotFound``.
    package func deleteSupportedProvider(_ id: ProviderID, in scope: ProjectScope) async throws {
        try await write(in: scope) { work in
            let old = try work.transaction.supportedProvider(id, in: scope)
            guard try work.transaction.deleteSupportedProvider(id, in: scope) else { throw AuthError.configurationNotFound }
            work.transaction.record(Self.event(.providerDelete, from: old, to: nil, in: scope))
        }
    }

    private static func event(
        _ action: AuditAction, from before: SupportedProvider?, to after: SupportedProvider?, in scope: ProjectScope
    ) -> AuditEvent {
        var details = AuditDifference.details(from: before, to: after)
        details["id"] = .string((after ?? before)?.id.value ?? "")
        for (name, was, isNow) in [
            ("sealedClientSecret", before?.sealedClientSecret, after?.sealedClientSecret),
            ("apple.sealedPrivateKey", before?.apple.sealedPrivateKey, after?.apple.sealedPrivateKey),
        ] where was != nil && isNow != nil && was != isNow {
            details[name] = "changed"
        }
        return AuditEvent(action, in: scope, details: details)
    }

    private func applied(
        _ edit: SupportedProviderEdit, to old: SupportedProvider, in scope: ProjectScope
    ) throws -> SupportedProvider {
        func text(_ new: String?, or old: String?) -> String? { new.map { $0.isEmpty ? nil : $0 } ?? old }
        var provider = old
        provider.isEnabled = edit.isEnabled ?? old.isEnabled
        provider.clientID = edit.clientID ?? old.clientID
        provider.otherClientIDs = edit.otherClientIDs ?? old.otherClientIDs
        provider.apple.bundleIDs = edit.bundleIDs ?? old.apple.bundleIDs
        provider.apple.teamID = text(edit.teamID, or: old.apple.teamID)
        provider.apple.keyID = text(edit.keyID, or: old.apple.keyID)
        let secret = try SecretChange.decide(
            sent: edit.clientSecret, isKept: old.sealedClientSecret != nil, isElsewhere: provider.clientID != old.clientID,
            field: "clientSecret")
        provider.sealedClientSecret = try sealer.apply(
            secret, to: old.sealedClientSecret, place: ProviderSecret.client(of: old.id, in: scope))
        var key = try SecretChange.decide(
            sent: edit.privateKey, isKept: old.apple.sealedPrivateKey != nil,
            isElsewhere: provider.apple.teamID != old.apple.teamID || provider.apple.keyID != old.apple.keyID,
            field: "privateKey")
        if case .replace(let text) = key {
            guard let parsed = AppleSigningKey(text) else {
                throw AuthError.invalidConfig("privateKey must be the P-256 key in PEM from Apple (AuthKey_….p8).")
            }
            key = .replace(parsed.pem)
        }
        provider.apple.sealedPrivateKey = try sealer.apply(
            key, to: old.apple.sealedPrivateKey, place: ProviderSecret.appleKey(of: old.id, in: scope))
        try provider.requireUsable()
        return provider
    }
}

import Foundation
package import VinculaCore
import VinculaCrypto

/// A SAML provider's configuration as an administrator sends it; parts that are `nil` stay unchanged.
package struct SAMLProviderEdit: Hashable, Sendable {
    package var displayName: String?
    package var isEnabled: Bool?
    /// The identity provider's entity ID.
    package var idpEntityID: String?
    package var ssoURL: String?
    /// In PEM.
    package var certificates: [String]?
    package var signsRequests: Bool?
    /// This server's entity ID; empty for the address of its metadata.
    package var spEntityID: String?
    /// The address that answers are posted to; empty for the provider's own.
    package var callbackURL: String?

    package init() {}
}

/// The server that a SAML provider is configured for.
package struct SAMLSite: Hashable, Sendable {
    /// The server's public address.
    package var server: String
    /// `true` under `--dev`: the provider may be plain http on this machine, and answers may be meant for any address.
    package var isDevelopment: Bool

    package init(server: String, isDevelopment: Bool) {
        self.server = server
        self.isDevelopment = isDevelopment
    }
}

extension ProjectAdministration {
    /// The SAML providers of a project, sorted by id.
    package func samlProviders(in scope: ProjectScope) async throws -> [OpenIDProvider] {
        try await openIDProviders(in: scope).filter { $0.saml != nil }
    }

    /// - Throws: ``AuthError/configurationNotFound``.
    package func samlProvider(_ id: ProviderID, in scope: ProjectScope) async throws -> OpenIDProvider {
        guard id.isSAML else { throw AuthError.configurationNotFound }
        return try await openIDProvider(id, in: scope)
    }

    /// Adds a SAML provider.
    ///
    /// - Throws: ``AuthError/invalidConfigID(_:)``, ``AuthError/invalidConfig(_:)``, ``AuthError/duplicateConfig``.
    package func createSAMLProvider(
        _ id: ProviderID, _ edit: SAMLProviderEdit, at site: SAMLSite, in scope: ProjectScope
    ) async throws -> OpenIDProvider {
        guard id.isSAML, OpenIDProviderID.isValid(id) else { throw AuthError.invalidConfigID(id.value) }
        var provider = OpenIDProvider(id: id, isEnabled: false, clientID: "", issuer: "", allowsIDToken: false)
        provider.saml = SAMLConnection(ssoURL: "", certificates: [])
        try apply(edit, to: &provider, at: site, in: scope)
        try sealFirstKey(of: &provider, in: scope)
        let created = provider
        try await write(in: scope) { work in
            guard try work.transaction.openIDProvider(id, in: scope) == nil else { throw AuthError.duplicateConfig }
            try work.transaction.insert(created, in: scope)
            work.transaction.record(Self.event(.providerCreate, from: nil, to: created, in: scope))
        }
        return created
    }

    /// Changes a SAML provider.
    ///
    /// The identity provider's entity ID stays while there are identities of it: the same NameIDs could mean other people.
    ///
    /// - Throws: ``AuthError/configurationNotFound``, ``AuthError/invalidConfig(_:)``.
    package func updateSAMLProvider(
        _ id: ProviderID, _ edit: SAMLProviderEdit, at site: SAMLSite, in scope: ProjectScope
    ) async throws -> OpenIDProvider {
        // Making a key takes long, and no transaction waits for it.
        var draft = try await samlProvider(id, in: scope)
        if edit.signsRequests == true { try sealFirstKey(of: &draft, isAsked: true, in: scope) }
        let prepared = draft
        return try await write(in: scope) { work in
            guard var provider = try work.transaction.openIDProvider(id, in: scope), provider.saml != nil else {
                throw AuthError.configurationNotFound
            }
            let before = provider
            try apply(edit, to: &provider, at: site, in: scope)
            if provider.saml?.signsRequests == true, provider.saml?.current == nil {
                provider.sealedClientSecret = prepared.sealedClientSecret
                provider.saml?.current = prepared.saml?.current
            }
            guard provider != before else { return before }
            try Self.requireSamePeople(before, provider, work)
            try work.transaction.update(provider, in: scope)
            work.transaction.record(Self.event(.providerUpdate, from: before, to: provider, in: scope))
            return provider
        }
    }

    /// - Throws: ``AuthError/configurationNotFound``.
    package func deleteSAMLProvider(_ id: ProviderID, in scope: ProjectScope) async throws {
        guard id.isSAML else { throw AuthError.configurationNotFound }
        try await deleteOpenIDProvider(id, in: scope)
    }

    /// This server's description of itself to a SAML provider.
    ///
    /// - Throws: ``AuthError/configurationNotFound``.
    package func samlMetadata(of id: ProviderID, server: String, in scope: ProjectScope) async throws -> SAMLMetadata {
        let provider = try await samlProvider(id, in: scope)
        return SAMLMetadata(
            entityID: provider.clientID, callback: FlowCallback.url(of: provider, in: scope, server: server),
            signsRequests: provider.saml?.signsRequests ?? false,
            certificates: provider.saml?.published.map(\.pem) ?? [])
    }

    private func apply(
        _ edit: SAMLProviderEdit, to provider: inout OpenIDProvider, at site: SAMLSite, in scope: ProjectScope
    ) throws {
        guard var saml = provider.saml else { throw AuthError.configurationNotFound }
        provider.displayName = edit.displayName ?? provider.displayName
        provider.isEnabled = edit.isEnabled ?? provider.isEnabled
        provider.issuer = edit.idpEntityID ?? provider.issuer
        provider.clientID = edit.spEntityID ?? provider.clientID
        if provider.clientID.isEmpty {
            provider.clientID = FlowCallback.metadataURL(of: provider.id, in: scope, server: site.server)
        }
        saml.ssoURL = edit.ssoURL ?? saml.ssoURL
        saml.certificates = edit.certificates ?? saml.certificates
        saml.signsRequests = edit.signsRequests ?? saml.signsRequests
        if let callback = edit.callbackURL { saml.callbackURL = callback.isEmpty ? nil : callback }
        provider.saml = saml
        try provider.requireUsableSAML(saml, at: site, in: scope)
    }
}

extension OpenIDProvider {
    /// Checks that the parts are there, and consistent.
    fileprivate func requireUsableSAML(_ saml: SAMLConnection, at site: SAMLSite, in scope: ProjectScope) throws(AuthError) {
        try Self.requireURI(issuer, "idpConfig.idpEntityId")
        try Self.requireURI(clientID, "spConfig.spEntityId")
        // The issuer of the emulator's assertions.
        guard issuer != id.value else { throw .invalidConfig("idpConfig.idpEntityId cannot be the provider's own id.") }
        guard IssuerURL.isPage(saml.ssoURL, allowsLoopback: site.isDevelopment) else {
            throw .invalidConfig("idpConfig.ssoUrl must be an https URL without a fragment.")
        }
        guard (1...SAMLConnection.mostCertificates).contains(saml.certificates.count) else {
            throw .invalidConfig(
                "idpConfig.idpCertificates must have 1 to \(SAMLConnection.mostCertificates) certificates.")
        }
        for (number, certificate) in saml.certificates.enumerated() {
            do {
                _ = try XMLSignatureCertificate(certificate)
            } catch {
                throw .invalidConfig("idpConfig.idpCertificates[\(number)].x509Certificate cannot be used: \(error)")
            }
        }
        guard let callback = saml.callbackURL else { return }
        let own = FlowCallback.samlURLs(of: id, in: scope, server: site.server)
        let isFine = site.isDevelopment ? IssuerURL.isPage(callback, allowsLoopback: true) : own.contains(callback)
        guard isFine else {
            throw .invalidConfig("spConfig.callbackUri must be one of this server's addresses: \(own.joined(separator: " or ")).")
        }
    }

    private static func requireURI(_ text: String, _ field: String) throws(AuthError) {
        let longest = SAMLConnection.longestURI
        guard (1...longest).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidConfig("\(field) must have 1 to \(longest) printable ASCII characters, without spaces.")
        }
    }
}

extension IssuerURL {
    /// Indicates whether a text is the address of a page: an issuer's, but with a query if need be.
    static func isPage(_ text: String, allowsLoopback: Bool) -> Bool {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return text.utf8.count <= SAMLConnection.longestURI && !text.contains("#")
            && isAllowed(String(parts[0]), allowsLoopback: allowsLoopback)
            && parts.dropFirst().allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}

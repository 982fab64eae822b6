import Foundation
package import VinculaCore
import VinculaCrypto

/// A provider's configuration as an administrator sends it; parts that are `nil` stay unchanged.
package struct OpenIDProviderEdit: Hashable, Sendable {
    package var displayName: String?
    package var isEnabled: Bool?
    package var clientID: String?
    package var issuer: String?
    /// In clear; sealed before it is stored.
    package var clientSecret: String?
    package var allowsCode: Bool?
    package var allowsIDToken: Bool?
    package var authorizationURL: String?
    package var tokenURL: String?
    package var userInfoURL: String?
    package var scopes: [String]?
    /// The wire's name of how the secret is sent to the token endpoint.
    package var tokenAuthentication: String?
    package var members: OAuth2Endpoints.Members?

    package init() {}

    /// The names of the parts that only `oauth2.*` has, as on the wire.
    var endpointParts: [String] {
        let parts: [(String, Bool)] = [
            ("authorizationUrl", authorizationURL != nil), ("tokenUrl", tokenURL != nil), ("userInfoUrl", userInfoURL != nil),
            ("scopes", scopes != nil), ("tokenAuthMethod", tokenAuthentication != nil), ("members", members != nil),
        ]
        return parts.filter(\.1).map { "vincula." + $0.0 }
    }
}

extension ProjectAdministration {
    /// The OpenID Connect providers of a project, sorted by id.
    package func openIDProviders(in scope: ProjectScope) async throws -> [OpenIDProvider] {
        try await read { try $0.reads.openIDProviders(in: scope) }
    }

    /// - Throws: ``AuthError/configurationNotFound``.
    package func openIDProvider(_ id: ProviderID, in scope: ProjectScope) async throws -> OpenIDProvider {
        guard let provider = try await read({ try $0.reads.openIDProvider(id, in: scope) }) else {
            throw AuthError.configurationNotFound
        }
        return provider
    }

    /// Adds an OpenID Connect provider.
    ///
    /// - Parameters:
    ///   - id: The provider's ID.
    ///   - edit: The configuration.
    ///   - allowsLoopback: `true` if the issuer may be plain http on this machine (`--dev`).
    ///   - scope: The project.
    /// - Throws: ``AuthError/invalidConfigID(_:)``, ``AuthError/missingIssuer``, ``AuthError/invalidIssuer(_:)``,
    ///   ``AuthError/missingClientID``, ``AuthError/duplicateConfig``.
    package func createOpenIDProvider(
        _ id: ProviderID, _ edit: OpenIDProviderEdit, allowsLoopback: Bool, in scope: ProjectScope
    ) async throws -> OpenIDProvider {
        guard OpenIDProviderID.isValid(id), !id.isSAML else { throw AuthError.invalidConfigID(id.value) }
        var provider = OpenIDProvider(id: id, isEnabled: false, clientID: "", issuer: "")
        try apply(edit, to: &provider, allowsLoopback: allowsLoopback, in: scope)
        let created = provider
        try await write(in: scope) { work in
            guard try work.transaction.openIDProvider(id, in: scope) == nil else { throw AuthError.duplicateConfig }
            try work.transaction.insert(created, in: scope)
            work.transaction.record(Self.event(.providerCreate, from: nil, to: created, in: scope))
        }
        return created
    }

    /// Changes an OpenID Connect provider.
    ///
    /// If there is a client secret, it must be sent again with a new issuer, so that a secret never goes to an endpoint that
    /// it was not entered for. A new client id does not require it: the secret goes to the same endpoint, and Firebase's
    /// Admin SDKs cannot send it in that case.
    ///
    /// The issuer of `oidc.*`, and what tells the user ids of `oauth2.*`, stay while there are identities: the same ids could
    /// mean other people.
    ///
    /// - Throws: ``AuthError/configurationNotFound``, ``AuthError/invalidConfig(_:)`` without the secret or with identities,
    ///   and the errors of creating one.
    package func updateOpenIDProvider(
        _ id: ProviderID, _ edit: OpenIDProviderEdit, allowsLoopback: Bool, in scope: ProjectScope
    ) async throws -> OpenIDProvider {
        try await write(in: scope) { work in
            guard var provider = try work.transaction.openIDProvider(id, in: scope) else { throw AuthError.configurationNotFound }
            let before = provider
            try apply(edit, to: &provider, allowsLoopback: allowsLoopback, in: scope)
            guard provider != before else { return before }
            try Self.requireSamePeople(before, provider, work)
            try work.transaction.update(provider, in: scope)
            work.transaction.record(Self.event(.providerUpdate, from: before, to: provider, in: scope))
            return provider
        }
    }

    /// - Throws: ``AuthError/configurationNotFound``.
    package func deleteOpenIDProvider(_ id: ProviderID, in scope: ProjectScope) async throws {
        try await write(in: scope) { work in
            let before = try work.transaction.openIDProvider(id, in: scope)
            guard try work.transaction.deleteOpenIDProvider(id, in: scope) else { throw AuthError.configurationNotFound }
            work.transaction.record(Self.event(.providerDelete, from: before, to: nil, in: scope))
        }
    }

    /// Checks that no identity would be left behind, or be taken for another person's.
    static func requireSamePeople(_ before: OpenIDProvider, _ after: OpenIDProvider, _ work: Work) throws {
        guard after.issuer != before.issuer else { return }
        let count = try work.transaction.identityCount(provider: before.id, issuer: before.issuer, in: work.scope)
        guard count > 0 else { return }
        let movesProfile = before.endpoints?.userInfoURL != after.endpoints?.userInfoURL
        let issuer = before.saml == nil ? "issuer" : "idpConfig.idpEntityId"
        let field = before.endpoints == nil ? issuer : movesProfile ? "vincula.userInfoUrl" : "vincula.members.subject"
        throw AuthError.invalidConfig(
            "\(field) cannot change while \(before.id) has \(count) \(count == 1 ? "identity" : "identities"): the same user ids "
                + "could mean other people. Configure another provider id, or delete this provider and create it again; "
                + "the identities then open no account.")
    }

    static func event(
        _ action: AuditAction, from before: OpenIDProvider?, to after: OpenIDProvider?, in scope: ProjectScope
    ) -> AuditEvent {
        var details = AuditDifference.details(from: before, to: after)
        details["id"] = .string((after ?? before)?.id.value ?? "")
        if before?.sealedClientSecret != nil, after?.sealedClientSecret != nil,
            before?.sealedClientSecret != after?.sealedClientSecret
        {
            details["sealedClientSecret"] = "changed"
        }
        return AuditEvent(action, in: scope, details: details)
    }

    private func apply(
        _ edit: OpenIDProviderEdit, to provider: inout OpenIDProvider, allowsLoopback: Bool, in scope: ProjectScope
    ) throws {
        let before = provider
        provider.displayName = edit.displayName ?? provider.displayName
        provider.isEnabled = edit.isEnabled ?? provider.isEnabled
        provider.clientID = edit.clientID ?? provider.clientID
        provider.issuer = edit.issuer ?? provider.issuer
        provider.allowsCode = edit.allowsCode ?? provider.allowsCode
        provider.allowsIDToken = edit.allowsIDToken ?? provider.allowsIDToken
        guard !provider.clientID.isEmpty, provider.clientID.utf8.count <= 1024 else { throw AuthError.missingClientID }
        try applyEndpoints(edit, to: &provider, allowsLoopback: allowsLoopback)
        guard !provider.issuer.isEmpty else { throw AuthError.missingIssuer }
        guard provider.endpoints != nil || IssuerURL.isAllowed(provider.issuer, allowsLoopback: allowsLoopback) else {
            throw AuthError.invalidIssuer(
                "The issuer must be an https URL\(allowsLoopback ? ", or http on this machine" : "") without query or fragment.")
        }
        let change = try SecretChange.decide(
            sent: edit.clientSecret, isKept: before.sealedClientSecret != nil,
            isElsewhere: provider.placeOfSecret != before.placeOfSecret,
            field: "clientSecret")
        provider.sealedClientSecret = try sealer.apply(
            change, to: before.sealedClientSecret, place: ProviderSecret.client(of: provider.id, in: scope))
    }
}

extension OpenIDProvider {
    /// The place that the client's secret was entered for: the issuer; for `oauth2.*` the token endpoint and the profiles' origin.
    fileprivate var placeOfSecret: [String] {
        guard let endpoints else { return [issuer] }
        return [endpoints.tokenURL, IssuerURL.origin(of: endpoints.userInfoURL)]
    }
}

/// The rule for ids of configured providers: `oidc.`, `oauth2.` or `saml.`, and up to 64 lower-case letters, digits, dots, dashes,
/// underscores.
enum OpenIDProviderID {
    static func isValid(_ id: ProviderID) -> Bool {
        let name = id.value.dropFirst(id.isPlainOAuth2 ? 7 : 5)
        return id.isDefinedByProject && (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
    }
}

/// The rule for issuers: https, or plain http on this machine where that is allowed.
enum IssuerURL {
    static func isAllowed(_ text: String, allowsLoopback: Bool) -> Bool {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), let url = URL(string: text),
            let host = url.host(percentEncoded: false), !host.isEmpty, url.user == nil, url.query == nil, url.fragment == nil
        else { return false }
        if url.scheme == "https" { return true }
        return url.scheme == "http" && allowsLoopback && ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}

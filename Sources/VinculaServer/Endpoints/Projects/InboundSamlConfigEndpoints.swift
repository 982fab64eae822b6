import Foundation
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v2 `inboundSamlConfigs`, list.
    func listInboundSamlConfigs(_ call: Call) async throws -> Response {
        let asked = call.query["pageSize"]
        if let asked, Int64(asked) == nil { throw AuthError.invalidArgument("pageSize must be integer") }
        let pageSize = Int(min(max(asked.flatMap(Int64.init) ?? 100, 1), 100))
        let after = call.query["pageToken"] ?? ""
        let providers = try await engine.projects.samlProviders(in: call.scope).filter { $0.id.value > after }
        let page = providers.prefix(pageSize)
        let next = providers.count > pageSize ? page.last?.id.value : nil
        return try Answer.json(
            ListInboundSamlConfigsResponse(inboundSamlConfigs: page.map { wire($0, call) }, nextPageToken: next))
    }

    /// v2 `inboundSamlConfigs`, create; the id is in `inboundSamlConfigId`.
    func createInboundSamlConfig(_ call: Call) async throws -> Response {
        let config = try call.decode(administrator: InboundSamlConfig.self)
        let id = ProviderID(call.query["inboundSamlConfigId"] ?? "")
        let provider = try await engine.projects.createSAMLProvider(
            id, config.edit(mask: FieldMask(nil)), at: samlSite, in: call.scope)
        return try Answer.json(wire(provider, call))
    }

    /// v2 `inboundSamlConfigs/{id}`, read.
    func inboundSamlConfig(_ call: Call) async throws -> Response {
        try Answer.json(wire(try await engine.projects.samlProvider(try samlID(call), in: call.scope), call))
    }

    /// v2 `inboundSamlConfigs/{id}`, change.
    func updateInboundSamlConfig(_ call: Call) async throws -> Response {
        let mask = try call.updateMask(of: InboundSamlConfig.self)
        let edit = try call.decode(administrator: InboundSamlConfig.self, mask: mask).edit(mask: mask)
        let provider = try await engine.projects.updateSAMLProvider(try samlID(call), edit, at: samlSite, in: call.scope)
        return try Answer.json(wire(provider, call))
    }

    /// v2 `inboundSamlConfigs/{id}`, delete.
    func deleteInboundSamlConfig(_ call: Call) async throws -> Response {
        try await engine.projects.deleteSAMLProvider(try samlID(call), in: call.scope)
        return try Answer.json([String: String]())
    }

    /// `/__/auth/metadata/{provider}/{project}`, and that with a tenant at its end: describes this server to an identity provider. There is nothing secret in it.
    func samlMetadata(_ call: Call) async throws -> Response {
        try engine.limits.admit(.other, from: call.client)
        let project = PercentEncoding.decoded((call.parameters.get("project") ?? "").utf8)
        let tenant = PercentEncoding.decoded((call.parameters.get("tenant") ?? "").utf8)
        let scope = ProjectScope(project: try ProjectScope(named: project).project, tenant: tenant)
        let metadata = try await engine.projects.samlMetadata(of: try samlID(call), server: options.address.url, in: scope)
        return Answer.text(metadata.text, type: SAMLMetadata.contentType)
    }

    private var samlSite: SAMLSite { SAMLSite(server: options.address.url, isDevelopment: options.isDevelopment) }

    private func samlID(_ call: Call) throws(AuthError) -> ProviderID {
        let id = PercentEncoding.decoded((call.parameters.get("provider") ?? "").utf8)
        guard id.isStreamSafe, (1...128).contains(id.utf8.count) else { throw .configurationNotFound }
        return ProviderID(id)
    }

    private func wire(_ provider: OpenIDProvider, _ call: Call) -> InboundSamlConfig {
        var config = InboundSamlConfig()
        config.name = "\(call.scope.resourceName)/inboundSamlConfigs/\(provider.id)"
        config.displayName = provider.displayName
        config.enabled = provider.isEnabled
        var idp = InboundSamlConfig.IdpConfig()
        idp.idpEntityId = provider.issuer
        idp.ssoUrl = provider.saml?.ssoURL
        idp.idpCertificates = provider.saml?.certificates.map { .init(x509Certificate: $0) }
        idp.signRequest = provider.saml?.signsRequests
        config.idpConfig = idp
        var own = InboundSamlConfig.SpConfig()
        own.spEntityId = provider.clientID
        own.callbackUri =
            provider.saml?.callbackURL ?? FlowCallback.url(of: provider, in: call.scope, server: options.address.url)
        let certificates = provider.saml?.published.map { certificate in
            let end = Date(timeIntervalSince1970: Double(certificate.expiresAt.seconds)).formatted(.iso8601)
            return InboundSamlConfig.SpConfig.Certificate(x509Certificate: certificate.pem, expiresAt: end)
        }
        own.spCertificates = certificates?.isEmpty == false ? certificates : nil
        config.spConfig = own
        return config
    }
}

extension InboundSamlConfig {
    /// Returns the changes that a request makes. Certificates of this server's are read only, and passed over as Google does.
    fileprivate func edit(mask: FieldMask) -> SAMLProviderEdit {
        var edit = SAMLProviderEdit()
        // A field that the mask names goes back to its default if the body has null for it.
        func text(_ path: String, _ value: String?) -> String? {
            mask.covers(path) ? value ?? (mask.names(path) ? "" : nil) : nil
        }
        func flag(_ path: String, _ value: Bool?) -> Bool? {
            mask.covers(path) ? value ?? (mask.names(path) ? false : nil) : nil
        }
        edit.displayName = text("displayName", displayName)
        edit.isEnabled = flag("enabled", enabled)
        edit.idpEntityID = text("idpConfig.idpEntityId", idpConfig?.idpEntityId)
        edit.ssoURL = text("idpConfig.ssoUrl", idpConfig?.ssoUrl)
        edit.signsRequests = flag("idpConfig.signRequest", idpConfig?.signRequest)
        if mask.covers("idpConfig.idpCertificates") {
            let sent = idpConfig?.idpCertificates?.map { $0.x509Certificate ?? "" }
            edit.certificates = sent ?? (mask.names("idpConfig.idpCertificates") ? [] : nil)
        }
        edit.spEntityID = text("spConfig.spEntityId", spConfig?.spEntityId)
        edit.callbackURL = text("spConfig.callbackUri", spConfig?.callbackUri)
        return edit
    }
}

import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v2 `oauthIdpConfigs`, list.
    func listOAuthIdpConfigs(_ call: Call) async throws -> Response {
        let asked = call.query["pageSize"]
        if let asked, Int64(asked) == nil { throw AuthError.invalidArgument("pageSize must be integer") }
        let pageSize = Int(min(max(asked.flatMap(Int64.init) ?? 100, 1), 100))
        let after = call.query["pageToken"] ?? ""
        let providers = try await engine.projects.openIDProviders(in: call.scope)
            .filter { $0.id.value > after && $0.saml == nil }
        let page = providers.prefix(pageSize)
        let next = providers.count > pageSize ? page.last?.id.value : nil
        return try Answer.json(
            ListOAuthIdpConfigsResponse(
                oauthIdpConfigs: page.map { OAuthIdpConfig($0, in: call.scope) }, nextPageToken: next))
    }

    /// v2 `oauthIdpConfigs`, create; the id is in `oauthIdpConfigId`.
    func createOAuthIdpConfig(_ call: Call) async throws -> Response {
        let config = try call.decode(administrator: OAuthIdpConfig.self)
        let id = ProviderID(call.query["oauthIdpConfigId"] ?? "")
        let provider = try await engine.projects.createOpenIDProvider(
            id, config.edit(mask: FieldMask(nil)), allowsLoopback: options.isDevelopment, in: call.scope)
        return try Answer.json(OAuthIdpConfig(provider, in: call.scope))
    }

    /// v2 `oauthIdpConfigs/{id}`, read.
    func oauthIdpConfig(_ call: Call) async throws -> Response {
        let provider = try await engine.projects.openIDProvider(try providerID(call), in: call.scope)
        return try Answer.json(OAuthIdpConfig(provider, in: call.scope))
    }

    /// v2 `oauthIdpConfigs/{id}`, change.
    func updateOAuthIdpConfig(_ call: Call) async throws -> Response {
        let mask = try call.updateMask(of: OAuthIdpConfig.self)
        let edit = try call.decode(administrator: OAuthIdpConfig.self, mask: mask).edit(mask: mask)
        let provider = try await engine.projects.updateOpenIDProvider(
            try providerID(call), edit, allowsLoopback: options.isDevelopment, in: call.scope)
        return try Answer.json(OAuthIdpConfig(provider, in: call.scope))
    }

    /// v2 `oauthIdpConfigs/{id}`, delete.
    func deleteOAuthIdpConfig(_ call: Call) async throws -> Response {
        try await engine.projects.deleteOpenIDProvider(try providerID(call), in: call.scope)
        return try Answer.json([String: String]())
    }

    private func providerID(_ call: Call) throws(AuthError) -> ProviderID {
        guard let id = call.parameters.get("provider").map({ ProviderID($0) }), !id.isSAML else {
            throw .configurationNotFound
        }
        return id
    }
}

extension OAuthIdpConfig {
    init(_ provider: OpenIDProvider, in scope: ProjectScope) {
        self.init()
        name = "\(scope.resourceName)/oauthIdpConfigs/\(provider.id)"
        displayName = provider.displayName
        enabled = provider.isEnabled
        clientId = provider.clientID
        issuer = provider.endpoints == nil ? provider.issuer : nil
        vincula = provider.endpoints.map(Own.init)
        clientSecret = provider.sealedClientSecret.map { _ in SecretChange.mask }
        // Google's JSON has no false values; but nothing would mean the default, so neither of them is said.
        responseType = ResponseType(
            code: provider.allowsCode || !provider.allowsIDToken ? provider.allowsCode : nil,
            idToken: provider.allowsIDToken || !provider.allowsCode ? provider.allowsIDToken : nil)
    }

    /// Returns the changes that a request makes.
    fileprivate func edit(mask: FieldMask) -> OpenIDProviderEdit {
        var edit = OpenIDProviderEdit()
        // A field that the mask names goes back to its default if the body has null for it.
        if mask.covers("displayName") { edit.displayName = displayName ?? (mask.names("displayName") ? "" : nil) }
        if mask.covers("enabled") { edit.isEnabled = enabled ?? (mask.names("enabled") ? false : nil) }
        if mask.covers("clientId") { edit.clientID = clientId ?? (mask.names("clientId") ? "" : nil) }
        if mask.covers("issuer") { edit.issuer = issuer ?? (mask.names("issuer") ? "" : nil) }
        if mask.covers("clientSecret") { edit.clientSecret = clientSecret ?? (mask.names("clientSecret") ? "" : nil) }
        if mask.covers("responseType"), let responseType {
            edit.allowsCode = responseType.code ?? false
            edit.allowsIDToken = responseType.idToken ?? (responseType.code != true)
        }
        func part(_ name: String, _ value: String?) -> String? {
            let path = "vincula." + name
            return mask.covers(path) ? value ?? (mask.namesOrHolds(path) ? "" : nil) : nil
        }
        edit.authorizationURL = part("authorizationUrl", vincula?.authorizationUrl)
        edit.tokenURL = part("tokenUrl", vincula?.tokenUrl)
        edit.userInfoURL = part("userInfoUrl", vincula?.userInfoUrl)
        edit.tokenAuthentication = mask.covers("vincula.tokenAuthMethod") ? vincula?.tokenAuthMethod : nil
        edit.scopes = mask.covers("vincula.scopes") ? vincula?.scopes : nil
        if mask.covers("vincula.members"), let members = vincula?.members { edit.members = OAuth2Endpoints.Members(members) }
        return edit
    }
}

extension OAuthIdpConfig.Own {
    fileprivate init(_ endpoints: OAuth2Endpoints) {
        self.init()
        authorizationUrl = endpoints.authorizationURL
        tokenUrl = endpoints.tokenURL
        userInfoUrl = endpoints.userInfoURL
        scopes = endpoints.scopes
        tokenAuthMethod = endpoints.authentication.rawValue
        var members = Members()
        members.subject = endpoints.members.subject
        members.email = endpoints.members.email
        members.emailVerified = endpoints.members.emailVerified
        members.name = endpoints.members.name
        members.picture = endpoints.members.picture
        self.members = members
    }
}

extension OAuth2Endpoints.Members {
    /// The members as a whole: what is missing is not read from profiles.
    fileprivate init(_ wire: OAuthIdpConfig.Own.Members) {
        func path(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            subject: wire.subject ?? "", email: path(wire.email), emailVerified: path(wire.emailVerified), name: path(wire.name),
            picture: path(wire.picture))
    }
}

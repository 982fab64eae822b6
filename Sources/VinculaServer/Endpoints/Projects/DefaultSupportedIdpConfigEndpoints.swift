import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// v2 `defaultSupportedIdps`: lists the built-in providers.
    func listDefaultSupportedIdps(_ call: Call) async throws -> Response {
        let page = try Page(engine.catalogue.providers.sorted { $0.id.value < $1.id.value }, of: call, id: \.id.value)
        return try Answer.json(
            ListDefaultSupportedIdpsResponse(
                defaultSupportedIdps: page.items.map { .init(idpId: $0.id.value, description: $0.title) },
                nextPageToken: page.next))
    }

    /// v2 `defaultSupportedIdpConfigs`, list.
    func listDefaultSupportedIdpConfigs(_ call: Call) async throws -> Response {
        let page = try Page(try await engine.projects.supportedProviders(in: call.scope), of: call, id: \.id.value)
        return try Answer.json(
            ListDefaultSupportedIdpConfigsResponse(
                defaultSupportedIdpConfigs: page.items.map { DefaultSupportedIdpConfig($0, in: call.scope) },
                nextPageToken: page.next))
    }

    /// v2 `defaultSupportedIdpConfigs`, create; the id is in `idpId`.
    func createDefaultSupportedIdpConfig(_ call: Call) async throws -> Response {
        let config = try call.decode(administrator: DefaultSupportedIdpConfig.self)
        let provider = try await engine.projects.createSupportedProvider(
            ProviderID(call.query["idpId"] ?? ""), config.edit(mask: FieldMask(nil)), in: call.scope)
        return try Answer.json(DefaultSupportedIdpConfig(provider, in: call.scope))
    }

    /// v2 `defaultSupportedIdpConfigs/{id}`, read.
    func defaultSupportedIdpConfig(_ call: Call) async throws -> Response {
        let provider = try await engine.projects.supportedProvider(try builtInID(call), in: call.scope)
        return try Answer.json(DefaultSupportedIdpConfig(provider, in: call.scope))
    }

    /// v2 `defaultSupportedIdpConfigs/{id}`, change.
    func updateDefaultSupportedIdpConfig(_ call: Call) async throws -> Response {
        let mask = try call.updateMask(of: DefaultSupportedIdpConfig.self)
        let edit = try call.decode(administrator: DefaultSupportedIdpConfig.self, mask: mask).edit(mask: mask)
        let provider = try await engine.projects.updateSupportedProvider(try builtInID(call), edit, in: call.scope)
        return try Answer.json(DefaultSupportedIdpConfig(provider, in: call.scope))
    }

    /// v2 `defaultSupportedIdpConfigs/{id}`, delete.
    func deleteDefaultSupportedIdpConfig(_ call: Call) async throws -> Response {
        try await engine.projects.deleteSupportedProvider(try builtInID(call), in: call.scope)
        return try Answer.json([String: String]())
    }

    private func builtInID(_ call: Call) throws(AuthError) -> ProviderID {
        guard let id = call.parameters.get("provider") else { throw .configurationNotFound }
        return ProviderID(id)
    }
}

/// One page of a short list sorted by id, as requested by `pageSize` and `pageToken`.
private struct Page<Item> {
    let items: ArraySlice<Item>
    let next: String?

    /// - Throws: ``AuthError/invalidArgument(_:)`` for a page size that is not a number.
    init(_ all: [Item], of call: Call, id: (Item) -> String) throws(AuthError) {
        let asked = call.query["pageSize"]
        if let asked, Int64(asked) == nil { throw .invalidArgument("pageSize must be integer") }
        let size = Int(min(max(asked.flatMap(Int64.init) ?? 100, 1), 100))
        let after = call.query["pageToken"] ?? ""
        let rest = all.filter { id($0) > after }
        items = rest.prefix(size)
        next = rest.count > size ? items.last.map(id) : nil
    }
}

extension DefaultSupportedIdpConfig {
    init(_ provider: SupportedProvider, in scope: ProjectScope) {
        self.init()
        name = "\(scope.resourceName)/defaultSupportedIdpConfigs/\(provider.id)"
        enabled = provider.isEnabled
        clientId = provider.clientID.isEmpty ? nil : provider.clientID
        clientSecret = provider.sealedClientSecret.map { _ in SecretChange.mask }
        vincula = provider.otherClientIDs.isEmpty ? nil : Own(clientIds: provider.otherClientIDs)
        guard provider.apple != SupportedProvider.Apple() else { return }
        var apple = AppleSignInConfig()
        apple.bundleIds = provider.apple.bundleIDs.isEmpty ? nil : provider.apple.bundleIDs
        if let teamID = provider.apple.teamID {
            var flow = AppleSignInConfig.CodeFlowConfig()
            flow.teamId = teamID
            flow.keyId = provider.apple.keyID
            flow.privateKey = provider.apple.sealedPrivateKey.map { _ in SecretChange.mask }
            apple.codeFlowConfig = flow
        }
        appleSignInConfig = apple
    }

    /// Returns the changes that a request makes.
    fileprivate func edit(mask: FieldMask) -> SupportedProviderEdit {
        var edit = SupportedProviderEdit()
        // A field that the mask names goes back to its default if the body has null for it, or sends its parent without it.
        func text(_ path: String, _ value: String?) -> String? { mask.covers(path) ? value ?? empty(path, "") : nil }
        func list(_ path: String, _ value: [String]?) -> [String]? { mask.covers(path) ? value ?? empty(path, []) : nil }
        func empty<Value>(_ path: String, _ value: Value) -> Value? { mask.namesOrHolds(path) ? value : nil }
        if mask.covers("enabled") { edit.isEnabled = enabled ?? empty("enabled", false) }
        edit.clientID = text("clientId", clientId)
        edit.clientSecret = text("clientSecret", clientSecret)
        edit.otherClientIDs = list("vincula.clientIds", vincula?.clientIds)
        edit.bundleIDs = list("appleSignInConfig.bundleIds", appleSignInConfig?.bundleIds)
        let flow = appleSignInConfig?.codeFlowConfig
        edit.teamID = text("appleSignInConfig.codeFlowConfig.teamId", flow?.teamId)
        edit.keyID = text("appleSignInConfig.codeFlowConfig.keyId", flow?.keyId)
        // A request that replaces the parent but sends no key keeps the stored key; the rules decide whether it may stay.
        let key = "appleSignInConfig.codeFlowConfig.privateKey"
        if mask.covers(key) { edit.privateKey = flow?.privateKey ?? (flow == nil ? empty(key, "") : nil) }
        return edit
    }
}

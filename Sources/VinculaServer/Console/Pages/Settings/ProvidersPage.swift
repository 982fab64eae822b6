import VinculaCore
import VinculaEngine

/// The providers of a project or tenant: the built-in ones and its own.
extension ConsoleSite {
    static let providers: [ConsoleRoute] = settingsPlaces.flatMap { place -> [ConsoleRoute] in
        [
            .page("\(place)/providers", .act(.seeSettings)) { .view(try await $0.providersPage()) },
            .page("\(place)/new-provider", .act(.changeProviders)) { context in
                .view(try await context.newProviderPage(try await context.settingsScope()))
            },
            .form("\(place)/new-provider", .act(.changeProviders), takesDocument: true) { context in
                let scope = try await context.settingsScope()
                let id = ProviderID(context.newPrefix + context.given("name"))
                let refusal = try await context.refusal {
                    guard id.isDefinedByProject else { throw AuthError.invalidConfigID(id.value) }
                    try await context.save(id, isNew: true, in: scope)
                }
                if let refusal { return .view(try await context.newProviderPage(scope, reason: refusal)) }
                return .goTo(context.place("/providers/\(QueryText.escaped(id.value))"), notice: .providerSaved)
            },
            .form("\(place)/new-provider/metadata", .act(.changeProviders), takesDocument: true) { context in
                let scope = try await context.settingsScope()
                do {
                    let filled = try context.filledFromMetadata(over: nil)
                    return .view(try await filled.newProviderPage(scope, isFilled: true))
                } catch {
                    return .view(try await context.newProviderPage(scope, reason: context.reason(error)))
                }
            },
        ]
    }
}

extension ConsoleContext {
    /// The kinds of providers that a project defines.
    private static let prefixes = ["oidc.", "oauth2.", "saml."]

    /// The beginning of a new provider's id.
    fileprivate var newPrefix: String {
        let wanted = fields["kind"] ?? call.query["kind"] ?? ""
        return Self.prefixes.first { $0 == wanted + "." } ?? "oidc."
    }

    fileprivate func providersPage() async throws -> ConsoleView {
        let scope = try await settingsScope()
        let own = try await engine.projects.supportedProviders(in: scope)
        let defined = try await engine.projects.openIDProviders(in: scope)
        let hasServers = try await hasServerProviders(scope)
        let entries =
            engine.catalogue.providers.map { provider in
                ProviderEntry.builtIn(provider.id, own.first { $0.id == provider.id })
            } + defined.map(ProviderEntry.own)
        let rows = entries.map { entry -> [HTML] in
            let name = title(of: entry)
            let link: HTML =
                "\(mark(of: entry.id)) <a href=\"\(place("/providers/\(QueryText.escaped(entry.id.value))"))\">\(name)</a>"
            let client = entry.clientID.isEmpty ? clients(entry.id, hasServers) : entry.clientID
            return [link, "\(state(of: entry, hasServers))", "\(client.isEmpty ? "–" : String(client.prefix(100)))"]
        }
        var body = table(texts["providers.title"], ["provider", "state", "provider.clientID"], rows)
        if allows(.changeProviders) {
            let links = Self.prefixes.map { prefix -> HTML in
                let kind = String(prefix.dropLast())
                return """
                    <li><a href="\(place("/new-provider"))?kind=\(kind)">\(texts["provider.new.\(kind)"])</a></li>
                    """
            }.joined()
            body += "<h2>\(texts["provider.new"])</h2><ul class=\"list\">\(links)</ul>"
        }
        return settingsView(texts["providers.title"], body)
    }

    /// A provider's name for people.
    func title(of entry: ProviderEntry) -> String {
        if case .own(let provider) = entry, let name = provider.displayName, !name.isEmpty { return name }
        return engine.catalogue.title(of: entry.id)
    }

    /// The clients that the server's settings name.
    private func clients(_ id: ProviderID, _ hasServers: Bool) -> String {
        hasServers ? (options.services.clientIDs[id] ?? []).joined(separator: ", ") : ""
    }

    /// Whether people can sign in with a provider, and who says so.
    func state(of entry: ProviderEntry, _ hasServers: Bool) -> String {
        if let isEnabled = entry.isEnabled { return texts[isEnabled ? "on" : "off"] }
        guard hasServers, engine.serverProviders.contains(entry.id) else { return texts["provider.absent"] }
        return texts[options.services.clientIDs[entry.id] == nil ? "provider.standIn" : "provider.servers"]
    }

    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - isFilled: `true` if the fields were filled in from metadata.
    ///   - reason: Why it was not added.
    fileprivate func newProviderPage(
        _ scope: ProjectScope, isFilled: Bool = false, reason: Reason? = nil
    ) async throws -> ConsoleView {
        let kind = String(newPrefix.dropLast())
        var draft = OpenIDProvider(
            id: ProviderID(newPrefix + "new"), isEnabled: true, clientID: "", issuer: "", allowsCode: kind == "oidc",
            allowsIDToken: kind == "oidc")
        if kind == "oauth2" { draft.endpoints = OAuth2Endpoints() }
        if kind == "saml" { draft.saml = SAMLConnection(ssoURL: "", certificates: []) }
        // A refusal of the metadata leaves the form empty.
        let keepsTyped = isFilled || reason != nil && fields[Self.metadataField] == nil
        let name = line(
            "name", label: texts("provider.name", ["prefix": newPrefix]), value: keepsTyped ? given("name") : "",
            " maxlength=\"64\" required pattern=\"[a-z0-9._\\-]+\"")
        let body: HTML = """
            \(filledNotice(isFilled))<p>\(texts["provider.new.text"])</p>
            \(kind == "saml" ? metadataForm(place("/new-provider/metadata"), kind) : "")
            <form class="broad" method="post" action="\(place("/new-provider"))">\(tokenField)\
            <input type="hidden" name="kind" value="\(kind)">\
            \(name)\(fields(of: .own(draft), keepsTyped: keepsTyped))<button>\(texts["provider.add"])</button></form>
            """
        return settingsView(
            texts["provider.new.\(kind)"], body, above: [(texts["providers.title"], place("/providers"))], reason: reason)
    }
}

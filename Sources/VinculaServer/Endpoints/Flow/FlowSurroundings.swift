import Foundation
import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// The address at which the browser reaches this server, for redirects of a flow.
    ///
    /// It is the public one. Under `--dev` a developer's page may call this machine by any of its names, and the frame, the
    /// cookie and the callback must share one; an address cannot be made to lead elsewhere.
    func browserAddress(_ call: Call) -> String {
        let url = options.address.url
        guard options.isDevelopment, let authority = call.authority, let host = HostRule.host(authority),
            HostRule.isLocal(host) || HostRule.isAddress(host)
        else { return url }
        return (url.hasPrefix("https:") ? "https://" : "http://") + authority.lowercased()
    }

    func isSecure(_ server: String) -> Bool { server.hasPrefix("https:") }

    /// The project of an app's key, or a tenant of it; under `--dev`, where any key will do, the project is the server's own.
    ///
    /// - Parameters:
    ///   - apiKey: The key.
    ///   - method: What it is used for, by its name in the API's description.
    ///   - tenant: The tenant's id; `nil` for the project itself.
    ///   - call: The request.
    /// - Throws: ``AuthError/invalidAPIKey``, ``AuthError/apiKeyRefused(_:)``, ``AuthError/tenantNotFound``,
    ///   ``AuthError/projectDisabled``, or the store's errors.
    func flowScope(apiKey: String, calling method: String, tenant: String? = nil, _ call: Call) async throws -> ProjectScope {
        let project =
            options.isDevelopment
            ? ProjectScope(project: options.project)
            : try ProjectScope(named: try await engine.project(ofAPIKey: apiKey, calling: method, from: call.client))
        guard let tenant else { return project }
        let scope = project.withTenant(tenant)
        if options.isDevelopment { try await engine.projects.requireDevelopmentTenant(scope) }
        try await engine.projects.requireTenantInUse(scope)
        return scope
    }

    /// - Parameters:
    ///   - language: `nil` for the project's.
    ///   - scope: `nil` if the project is not known.
    func flowPage(_ language: Language?, provider: ProviderID?, in scope: ProjectScope?) async throws -> FlowPage {
        guard let scope else {
            return FlowPage(
                language: language ?? .english, app: options.project,
                provider: provider.map { engine.catalogue.title(of: $0) } ?? "", isDevelopment: options.isDevelopment)
        }
        let settings = try await engine.projects.settings(in: scope)
        let brand = PageBrand(settings, of: scope.project)
        return FlowPage(
            language: language ?? settings.email.language, app: brand.name,
            provider: try await title(of: provider, in: scope), isDevelopment: options.isDevelopment, brand: brand)
    }

    /// A provider's name for people; a project's own providers have the name that the project gave them.
    private func title(of provider: ProviderID?, in scope: ProjectScope) async throws -> String {
        guard let provider else { return "" }
        guard engine.catalogue[provider] == nil else { return engine.catalogue.title(of: provider) }
        let offered = try await engine.flows.offered(in: scope)
        return offered.first { $0.id == provider }?.title ?? engine.catalogue.title(of: provider)
    }
}

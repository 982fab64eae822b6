/// The addresses that providers send browsers back to.
package enum FlowCallback {
    /// The path that all of them begin with.
    package static let path = "/__/auth/callback"
    /// The page that begins a flow.
    package static let handler = "/__/auth/handler"

    /// The redirect address of a provider, which is registered with it.
    ///
    /// Each provider has its own, so that an answer of one cannot be taken for another's. A provider that a project or tenant
    /// defines has one for each of them: two projects' providers may have the same id.
    package static func url(of provider: ProviderID, in scope: ProjectScope, server: String) -> String {
        let url = server + path + "/" + provider.value
        guard provider.isDefinedByProject else { return url }
        return url + "/" + QueryText.escaped(scope.project) + (scope.tenant.isEmpty ? "" : "/" + QueryText.escaped(scope.tenant))
    }

    /// The address in an app's hands that stands for a result: it names the provider and the one-time code.
    package static func result(code: String, provider: ProviderID, server: String) -> String {
        server + path + "?" + QueryText.encode([("providerId", provider.value), ("flowCode", code)])
    }
}

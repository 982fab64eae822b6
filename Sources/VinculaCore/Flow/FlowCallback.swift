/// The addresses that providers send browsers back to.
package enum FlowCallback {
    /// The path that all of them begin with.
    package static let path = "/__/auth/callback"
    /// The page that begins a flow.
    package static let handler = "/__/auth/handler"

    /// The path of this server's description of itself to SAML providers.
    package static let metadata = "/__/auth/metadata"

    /// The redirect address of a provider, which is registered with it.
    ///
    /// Each provider has its own, so that an answer of one cannot be taken for another's. A provider that a project or tenant
    /// defines has one for each of them: two projects' providers may have the same id.
    package static func url(of provider: ProviderID, in scope: ProjectScope, server: String) -> String {
        let url = server + path + "/" + provider.value
        guard provider.isDefinedByProject else { return url }
        return url + path(of: scope)
    }

    private static func path(of scope: ProjectScope) -> String {
        "/" + QueryText.escaped(scope.project) + (scope.tenant.isEmpty ? "" : "/" + QueryText.escaped(scope.tenant))
    }

    /// The address that a SAML provider posts its answers to: the configured one, if it is one of this server's.
    ///
    /// Under another of this server's names (`--dev`), the flow's cookie would not come with the answer.
    package static func url(of provider: OpenIDProvider, in scope: ProjectScope, server: String) -> String {
        let own = url(of: provider.id, in: scope, server: server)
        guard let asked = provider.saml?.callbackURL, samlURLs(of: provider.id, in: scope, server: server).contains(asked)
        else { return own }
        return asked
    }

    /// The addresses here that a SAML provider may post its answers to: the provider's own, and the one that Firebase has.
    package static func samlURLs(of provider: ProviderID, in scope: ProjectScope, server: String) -> [String] {
        [url(of: provider, in: scope, server: server), server + handler]
    }

    /// The address of this server's description of itself to a SAML provider, and its entity ID unless another is set.
    package static func metadataURL(of provider: ProviderID, in scope: ProjectScope, server: String) -> String {
        server + metadata + "/" + provider.value + path(of: scope)
    }

    /// The address in an app's hands that stands for a result: it names the provider and the one-time code.
    package static func result(code: String, provider: ProviderID, server: String) -> String {
        server + path + "?" + QueryText.encode([("providerId", provider.value), ("flowCode", code)])
    }
}

import Foundation
import VinculaCore
import VinculaEngine

/// The configuration of a provider as the console shows and changes it.
enum ProviderEntry: Sendable {
    /// A built-in provider; `nil` if the project has no configuration of its own.
    case builtIn(ProviderID, SupportedProvider?)
    /// A provider that the project defines.
    case own(OpenIDProvider)

    var id: ProviderID {
        switch self {
        case .builtIn(let id, _): id
        case .own(let provider): provider.id
        }
    }

    /// Indicates whether the project has switched it on; `nil` if it says nothing.
    var isEnabled: Bool? {
        switch self {
        case .builtIn(_, let provider): provider?.isEnabled
        case .own(let provider): provider.isEnabled
        }
    }

    var clientID: String {
        switch self {
        case .builtIn(_, let provider): provider?.clientID ?? ""
        case .own(let provider): provider.saml == nil ? provider.clientID : provider.issuer
        }
    }
}

extension ConsoleContext {
    /// The server as SAML providers know it.
    var site: SAMLSite { SAMLSite(server: options.address.url, isDevelopment: options.isDevelopment) }

    /// Indicates whether the server's settings configure built-in providers for a project or tenant.
    func hasServerProviders(_ scope: ProjectScope) async throws -> Bool {
        guard !scope.tenant.isEmpty else { return true }
        return try await engine.projects.settings(in: scope).tenants.haveServerProviders
    }

    /// Finds a provider's configuration.
    ///
    /// - Throws: ``AuthError/configurationNotFound``.
    func entry(_ id: ProviderID, in scope: ProjectScope) async throws -> ProviderEntry {
        if id.isDefinedByProject { return .own(try await engine.projects.openIDProvider(id, in: scope)) }
        guard engine.catalogue[id] != nil else { throw AuthError.configurationNotFound }
        do {
            return .builtIn(id, try await engine.projects.supportedProvider(id, in: scope))
        } catch AuthError.configurationNotFound {
            return .builtIn(id, nil)
        }
    }

    /// Stores what the form says.
    ///
    /// - Parameter isNew: `true` to add a provider of the project's own.
    func save(_ id: ProviderID, isNew: Bool, in scope: ProjectScope) async throws {
        let projects = engine.projects
        if id.isSAML {
            let edit = samlEdit()
            _ =
                isNew
                ? try await projects.createSAMLProvider(id, edit, at: site, in: scope)
                : try await projects.updateSAMLProvider(id, edit, at: site, in: scope)
        } else if id.isDefinedByProject {
            let edit = id.isPlainOAuth2 ? oauth2Edit() : oidcEdit()
            _ =
                isNew
                ? try await projects.createOpenIDProvider(id, edit, allowsLoopback: options.isDevelopment, in: scope)
                : try await projects.updateOpenIDProvider(id, edit, allowsLoopback: options.isDevelopment, in: scope)
        } else {
            let edit = builtInEdit(id)
            do {
                _ = try await projects.updateSupportedProvider(id, edit, in: scope)
            } catch AuthError.configurationNotFound {
                _ = try await projects.createSupportedProvider(id, edit, in: scope)
            }
        }
    }

    /// A secret as the form changes it: `nil` keeps it, an empty text removes it.
    private func secret(_ name: String) -> String? {
        let typed = given(name)
        return typed.isEmpty ? (isTicked("\(name)-remove") ? "" : nil) : typed
    }

    private func builtInEdit(_ id: ProviderID) -> SupportedProviderEdit {
        var edit = SupportedProviderEdit()
        edit.isEnabled = isTicked("enabled")
        edit.clientID = given("clientID")
        edit.otherClientIDs = lines("otherClientIDs")
        edit.clientSecret = secret("clientSecret")
        guard [ProviderID.apple, .gameCenter].contains(id) else { return edit }
        edit.bundleIDs = lines("bundleIDs")
        (edit.teamID, edit.keyID) = (given("teamID"), given("keyID"))
        edit.privateKey = secret("privateKey")
        return edit
    }

    private func definedEdit() -> OpenIDProviderEdit {
        var edit = OpenIDProviderEdit()
        edit.isEnabled = isTicked("enabled")
        edit.displayName = given("displayName")
        edit.clientID = given("clientID")
        edit.clientSecret = secret("clientSecret")
        return edit
    }

    private func oidcEdit() -> OpenIDProviderEdit {
        var edit = definedEdit()
        edit.issuer = given("issuer")
        (edit.allowsCode, edit.allowsIDToken) = (isTicked("code"), isTicked("idToken"))
        return edit
    }

    private func oauth2Edit() -> OpenIDProviderEdit {
        var edit = definedEdit()
        func path(_ name: String) -> String? { given(name).isEmpty ? nil : given(name) }
        (edit.authorizationURL, edit.tokenURL) = (given("authorizationURL"), given("tokenURL"))
        edit.userInfoURL = given("userInfoURL")
        edit.scopes = lines("scopes")
        edit.tokenAuthentication = given("tokenAuthentication")
        edit.members = OAuth2Endpoints.Members(
            subject: given("memberSubject"), email: path("memberEmail"), emailVerified: path("memberEmailVerified"),
            name: path("memberName"), picture: path("memberPicture"))
        return edit
    }

    private func samlEdit() -> SAMLProviderEdit {
        var edit = SAMLProviderEdit()
        edit.isEnabled = isTicked("enabled")
        edit.displayName = given("displayName")
        (edit.idpEntityID, edit.ssoURL) = (given("idpEntityID"), given("ssoURL"))
        edit.certificates = certificates(fields["certificates"] ?? "")
        edit.signsRequests = isTicked("signsRequests")
        (edit.spEntityID, edit.callbackURL) = (given("spEntityID"), given("callbackURL"))
        return edit
    }

    /// The certificates in a text of several.
    private func certificates(_ text: String) -> [String] {
        let end = "-----END CERTIFICATE-----"
        return text.components(separatedBy: end).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
            .filter { !$0.isEmpty }.map { $0.hasPrefix("-----BEGIN") ? "\($0)\n\(end)\n" : $0 }
    }
}

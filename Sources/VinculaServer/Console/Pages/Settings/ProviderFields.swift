import VinculaCore
import VinculaEngine

/// The fields of a provider's form.
extension ConsoleContext {
    /// Returns the fields of a provider's configuration.
    ///
    /// - Parameters:
    ///   - entry: The configuration; for a new one, an empty one.
    ///   - keepsTyped: `true` to show what was typed, after a refusal.
    func fields(of entry: ProviderEntry, keepsTyped: Bool) -> HTML {
        let typed = TypedFields(context: self, keepsTyped: keepsTyped)
        let enabled = typed.box("enabled", "provider.enabled", entry.isEnabled ?? true)
        switch entry {
        case .builtIn(let id, let provider): return enabled + builtIn(id, provider, typed)
        case .own(let provider) where provider.id.isSAML: return enabled + saml(provider, typed)
        case .own(let provider) where provider.id.isPlainOAuth2: return enabled + oauth2(provider, typed)
        case .own(let provider): return enabled + openID(provider, typed)
        }
    }

    private func builtIn(_ id: ProviderID, _ provider: SupportedProvider?, _ typed: TypedFields) -> HTML {
        let others = typed.area(
            "otherClientIDs", "provider.otherClientIDs", (provider?.otherClientIDs ?? []).joined(separator: "\n"), rows: 3)
        let isApples = [ProviderID.apple, .gameCenter].contains(id)
        let name = id == .apple ? "provider.serviceID" : id == .twitter ? "provider.consumerKey" : "provider.clientID"
        var fields: HTML = ""
        if id != .gameCenter { fields += typed.line("clientID", name, provider?.clientID ?? "") + others }
        if !isApples {
            fields += typed.secret(
                "clientSecret", id == .twitter ? "provider.consumerSecret" : "provider.secret",
                isKept: provider?.sealedClientSecret != nil)
        }
        guard isApples else { return fields }
        fields += typed.area(
            "bundleIDs", "provider.bundleIDs", (provider?.apple.bundleIDs ?? []).joined(separator: "\n"), rows: 3)
        guard id == .apple else { return fields }
        return fields + typed.line("teamID", "provider.teamID", provider?.apple.teamID ?? "")
            + typed.line("keyID", "provider.keyID", provider?.apple.keyID ?? "")
            + typed.secretArea("privateKey", "provider.privateKey", isKept: provider?.apple.sealedPrivateKey != nil)
    }

    private func openID(_ provider: OpenIDProvider, _ typed: TypedFields) -> HTML {
        let parts: [HTML] = [
            typed.line("displayName", "provider.displayName", provider.displayName ?? ""),
            typed.line("issuer", "provider.issuer", provider.issuer, " placeholder=\"https://login.example.com\""),
            typed.line("clientID", "provider.clientID", provider.clientID),
            typed.secret("clientSecret", "provider.secret", isKept: provider.sealedClientSecret != nil),
            typed.box("code", "provider.code", provider.allowsCode),
            typed.box("idToken", "provider.idToken", provider.allowsIDToken),
        ]
        return parts.joined()
    }

    private func oauth2(_ provider: OpenIDProvider, _ typed: TypedFields) -> HTML {
        let endpoints = provider.endpoints ?? OAuth2Endpoints()
        let ways = OAuth2Endpoints.Authentication.allCases.map { (value: $0.rawValue, label: $0.rawValue) }
        let members = endpoints.members
        let parts: [HTML] = [
            typed.line("displayName", "provider.displayName", provider.displayName ?? ""),
            typed.line("clientID", "provider.clientID", provider.clientID),
            typed.secret("clientSecret", "provider.secret", isKept: provider.sealedClientSecret != nil),
            typed.line("authorizationURL", "provider.authorizationURL", endpoints.authorizationURL),
            typed.line("tokenURL", "provider.tokenURL", endpoints.tokenURL),
            choice(
                "tokenAuthentication", label: texts["provider.tokenAuthentication"], ways,
                chosen: typed.value("tokenAuthentication", endpoints.authentication.rawValue)),
            typed.line("userInfoURL", "provider.userInfoURL", endpoints.userInfoURL),
            typed.area("scopes", "provider.scopes", endpoints.scopes.joined(separator: "\n"), rows: 3),
            typed.line("memberSubject", "provider.memberSubject", members.subject),
            typed.line("memberEmail", "provider.memberEmail", members.email ?? ""),
            typed.line("memberEmailVerified", "provider.memberEmailVerified", members.emailVerified ?? ""),
            typed.line("memberName", "provider.memberName", members.name ?? ""),
            typed.line("memberPicture", "provider.memberPicture", members.picture ?? ""),
        ]
        return parts.joined()
    }

    private func saml(_ provider: OpenIDProvider, _ typed: TypedFields) -> HTML {
        let saml = provider.saml
        let parts: [HTML] = [
            typed.line("displayName", "provider.displayName", provider.displayName ?? ""),
            typed.line("idpEntityID", "provider.idpEntityID", provider.issuer),
            typed.line("ssoURL", "provider.ssoURL", saml?.ssoURL ?? ""),
            typed.area("certificates", "provider.certificates", (saml?.certificates ?? []).joined(separator: "\n"), rows: 8),
            typed.box("signsRequests", "provider.signsRequests", saml?.signsRequests ?? false),
            typed.line("spEntityID", "provider.spEntityID", provider.clientID),
            typed.line("callbackURL", "provider.callbackURL", saml?.callbackURL ?? ""),
        ]
        return parts.joined()
    }
}

/// Fields with what is stored or, after a refusal, with what was typed.
struct TypedFields {
    let context: ConsoleContext
    let keepsTyped: Bool

    func value(_ name: String, _ kept: String) -> String { keepsTyped ? context.fields[name] ?? "" : kept }

    func line(_ name: String, _ label: String, _ kept: String, _ more: HTML = "") -> HTML {
        context.line(name, label: context.texts[label], value: value(name, kept), more)
    }

    func area(_ name: String, _ label: String, _ kept: String, rows: Int) -> HTML {
        context.area(name, label: context.texts[label], value: value(name, kept), rows: rows)
    }

    func box(_ name: String, _ label: String, _ kept: Bool) -> HTML {
        context.box(name, label: context.texts[label], isOn: keepsTyped ? context.isTicked(name) : kept)
    }

    func secret(_ name: String, _ label: String, isKept: Bool) -> HTML {
        context.secretField(name, label: context.texts[label], isKept: isKept) + removal(of: name, isKept)
    }

    /// Returns a field for a key in PEM, which is empty: what is kept is never shown.
    func secretArea(_ name: String, _ label: String, isKept: Bool) -> HTML {
        let hint: HTML = "<p class=\"meta\" id=\"\(name)-hint\">\(context.texts[isKept ? "secret.kept" : "secret.none"])</p>"
        return context.area(
            name, label: context.texts[label], value: "", rows: 4, " aria-describedby=\"\(name)-hint\" autocomplete=\"off\"")
            + hint + removal(of: name, isKept)
    }

    private func removal(of name: String, _ isKept: Bool) -> HTML {
        isKept ? context.box("\(name)-remove", label: context.texts["secret.remove"], isOn: false) : ""
    }
}

import Foundation
import VinculaCore

extension ProjectAdministration {
    /// Applies the parts of an edit that only providers of the kind `oauth2.*` have.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``, which names what is missing or does not belong there.
    func applyEndpoints(_ edit: OpenIDProviderEdit, to provider: inout OpenIDProvider, allowsLoopback: Bool) throws(AuthError) {
        guard provider.id.isPlainOAuth2 else {
            if let part = edit.endpointParts.first {
                throw .invalidConfig("\(part) is only for providers oauth2.NAME; those of \(provider.id) are found by discovery.")
            }
            return
        }
        guard edit.issuer?.isEmpty ?? true else {
            throw .invalidConfig("A provider oauth2.NAME has no issuer: it follows from vincula.userInfoUrl.")
        }
        guard edit.allowsIDToken != true else {
            throw .invalidConfig("A provider oauth2.NAME issues no id_tokens: leave responseType out, or set code.")
        }
        var endpoints = provider.endpoints ?? OAuth2Endpoints()
        endpoints.authorizationURL = edit.authorizationURL ?? endpoints.authorizationURL
        endpoints.tokenURL = edit.tokenURL ?? endpoints.tokenURL
        endpoints.userInfoURL = edit.userInfoURL ?? endpoints.userInfoURL
        endpoints.scopes = edit.scopes ?? endpoints.scopes
        endpoints.members = edit.members ?? endpoints.members
        if let name = edit.tokenAuthentication {
            guard let method = OAuth2Endpoints.Authentication(rawValue: name) else {
                throw .invalidConfig("vincula.tokenAuthMethod must be client_secret_post or client_secret_basic.")
            }
            endpoints.authentication = method
        }
        try endpoints.requireUsable()
        // Only the page may have a query of its own.
        let pageWithoutQuery = String(endpoints.authorizationURL.prefix { $0 != "?" })
        for (name, address) in [
            ("authorizationUrl", pageWithoutQuery), ("tokenUrl", endpoints.tokenURL), ("userInfoUrl", endpoints.userInfoURL),
        ] where !IssuerURL.isAllowed(address, allowsLoopback: allowsLoopback) {
            throw .invalidConfig(
                "vincula.\(name) must be an https URL\(allowsLoopback ? ", or http on this machine" : "") without fragment.")
        }
        guard IssuerURL.isPlain(endpoints.authorizationURL) else {
            throw .invalidConfig("vincula.authorizationUrl must be an https URL without fragment.")
        }
        // Kept as it is while the user ids mean the same people: identities have it.
        if provider.issuer.isEmpty || endpoints.subjectSource != provider.endpoints?.subjectSource {
            provider.issuer = endpoints.subjectSource
        }
        provider.endpoints = endpoints
        provider.allowsCode = true
        provider.allowsIDToken = false
    }
}

extension IssuerURL {
    /// Indicates whether an address consists of printable ASCII without a fragment.
    static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 2048 && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }
    }

    /// The scheme, host and port of an address.
    static func origin(of text: String) -> String {
        guard let url = URL(string: text), let scheme = url.scheme, let host = url.host(percentEncoded: true) else { return "" }
        return scheme + "://" + host.lowercased() + (url.port.map { ":\($0)" } ?? "")
    }
}

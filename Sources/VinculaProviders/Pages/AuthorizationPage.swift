import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// A provider's page as OAuth 2 describes it: authorization code with PKCE (RFC 6749 §4.1, RFC 7636), or OpenID Connect's ID
/// token as a form (Core §3.2).
struct AuthorizationPage: Sendable {
    /// How the client proves who it is to the token endpoint (RFC 6749 §2.3.1).
    enum Authentication: Sendable {
        case basic(secret: String)
        case form(secret: String)
        /// No code is redeemed.
        case none
    }

    /// What the browser brings back.
    enum Grant: Sendable {
        case code
        /// An ID token, which the page posts as a form.
        case idToken
    }

    /// The part that an ID token of the token endpoint has in the decision.
    enum IDTokenUse: Sendable {
        case required
        case welcome
        /// The provider's ID tokens do not repeat the nonce, so its access token decides.
        case ignored
    }

    var url: String
    var tokenURL: String
    var clientID: String
    var authentication: Authentication
    /// The scopes that a sign-in needs.
    var scopes: [String]
    var grant = Grant.code
    var idToken = IDTokenUse.required
    /// Indicates whether the provider accepts PKCE.
    var usesPKCE = true
    var answersByForm = false
    /// The accepted values of `iss` (RFC 9207); empty if the provider's is unknown.
    var issuers: [String] = []
    /// Indicates whether the provider has announced that it sends `iss`.
    var announcesIssuer = false
    /// Parameters of the provider's own.
    var parameters: [String: String] = [:]
    /// Parameters that make the provider issue a refresh token, which the app's own take precedence over.
    var refreshParameters: [String: String] = [:]
    /// The scope that makes the provider issue a refresh token.
    var refreshScope: String?

    /// Returns where to send the browser.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` for a scope that is none.
    func begin(_ order: ProviderPageOrder) throws(AuthError) -> ProviderPage {
        var fields = order.customParameters.filter { !ReservedParameters.contains($0.key) }
        if order.wantsRefreshToken { fields.merge(refreshParameters) { asked, _ in asked } }
        fields.merge(parameters) { _, own in own }
        fields["client_id"] = clientID
        fields["redirect_uri"] = order.redirectURI
        fields["state"] = order.state
        fields["scope"] = try scope(of: order)
        fields["response_type"] = grant == .code ? "code" : "id_token"
        if answersByForm { fields["response_mode"] = "form_post" }
        if idToken != .ignored { fields["nonce"] = order.nonce }
        if grant == .code, usesPKCE {
            fields["code_challenge"] = Data(order.codeVerifier.utf8).sha256.base64URL
            fields["code_challenge_method"] = "S256"
        }
        let query = fields.sorted { $0.key < $1.key }.map { $0.key.percentEncoded + "=" + $0.value.percentEncoded }
        let page = url + (url.contains("?") ? "&" : "?") + query.joined(separator: "&")
        return ProviderPage(url: page, answersByForm: answersByForm)
    }

    /// The scopes in one text, each once.
    private func scope(of order: ProviderPageOrder) throws(AuthError) -> String {
        var all = scopes
        if order.wantsRefreshToken, let refreshScope { all.append(refreshScope) }
        for scope in order.scopes {
            guard OAuth2Endpoints.isScope(scope) else {
                throw .invalidArgument("\(scope.prefix(60).debugDescription) is not a scope.")
            }
            all.append(scope)
        }
        var unique: [String] = []
        for scope in all where !unique.contains(scope) { unique.append(scope) }
        return unique.joined(separator: " ")
    }
}

/// The names of parameters that the protocols use themselves, so that no app's `customParameters` replace them.
enum ReservedParameters {
    private static let names: Set<String> = [
        "client_assertion", "client_assertion_type", "client_id", "client_secret", "code", "code_challenge",
        "code_challenge_method", "code_verifier", "dpop_jkt", "error", "grant_type", "id_token", "iss", "nonce", "redirect_uri",
        "registration", "request", "request_uri", "response_mode", "response_type", "scope", "state",
    ]

    static func contains(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || name.hasPrefix("oauth_") || name.isEmpty
    }
}

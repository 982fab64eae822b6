public import Foundation

/// What a person's OAuth provider gave: tokens, or the server's word that it has seen them.
///
/// Errors of a collision carry one, under `AuthErrorUserInfoUpdatedCredentialKey`, that can be linked at once.
open class OAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
    /// The provider's ID token, if it gave one.
    public let idToken: String?
    /// The provider's access token, if it gave one.
    public let accessToken: String?
    /// The access token's secret, as OAuth 1.0a has one.
    public let secret: String?

    let rawNonce: String?
    let fullName: PersonNameComponents?
    /// The server's word for a credential that it keeps: it stands for the tokens, and once only.
    let pendingToken: String?
    /// Where the browser ended up, and what binds it to this client (the web flow).
    let webResult: WebFlow.Result?
    /// The one server that may see a pending token or a web result, because it gave them; nil where there are none.
    let server: ServerAddress?

    init(
        provider: String, idToken: String? = nil, accessToken: String? = nil, secret: String? = nil, rawNonce: String? = nil,
        fullName: PersonNameComponents? = nil, pendingToken: String? = nil, webResult: WebFlow.Result? = nil,
        server: ServerAddress? = nil
    ) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.secret = secret
        self.rawNonce = rawNonce
        self.fullName = fullName
        self.pendingToken = pendingToken
        self.webResult = webResult
        self.server = server
        super.init(provider: provider)
    }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    private struct Archived: Codable {
        var provider: String
        var idToken: String?
        var accessToken: String?
        var secret: String?
        var rawNonce: String?
        var pendingToken: String?
    }

    public func encode(with coder: NSCoder) {
        Archive.encode(
            Archived(
                provider: provider, idToken: idToken, accessToken: accessToken, secret: secret, rawNonce: rawNonce,
                pendingToken: pendingToken), with: coder)
    }

    public required convenience init?(coder: NSCoder) {
        guard let archived = Archive.decode(Archived.self, from: coder) else { return nil }
        self.init(
            provider: archived.provider, idToken: archived.idToken, accessToken: archived.accessToken,
            secret: archived.secret, rawNonce: archived.rawNonce, pendingToken: archived.pendingToken)
    }
}

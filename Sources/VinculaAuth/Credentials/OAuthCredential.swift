public import Foundation

/// The result of a sign-in at an OAuth provider: tokens, or the server's reference to them.
///
/// Collision errors carry one under `AuthErrorUserInfoUpdatedCredentialKey`, ready to be linked.
open class OAuthCredential: AuthCredential, NSSecureCoding, @unchecked Sendable {
    /// The provider's ID token, if any.
    public let idToken: String?
    /// The provider's access token, if any.
    public let accessToken: String?
    /// The access token's secret, for OAuth 1.0a.
    public let secret: String?

    let rawNonce: String?
    let fullName: PersonNameComponents?
    /// The server's reference to a credential that it keeps, valid once in place of the tokens.
    let pendingToken: String?
    /// The URL that the browser was redirected to and the secret that binds it to this client, for the web flow.
    let webResult: WebFlow.Result?
    /// The only server that may receive a pending token or a web result, because it issued them; nil if there is neither.
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

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    private struct Archived: Codable {
        var provider: String
        var idToken: String?
        var accessToken: String?
        var secret: String?
        var rawNonce: String?
        var pendingToken: String?
    }

    /// Encodes a credential. The archive contains the provider's tokens.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) {
        Archive.encode(
            Archived(
                provider: provider, idToken: idToken, accessToken: accessToken, secret: secret, rawNonce: rawNonce,
                pendingToken: pendingToken), with: coder)
    }

    /// Decodes a credential; returns nil if the archive does not contain it.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let archived = Archive.decode(Archived.self, from: coder) else { return nil }
        self.init(
            provider: archived.provider, idToken: archived.idToken, accessToken: archived.accessToken,
            secret: archived.secret, rawNonce: archived.rawNonce, pendingToken: archived.pendingToken)
    }
}

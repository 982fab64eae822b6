public import Foundation

/// An ID token with what stands in it.
///
/// The signature is not checked: the token came from the server. A backend that gets one from a stranger has to check it.
open class AuthTokenResult: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The ID token itself, a JWT.
    public let token: String
    /// When it expires.
    public let expirationDate: Date
    /// When the person proved who they are.
    public let authDate: Date
    /// When the token was made.
    public let issuedAtDate: Date
    /// How the person signed in, such as `password` or `google.com`.
    public let signInProvider: String
    /// The second factor that was used, such as `phone`; empty if none was.
    public let signInSecondFactor: String
    /// All that the token claims, an administrator's custom claims among it.
    public let claims: [String: Any]

    /// - Throws: `malformedJWT` for what is no ID token.
    init(token: String) throws {
        let content = try IDTokenContent(token)
        self.token = token
        expirationDate = content.expiresAt
        authDate = content.authenticatedAt
        issuedAtDate = content.issuedAt
        signInProvider = content.signInProvider
        signInSecondFactor = content.secondFactor ?? ""
        claims = content.claims
    }

    // MARK: NSSecureCoding

    public static var supportsSecureCoding: Bool { true }

    public func encode(with coder: NSCoder) { Archive.encode([token], with: coder) }

    public required convenience init?(coder: NSCoder) {
        guard let token = Archive.decode([String].self, from: coder)?.first else { return nil }
        try? self.init(token: token)
    }
}

public import Foundation

/// A decoded ID token.
///
/// The signature is not verified, because the token came from the server. A backend that receives one from a client must
/// verify it.
open class AuthTokenResult: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The ID token itself, a JWT.
    public let token: String
    /// The expiration date.
    public let expirationDate: Date
    /// The date of authentication.
    public let authDate: Date
    /// The issue date.
    public let issuedAtDate: Date
    /// The sign-in method, such as `password` or `google.com`.
    public let signInProvider: String
    /// The second factor used, such as `phone`; empty if there was none.
    public let signInSecondFactor: String
    /// All claims of the token, including an administrator's custom claims.
    public let claims: [String: Any]

    /// - Throws: `malformedJWT` if it is not an ID token.
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

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes an ID token. The archive contains the token.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) { Archive.encode([token], with: coder) }

    /// Decodes an ID token; returns nil if the archive does not contain it.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let token = Archive.decode([String].self, from: coder)?.first else { return nil }
        try? self.init(token: token)
    }
}

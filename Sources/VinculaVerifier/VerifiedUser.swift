public import Foundation

/// A signed-in user, as a verified token describes them.
///
/// A token says how things were when it was issued, at most an hour ago for an ID token.
public struct VerifiedUser: Hashable, Sendable {
    /// A second factor that completed a sign-in.
    public struct SecondFactor: Hashable, Sendable {
        /// The kind: `totp`, `phone` or `recovery`.
        public let kind: String
        /// The factor's id, if the token names it.
        public let id: String?
    }

    /// The account's id.
    public let uid: String
    /// The email, if the account has one.
    public let email: String?
    /// True if the user has proven to own the email.
    public let isEmailVerified: Bool
    /// The phone number in E.164 form, if the account has one.
    public let phoneNumber: String?
    /// The name, if the account has one.
    public let displayName: String?
    /// The provider that the user signed in with, such as `password` or `google.com`.
    public let signInProvider: String
    /// The second factor that completed the sign-in, if there was one.
    public let secondFactor: SecondFactor?
    /// The tenant that the user belongs to, if any.
    public let tenant: String?
    /// The time of the sign-in. Refreshing a token does not change it.
    public let authTime: Date
    /// The time of the token's issue.
    public let issuedAt: Date
    /// The time of the token's expiry.
    public let expiresAt: Date
    /// The session's id, in Vincula's tokens. It opens nothing.
    public let sessionID: String?
    /// The name of the key that the session is bound to (RFC 7638), in Vincula's tokens; `nil` if it is bound to none.
    public let keyThumbprint: String?
    /// All claims of the token, those that an administrator set among them.
    public let claims: [String: ClaimValue]

    /// The account's generation, in Vincula's tokens.
    let generation: Int64?

    /// True if the user signed in at most so many seconds ago, which sensitive actions can require.
    ///
    /// - Parameters:
    ///   - seconds: The number of seconds.
    ///   - now: The current time.
    /// - Returns: Whether the sign-in is that recent.
    public func signedIn(withinSeconds seconds: Int, now: Date = Date()) -> Bool {
        now.timeIntervalSince(authTime) <= Double(seconds)
    }
}

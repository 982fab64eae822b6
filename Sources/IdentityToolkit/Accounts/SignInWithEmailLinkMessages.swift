/// `accounts:signInWithEmailLink`: sign in, or link (with `idToken`), by a link that was mailed.
public struct SignInWithEmailLinkRequest: Codable, Sendable {
    public var email: String?
    /// The code of the link.
    public var oobCode: String?
    public var idToken: String?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:signInWithEmailLink`.
public struct SignInWithEmailLinkResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#EmailLinkSigninResponse"
    public var email: String?
    public var localId: String?
    @Lenient public var isNewUser: Bool?
    public var idToken: String?
    public var refreshToken: String?
    /// Seconds from now.
    @Lenient public var expiresIn: Int64Text?
    /// Set instead of a session where a second factor is due: what ``StartMfaSignInRequest`` takes.
    public var mfaPendingCredential: String?
    /// The second factors to choose from.
    @Lenient public var mfaInfo: [MfaEnrollment]?

    public init() {}
}

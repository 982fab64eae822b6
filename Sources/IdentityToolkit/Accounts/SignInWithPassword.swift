/// `accounts:signInWithPassword`.
public struct SignInWithPasswordRequest: Decodable, Sendable {
    public var email: String?
    public var password: String?
    public var returnSecureToken: Bool?
    public var tenantId: String?
}

/// The answer to `accounts:signInWithPassword`.
public struct SignInWithPasswordResponse: Codable, Sendable {
    public var kind = "identitytoolkit#VerifyPasswordResponse"
    public var registered = true
    public var localId: String
    public var email: String
    public var displayName: String?
    public var profilePicture: String?
    public var idToken: String?
    public var refreshToken: String?
    public var expiresIn: Int64Text?

    public init(localId: String, email: String) {
        self.localId = localId
        self.email = email
    }
}

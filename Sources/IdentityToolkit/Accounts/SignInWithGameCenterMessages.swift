/// `accounts:signInWithGameCenter`: sign in, or link (with `idToken`), by what Game Center signed.
public struct SignInWithGameCenterRequest: Codable, Sendable {
    public var playerId: String?
    public var teamPlayerId: String?
    public var gamePlayerId: String?
    public var displayName: String?
    public var publicKeyUrl: String?
    /// Base64, of either alphabet.
    public var signature: String?
    /// Base64, of either alphabet.
    public var salt: String?
    /// Milliseconds since 1970.
    public var timestamp: Int64Text?
    public var idToken: String?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:signInWithGameCenter`.
public struct SignInWithGameCenterResponse: Codable, Sendable {
    @AlwaysSent public var localId: String?
    /// Of the three ids only the one that the signature covers.
    public var playerId: String?
    public var teamPlayerId: String?
    public var gamePlayerId: String?
    @AlwaysSent public var idToken: String?
    @AlwaysSent public var refreshToken: String?
    /// Seconds from now.
    @AlwaysSent public var expiresIn: Int64Text?
    @Lenient public var isNewUser: Bool?
    public var displayName: String?

    public init(localId: String, idToken: String, refreshToken: String, expiresIn: Int64Text) {
        self.localId = localId
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}

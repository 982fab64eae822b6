/// The request to `accounts:signInWithGameCenter`, which signs in, or links (with `idToken`), with Game Center's signature.
public struct SignInWithGameCenterRequest: Codable, Sendable {
    public var playerId: String?
    public var teamPlayerId: String?
    public var gamePlayerId: String?
    public var displayName: String?
    public var publicKeyUrl: String?
    /// Game Center's signature, in base64 of either alphabet.
    public var signature: String?
    /// The salt of the signature, in base64 of either alphabet.
    public var salt: String?
    /// The time of the signature, in milliseconds since 1970.
    public var timestamp: Int64Text?
    public var idToken: String?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:signInWithGameCenter`.
public struct SignInWithGameCenterResponse: Codable, Sendable {
    @AlwaysSent public var localId: String?
    /// The player's id, if the signature covers it. The same holds for the other two: only one of the three is set.
    public var playerId: String?
    public var teamPlayerId: String?
    public var gamePlayerId: String?
    @AlwaysSent public var idToken: String?
    @AlwaysSent public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
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

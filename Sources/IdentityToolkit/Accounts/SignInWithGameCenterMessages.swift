/// The request to `accounts:signInWithGameCenter`, which signs in, or links (with `idToken`), with Game Center's signature.
public struct SignInWithGameCenterRequest: Codable, Sendable {
    /// The player's former id, which Apple has deprecated.
    public var playerId: String?
    /// The player's id in all games of the developer's team.
    public var teamPlayerId: String?
    /// The player's id in this game.
    public var gamePlayerId: String?
    /// The player's name. It is not covered by the signature.
    public var displayName: String?
    /// The address of Apple's certificate for the signing key.
    public var publicKeyUrl: String?
    /// Game Center's signature, in base64 of either alphabet.
    public var signature: String?
    /// The salt of the signature, in base64 of either alphabet.
    public var salt: String?
    /// The time of the signature, in milliseconds since 1970.
    public var timestamp: Int64Text?
    /// The ID token of the account to link. Absent to sign in.
    public var idToken: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:signInWithGameCenter`.
public struct SignInWithGameCenterResponse: Codable, Sendable {
    /// The account's id.
    @AlwaysSent public var localId: String?
    /// The player's id, if the signature covers it. The same holds for the other two: only one of the three is set.
    public var playerId: String?
    /// The player's id in the team's games, if the signature covers it.
    public var teamPlayerId: String?
    /// The player's id in this game, if the signature covers it.
    public var gamePlayerId: String?
    /// The ID token of the new session.
    @AlwaysSent public var idToken: String?
    /// The refresh token of the new session.
    @AlwaysSent public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @AlwaysSent public var expiresIn: Int64Text?
    /// Indicates whether the request created the account.
    @Lenient public var isNewUser: Bool?
    /// The player's name, as in the request.
    public var displayName: String?

    /// Creates a response with the given fields.
    public init(localId: String, idToken: String, refreshToken: String, expiresIn: Int64Text) {
        self.localId = localId
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
    }
}

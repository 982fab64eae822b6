/// The request to `account/handover`, which hands a signed-in person over to a web app.
public struct HandoverRequest: Codable, Sendable {
    /// The refresh token of the signed-in user's session. It stays valid as it is.
    public var refreshToken: String?
    /// The app's address: https, on a host that the project lists itself.
    public var continueUrl: String?
    /// SHA-256 of the app's verifier, in base64url (PKCE's S256).
    public var codeChallenge: String?
    /// A text that the app gets back with the code: at most 512 visible ASCII characters.
    public var state: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `account/handover`.
public struct HandoverResponse: Codable, Sendable {
    /// The app's address with `code`, which is valid once and for two minutes, and `state`.
    @AlwaysSent public var url: String?

    /// Creates a response with an address.
    public init(url: String) { self.url = url }
}

/// The request to `account/token`, which exchanges the code of a hand-over for a session.
public struct RedeemHandoverRequest: Codable, Sendable {
    /// The code from the app's address.
    public var code: String?
    /// The verifier whose SHA-256 was the challenge: 43 to 128 letters, digits, `-`, `.`, `_` and `~`.
    public var codeVerifier: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `account/token`: a session that is worth what the person's own one is.
public struct RedeemHandoverResponse: Codable, Sendable {
    /// The ID token of the new session.
    @AlwaysSent public var idToken: String?
    /// The refresh token of the new session.
    @AlwaysSent public var refreshToken: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @AlwaysSent public var expiresIn: Int64Text?
    /// The account's id.
    @AlwaysSent public var localId: String?
    /// Always `false`: the person had signed in before.
    @AlwaysSent public var isNewUser: Bool? = false

    /// Creates a response with the given fields.
    public init(idToken: String, refreshToken: String, expiresIn: Int64, localId: String) {
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.expiresIn = Int64Text(expiresIn)
        self.localId = localId
    }
}

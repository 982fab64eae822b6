/// The request to `securetoken` `token`, as a JSON body (camelCase, which is also how it is encoded) or as a form
/// (snake_case).
public struct TokenRequest: Sendable, Codable {
    /// The grant type; `refresh_token` for a refresh.
    public var grantType: String?
    /// The refresh token to exchange.
    public var refreshToken: String?

    /// Creates a request with the given fields.
    public init(grantType: String? = nil, refreshToken: String? = nil) {
        self.grantType = grantType
        self.refreshToken = refreshToken
    }

    /// Reads the fields under their camelCase or snake_case names.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        func text(_ names: String...) throws -> String? {
            let values = try names.map { try container.decodeIfPresent(String.self, forKey: FieldName(stringValue: $0)) }
            return values.compactMap(\.self).first
        }
        grantType = try text("grantType", "grant_type")
        refreshToken = try text("refreshToken", "refresh_token")
    }
}

/// The response to `token`, in snake_case. `access_token` repeats the ID token, because some clients read only that field.
public struct TokenResponse: Codable, Sendable {
    /// The new ID token.
    @AlwaysSent public var id_token: String?
    /// The new ID token, again.
    @AlwaysSent public var access_token: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @AlwaysSent public var expires_in: Int64Text?
    /// The refresh token to use next: a new one, or the same without rotation.
    @AlwaysSent public var refresh_token: String?
    /// Always `Bearer`.
    @AlwaysSent public var token_type: String? = "Bearer"
    /// The account's id.
    @AlwaysSent public var user_id: String?
    /// The project's number, as in Google's response.
    @AlwaysSent public var project_id: String?

    /// Creates a response with the given fields.
    public init(idToken: String, refreshToken: String, expiresIn: Int64, userID: String, projectID: String) {
        id_token = idToken
        access_token = idToken
        refresh_token = refreshToken
        expires_in = Int64Text(expiresIn)
        user_id = userID
        project_id = projectID
    }
}

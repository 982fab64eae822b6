/// The request to `securetoken` `token`, as a JSON body (camelCase, which is also how it is encoded) or as a form
/// (snake_case).
public struct TokenRequest: Sendable, Codable {
    public var grantType: String?
    public var refreshToken: String?

    public init(grantType: String? = nil, refreshToken: String? = nil) {
        self.grantType = grantType
        self.refreshToken = refreshToken
    }

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
    @AlwaysSent public var id_token: String?
    @AlwaysSent public var access_token: String?
    /// The ID token's lifetime in seconds, as a decimal string.
    @AlwaysSent public var expires_in: Int64Text?
    @AlwaysSent public var refresh_token: String?
    @AlwaysSent public var token_type: String? = "Bearer"
    @AlwaysSent public var user_id: String?
    @AlwaysSent public var project_id: String?

    public init(idToken: String, refreshToken: String, expiresIn: Int64, userID: String, projectID: String) {
        id_token = idToken
        access_token = idToken
        refresh_token = refreshToken
        expires_in = Int64Text(expiresIn)
        user_id = userID
        project_id = projectID
    }
}

/// `securetoken` `token`, as a JSON body (camelCase) or a form (snake_case).
public struct TokenRequest: Sendable, Decodable {
    public var grantType: String?
    public var refreshToken: String?

    public init(grantType: String?, refreshToken: String?) {
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

/// The answer to `token`, in snake_case. `access_token` is the ID token again: some clients read only that.
public struct TokenResponse: Codable, Sendable {
    public var id_token: String
    public var access_token: String
    public var expires_in: Int64Text
    public var refresh_token: String
    public var token_type = "Bearer"
    public var user_id: String
    public var project_id: String

    public init(idToken: String, refreshToken: String, expiresIn: Int64, userID: String, projectID: String) {
        id_token = idToken
        access_token = idToken
        refresh_token = refreshToken
        expires_in = Int64Text(expiresIn)
        user_id = userID
        project_id = projectID
    }
}

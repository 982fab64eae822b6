/// v2 `accounts:revokeToken`: have a provider take back what it gave to an app.
public struct RevokeTokenRequest: Decodable, Sendable {
    /// What is taken back; by name, or by number as Firebase's iOS SDK writes it.
    public enum TokenType: Hashable, Sendable, Decodable {
        case refreshToken
        case accessToken
        case code
        case other

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let text = try (try? container.decode(Int.self)).map(String.init) ?? container.decode(String.self)
            switch text {
            case "REFRESH_TOKEN", "1": self = .refreshToken
            case "ACCESS_TOKEN", "2": self = .accessToken
            case "CODE", "3": self = .code
            default: self = .other
            }
        }
    }

    public var providerId: String?
    public var tokenType: TokenType?
    public var token: String?
    public var idToken: String?
    public var redirectUri: String?
    public var tenantId: String?
}

/// v2 `accounts:revokeToken`: have a provider take back what it gave to an app.
public struct RevokeTokenRequest: Codable, Sendable {
    /// What is taken back; by name, or by number as Firebase's iOS SDK writes it.
    public enum TokenType: Hashable, Sendable, Codable {
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

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .refreshToken: try container.encode("REFRESH_TOKEN")
            case .accessToken: try container.encode("ACCESS_TOKEN")
            case .code: try container.encode("CODE")
            case .other: try container.encode("TOKEN_TYPE_UNSPECIFIED")
            }
        }
    }

    public var providerId: String?
    public var tokenType: TokenType?
    public var token: String?
    public var idToken: String?
    public var redirectUri: String?
    public var tenantId: String?

    public init() {}
}

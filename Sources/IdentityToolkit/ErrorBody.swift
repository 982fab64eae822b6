/// The body of every error response, in Google's format.
public struct ErrorBody: Codable, Hashable, Sendable {
    public struct Detail: Codable, Hashable, Sendable {
        public var message: String
        public var reason: String
        public var domain: String?
        public var location: String?
        public var locationType: String?

        public init(
            message: String, reason: String, domain: String? = "global", location: String? = nil, locationType: String? = nil
        ) {
            self.message = message
            self.reason = reason
            self.domain = domain
            self.location = location
            self.locationType = locationType
        }
    }

    /// A `google.rpc.ErrorInfo`: the reason in machine-readable form.
    public struct ErrorInfo: Codable, Hashable, Sendable {
        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case reason, domain, metadata
        }

        public var type = "type.googleapis.com/google.rpc.ErrorInfo"
        public var reason: String
        public var domain: String
        public var metadata: [String: String]

        public init(reason: String, domain: String, metadata: [String: String]) {
            self.reason = reason
            self.domain = domain
            self.metadata = metadata
        }
    }

    public struct Status: Codable, Hashable, Sendable {
        /// The HTTP status; 0 if a server omits it.
        public var code: Int
        /// `CODE` or `CODE : text`; clients take what precedes the first colon.
        public var message: String
        public var errors: [Detail]
        /// Google's canonical code, if there is one.
        public var status: String?
        /// More machine-readable details, where Google sends them.
        public var details: [ErrorInfo]?

        public init(code: Int, message: String, errors: [Detail], status: String?, details: [ErrorInfo]? = nil) {
            self.code = code
            self.message = message
            self.errors = errors
            self.status = status
            self.details = details
        }

        /// Reads errors of Google's other servers too: `securetoken` sends no `errors`, and `details` may contain many
        /// types; those that are not an ``ErrorInfo`` are skipped.
        ///
        /// - Throws: `DecodingError` if there is no `message`.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            code = (try? container.decode(Int.self, forKey: .code)) ?? 0
            message = try container.decode(String.self, forKey: .message)
            errors = (try? container.decode([Detail].self, forKey: .errors)) ?? []
            status = try? container.decodeIfPresent(String.self, forKey: .status)
            let details = try? container.decodeIfPresent([Lenient<ErrorInfo>].self, forKey: .details)
            self.details = details?.compactMap(\.wrappedValue)
        }
    }

    public var error: Status

    public init(code: Int, message: String, reason: String = "invalid", status: String? = nil) {
        error = Status(code: code, message: message, errors: [Detail(message: message, reason: reason)], status: status)
    }

    public init(_ status: Status) { error = status }
}

/// The body of every error response, in Google's format.
public struct ErrorBody: Codable, Hashable, Sendable {
    /// An entry in the list of errors.
    public struct Detail: Codable, Hashable, Sendable {
        /// The same text as the error's own message.
        public var message: String
        /// A short code for the kind of error, such as `invalid` or `forbidden`.
        public var reason: String
        /// The domain of the reason, usually `global`.
        public var domain: String?
        /// The name of the part of the request that is at fault, such as a header. Mostly absent.
        public var location: String?
        /// The kind of the location, such as `header`. Absent without a location.
        public var locationType: String?

        /// Creates an entry with the given fields.
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

        /// The type's URL, which is always the same.
        public var type = "type.googleapis.com/google.rpc.ErrorInfo"
        /// The reason, such as `API_KEY_INVALID`.
        public var reason: String
        /// The domain of the reason, such as `googleapis.com`.
        public var domain: String
        /// Additional facts, such as the name of the service.
        public var metadata: [String: String]

        /// Creates the information with the given fields.
        public init(reason: String, domain: String, metadata: [String: String]) {
            self.reason = reason
            self.domain = domain
            self.metadata = metadata
        }
    }

    /// The error itself: the only member of the body.
    public struct Status: Codable, Hashable, Sendable {
        /// The HTTP status; 0 if a server omits it.
        public var code: Int
        /// `CODE` or `CODE : text`; clients take what precedes the first colon.
        public var message: String
        /// The list of errors, in the format of Google's older APIs. Empty if a server omits it.
        public var errors: [Detail]
        /// Google's canonical code, if there is one.
        public var status: String?
        /// More machine-readable details, where Google sends them.
        public var details: [ErrorInfo]?

        /// Creates an error with the given fields.
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

    /// The error.
    public var error: Status

    /// Creates a body whose list of errors has one entry with the same message.
    public init(code: Int, message: String, reason: String = "invalid", status: String? = nil) {
        error = Status(code: code, message: message, errors: [Detail(message: message, reason: reason)], status: status)
    }

    /// Creates a body for an error.
    public init(_ status: Status) { error = status }
}

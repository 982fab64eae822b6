/// The body of every answer that is not success, in Google's shape.
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

    public struct Status: Codable, Hashable, Sendable {
        /// The HTTP status.
        public var code: Int
        /// `CODE` or `CODE : text`; clients cut at the first colon.
        public var message: String
        public var errors: [Detail]
        /// Google's canonical code, where there is one.
        public var status: String?

        public init(code: Int, message: String, errors: [Detail], status: String?) {
            self.code = code
            self.message = message
            self.errors = errors
            self.status = status
        }
    }

    public var error: Status

    public init(code: Int, message: String, reason: String = "invalid", status: String? = nil) {
        error = Status(code: code, message: message, errors: [Detail(message: message, reason: reason)], status: status)
    }

    public init(_ status: Status) { error = status }
}

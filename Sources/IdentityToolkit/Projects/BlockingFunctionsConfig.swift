extension ProjectConfig {
    /// The project's own functions that may refuse sign-ins, accounts and messages.
    public struct BlockingFunctions: Codable, Sendable {
        /// A function that is called before something happens.
        public struct Trigger: Codable, Sendable {
            /// The address that events are posted to.
            public var functionUri: String?
            /// The time of the last change of the address. Ignored in requests.
            public var updateTime: String?
            /// Creates a value with the given fields.
            public init(functionUri: String?, updateTime: String? = nil) {
                self.functionUri = functionUri
                self.updateTime = updateTime
            }
        }

        /// The provider's tokens that functions get to see.
        public struct ForwardInboundCredentials: Codable, Sendable {
            /// Indicates whether functions get the provider's ID token.
            public var idToken: Bool?
            /// Indicates whether functions get the provider's access token.
            public var accessToken: Bool?
            /// Indicates whether functions get the provider's refresh token.
            public var refreshToken: Bool?
            /// Creates a value with the given fields.
            public init(idToken: Bool?, accessToken: Bool?, refreshToken: Bool?) {
                self.idToken = idToken
                self.accessToken = accessToken
                self.refreshToken = refreshToken
            }
        }

        /// The functions, by `beforeCreate`, `beforeSignIn`, `beforeSendEmail` and `beforeSendSms`. Absent if there are none.
        public var triggers: [String: Trigger]?
        /// The provider's tokens that functions get to see. Absent if there are none.
        public var forwardInboundCredentials: ForwardInboundCredentials?
        /// Creates a value without any fields set.
        public init() {}
    }
}

extension ProjectConfig.Notification {
    /// The settings of text messages.
    public struct SendSms: Codable, Sendable {
        /// The text of a message.
        public struct SmsTemplate: Codable, Sendable {
            /// The text, with `%LOGIN_CODE%` and `%APP_NAME%`.
            public var content: String?
            /// Creates a value with the given fields.
            public init(content: String?) { self.content = content }
        }
        /// Indicates whether a message is in the language that the app or browser asks for, and not in the project's.
        public var useDeviceLocale: Bool?
        /// The text in the project's language. Set by the server; it is changed in `vincula.phone.templates`.
        public var smsTemplate: SmsTemplate?
        /// Creates a value with the given fields.
        public init(useDeviceLocale: Bool?, smsTemplate: SmsTemplate?) {
            self.useDeviceLocale = useDeviceLocale
            self.smsTemplate = smsTemplate
        }
    }

    /// A project's own mail server.
    public struct SMTP: Codable, Sendable {
        /// The address that mails come from.
        public var senderEmail: String?
        /// The host name.
        public var host: String?
        /// The port.
        public var port: Int?
        /// The user name. Empty if the server wants none.
        public var username: String?
        /// The password. In responses, a mask.
        public var password: String?
        /// The protection of the connection.
        public var securityMode: MailServerSecurity?
        /// Creates a value without any fields set.
        public init() {}
    }

    /// A project's own text of one kind of mail, for all languages.
    public struct EmailTemplate: Codable, Sendable {
        /// The subject, with placeholders such as `%APP_NAME%`. Absent for the built-in one.
        public var subject: String?
        /// The name shown with the sender's address. Absent for the project's.
        public var senderDisplayName: String?
        /// The text, with placeholders such as `%LINK%`. Absent for the built-in one.
        public var body: String?
        /// The format of the text.
        public var bodyFormat: MailBodyFormat?
        /// The address that replies are sent to. Absent for the project's.
        public var replyTo: String?
        /// Indicates whether subject or text are the project's own. Set by the server.
        public var customized: Bool?
        /// Creates a value without any fields set.
        public init() {}
    }
}

extension ProjectConfig {
    /// The quotas of a project.
    public struct Quota: Codable, Sendable {
        /// A quota that holds for a while.
        public struct TemporaryQuota: Codable, Sendable {
            /// The number of accounts that one address may create in an hour: 1 to 1000.
            public var quota: Int64Text?
            /// The time from which it holds, in RFC 3339 format.
            public var startTime: String?
            /// The time for which it holds, in seconds, such as `3600s`; at most seven days.
            public var quotaDuration: String?
            /// Creates a value with the given fields.
            public init(quota: Int64Text?, startTime: String?, quotaDuration: String?) {
                self.quota = quota
                self.startTime = startTime
                self.quotaDuration = quotaDuration
            }
        }
        /// The quota of sign-ups. Absent for the server's limit.
        public var signUpQuotaConfig: TemporaryQuota?
        /// Creates a value with the given fields.
        public init(signUpQuotaConfig: TemporaryQuota?) { self.signUpQuotaConfig = signUpQuotaConfig }
    }

    /// The settings of monitoring.
    public struct Monitoring: Codable, Sendable {
        /// The settings of the log of requests.
        public struct RequestLogging: Codable, Sendable {
            /// Indicates whether each request to the project is written to the server's log.
            public var enabled: Bool?
            /// Creates a value with the given fields.
            public init(enabled: Bool?) { self.enabled = enabled }
        }
        /// The log of requests.
        public var requestLogging: RequestLogging?
        /// Creates a value with the given fields.
        public init(requestLogging: RequestLogging?) { self.requestLogging = requestLogging }
    }
}

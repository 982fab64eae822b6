/// The member `vincula` of v2 `projects/{p}/config`, with settings that Google's type has no fields for.
public struct VinculaConfig: Codable, Sendable {
    /// The trust in a provider's statements about emails.
    public struct Trust: Codable, Sendable {
        /// The level of trust: `domainOwner`, `assertsVerified` or `never`.
        public var level: String?
        /// The domains that the provider is trusted with; at most 100. Absent if there are none.
        public var domains: [String]?
        /// Creates a value with the given fields.
        public init(level: String?, domains: [String]?) {
            self.level = level
            self.domains = domains
        }
    }

    /// The trust in each provider's statements about emails, by provider id.
    public var providerTrust: [String: Trust]?
    /// The trust in all other providers.
    public var defaultTrust: Trust?

    /// The settings of mails.
    public var email: Email?
    /// The settings of sessions.
    public var sessions: Sessions?

    /// The settings of anonymous accounts.
    public var anonymous: Anonymous?
    /// The look of the account page.
    public var page: Page?

    /// The settings of sign-ins at a provider's page.
    public var signIn: SignIn?

    /// The settings of text messages.
    public var phone: Phone?

    /// The move of people from another server.
    public var migration: Migration?

    /// The settings of text messages.
    public struct Phone: Codable, Sendable {
        /// The number of messages that may be sent in a day, in UTC.
        public var messagesPerDay: Int?
        /// The texts by language (`en`, `es`, …), with `%LOGIN_CODE%` and `%APP_NAME%`.
        public var templates: [String: String]?
        /// `required` if each message needs a proof that it is worth something to its sender, or `limits` if the limits alone
        /// bound the cost. Absent for the server's default.
        public var appVerification: String?
        /// Creates a value with the given fields.
        public init(messagesPerDay: Int?, templates: [String: String]?, appVerification: String? = nil) {
            self.messagesPerDay = messagesPerDay
            self.templates = templates
            self.appVerification = appVerification
        }
    }

    /// The settings of sign-ins at a provider's page.
    public struct SignIn: Codable, Sendable {
        /// Indicates whether a result may go to a program that listens on the person's own machine, as the SDK does on Linux
        /// and macOS.
        public var loopbackRedirects: Bool?
        /// Creates a value with the given fields.
        public init(loopbackRedirects: Bool?) { self.loopbackRedirects = loopbackRedirects }
    }

    /// The settings of anonymous accounts.
    public struct Anonymous: Codable, Sendable {
        /// The number of unused days after which an account is deleted if `autodeleteAnonymousUsers` is on: 1 to 3650.
        public var autodeleteDays: Int?
        /// Creates a value with the given fields.
        public init(autodeleteDays: Int?) { self.autodeleteDays = autodeleteDays }
    }

    /// Creates a value without any fields set.
    public init() {}

    /// The settings of sessions.
    public struct Sessions: Codable, Sendable {
        /// Indicates whether each exchange of a refresh token returns a new one. If `false`, refresh tokens keep their
        /// value.
        public var refreshRotation: Bool?
        /// What the project wants of the keys that clients bind sessions to: `off`, `optional` or `required`.
        public var keys: String?
        /// Indicates whether proofs of keys must have the server's newest nonce.
        public var keyNonce: Bool?
        /// Indicates whether people are told by mail that their session's tokens were presented without its key.
        public var keyNotices: Bool?
        /// The time (RFC 3339) until which sessions that were opened without a key are refreshed without one where keys are
        /// required. Absent or empty if they are not.
        public var unboundUntil: String?
        /// Creates a value with the given fields.
        public init(refreshRotation: Bool?) { self.refreshRotation = refreshRotation }
    }

    /// The look of the account page.
    public struct Page: Codable, Sendable {
        /// The name on the page. Absent for the app's name in mails.
        public var name: String?
        /// The picture above the page: an `https:` URL or a `data:` URL.
        public var logo: String?
        /// The colour of buttons and links, such as `#1a4fba`.
        public var color: String?
        /// Creates a value without any fields set.
        public init() {}
    }

    /// The settings of mails.
    public struct Email: Codable, Sendable {
        /// A project's own text for one mail in one language, as Mustache templates.
        public struct Template: Codable, Sendable {
            /// The template of the subject.
            public var subject: String?
            /// The template of the plain-text body.
            public var text: String?
            /// The template of the HTML body.
            public var html: String?
            /// Creates a value with the given fields.
            public init(subject: String?, text: String?, html: String?) {
                self.subject = subject
                self.text = text
                self.html = html
            }
        }

        /// The app's name in mails and pages.
        public var appName: String?
        /// The name shown with the sender's address.
        public var senderName: String?
        /// The address that replies are sent to.
        public var replyTo: String?
        /// Indicates whether mails contain six digits that can be used instead of the link.
        public var codes: Bool?
        /// The templates by kind of mail (`resetPassword`, `signIn`, …), then by language (`en`, `es`, …).
        public var templates: [String: [String: Template]]?

        /// Creates a value without any fields set.
        public init() {}
    }
}

/// The member `vincula` of v2 `projects/{p}/config`: what Google's shape has no place for.
public struct VinculaConfig: Codable, Sendable {
    public struct Trust: Codable, Sendable {
        /// `domainOwner`, `assertsVerified` or `never`.
        public var level: String?
        public var domains: [String]?
        public init(level: String?, domains: [String]?) {
            self.level = level
            self.domains = domains
        }
    }

    /// What a provider's word on an email is worth, by provider.
    public var providerTrust: [String: Trust]?
    /// What every other provider's word is worth.
    public var defaultTrust: Trust?

    /// What mails look like.
    public var email: Email?
    /// What is asked of sessions.
    public var sessions: Sessions?

    /// What becomes of anonymous accounts.
    public var anonymous: Anonymous?

    public struct Anonymous: Codable, Sendable {
        /// After how many days without use they are removed, where `autodeleteAnonymousUsers` is on: 1 to 3650.
        public var autodeleteDays: Int?
        public init(autodeleteDays: Int?) { self.autodeleteDays = autodeleteDays }
    }

    public init() {}

    public struct Sessions: Codable, Sendable {
        /// Whether each exchange of a refresh token answers with another one; `false`: tokens keep their value.
        public var refreshRotation: Bool?
        public init(refreshRotation: Bool?) { self.refreshRotation = refreshRotation }
    }

    public struct Email: Codable, Sendable {
        /// A project's own words for one mail in one language: Mustache templates.
        public struct Template: Codable, Sendable {
            public var subject: String?
            public var text: String?
            public var html: String?
            public init(subject: String?, text: String?, html: String?) {
                self.subject = subject
                self.text = text
                self.html = html
            }
        }

        /// What mails and pages call the app.
        public var appName: String?
        /// The name before the sender's address.
        public var senderName: String?
        public var replyTo: String?
        /// Whether mails carry six digits that do instead of the link.
        public var codes: Bool?
        /// By kind of mail (`resetPassword`, `signIn`, …), then by language (`en`, `es`, …).
        public var templates: [String: [String: Template]]?

        public init() {}
    }
}

/// The unique key of an identity: the provider, the issuer and the subject.
public struct IdentityKey: Hashable, Sendable, Codable {
    public let provider: ProviderID
    /// The issuer; equal subjects of two issuers are two people.
    public let issuer: String
    /// The provider's own, permanent id of the person; the wire's `rawId`.
    public let subject: String

    public init(provider: ProviderID, issuer: String, subject: String) {
        self.provider = provider
        self.issuer = issuer
        self.subject = subject
    }
}

/// The provider's information about a person, apart from their id.
public struct Profile: Hashable, Sendable, Codable {
    public var displayName: String?
    public var photoURL: String?
    public var screenName: String?

    public init(displayName: String? = nil, photoURL: String? = nil, screenName: String? = nil) {
        self.displayName = displayName.map { Self.plain($0, longest: 256) }
        self.photoURL = photoURL.map { Self.plain($0, longest: 2048) }
        self.screenName = screenName.map { Self.plain($0, longest: 256) }
    }

    /// A provider's text without control characters, cut to the longest that an account may have.
    private static func plain(_ text: String, longest: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }).prefix(longest))
    }
}

/// One way in that belongs to an account; the wire's `providerUserInfo` row.
public struct Identity: Hashable, Sendable {
    public let key: IdentityKey
    /// The provider's email for the person; it is independent of the account's own email.
    public var email: EmailAddress?
    public var profile: Profile
    /// The identity's addition to an existing account; `nil` if the account was created with it.
    public var addition: Addition?

    /// The time at which an identity was added, and how recent the sign-in of that session was.
    public struct Addition: Hashable, Sendable {
        public var at: Timestamp
        /// The time at which the person who added it had last signed in.
        public var authTime: Timestamp
        /// True if a mail informed the account's owner, at an address proven to be theirs.
        public var isAnnounced: Bool

        public init(at: Timestamp, authTime: Timestamp, isAnnounced: Bool) {
            self.at = at
            self.authTime = authTime
            self.isAnnounced = isAnnounced
        }
    }

    public init(key: IdentityKey, email: EmailAddress?, profile: Profile, addition: Addition? = nil) {
        self.key = key
        self.email = email
        self.profile = profile
        self.addition = addition
    }
}

/// Indicates how far a presented email proves ownership of the mailbox.
public enum EmailOwnership: String, Hashable, Sendable, Codable, CaseIterable {
    /// The provider runs the mailbox, or the person answered a mail sent to it.
    case proven
    /// The provider merely says so, and might be wrong or lying.
    case claimed
}

/// A verified credential, as facts.
public struct PresentedIdentity: Hashable, Sendable, Codable {
    public var key: IdentityKey
    /// The email that came with it, if any.
    public var email: EmailAddress?
    /// Indicates whether that email is proven; meaningless without an email.
    public var ownership: EmailOwnership
    public var profile: Profile

    public init(key: IdentityKey, email: EmailAddress?, ownership: EmailOwnership, profile: Profile = Profile()) {
        self.key = key
        self.email = email
        self.ownership = ownership
        self.profile = profile
    }

    /// The identity as the account stores it.
    public var identity: Identity { Identity(key: key, email: email, profile: profile) }
}

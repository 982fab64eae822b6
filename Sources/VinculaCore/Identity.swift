/// What makes an identity unique: who vouches, under which issuer, for which subject.
public struct IdentityKey: Hashable, Sendable, Codable {
    public let provider: ProviderID
    /// The issuer; equal subjects of two issuers are two people.
    public let issuer: String
    /// The provider's own, unchanging id of the person; the wire's `rawId`.
    public let subject: String

    public init(provider: ProviderID, issuer: String, subject: String) {
        self.provider = provider
        self.issuer = issuer
        self.subject = subject
    }
}

/// What a provider says about a person, beside who it is.
public struct Profile: Hashable, Sendable, Codable {
    public var displayName: String?
    public var photoURL: String?
    public var screenName: String?

    public init(displayName: String? = nil, photoURL: String? = nil, screenName: String? = nil) {
        self.displayName = displayName.map { Self.plain($0, longest: 256) }
        self.photoURL = photoURL.map { Self.plain($0, longest: 2048) }
        self.screenName = screenName.map { Self.plain($0, longest: 256) }
    }

    /// A provider's text without control characters, and no longer than an account may have it.
    private static func plain(_ text: String, longest: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }).prefix(longest))
    }
}

/// One way in that belongs to an account; the wire's `providerUserInfo` row.
public struct Identity: Hashable, Sendable {
    public let key: IdentityKey
    /// The provider's email for the person; it says nothing about the account's own email.
    public var email: EmailAddress?
    public var profile: Profile
    /// How it came to an account that was there before; `nil` for what an account began with.
    public var addition: Addition?

    /// When an identity was added, and by how fresh a session.
    public struct Addition: Hashable, Sendable {
        public var at: Timestamp
        /// When whoever added it had proven who they are.
        public var authTime: Timestamp
        /// Whether a mail told the account's owner, at an address that was proven to be theirs.
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

/// How much a presented email tells about who owns the mailbox.
public enum EmailOwnership: String, Hashable, Sendable, Codable, CaseIterable {
    /// The provider runs the mailbox, or the person answered a mail sent to it.
    case proven
    /// The provider says so, and might be wrong or lying.
    case claimed
}

/// A verified credential, as facts.
public struct PresentedIdentity: Hashable, Sendable, Codable {
    public var key: IdentityKey
    /// The email that came along, or `nil` for none.
    public var email: EmailAddress?
    /// What that email is worth; without an email it means nothing.
    public var ownership: EmailOwnership
    public var profile: Profile

    public init(key: IdentityKey, email: EmailAddress?, ownership: EmailOwnership, profile: Profile = Profile()) {
        self.key = key
        self.email = email
        self.ownership = ownership
        self.profile = profile
    }

    /// The identity that an account keeps of it.
    public var identity: Identity { Identity(key: key, email: email, profile: profile) }
}

package import Foundation

/// The unique key of an identity: the provider, the issuer and the subject.
package struct IdentityKey: Hashable, Sendable, Codable {
    package let provider: ProviderID
    /// The issuer; equal subjects of two issuers are two people.
    package let issuer: String
    /// The provider's own, permanent id of the person; the wire's `rawId`.
    package let subject: String

    package init(provider: ProviderID, issuer: String, subject: String) {
        self.provider = provider
        self.issuer = issuer
        self.subject = subject
    }
}

extension IdentityKey {
    /// The key of a phone number: it is the subject, and no issuer vouches for it but this server.
    package init(phone: PhoneNumber) { self.init(provider: .phone, issuer: "", subject: phone.value) }

    /// The number, if this is the key of one.
    package var phone: PhoneNumber? { provider == .phone ? PhoneNumber(stored: subject) : nil }
}

/// The provider's information about a person, apart from their id.
package struct Profile: Hashable, Sendable, Codable {
    package var displayName: String?
    package var photoURL: String?
    package var screenName: String?

    /// Takes what a provider says; an empty text, and one of control characters only, says nothing.
    package init(displayName: String? = nil, photoURL: String? = nil, screenName: String? = nil) {
        self.displayName = displayName.map { String(Self.plain($0).prefix(Self.longestName)) }
            .flatMap { $0.isEmpty ? nil : $0 }
        // The first half of an address shows no photo.
        self.photoURL = photoURL.map { String(Self.plain($0)) }
            .flatMap { (1...Self.longestPhotoURL).contains($0.utf8.count) ? $0 : nil }
        self.screenName = screenName.map { String(Self.plain($0).prefix(Self.longestName)) }
            .flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The longest name, in Unicode scalars; a provider's longer one is cut.
    private static let longestName = 256
    /// The longest address of a photo, in bytes; a provider's longer one is left out.
    package static let longestPhotoURL = 2048

    /// A provider's text without control characters.
    private static func plain(_ text: String) -> String.UnicodeScalarView {
        String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    }
}

/// One way in that belongs to an account, a provider's person or a phone number; the wire's `providerUserInfo` row.
package struct Identity: Hashable, Sendable {
    package let key: IdentityKey
    /// The provider's email for the person; it is independent of the account's own email.
    package var email: EmailAddress?
    package var profile: Profile
    /// The identity's addition to an existing account; `nil` if the account was created with it.
    package var addition: Addition?

    /// The time at which an identity was added, and how recent the sign-in of that session was.
    package struct Addition: Hashable, Sendable, Codable {
        package var at: Timestamp
        /// The time at which the person who added it had last signed in.
        package var authTime: Timestamp
        /// True if a mail informed the account's owner, at an address proven to be theirs.
        package var isAnnounced: Bool
        /// The session that added it, as ``Session/root`` names it; `nil` for additions of versions that did not record it.
        package var root: Data?

        package init(at: Timestamp, authTime: Timestamp, isAnnounced: Bool, root: Data? = nil) {
            self.at = at
            self.authTime = authTime
            self.isAnnounced = isAnnounced
            self.root = root
        }
    }

    package init(key: IdentityKey, email: EmailAddress?, profile: Profile, addition: Addition? = nil) {
        self.key = key
        self.email = email
        self.profile = profile
        self.addition = addition
    }
}

extension Identity {
    /// The identity of a phone number.
    package init(phone: PhoneNumber) { self.init(key: IdentityKey(phone: phone), email: nil, profile: Profile()) }
}

/// Indicates how far a presented email proves ownership of the mailbox.
package enum EmailOwnership: String, Hashable, Sendable, Codable, CaseIterable {
    /// The provider runs the mailbox, or the person answered a mail sent to it.
    case proven
    /// The provider merely says so, and might be wrong or lying.
    case claimed
}

/// A verified credential, as facts.
package struct PresentedIdentity: Hashable, Sendable, Codable {
    package var key: IdentityKey
    /// The email that came with it, if any.
    package var email: EmailAddress?
    /// Indicates whether that email is proven; meaningless without an email.
    package var ownership: EmailOwnership
    package var profile: Profile

    package init(key: IdentityKey, email: EmailAddress?, ownership: EmailOwnership, profile: Profile = Profile()) {
        self.key = key
        self.email = email
        self.ownership = ownership
        self.profile = profile
    }

    /// The identity as the account stores it.
    package var identity: Identity { Identity(key: key, email: email, profile: profile) }
}

extension PresentedIdentity {
    /// A phone number whose code the person entered.
    package init(phone: PhoneNumber) { self.init(key: IdentityKey(phone: phone), email: nil, ownership: .claimed) }
}

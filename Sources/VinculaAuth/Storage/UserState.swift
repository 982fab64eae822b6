import Foundation

/// All that is known of a signed-in user. What is kept in memory and what is stored are the same thing.
///
/// These types are version 1 of ``StoredUser``: a property that is added must be optional, so that what older versions of the SDK
/// stored still decodes. Renaming or removing one needs a new version.
struct UserState: Codable, Hashable, Sendable {
    var uid: String
    var isAnonymous = false
    var hasPassword = false
    var email: String?
    var isEmailVerified = false
    var phoneNumber: String?
    var displayName: String?
    var photoURL: URL?
    /// In the server's order.
    var providers: [ProviderProfile] = []
    var createdAt: Date?
    var lastSignInAt: Date?
    var tenantID: String?
    var factors: [EnrolledFactor] = []
    var tokens: Tokens
}

/// What one provider says of the user.
struct ProviderProfile: Codable, Hashable, Sendable {
    var providerID: String
    /// The user's id at the provider: the server's `federatedId` or `rawId`.
    var uid: String
    var displayName: String?
    var photoURL: URL?
    var email: String?
    var phoneNumber: String?
}

/// The tokens of a session. Whoever has them is the user, so descriptions and dumps leave them out.
struct Tokens: Codable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    var idToken: String
    var refreshToken: String
    /// When the ID token expires; nil if that is unknown, and then it is refreshed before it is used.
    var expiresAt: Date?

    var description: String { "Tokens(expiresAt: \(expiresAt.map(String.init(describing:)) ?? "unknown"))" }
    var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt as Any]) }
}

/// A second factor that the user has enrolled.
struct EnrolledFactor: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The number is masked by some servers, and absent from some answers.
        case phone(number: String?)
        case totp
        /// A kind that this version of the SDK does not know, by the server's name for it.
        case other(String)
    }

    var uid: String
    var displayName: String?
    var enrolledAt: Date?
    var kind: Kind
}

extension EnrolledFactor: Codable {
    private enum CodingKeys: String, CodingKey {
        case uid, displayName, enrolledAt, kind, phoneNumber, otherKind
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        uid = try values.decode(String.self, forKey: .uid)
        displayName = try values.decodeIfPresent(String.self, forKey: .displayName)
        enrolledAt = try values.decodeIfPresent(Date.self, forKey: .enrolledAt)
        switch try values.decode(String.self, forKey: .kind) {
        case "phone": kind = .phone(number: try values.decodeIfPresent(String.self, forKey: .phoneNumber))
        case "totp": kind = .totp
        case "other": kind = .other(try values.decode(String.self, forKey: .otherKind))
        // Written by a newer SDK: going back to an older one must not lose the session.
        case let newer: kind = .other(newer)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(uid, forKey: .uid)
        try values.encodeIfPresent(displayName, forKey: .displayName)
        try values.encodeIfPresent(enrolledAt, forKey: .enrolledAt)
        switch kind {
        case .phone(let number):
            try values.encode("phone", forKey: .kind)
            try values.encodeIfPresent(number, forKey: .phoneNumber)
        case .totp:
            try values.encode("totp", forKey: .kind)
        case .other(let name):
            try values.encode("other", forKey: .kind)
            try values.encode(name, forKey: .otherKind)
        }
    }
}

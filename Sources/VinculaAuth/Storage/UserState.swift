import Foundation

/// The complete state of a signed-in user, identical in memory and in the storage.
///
/// These types are version 1 of ``StoredUser``: a new property must be optional, so that data stored by older versions of the
/// SDK still decodes. Renaming or removing one requires a new version.
struct UserState: Codable, Hashable, Sendable {
    var uid: String
    var isAnonymous = false
    var hasPassword = false
    var email: String?
    var isEmailVerified = false
    var phoneNumber: String?
    var displayName: String?
    var photoURL: URL?
    /// The providers in the server's order.
    var providers: [ProviderProfile] = []
    var createdAt: Date?
    var lastSignInAt: Date?
    var tenantID: String?
    var factors: [EnrolledFactor] = []
    var tokens: Tokens
}

/// One provider's information about the user.
struct ProviderProfile: Codable, Hashable, Sendable {
    var providerID: String
    /// The user's ID at the provider: the server's `federatedId` or `rawId`.
    var uid: String
    var displayName: String?
    var photoURL: URL?
    var email: String?
    var phoneNumber: String?
}

/// The tokens of a session. Anyone who has them can act as the user, so descriptions and dumps omit them.
struct Tokens: Codable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    var idToken: String
    var refreshToken: String
    /// The expiration date of the ID token; nil if unknown, in which case it is refreshed before use.
    var expiresAt: Date?
    /// The name of the key that an earlier ID token of the session named, if this one names none: a server of before there were
    /// keys issued it.
    var earlierKey: String?

    /// The name of the key that the session is bound to; nil if it is bound to none, as far as is known.
    var boundTo: String? { IDTokenContent.keyThumbprint(idToken) ?? earlierKey }

    var description: String { "Tokens(expiresAt: \(expiresAt.map(String.init(describing:)) ?? "unknown"))" }
    var customMirror: Mirror { Mirror(self, children: ["expiresAt": expiresAt as Any]) }
}

/// A second factor that the user has enrolled.
struct EnrolledFactor: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The number is masked by some servers, and missing from some responses.
        case phone(number: String?)
        case totp
        /// A kind that this version of the SDK does not know, with the server's name for it.
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
        // Written by a newer SDK: downgrading must not lose the session.
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

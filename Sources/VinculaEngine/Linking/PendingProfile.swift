import Foundation
import VinculaCore
import VinculaCrypto

/// The provider's information apart from the presented identity, stored with a pending credential for the next response to
/// its holder.
///
/// It is sealed under a key that can only be derived from the `pendingToken`, and the database only has the token's hash.
/// The provider's own tokens are not included: the client already has them.
struct PendingProfile: Codable {
    /// The longest that is stored, in bytes; from a longer one the provider's raw user info is dropped.
    private static let maximumLength = 16_384
    private static let place = "pending-credential"

    var federatedID: String
    var firstName: String?
    var lastName: String?
    var nickName: String?
    var language: String?
    var timeZone: String?
    var dateOfBirth: String?
    var rawUserInfo: JSONValue

    init(_ identity: VerifiedIdentity) {
        federatedID = identity.federatedID
        firstName = identity.firstName
        lastName = identity.lastName
        nickName = identity.nickName
        language = identity.language
        timeZone = identity.timeZone
        dateOfBirth = identity.dateOfBirth
        rawUserInfo = identity.rawUserInfo
    }

    /// - Returns: `nil` if it is too long.
    func sealed(with token: String) throws -> Data? {
        var told = self
        var text = try JSONEncoder().encode(told)
        if text.count > Self.maximumLength {
            told.rawUserInfo = .object([:])
            text = try JSONEncoder().encode(told)
        }
        guard text.count <= Self.maximumLength else { return nil }
        return try Self.sealer(token).seal(text, place: Self.place)
    }

    /// - Returns: `nil` if there is none, or it cannot be opened.
    static func open(_ sealed: Data?, with token: String) -> PendingProfile? {
        guard let sealed, let text = try? sealer(token).open(sealed, place: place) else { return nil }
        return try? JSONDecoder().decode(PendingProfile.self, from: text)
    }

    /// The identity as it was presented, with the information from then.
    func identity(_ presented: PresentedIdentity) -> VerifiedIdentity {
        var identity = VerifiedIdentity(
            presented: presented, federatedID: federatedID, firstName: firstName, lastName: lastName, rawUserInfo: rawUserInfo)
        identity.nickName = nickName
        identity.language = language
        identity.timeZone = timeZone
        identity.dateOfBirth = dateOfBirth
        return identity
    }

    // Not the hash in the database: that would be storing the key next to the lock.
    private static func sealer(_ token: String) -> Sealer {
        Sealer(masterKey: Data(token.utf8).hmacSHA256(key: Data("vincula pending profile".utf8)))
    }
}

public import Foundation

/// Additional results of a sign-in: the provider's profile, and whether the account is new.
open class AdditionalUserInfo: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The provider's ID; empty for a custom token.
    public let providerID: String
    /// The person's profile at the provider, unchanged.
    public let profile: [String: Any]?
    /// The person's name at the provider, such as a GitHub login.
    public let username: String?
    /// Indicates whether the sign-in created the account.
    public let isNewUser: Bool

    init(providerID: String, profile: [String: Any]? = nil, username: String? = nil, isNewUser: Bool) {
        self.providerID = providerID
        self.profile = profile
        self.username = username
        self.isNewUser = isNewUser
    }

    /// Returns whether the sign-in created the account.
    open func newUser() -> Bool { isNewUser }

    // MARK: NSSecureCoding

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    private struct Archived: Codable {
        var providerID: String
        var profile: Data?
        var username: String?
        var isNewUser: Bool
    }

    /// Encodes the results of a sign-in.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) {
        let profile = profile.flatMap { try? JSONSerialization.data(withJSONObject: $0) }
        Archive.encode(
            Archived(providerID: providerID, profile: profile, username: username, isNewUser: isNewUser), with: coder)
    }

    /// Decodes the results of a sign-in; returns nil if the archive does not contain them.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let archived = Archive.decode(Archived.self, from: coder) else { return nil }
        let profile = archived.profile.flatMap { try? JSONSerialization.jsonObject(with: $0) }
        self.init(
            providerID: archived.providerID, profile: profile as? [String: Any], username: archived.username,
            isNewUser: archived.isNewUser)
    }
}

public import Foundation

/// The result of a sign-in, a link or a reauthentication.
open class AuthDataResult: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The signed-in user.
    public let user: User
    /// Additional results: the provider's profile, and whether the account is new.
    public let additionalUserInfo: AdditionalUserInfo?
    /// The provider's tokens, if any.
    public let credential: OAuthCredential?

    init(user: User, additionalUserInfo: AdditionalUserInfo?, credential: OAuthCredential? = nil) {
        self.user = user
        self.additionalUserInfo = additionalUserInfo
        self.credential = credential
    }

    // MARK: NSSecureCoding

    /// Always true: archives of this class can be decoded securely.
    public static var supportsSecureCoding: Bool { true }

    /// Encodes a result. The archive contains the user's refresh token and the provider's tokens.
    ///
    /// - Parameter coder: The archiver.
    public func encode(with coder: NSCoder) {
        coder.encode(user, forKey: "user")
        coder.encode(additionalUserInfo, forKey: "additionalUserInfo")
        coder.encode(credential, forKey: "credential")
    }

    /// Decodes a result; returns nil if the archive does not contain it.
    ///
    /// - Parameter coder: The unarchiver.
    public required convenience init?(coder: NSCoder) {
        guard let user = coder.decodeObject(of: User.self, forKey: "user") else { return nil }
        self.init(
            user: user,
            additionalUserInfo: coder.decodeObject(of: AdditionalUserInfo.self, forKey: "additionalUserInfo"),
            credential: coder.decodeObject(of: OAuthCredential.self, forKey: "credential"))
    }
}

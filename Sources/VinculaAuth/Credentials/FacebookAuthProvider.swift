public import Foundation

/// Creates credentials from a Facebook login.
open class FacebookAuthProvider: NSObject {
    /// `facebook.com`.
    public static let id = "facebook.com"

    /// Unavailable: there is nothing to create, because ``credential(withAccessToken:)`` belongs to the class.
    @available(*, unavailable, message: "Call credential(withAccessToken:) on the class instead.")
    public override init() { super.init() }

    /// Creates a credential from a Facebook access token.
    open class func credential(withAccessToken accessToken: String) -> AuthCredential {
        OAuthCredential(provider: id, accessToken: accessToken)
    }
}

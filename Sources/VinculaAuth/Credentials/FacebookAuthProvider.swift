public import Foundation

/// Makes credentials of what Facebook's login gave an app.
open class FacebookAuthProvider: NSObject {
    /// `facebook.com`.
    public static let id = "facebook.com"

    @available(*, unavailable, message: "Call credential(withAccessToken:) on the class instead.")
    public override init() { super.init() }

    /// Makes a credential of the access token that Facebook gave.
    open class func credential(withAccessToken accessToken: String) -> AuthCredential {
        OAuthCredential(provider: id, accessToken: accessToken)
    }
}

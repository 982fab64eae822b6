public import Foundation

/// Makes credentials of what X, which was Twitter, gave an app.
open class TwitterAuthProvider: NSObject {
    /// `twitter.com`.
    public static let id = "twitter.com"

    @available(*, unavailable, message: "Call credential(withToken:secret:) on the class instead.")
    public override init() { super.init() }

    /// Makes a credential of the OAuth 1.0a token and secret that X gave.
    open class func credential(withToken token: String, secret: String) -> AuthCredential {
        OAuthCredential(provider: id, accessToken: token, secret: secret)
    }
}

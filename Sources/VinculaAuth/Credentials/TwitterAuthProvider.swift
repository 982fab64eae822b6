public import Foundation

/// Creates credentials from a sign-in at X, formerly Twitter.
open class TwitterAuthProvider: NSObject {
    /// `twitter.com`.
    public static let id = "twitter.com"

    /// Unavailable: there is nothing to create, because ``credential(withToken:secret:)`` belongs to the class.
    @available(*, unavailable, message: "Call credential(withToken:secret:) on the class instead.")
    public override init() { super.init() }

    /// Creates a credential from an OAuth 1.0a token and secret of X.
    open class func credential(withToken token: String, secret: String) -> AuthCredential {
        OAuthCredential(provider: id, accessToken: token, secret: secret)
    }
}

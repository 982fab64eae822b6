public import Foundation

/// Makes credentials of what GitHub's sign-in gave an app.
open class GitHubAuthProvider: NSObject {
    /// `github.com`.
    public static let id = "github.com"

    @available(*, unavailable, message: "Call credential(withToken:) on the class instead.")
    public override init() { super.init() }

    /// Makes a credential of the access token that GitHub gave.
    open class func credential(withToken token: String) -> AuthCredential {
        OAuthCredential(provider: id, accessToken: token)
    }
}

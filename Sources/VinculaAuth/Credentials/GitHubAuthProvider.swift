public import Foundation

/// Creates credentials from a GitHub sign-in.
open class GitHubAuthProvider: NSObject {
    /// `github.com`.
    public static let id = "github.com"

    /// Unavailable: there is nothing to create, because ``credential(withToken:)`` belongs to the class.
    @available(*, unavailable, message: "Call credential(withToken:) on the class instead.")
    public override init() { super.init() }

    /// Creates a credential from a GitHub access token.
    open class func credential(withToken token: String) -> AuthCredential {
        OAuthCredential(provider: id, accessToken: token)
    }
}

public import Foundation

/// Makes credentials of what Google Sign-In gave an app.
open class GoogleAuthProvider: NSObject {
    /// `google.com`.
    public static let id = "google.com"

    @available(*, unavailable, message: "Call credential(withIDToken:accessToken:) on the class instead.")
    public override init() { super.init() }

    /// Makes a credential of the tokens that Google gave.
    ///
    /// - Parameters:
    ///   - idToken: The ID token, which says who the person is.
    ///   - accessToken: The access token that came with it.
    open class func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
        OAuthCredential(provider: id, idToken: idToken, accessToken: accessToken)
    }
}

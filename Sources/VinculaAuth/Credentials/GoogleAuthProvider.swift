public import Foundation

/// Creates credentials from a Google Sign-In.
open class GoogleAuthProvider: NSObject {
    /// `google.com`.
    public static let id = "google.com"

    /// Unavailable: there is nothing to create, because ``credential(withIDToken:accessToken:)`` belongs to the class.
    @available(*, unavailable, message: "Call credential(withIDToken:accessToken:) on the class instead.")
    public override init() { super.init() }

    /// Creates a credential from Google's tokens.
    ///
    /// - Parameters:
    ///   - idToken: The ID token, which identifies the person.
    ///   - accessToken: The access token issued with it.
    open class func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
        OAuthCredential(provider: id, idToken: idToken, accessToken: accessToken)
    }
}

public import Foundation

extension OAuthProvider {
    /// Makes a credential of an ID token, and the access token that came with it.
    public static func credential(
        providerID: AuthProviderID, idToken: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID.rawValue, idToken: idToken, accessToken: accessToken)
    }

    /// Makes a credential of an access token alone.
    public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
        OAuthCredential(provider: providerID.rawValue, accessToken: accessToken)
    }

    /// Makes a credential of an ID token that holds a nonce.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - idToken: Its ID token.
    ///   - rawNonce: The nonce whose SHA-256 hash the provider was given.
    ///   - accessToken: The access token that came with it; nil for none.
    public static func credential(
        providerID: AuthProviderID, idToken: String, rawNonce: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID.rawValue, idToken: idToken, accessToken: accessToken, rawNonce: rawNonce)
    }

    /// Makes a credential of what Sign in with Apple gave.
    ///
    /// - Parameters:
    ///   - idToken: The identity token, as text.
    ///   - rawNonce: The nonce whose SHA-256 hash Apple was given.
    ///   - fullName: The person's name, which Apple tells the first time only; it becomes the account's display name.
    public static func appleCredential(
        withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents?
    ) -> OAuthCredential {
        OAuthCredential(
            provider: AuthProviderID.apple.rawValue, idToken: idToken, rawNonce: rawNonce, fullName: fullName)
    }
}

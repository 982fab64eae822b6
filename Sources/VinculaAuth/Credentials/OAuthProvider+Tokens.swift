public import Foundation

extension OAuthProvider {
    /// Creates a credential from an ID token and the access token issued with it.
    public static func credential(
        providerID: AuthProviderID, idToken: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID.rawValue, idToken: idToken, accessToken: accessToken)
    }

    /// Creates a credential from an access token alone.
    public static func credential(providerID: AuthProviderID, accessToken: String) -> OAuthCredential {
        OAuthCredential(provider: providerID.rawValue, accessToken: accessToken)
    }

    /// Creates a credential from an ID token that contains a nonce.
    ///
    /// - Parameters:
    ///   - providerID: The provider.
    ///   - idToken: The provider's ID token.
    ///   - rawNonce: The nonce whose SHA-256 hash was sent to the provider.
    ///   - accessToken: The access token issued with it; nil for none.
    public static func credential(
        providerID: AuthProviderID, idToken: String, rawNonce: String, accessToken: String? = nil
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID.rawValue, idToken: idToken, accessToken: accessToken, rawNonce: rawNonce)
    }

    /// Creates a credential from a Sign in with Apple response.
    ///
    /// - Parameters:
    ///   - idToken: The identity token, as a string.
    ///   - rawNonce: The nonce whose SHA-256 hash was sent to Apple.
    ///   - fullName: The person's name, which Apple provides the first time only; it becomes the account's display name.
    public static func appleCredential(
        withIDToken idToken: String, rawNonce: String?, fullName: PersonNameComponents?
    ) -> OAuthCredential {
        OAuthCredential(
            provider: AuthProviderID.apple.rawValue, idToken: idToken, rawNonce: rawNonce, fullName: fullName)
    }
}

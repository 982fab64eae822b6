// Spellings used in older documentation, mostly for Sign in with Apple.

extension OAuthProvider {
    /// The older form of `credential(providerID:idToken:accessToken:)`.
    @available(*, deprecated, message: "Use credential(providerID:idToken:accessToken:).")
    public static func credential(withProviderID providerID: String, idToken: String, accessToken: String?) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, accessToken: accessToken)
    }

    /// The older form of `credential(providerID:accessToken:)`.
    @available(*, deprecated, message: "Use credential(providerID:accessToken:).")
    public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
        OAuthCredential(provider: providerID, accessToken: accessToken)
    }

    /// The older form of `credential(providerID:idToken:rawNonce:)`.
    @available(*, deprecated, message: "Use credential(providerID:idToken:rawNonce:).")
    public static func credential(withProviderID providerID: String, idToken: String, rawNonce: String) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, rawNonce: rawNonce)
    }

    /// The older form of `credential(providerID:idToken:rawNonce:accessToken:)`.
    @available(*, deprecated, message: "Use credential(providerID:idToken:rawNonce:accessToken:).")
    public static func credential(
        withProviderID providerID: String, idToken: String, rawNonce: String, accessToken: String?
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, accessToken: accessToken, rawNonce: rawNonce)
    }

    /// The older form of `credential(providerID:idToken:accessToken:)`.
    @available(*, deprecated, message: "Use credential(providerID:idToken:accessToken:).")
    public static func credential(
        withProviderID providerID: String, idToken: String?, accessToken: String?, pendingToken: String?
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, accessToken: accessToken, pendingToken: pendingToken)
    }

    /// The older form of `OAuthProvider(providerID:)`.
    @available(*, deprecated, message: "Use OAuthProvider(providerID:).")
    public static func provider(providerID: String) -> OAuthProvider { OAuthProvider(providerID: providerID) }

    /// The older form of `OAuthProvider(providerID:auth:)`.
    @available(*, deprecated, message: "Use OAuthProvider(providerID:auth:).")
    public static func provider(providerID: String, auth: Auth) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }
}

/// The older name of ``EmailAuthProvider``.
@available(*, deprecated, renamed: "EmailAuthProvider")
public typealias EmailPasswordAuthProvider = EmailAuthProvider

/// Receives a user or an error.
public typealias AuthResultCallback = (User?, (any Error)?) -> Void
/// Receives the result of a sign-in or an error.
public typealias AuthDataResultCallback = (AuthDataResult?, (any Error)?) -> Void
/// Receives an ID token or an error.
public typealias AuthTokenCallback = (String?, (any Error)?) -> Void
/// Receives a decoded ID token or an error.
public typealias AuthTokenResultCallback = (AuthTokenResult?, (any Error)?) -> Void
/// Receives provider IDs or an error.
public typealias ProviderQueryCallback = ([String]?, (any Error)?) -> Void
/// Receives sign-in methods or an error.
public typealias SignInMethodQueryCallback = ([String]?, (any Error)?) -> Void
/// Receives an error, or nil after the email was sent.
public typealias SendPasswordResetCallback = ((any Error)?) -> Void
/// Receives an error, or nil after the email was sent.
public typealias SendSignInLinkToEmailCallback = ((any Error)?) -> Void
/// Receives an error, or nil after the password was set.
public typealias ConfirmPasswordResetCallback = ((any Error)?) -> Void
/// Receives the email address of a code or an error.
public typealias VerifyPasswordResetCodeCallback = (String?, (any Error)?) -> Void
/// Receives an error, or nil after the code was applied.
public typealias ApplyActionCodeCallback = ((any Error)?) -> Void
/// Receives information about a code or an error.
public typealias CheckActionCodeCallBack = (ActionCodeInfo?, (any Error)?) -> Void
/// Receives an error, or nil on success.
public typealias AuthVoidErrorCallback = ((any Error)?) -> Void
/// Receives an error, or nil after the change was made.
public typealias UserProfileChangeCallback = ((any Error)?) -> Void
/// Receives an error, or nil after the email was sent.
public typealias SendEmailVerificationCallback = ((any Error)?) -> Void
/// Receives a verification ID or an error.
public typealias VerificationResultCallback = (String?, (any Error)?) -> Void
/// Receives a credential or an error.
public typealias AuthCredentialCallback = (AuthCredential?, (any Error)?) -> Void

// Spellings that older documents use, above all those about Sign in with Apple.

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

/// Takes a user or an error.
public typealias AuthResultCallback = (User?, (any Error)?) -> Void
/// Takes the result of a sign-in or an error.
public typealias AuthDataResultCallback = (AuthDataResult?, (any Error)?) -> Void
/// Takes an ID token or an error.
public typealias AuthTokenCallback = (String?, (any Error)?) -> Void
/// Takes an ID token with its content or an error.
public typealias AuthTokenResultCallback = (AuthTokenResult?, (any Error)?) -> Void
/// Takes ids of providers or an error.
public typealias ProviderQueryCallback = ([String]?, (any Error)?) -> Void
/// Takes methods of signing in or an error.
public typealias SignInMethodQueryCallback = ([String]?, (any Error)?) -> Void
/// Takes an error, or nil once the mail is on its way.
public typealias SendPasswordResetCallback = ((any Error)?) -> Void
/// Takes an error, or nil once the mail is on its way.
public typealias SendSignInLinkToEmailCallback = ((any Error)?) -> Void
/// Takes an error, or nil once the password is set.
public typealias ConfirmPasswordResetCallback = ((any Error)?) -> Void
/// Takes the email that a code is for or an error.
public typealias VerifyPasswordResetCodeCallback = (String?, (any Error)?) -> Void
/// Takes an error, or nil once the code is used.
public typealias ApplyActionCodeCallback = ((any Error)?) -> Void
/// Takes what a code is good for or an error.
public typealias CheckActionCodeCallBack = (ActionCodeInfo?, (any Error)?) -> Void
/// Takes an error, or nil once it is done.
public typealias AuthVoidErrorCallback = ((any Error)?) -> Void
/// Takes an error, or nil once the change is made.
public typealias UserProfileChangeCallback = ((any Error)?) -> Void
/// Takes an error, or nil once the mail is on its way.
public typealias SendEmailVerificationCallback = ((any Error)?) -> Void
/// Takes a verification id or an error.
public typealias VerificationResultCallback = (String?, (any Error)?) -> Void
/// Takes a credential or an error.
public typealias AuthCredentialCallback = (AuthCredential?, (any Error)?) -> Void

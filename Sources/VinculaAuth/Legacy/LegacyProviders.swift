// Spellings that older documents use, above all those about Sign in with Apple.

extension OAuthProvider {
    @available(*, deprecated, message: "Use credential(providerID:idToken:accessToken:).")
    public static func credential(withProviderID providerID: String, idToken: String, accessToken: String?) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, accessToken: accessToken)
    }

    @available(*, deprecated, message: "Use credential(providerID:accessToken:).")
    public static func credential(withProviderID providerID: String, accessToken: String) -> OAuthCredential {
        OAuthCredential(provider: providerID, accessToken: accessToken)
    }

    @available(*, deprecated, message: "Use credential(providerID:idToken:rawNonce:).")
    public static func credential(withProviderID providerID: String, idToken: String, rawNonce: String) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, rawNonce: rawNonce)
    }

    @available(*, deprecated, message: "Use credential(providerID:idToken:rawNonce:accessToken:).")
    public static func credential(
        withProviderID providerID: String, idToken: String, rawNonce: String, accessToken: String?
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, accessToken: accessToken, rawNonce: rawNonce)
    }

    @available(*, deprecated, message: "Use credential(providerID:idToken:accessToken:).")
    public static func credential(
        withProviderID providerID: String, idToken: String?, accessToken: String?, pendingToken: String?
    ) -> OAuthCredential {
        OAuthCredential(provider: providerID, idToken: idToken, accessToken: accessToken, pendingToken: pendingToken)
    }

    @available(*, deprecated, message: "Use OAuthProvider(providerID:).")
    public static func provider(providerID: String) -> OAuthProvider { OAuthProvider(providerID: providerID) }

    @available(*, deprecated, message: "Use OAuthProvider(providerID:auth:).")
    public static func provider(providerID: String, auth: Auth) -> OAuthProvider {
        OAuthProvider(providerID: providerID, auth: auth)
    }
}

@available(*, deprecated, renamed: "EmailAuthProvider")
public typealias EmailPasswordAuthProvider = EmailAuthProvider

public typealias AuthResultCallback = (User?, (any Error)?) -> Void
public typealias AuthDataResultCallback = (AuthDataResult?, (any Error)?) -> Void
public typealias AuthTokenCallback = (String?, (any Error)?) -> Void
public typealias AuthTokenResultCallback = (AuthTokenResult?, (any Error)?) -> Void
public typealias ProviderQueryCallback = ([String]?, (any Error)?) -> Void
public typealias SignInMethodQueryCallback = ([String]?, (any Error)?) -> Void
public typealias SendPasswordResetCallback = ((any Error)?) -> Void
public typealias SendSignInLinkToEmailCallback = ((any Error)?) -> Void
public typealias ConfirmPasswordResetCallback = ((any Error)?) -> Void
public typealias VerifyPasswordResetCodeCallback = (String?, (any Error)?) -> Void
public typealias ApplyActionCodeCallback = ((any Error)?) -> Void
public typealias CheckActionCodeCallBack = (ActionCodeInfo?, (any Error)?) -> Void
public typealias AuthVoidErrorCallback = ((any Error)?) -> Void
public typealias UserProfileChangeCallback = ((any Error)?) -> Void
public typealias SendEmailVerificationCallback = ((any Error)?) -> Void
public typealias VerificationResultCallback = (String?, (any Error)?) -> Void
public typealias AuthCredentialCallback = (AuthCredential?, (any Error)?) -> Void

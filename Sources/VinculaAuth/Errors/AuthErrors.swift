public import Foundation

/// The domain of the API's errors; their code is a raw value of ``AuthErrorCode``.
public let AuthErrorDomain = AuthErrors.domain

/// In an error's `userInfo`: the name of the code (`String`), such as `ERROR_WRONG_PASSWORD`. Always there.
public let AuthErrorUserInfoNameKey = AuthErrors.userInfoNameKey

/// In an error's `userInfo`: the email (`String`) that a collision is about.
public let AuthErrorUserInfoEmailKey = AuthErrors.userInfoEmailKey

/// In an error's `userInfo`: the `AuthCredential` of a collision, to sign in with or to link afterwards.
public let AuthErrorUserInfoUpdatedCredentialKey = AuthErrors.userInfoUpdatedCredentialKey

/// In an error's `userInfo`: the `MultiFactorResolver` that finishes the sign-in.
public let AuthErrorUserInfoMultiFactorResolverKey = AuthErrors.userInfoMultiFactorResolverKey

/// In an error's `userInfo`: the whole text (`String`) that the server gave, such as `WEAK_PASSWORD : …`.
///
/// FirebaseAuth has no such key.
public let AuthErrorUserInfoServerMessageKey = "VinculaAuthErrorUserInfoServerMessageKey"

/// The names of FirebaseAuth's error domain and `userInfo` keys.
open class AuthErrors: NSObject {
    /// The domain of the API's errors.
    public static let domain = "FIRAuthErrorDomain"

    /// See ``AuthErrorUserInfoNameKey``.
    public static let userInfoNameKey = "FIRAuthErrorUserInfoNameKey"

    /// See ``AuthErrorUserInfoEmailKey``.
    public static let userInfoEmailKey = "FIRAuthErrorUserInfoEmailKey"

    /// See ``AuthErrorUserInfoUpdatedCredentialKey``.
    public static let userInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"

    /// See ``AuthErrorUserInfoMultiFactorResolverKey``.
    public static let userInfoMultiFactorResolverKey = "FIRAuthErrorUserInfoMultiFactorResolverKey"
}

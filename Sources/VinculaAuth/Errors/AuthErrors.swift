public import Foundation

/// The domain of the API's errors; their code is a raw value of ``AuthErrorCode``.
public let AuthErrorDomain = AuthErrors.domain

/// The `userInfo` key for the name of the code (`String`), such as `ERROR_WRONG_PASSWORD`. Always present.
public let AuthErrorUserInfoNameKey = AuthErrors.userInfoNameKey

/// The `userInfo` key for the email address (`String`) of a collision.
public let AuthErrorUserInfoEmailKey = AuthErrors.userInfoEmailKey

/// The `userInfo` key for the `AuthCredential` of a collision, to sign in with or to link afterwards.
public let AuthErrorUserInfoUpdatedCredentialKey = AuthErrors.userInfoUpdatedCredentialKey

/// The `userInfo` key for the `MultiFactorResolver` that completes the sign-in.
public let AuthErrorUserInfoMultiFactorResolverKey = AuthErrors.userInfoMultiFactorResolverKey

/// The `userInfo` key for the server's complete message (`String`), such as `WEAK_PASSWORD : …`.
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

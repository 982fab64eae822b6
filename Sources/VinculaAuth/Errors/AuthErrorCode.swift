/// The reason why an API call failed: the code of the `NSError`s in ``AuthErrorDomain``.
///
/// Calls throw an `NSError`, not this enumeration; ``init(_:)-(Error)`` reads the code of one:
///
/// ```swift
/// do { try await Auth.auth().signIn(withEmail: email, password: password) } catch {
///     switch AuthErrorCode(error) {
///     case .wrongPassword, .invalidCredential: …
///     case .networkError: …
///     default: …
///     }
/// }
/// ```
public enum AuthErrorCode: Int, Error, Sendable {
    /// The custom token has the wrong format.
    case invalidCustomToken = 17000
    /// The custom token is for another project.
    case customTokenMismatch = 17002
    /// The credential is malformed, expired, or not valid for this account.
    case invalidCredential = 17004
    /// An administrator has disabled the account. Ends the session.
    case userDisabled = 17005
    /// The project does not allow this sign-in method or operation.
    case operationNotAllowed = 17006
    /// Another account has this email; see `AuthErrorUserInfoEmailKey`.
    case emailAlreadyInUse = 17007
    /// The email is malformed.
    case invalidEmail = 17008
    /// The password is wrong, or the account has none.
    case wrongPassword = 17009
    /// There were too many requests or attempts.
    case tooManyRequests = 17010
    /// The account does not exist. Ends the session.
    case userNotFound = 17011
    /// The email address belongs to an account with a different sign-in method.
    ///
    /// `AuthErrorUserInfoEmailKey` contains the email, `AuthErrorUserInfoUpdatedCredentialKey` the credential to link
    /// afterwards.
    case accountExistsWithDifferentCredential = 17012
    /// The last sign-in is too long ago for this operation.
    case requiresRecentLogin = 17014
    /// The account is already linked to this provider.
    case providerAlreadyLinked = 17015
    /// The account is not linked to this provider.
    case noSuchProvider = 17016
    /// The ID token is not valid for this project. Ends the session.
    case invalidUserToken = 17017
    /// The server could not be reached, or did not answer.
    case networkError = 17020
    /// The session has ended. Ends the session.
    case userTokenExpired = 17021
    /// The server does not know the API key.
    case invalidAPIKey = 17023
    /// The credential does not belong to the signed-in user.
    case userMismatch = 17024
    /// The credential belongs to another account; see `AuthErrorUserInfoUpdatedCredentialKey`.
    case credentialAlreadyInUse = 17025
    /// The password is too weak.
    case weakPassword = 17026
    /// The app may not use this API key.
    case appNotAuthorized = 17028
    /// The action code has expired.
    case expiredActionCode = 17029
    /// The action code is malformed, used or expired.
    case invalidActionCode = 17030
    /// The message's template is invalid.
    case invalidMessagePayload = 17031
    /// The sender in the message's template is invalid.
    case invalidSender = 17032
    /// The message cannot be sent to this address.
    case invalidRecipientEmail = 17033
    /// An email is missing.
    case missingEmail = 17034
    /// A bundle ID is missing.
    case missingIosBundleID = 17036
    /// An Android package name is missing.
    case missingAndroidPackageName = 17037
    /// The project does not allow the domain.
    case unauthorizedDomain = 17038
    /// The continue URL is malformed.
    case invalidContinueURI = 17039
    /// A continue URL is missing.
    case missingContinueURI = 17040
    /// A phone number is missing.
    case missingPhoneNumber = 17041
    /// The phone number is malformed.
    case invalidPhoneNumber = 17042
    /// The code from the text message is missing.
    case missingVerificationCode = 17043
    /// The code, from a text message or an authenticator app, is wrong.
    case invalidVerificationCode = 17044
    /// The verification ID is missing.
    case missingVerificationID = 17045
    /// The verification ID is not valid.
    case invalidVerificationID = 17046
    /// The proof that the request comes from the app is missing.
    case missingAppCredential = 17047
    /// The proof that the request comes from the app is not valid.
    case invalidAppCredential = 17048
    /// The code from the text message has expired.
    case sessionExpired = 17051
    /// The project's quota is used up.
    case quotaExceeded = 17052
    /// There is no APNs token.
    case missingAppToken = 17053
    /// The app does not forward push notifications.
    case notificationNotForwarded = 17054
    /// The app could not be verified.
    case appNotVerified = 17055
    /// The reCAPTCHA check failed.
    case captchaCheckFailed = 17056
    /// A browser sign-in is already in progress.
    case webContextAlreadyPresented = 17057
    /// The person cancelled the browser sign-in.
    case webContextCancelled = 17058
    /// The app verification in the browser failed.
    case appVerificationUserInteractionFailure = 17059
    /// The OAuth client ID is not valid.
    case invalidClientID = 17060
    /// The network failed during the browser sign-in.
    case webNetworkRequestFailed = 17061
    /// An internal error occurred in the browser sign-in.
    case webInternalError = 17062
    /// The browser sign-in failed.
    case webSignInUserInteractionFailure = 17063
    /// No player is signed in to Game Center.
    case localPlayerNotAuthenticated = 17066
    /// A user is missing.
    case nullUser = 17067
    /// The provider ID is not valid for this operation.
    case invalidProviderID = 17071
    /// The tenant does not match, or does not exist.
    case tenantIDMismatch = 17072
    /// The operation is not supported for tenants.
    case unsupportedTenantOperation = 17073
    /// The credential is malformed or does not match.
    case rejectedCredential = 17075
    /// GameKit is not linked to the app.
    case gameKitNotLinked = 17076
    /// A second factor is required; see `AuthErrorUserInfoMultiFactorResolverKey`.
    case secondFactorRequired = 17078
    /// The proof of the first factor is missing.
    case missingMultiFactorSession = 17081
    /// The second factor is not specified.
    case missingMultiFactorInfo = 17082
    /// The proof of the first factor is not valid.
    case invalidMultiFactorSession = 17083
    /// The account does not have this second factor.
    case multiFactorInfoNotFound = 17084
    /// Only administrators may do this.
    case adminRestrictedOperation = 17085
    /// The email must be verified first.
    case unverifiedEmail = 17086
    /// The account already has this second factor.
    case secondFactorAlreadyEnrolled = 17087
    /// The account has the maximum number of second factors.
    case maximumSecondFactorCountExceeded = 17088
    /// This first factor cannot be combined with a second.
    case unsupportedFirstFactor = 17089
    /// The new email must be verified before it takes effect.
    case emailChangeNeedsVerification = 17090
    /// The client identifier is missing.
    case missingClientIdentifier = 17093
    /// The nonce is missing, wrong or already used.
    case missingOrInvalidNonce = 17094
    /// A blocking function on the server rejected the request.
    case blockingCloudFunctionError = 17105
    /// reCAPTCHA Enterprise is not enabled for the project.
    case recaptchaNotEnabled = 17200
    /// The reCAPTCHA token is missing.
    case missingRecaptchaToken = 17201
    /// The reCAPTCHA token is not valid.
    case invalidRecaptchaToken = 17202
    /// The reCAPTCHA action is not valid.
    case invalidRecaptchaAction = 17203
    /// The client type is missing.
    case missingClientType = 17204
    /// The reCAPTCHA version is missing.
    case missingRecaptchaVersion = 17205
    /// The reCAPTCHA version is not valid.
    case invalidRecaptchaVersion = 17206
    /// The type of request is not valid.
    case invalidReqType = 17207
    /// The reCAPTCHA SDK is not linked to the app.
    case recaptchaSDKNotLinked = 17208
    /// The reCAPTCHA site key is missing.
    case recaptchaSiteKeyMissing = 17209
    /// The reCAPTCHA action could not be created.
    case recaptchaActionCreationFailed = 17210
    /// The password does not meet the project's policy.
    case passwordDoesNotMeetRequirements = 17211
    /// The link domain is not configured for the project.
    case invalidHostingLinkDomain = 17214
    /// The stored session could not be read or written.
    case keychainError = 17995
    /// Any other error; see `NSUnderlyingErrorKey`.
    case internalError = 17999
    /// The ID token is not a JSON Web Token.
    case malformedJWT = 18000
}

/// Every answer other than success, one case each.
///
/// The wire's codes and texts are all in `AuthErrorAnswer.swift` of the server.
package enum AuthError: Error, Hashable, Sendable {
    // The caller and the request
    case missingAPIKey
    case invalidAPIKey
    /// The key is one of the project, and restricted to something else.
    case apiKeyRefused(APIKeyRefusal)
    case invalidBearer
    case permissionDenied
    /// The request's proof of a key is wrong.
    ///
    /// - Parameters:
    ///   - text: What is wrong.
    ///   - now: The server's time in seconds, if the sender's clock may be the reason.
    case invalidProof(_ text: String, now: Int64? = nil)
    /// The project asks for the server's nonce in proofs.
    case proofNonceRequired
    /// A bound session was used without its key.
    case sessionKeyRefused(SessionKeyRefusal)
    /// The project requires keys, and the request proves none.
    case sessionKeyRequired
    case missingIDToken
    case invalidIDToken
    case tokenExpired
    case tenantNotFound
    /// The places that name the request's tenant do not agree.
    case tenantIDMismatch
    case invalidTenantID
    /// Something that a tenant does not have, such as sign-in by phone number.
    case unsupportedTenantOperation
    /// The tenant is disabled.
    case projectDisabled
    /// The project does not allow tenants.
    case tenantsNotAllowed
    case invalidTenantName
    case projectNotFound(String)
    case unsupportedParameters
    case operationNotAllowed(String?)
    case adminOnlyOperation
    case passwordLoginDisabled
    case notImplemented(String)
    case invalidArgument(String)

    // Accounts
    case userNotFound
    case userDisabled
    case duplicateLocalID
    case missingLocalID
    case invalidLocalID
    case localIDListExceedsLimit
    case missingEmail
    case invalidEmail
    case emailExists
    case emailNotFound
    case missingPassword
    case invalidPassword
    case invalidLoginCredentials
    case weakPassword(String)
    case passwordTooLong
    case passwordRequirements([String])
    case phoneNumberExists
    case invalidPhoneNumber
    case credentialTooOld
    case emailChangeNeedsVerification
    /// An account with second factors must keep a proven address.
    case secondFactorNeedsVerifiedEmail
    case invalidProfileAttribute(String)
    case lastSignInMethod

    // Imports
    case missingUserAccount
    case missingHashAlgorithm
    case invalidHashParameter(HashParameter, String)
    case duplicateInImport(ImportDuplicate)

    // Mailed codes
    /// The link was sent to another address.
    case emailOfAnotherLink
    case missingRequestType
    case invalidRequestType
    case missingActionCode
    case invalidActionCode
    case expiredActionCode
    case missingNewEmail
    case invalidNewEmail
    /// - Parameter host: The host that the link would have led to.
    case unauthorizedDomain(String)
    case invalidLinkDomain
    case missingIOSBundleID
    case missingAndroidPackageName

    // Phone numbers
    case missingPhoneNumber
    /// The project does not send messages to the number's region, or to numbers of its kind.
    case phoneRegionNotEnabled
    /// The project has sent as many messages as it may in a day.
    case quotaExceeded
    /// A text message needs a proof, and none was sent.
    ///
    /// - Parameter challenge: The proof of work that would do.
    case missingAppCredential(challenge: String)
    /// The proof is wrong, expired, used, or of a kind that is not checked here.
    ///
    /// - Parameter challenge: The proof of work that would do.
    case invalidAppCredential(challenge: String)
    /// The service that vouches for a token says no.
    ///
    /// - Parameter challenge: The proof of work that would do.
    case captchaCheckFailed(challenge: String)
    /// The service that vouches for a token cannot be asked.
    case appCheckerUnavailable(String)
    /// The proof of a number from an earlier answer is unknown, used or expired, or belongs to another number.
    case invalidTemporaryProof

    // Second factors
    /// The account signed in by a method that cannot be combined with a second factor.
    case unsupportedFirstFactor
    /// The project requires a second factor, and the session may do nothing but enrol one.
    case secondFactorRequired
    case unverifiedEmail
    case secondFactorLimitExceeded
    /// The number of a second factor that an administrator adds is none.
    case invalidFactorPhoneNumber
    /// The phone is a second factor of the account already.
    case secondFactorExists
    /// The id that an administrator chose for a second factor belongs to another one.
    case duplicateSecondFactorID
    case secondFactorNotFound
    case missingSecondFactorID
    case missingPendingSignIn
    /// A sign-in that waits for a second factor is unknown, finished, expired, ended by wrong codes, or invalidated by a
    /// change.
    case invalidPendingSignIn
    case missingSessionInfo
    case invalidSessionInfo
    case sessionInfoExpired
    case missingCode
    case invalidCode

    // Claims
    case invalidClaims
    case claimsTooLarge
    case forbiddenClaim(String)

    // Custom tokens and session cookies
    case missingCustomToken
    case invalidCustomToken(String)
    /// The custom token was signed for another project.
    case customTokenMismatch
    case invalidCookieDuration

    // Identities
    case missingRequestURI
    case invalidCredentialOrProviderID(String)
    case invalidIDPResponse(String)
    case missingOrInvalidNonce(String)
    case providerUnavailable(String)
    /// The provider's page came back with an error: the person declined, or the provider refuses this app.
    ///
    /// - Parameter code: OAuth's `error`, at most 64 letters, digits, `_`, `.` and `-`.
    case providerRefused(code: String)
    case providerNotConfigured
    case providerDisabled
    case federatedUserIDAlreadyLinked
    case providerAlreadyLinked
    case invalidPendingToken
    case missingIdentifier
    case invalidIdentifier
    case missingContinueURI
    case invalidContinueURI

    // Provider configuration
    case invalidConfigID(String)
    case missingIssuer
    case invalidIssuer(String)
    case missingClientID
    case missingClientSecret
    case invalidProviderID(String)
    case duplicateConfig
    case configurationNotFound
    case invalidConfig(String)

    // Blocking functions
    /// A project's function refused the request, or gave no usable answer.
    ///
    /// - Parameter text: What the client is told; see ``BlockingRefusal``.
    case blockedByFunction(String)
    /// The address or the trigger of a blocking function cannot be used.
    case invalidBlockingFunction(String)

    // Sessions
    case missingGrantType
    case invalidGrantType
    case missingRefreshToken
    case invalidRefreshToken
    /// A code that hands a person over is unknown, used or expired, its verifier is wrong, or its session has ended.
    case invalidHandoverCode
    /// The server that the project left cannot be asked now. Clients must not sign anybody out for this.
    case formerServerUnavailable(String)

    // The server's own state
    case overloaded(retryAfterSeconds: Int)
    /// Too many requests, or wrong guesses. The answer reveals neither which, nor whether the account exists.
    case tooManyAttempts(retryAfterSeconds: Int)
}

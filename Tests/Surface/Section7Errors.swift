import FirebaseAuth
import Foundation
import Testing

// §7: errors.

/// All cases and no default: a case more or less is an error here.
func gist(_ code: AuthErrorCode) -> (raw: Int, name: String) {
    switch code {
    case .invalidCustomToken: (17000, "ERROR_INVALID_CUSTOM_TOKEN")
    case .customTokenMismatch: (17002, "ERROR_CUSTOM_TOKEN_MISMATCH")
    case .invalidCredential: (17004, "ERROR_INVALID_CREDENTIAL")
    case .userDisabled: (17005, "ERROR_USER_DISABLED")
    case .operationNotAllowed: (17006, "ERROR_OPERATION_NOT_ALLOWED")
    case .emailAlreadyInUse: (17007, "ERROR_EMAIL_ALREADY_IN_USE")
    case .invalidEmail: (17008, "ERROR_INVALID_EMAIL")
    case .wrongPassword: (17009, "ERROR_WRONG_PASSWORD")
    case .tooManyRequests: (17010, "ERROR_TOO_MANY_REQUESTS")
    case .userNotFound: (17011, "ERROR_USER_NOT_FOUND")
    case .accountExistsWithDifferentCredential: (17012, "ERROR_ACCOUNT_EXISTS_WITH_DIFFERENT_CREDENTIAL")
    case .requiresRecentLogin: (17014, "ERROR_REQUIRES_RECENT_LOGIN")
    case .providerAlreadyLinked: (17015, "ERROR_PROVIDER_ALREADY_LINKED")
    case .noSuchProvider: (17016, "ERROR_NO_SUCH_PROVIDER")
    case .invalidUserToken: (17017, "ERROR_INVALID_USER_TOKEN")
    case .networkError: (17020, "ERROR_NETWORK_REQUEST_FAILED")
    case .userTokenExpired: (17021, "ERROR_USER_TOKEN_EXPIRED")
    case .invalidAPIKey: (17023, "ERROR_INVALID_API_KEY")
    case .userMismatch: (17024, "ERROR_USER_MISMATCH")
    case .credentialAlreadyInUse: (17025, "ERROR_CREDENTIAL_ALREADY_IN_USE")
    case .weakPassword: (17026, "ERROR_WEAK_PASSWORD")
    case .appNotAuthorized: (17028, "ERROR_APP_NOT_AUTHORIZED")
    case .expiredActionCode: (17029, "ERROR_EXPIRED_ACTION_CODE")
    case .invalidActionCode: (17030, "ERROR_INVALID_ACTION_CODE")
    case .invalidMessagePayload: (17031, "ERROR_INVALID_MESSAGE_PAYLOAD")
    case .invalidSender: (17032, "ERROR_INVALID_SENDER")
    case .invalidRecipientEmail: (17033, "ERROR_INVALID_RECIPIENT_EMAIL")
    case .missingEmail: (17034, "ERROR_MISSING_EMAIL")
    case .missingIosBundleID: (17036, "ERROR_MISSING_IOS_BUNDLE_ID")
    case .missingAndroidPackageName: (17037, "ERROR_MISSING_ANDROID_PKG_NAME")
    case .unauthorizedDomain: (17038, "ERROR_UNAUTHORIZED_DOMAIN")
    case .invalidContinueURI: (17039, "ERROR_INVALID_CONTINUE_URI")
    case .missingContinueURI: (17040, "ERROR_MISSING_CONTINUE_URI")
    case .missingPhoneNumber: (17041, "ERROR_MISSING_PHONE_NUMBER")
    case .invalidPhoneNumber: (17042, "ERROR_INVALID_PHONE_NUMBER")
    case .missingVerificationCode: (17043, "ERROR_MISSING_VERIFICATION_CODE")
    case .invalidVerificationCode: (17044, "ERROR_INVALID_VERIFICATION_CODE")
    case .missingVerificationID: (17045, "ERROR_MISSING_VERIFICATION_ID")
    case .invalidVerificationID: (17046, "ERROR_INVALID_VERIFICATION_ID")
    case .missingAppCredential: (17047, "MISSING_APP_CREDENTIAL")
    case .invalidAppCredential: (17048, "INVALID_APP_CREDENTIAL")
    case .sessionExpired: (17051, "ERROR_SESSION_EXPIRED")
    case .quotaExceeded: (17052, "ERROR_QUOTA_EXCEEDED")
    case .missingAppToken: (17053, "ERROR_MISSING_APP_TOKEN")
    case .notificationNotForwarded: (17054, "ERROR_NOTIFICATION_NOT_FORWARDED")
    case .appNotVerified: (17055, "ERROR_APP_NOT_VERIFIED")
    case .captchaCheckFailed: (17056, "ERROR_CAPTCHA_CHECK_FAILED")
    case .webContextAlreadyPresented: (17057, "ERROR_WEB_CONTEXT_ALREADY_PRESENTED")
    case .webContextCancelled: (17058, "ERROR_WEB_CONTEXT_CANCELLED")
    case .appVerificationUserInteractionFailure: (17059, "ERROR_APP_VERIFICATION_FAILED")
    case .invalidClientID: (17060, "ERROR_INVALID_CLIENT_ID")
    case .webNetworkRequestFailed: (17061, "ERROR_WEB_NETWORK_REQUEST_FAILED")
    case .webInternalError: (17062, "ERROR_WEB_INTERNAL_ERROR")
    case .webSignInUserInteractionFailure: (17063, "ERROR_WEB_USER_INTERACTION_FAILURE")
    case .localPlayerNotAuthenticated: (17066, "ERROR_LOCAL_PLAYER_NOT_AUTHENTICATED")
    case .nullUser: (17067, "ERROR_NULL_USER")
    case .invalidProviderID: (17071, "ERROR_INVALID_PROVIDER_ID")
    case .tenantIDMismatch: (17072, "ERROR_TENANT_ID_MISMATCH")
    case .unsupportedTenantOperation: (17073, "ERROR_UNSUPPORTED_TENANT_OPERATION")
    case .rejectedCredential: (17075, "ERROR_REJECTED_CREDENTIAL")
    case .gameKitNotLinked: (17076, "ERROR_GAME_KIT_NOT_LINKED")
    case .secondFactorRequired: (17078, "ERROR_SECOND_FACTOR_REQUIRED")
    case .missingMultiFactorSession: (17081, "ERROR_MISSING_MULTI_FACTOR_SESSION")
    case .missingMultiFactorInfo: (17082, "ERROR_MISSING_MULTI_FACTOR_INFO")
    case .invalidMultiFactorSession: (17083, "ERROR_INVALID_MULTI_FACTOR_SESSION")
    case .multiFactorInfoNotFound: (17084, "ERROR_MULTI_FACTOR_INFO_NOT_FOUND")
    case .adminRestrictedOperation: (17085, "ERROR_ADMIN_RESTRICTED_OPERATION")
    case .unverifiedEmail: (17086, "ERROR_UNVERIFIED_EMAIL")
    case .secondFactorAlreadyEnrolled: (17087, "ERROR_SECOND_FACTOR_ALREADY_ENROLLED")
    case .maximumSecondFactorCountExceeded: (17088, "ERROR_MAXIMUM_SECOND_FACTOR_COUNT_EXCEEDED")
    case .unsupportedFirstFactor: (17089, "ERROR_UNSUPPORTED_FIRST_FACTOR")
    case .emailChangeNeedsVerification: (17090, "ERROR_EMAIL_CHANGE_NEEDS_VERIFICATION")
    case .missingClientIdentifier: (17093, "ERROR_MISSING_CLIENT_IDENTIFIER")
    case .missingOrInvalidNonce: (17094, "ERROR_MISSING_OR_INVALID_NONCE")
    case .blockingCloudFunctionError: (17105, "ERROR_BLOCKING_CLOUD_FUNCTION_RETURNED_ERROR")
    case .recaptchaNotEnabled: (17200, "ERROR_RECAPTCHA_NOT_ENABLED")
    case .missingRecaptchaToken: (17201, "ERROR_MISSING_RECAPTCHA_TOKEN")
    case .invalidRecaptchaToken: (17202, "ERROR_INVALID_RECAPTCHA_TOKEN")
    case .invalidRecaptchaAction: (17203, "ERROR_INVALID_RECAPTCHA_ACTION")
    case .missingClientType: (17204, "ERROR_MISSING_CLIENT_TYPE")
    case .missingRecaptchaVersion: (17205, "ERROR_MISSING_RECAPTCHA_VERSION")
    case .invalidRecaptchaVersion: (17206, "ERROR_INVALID_RECAPTCHA_VERSION")
    case .invalidReqType: (17207, "ERROR_INVALID_REQ_TYPE")
    case .recaptchaSDKNotLinked: (17208, "ERROR_RECAPTCHA_SDK_NOT_LINKED")
    case .recaptchaSiteKeyMissing: (17209, "ERROR_RECAPTCHA_SITE_KEY_MISSING")
    case .recaptchaActionCreationFailed: (17210, "ERROR_RECAPTCHA_ACTION_CREATION_FAILED")
    case .passwordDoesNotMeetRequirements: (17211, "ERROR_PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
    case .invalidHostingLinkDomain: (17214, "ERROR_INVALID_HOSTING_LINK_DOMAIN")
    case .keychainError: (17995, "ERROR_KEYCHAIN_ERROR")
    case .internalError: (17999, "ERROR_INTERNAL_ERROR")
    case .malformedJWT: (18000, "ERROR_MALFORMED_JWT")
    }
}

@Suite struct ErrorSurfaceTests {
    @Test("91 codes with their numbers and names")
    func codes() {
        let all = (17000...18000).compactMap(AuthErrorCode.init(rawValue:))
        #expect(all.count == 91)
        for code in all {
            #expect(code.rawValue == gist(code).raw && code.code == code)
            #expect((code as NSError).userInfo[AuthErrorUserInfoNameKey] as? String == gist(code).name)
        }
    }

    @Test("The keys and the domain, by both of their names")
    func keys() {
        #expect(AuthErrorDomain == "FIRAuthErrorDomain" && AuthErrors.domain == AuthErrorDomain)
        let keys: [(String, String)] = [
            (AuthErrorUserInfoNameKey, AuthErrors.userInfoNameKey),
            (AuthErrorUserInfoEmailKey, AuthErrors.userInfoEmailKey),
            (AuthErrorUserInfoUpdatedCredentialKey, AuthErrors.userInfoUpdatedCredentialKey),
            (AuthErrorUserInfoMultiFactorResolverKey, AuthErrors.userInfoMultiFactorResolverKey),
        ]
        for (global, member) in keys { #expect(global == member) }
        #expect(
            keys.map(\.0) == [
                "FIRAuthErrorUserInfoNameKey", "FIRAuthErrorUserInfoEmailKey", "FIRAuthErrorUserInfoUpdatedCredentialKey",
                "FIRAuthErrorUserInfoMultiFactorResolverKey",
            ])
        #expect((AuthErrorCode.wrongPassword as NSError).domain == AuthErrorDomain)
    }

    @Test("Ways that apps read a code")
    func reading() throws {
        let error: Error = NSError(domain: AuthErrorDomain, code: 17009)
        #expect(word(error) == "password")
        #expect((error as NSError).code == AuthErrorCode.wrongPassword.rawValue)
        #expect(AuthErrorCode(rawValue: error._code) == .wrongPassword)
        #expect(AuthErrorCode.Code(rawValue: (error as NSError).code) == .wrongPassword)
        #expect(AuthErrorCode(_nsError: error as NSError).code == .wrongPassword)
        #expect(AuthErrorCode(.wrongPassword) == .wrongPassword)
        #expect(AuthErrorCode(error) == .wrongPassword)
        #expect(AuthErrorCode(CancellationError()) == nil)
        let thrown: Error = AuthErrorCode.wrongPassword
        #expect(thrown as? AuthErrorCode == .wrongPassword)
    }

    private func word(_ error: Error) -> String {
        guard let error = error as NSError?, let code = AuthErrorCode(rawValue: error.code) else { return "" }
        switch code {
        case .wrongPassword: return "password"
        case .accountExistsWithDifferentCredential:
            let email = error.userInfo[AuthErrorUserInfoEmailKey] as? String
            return (error.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)?.provider ?? email ?? ""
        default: return error.localizedDescription
        }
    }
}

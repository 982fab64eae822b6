extension AuthErrorCode {
    /// Creates the code for the part of a server's message before the first colon; nil if it is not one that clients know.
    ///
    /// Unlisted strings become ``internalError`` and sign nobody out. `INVALID_REFRESH_TOKEN`, `MISSING_ID_TOKEN` and the
    /// like are left out for that reason: they mean that a request went to the wrong server or project, not that a session
    /// ended. A session that did end is `TOKEN_EXPIRED`, `USER_NOT_FOUND` or `USER_DISABLED`.
    init?(serverString: String) {
        guard let code = Self.ofFirebase[serverString] ?? Self.ofNewerAndOlderClients[serverString] else { return nil }
        self = code
    }

    /// The strings that FirebaseAuth knows.
    private static let ofFirebase: [String: AuthErrorCode] = [
        "INVALID_CUSTOM_TOKEN": .invalidCustomToken,
        "CREDENTIAL_MISMATCH": .customTokenMismatch,
        "INVALID_IDP_RESPONSE": .invalidCredential,
        "INVALID_PENDING_TOKEN": .invalidCredential,
        "INVALID_LOGIN_CREDENTIALS": .invalidCredential,
        "USER_DISABLED": .userDisabled,
        "OPERATION_NOT_ALLOWED": .operationNotAllowed,
        "PASSWORD_LOGIN_DISABLED": .operationNotAllowed,
        "EMAIL_EXISTS": .emailAlreadyInUse,
        "INVALID_EMAIL": .invalidEmail,
        "INVALID_IDENTIFIER": .invalidEmail,
        "INVALID_PASSWORD": .wrongPassword,
        "TOO_MANY_ATTEMPTS_TRY_LATER": .tooManyRequests,
        "USER_NOT_FOUND": .userNotFound,
        "EMAIL_NOT_FOUND": .userNotFound,
        "CREDENTIAL_TOO_OLD_LOGIN_AGAIN": .requiresRecentLogin,
        "INVALID_ID_TOKEN": .invalidUserToken,
        "TOKEN_EXPIRED": .userTokenExpired,
        "FEDERATED_USER_ID_ALREADY_LINKED": .credentialAlreadyInUse,
        "WEAK_PASSWORD": .weakPassword,
        "EXPIRED_OOB_CODE": .expiredActionCode,
        "INVALID_OOB_CODE": .invalidActionCode,
        "INVALID_MESSAGE_PAYLOAD": .invalidMessagePayload,
        "INVALID_SENDER": .invalidSender,
        "INVALID_RECIPIENT_EMAIL": .invalidRecipientEmail,
        "MISSING_EMAIL": .missingEmail,
        "MISSING_IOS_BUNDLE_ID": .missingIosBundleID,
        "MISSING_ANDROID_PACKAGE_NAME": .missingAndroidPackageName,
        "UNAUTHORIZED_DOMAIN": .unauthorizedDomain,
        "INVALID_CONTINUE_URI": .invalidContinueURI,
        "MISSING_CONTINUE_URI": .missingContinueURI,
        "INVALID_PHONE_NUMBER": .invalidPhoneNumber,
        "INVALID_CODE": .invalidVerificationCode,
        "INVALID_SESSION_INFO": .invalidVerificationID,
        "MISSING_APP_CREDENTIAL": .missingAppCredential,
        "INVALID_APP_CREDENTIAL": .invalidAppCredential,
        "SESSION_EXPIRED": .sessionExpired,
        "QUOTA_EXCEEDED": .quotaExceeded,
        "MISSING_IOS_APP_TOKEN": .missingAppToken,
        "APP_NOT_VERIFIED": .appNotVerified,
        "CAPTCHA_CHECK_FAILED": .captchaCheckFailed,
        "INVALID_PROVIDER_ID": .invalidProviderID,
        "TENANT_ID_MISMATCH": .tenantIDMismatch,
        "UNSUPPORTED_TENANT_OPERATION": .unsupportedTenantOperation,
        "MISSING_MFA_PENDING_CREDENTIAL": .missingMultiFactorSession,
        "MISSING_MFA_ENROLLMENT_ID": .missingMultiFactorInfo,
        "INVALID_MFA_PENDING_CREDENTIAL": .invalidMultiFactorSession,
        "MFA_ENROLLMENT_NOT_FOUND": .multiFactorInfoNotFound,
        "ADMIN_ONLY_OPERATION": .adminRestrictedOperation,
        "UNVERIFIED_EMAIL": .unverifiedEmail,
        "SECOND_FACTOR_EXISTS": .secondFactorAlreadyEnrolled,
        "SECOND_FACTOR_LIMIT_EXCEEDED": .maximumSecondFactorCountExceeded,
        "UNSUPPORTED_FIRST_FACTOR": .unsupportedFirstFactor,
        "EMAIL_CHANGE_NEEDS_VERIFICATION": .emailChangeNeedsVerification,
        "MISSING_CLIENT_IDENTIFIER": .missingClientIdentifier,
        "MISSING_OR_INVALID_NONCE": .missingOrInvalidNonce,
        "BLOCKING_FUNCTION_ERROR_RESPONSE": .blockingCloudFunctionError,
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS": .passwordDoesNotMeetRequirements,
        "INVALID_HOSTING_LINK_DOMAIN": .invalidHostingLinkDomain,
    ]

    /// Strings that FirebaseAuth maps to an internal error although there is a code for them: reCAPTCHA strings from releases
    /// up to 10, server strings that only FirebaseAuth for other platforms knows, and Vincula's own.
    private static let ofNewerAndOlderClients: [String: AuthErrorCode] = [
        "RECAPTCHA_NOT_ENABLED": .recaptchaNotEnabled,
        "MISSING_RECAPTCHA_TOKEN": .missingRecaptchaToken,
        "INVALID_RECAPTCHA_TOKEN": .invalidRecaptchaToken,
        "INVALID_RECAPTCHA_ACTION": .invalidRecaptchaAction,
        "MISSING_CLIENT_TYPE": .missingClientType,
        "MISSING_RECAPTCHA_VERSION": .missingRecaptchaVersion,
        "INVALID_RECAPTCHA_VERSION": .invalidRecaptchaVersion,
        "INVALID_REQ_TYPE": .invalidReqType,
        "MISSING_REQ_TYPE": .invalidReqType,
        "INVALID_DYNAMIC_LINK_DOMAIN": .invalidHostingLinkDomain,
        "DYNAMIC_LINK_NOT_ACTIVATED": .operationNotAllowed,

        "CONFIGURATION_NOT_FOUND": .operationNotAllowed,
        "INSUFFICIENT_PERMISSION": .adminRestrictedOperation,
        "INVALID_APP_ID": .appNotAuthorized,
        "INVALID_CREDENTIAL_OR_PROVIDER_ID": .invalidCredential,
        "INVALID_OAUTH_CLIENT_ID": .invalidClientID,
        "INVALID_TEMPORARY_PROOF": .invalidCredential,
        "INVALID_TENANT_ID": .tenantIDMismatch,
        "TENANT_NOT_FOUND": .tenantIDMismatch,
        "INVALID_NEW_EMAIL": .invalidEmail,
        "MISSING_NEW_EMAIL": .missingEmail,
        "MISSING_CODE": .missingVerificationCode,
        "MISSING_CUSTOM_TOKEN": .invalidCustomToken,
        "MISSING_IDENTIFIER": .missingEmail,
        "MISSING_OOB_CODE": .invalidActionCode,
        "MISSING_PHONE_NUMBER": .missingPhoneNumber,
        "MISSING_SESSION_INFO": .missingVerificationID,
        "PHONE_NUMBER_EXISTS": .credentialAlreadyInUse,
        "PROVIDER_ALREADY_LINKED": .providerAlreadyLinked,
        "REJECTED_CREDENTIAL": .rejectedCredential,
        "RESET_PASSWORD_EXCEED_LIMIT": .tooManyRequests,
        "USER_CANCELLED": .webContextCancelled,
        "USER_MISMATCH": .userMismatch,
        // An empty password at sign-in; the client reports the same without a request. When setting a new password, the
        // client sends no request without one.
        "MISSING_PASSWORD": .wrongPassword,
    ]

    /// Creates the code for a machine-readable reason (`error.errors[].reason`, `error.details[].reason`).
    init?(serverReason reason: String) {
        switch reason {
        case _ where reason.hasPrefix("keyInvalid") || reason.hasPrefix("keyExpired"): self = .invalidAPIKey
        case "API_KEY_INVALID", "API_KEY_EXPIRED": self = .invalidAPIKey
        case _ where reason.hasPrefix("ipRefererBlocked"): self = .appNotAuthorized
        case _ where reason.hasPrefix("API_KEY_") && reason.hasSuffix("_BLOCKED"): self = .appNotAuthorized
        default: return nil
        }
    }

    /// Indicates whether a session is over when the server returns this code for its tokens.
    var endsSession: Bool {
        switch self {
        case .userNotFound, .userDisabled, .invalidUserToken, .userTokenExpired: true
        default: false
        }
    }
}

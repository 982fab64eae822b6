extension AuthErrorCode {
    /// The message shown to people when the server gives none of its own: what happened, and what to do next.
    var standardMessage: String {
        switch self {
        case .invalidCustomToken:
            "The custom token is not valid. Check that the backend created it for this project, and pass it on unchanged."
        case .customTokenMismatch:
            "The custom token belongs to another project. Use the configuration of the project that issued the token."
        case .invalidCredential: "The credential is incorrect, malformed or expired. Check it and try again."
        case .userDisabled: "This account has been disabled. Please contact the operator of this service."
        case .operationNotAllowed:
            "This sign-in method is not enabled for the project. An administrator can enable it in the project's settings."
        case .emailAlreadyInUse: "The email address is already in use by another account."
        case .invalidEmail: "This is not a valid email address. Check the spelling."
        case .wrongPassword: "The password is wrong, or the account has no password. Try again, or reset the password."
        case .tooManyRequests: "Too many attempts. Wait a while, then try again."
        case .userNotFound: "This account does not exist; it may have been deleted. Check what you entered, or sign up."
        case .accountExistsWithDifferentCredential:
            "An account already exists with the same email address but different sign-in credentials. Sign in using a "
                + "provider associated with this email address."
        case .requiresRecentLogin: "This operation requires a recent sign-in. Sign in again, then retry."
        case .providerAlreadyLinked: "The account is already linked to this provider. Unlink it first."
        case .noSuchProvider: "The account is not linked to this provider. Choose one that it is linked to."
        case .invalidUserToken: "The session is not valid for this server or project. Sign in again."
        case .networkError: "The server could not be reached. Check the connection, then try again."
        case .userTokenExpired: "The session has ended. Sign in again."
        case .invalidAPIKey: "The server does not know this API key. Check the app's configuration."
        case .userMismatch: "The credential does not belong to the account that is signed in. Use one that does."
        case .credentialAlreadyInUse: "This sign-in already belongs to another account. Sign in with it, or link a different one."
        case .weakPassword: "The password is too weak. Choose a longer one."
        case .appNotAuthorized:
            "This app is not allowed to use this API key. Check the key's restrictions and the app's identifier."
        case .expiredActionCode: "The link or code has expired. Ask for a new one."
        case .invalidActionCode: "The link or code is not valid; it may have been used already. Ask for a new one."
        case .invalidMessagePayload: "The project's template for this message is invalid. An administrator can correct it."
        case .invalidSender:
            "The sender in the project's template for this message is invalid. An administrator can correct it."
        case .invalidRecipientEmail: "The message cannot be sent to this email address. Check the spelling."
        case .missingEmail: "An email address is required. Enter one."
        case .missingIosBundleID: "The iOS bundle ID is missing. Set it in ActionCodeSettings."
        case .missingAndroidPackageName:
            "The Android package name is missing. Set it in ActionCodeSettings if the app should be installed."
        case .unauthorizedDomain:
            "The project does not allow this domain. An administrator can add it to the authorized domains."
        case .invalidContinueURI: "The continue URL is not valid. Set an absolute URL in ActionCodeSettings."
        case .missingContinueURI: "The continue URL is missing. Set it in ActionCodeSettings."
        case .missingPhoneNumber: "A phone number is required. Enter one."
        case .invalidPhoneNumber:
            "This is not a valid phone number. Enter it with + and the country code, such as +34 600 000 000."
        case .missingVerificationCode: "The verification code is missing. Enter the code from the message."
        case .invalidVerificationCode: "The verification code is wrong. Enter the latest one, or ask for another."
        case .missingVerificationID: "The verification ID is missing. Pass on the one that verifyPhoneNumber returned."
        case .invalidVerificationID: "The verification ID is not valid. Ask for a new verification code."
        case .missingAppCredential:
            "The proof that the request comes from this app is missing. Check the setup of push notifications."
        case .invalidAppCredential:
            "The proof that the request comes from this app is not valid. Check the setup of push notifications."
        case .sessionExpired: "The verification code has expired. Ask for a new one."
        case .quotaExceeded: "The project's quota is used up. Try again later."
        case .missingAppToken: "No push notification token arrived in time. Check the setup of push notifications."
        case .notificationNotForwarded:
            "The app does not forward push notifications. Pass them to Auth.canHandleNotification(_:)."
        case .appNotVerified: "The app could not be verified. Check the setup of push notifications."
        case .captchaCheckFailed: "The reCAPTCHA check failed. Try again."
        case .webContextAlreadyPresented: "A browser sign-in is already in progress. Finish or close it first."
        case .webContextCancelled: "The sign-in was cancelled."
        case .appVerificationUserInteractionFailure: "The verification in the browser failed. Try again."
        case .invalidClientID: "The OAuth client ID is not valid for this app. Check the app's configuration."
        case .webNetworkRequestFailed: "The browser could not reach the network. Check the connection, then try again."
        case .webInternalError: "Something went wrong in the browser. Try again."
        case .webSignInUserInteractionFailure: "The browser sign-in failed. Try again."
        case .localPlayerNotAuthenticated: "No player is signed in to Game Center. Sign in there first."
        case .nullUser: "No user is signed in, or none was passed. Sign in first, or pass a user."
        case .invalidProviderID: "The provider ID is not valid. Check its spelling and the project's providers."
        case .tenantIDMismatch: "The tenant does not match the expected one. Check Auth.tenantID."
        case .unsupportedTenantOperation: "This operation is not supported for tenants. Call it without one."
        case .rejectedCredential: "The credential was rejected. Sign in with the provider again."
        case .gameKitNotLinked: "The app was built without GameKit. Link the framework."
        case .secondFactorRequired: "A second factor is required to complete the sign-in. Enter its code to continue."
        case .missingMultiFactorSession: "The proof of the first factor is missing. Start the sign-in again."
        case .missingMultiFactorInfo: "No second factor was selected. Choose one of the account's factors."
        case .invalidMultiFactorSession: "The proof of the first factor is not valid or has expired. Start the sign-in again."
        case .multiFactorInfoNotFound: "The account does not have this second factor. Choose another one."
        case .adminRestrictedOperation: "Only administrators may do this. Please contact the operator of this service."
        case .unverifiedEmail:
            "The email address must be verified first. Open the link in the verification email, then try again."
        case .secondFactorAlreadyEnrolled: "The account already has this second factor. Use it, or remove it first."
        case .maximumSecondFactorCountExceeded:
            "The account already has the maximum number of second factors. Remove one first."
        case .unsupportedFirstFactor: "This sign-in method cannot be combined with a second factor. Sign in another way."
        case .emailChangeNeedsVerification:
            "The new email address must be verified first. Use sendEmailVerification(beforeUpdatingEmail:)."
        case .missingClientIdentifier: "The client identifier is missing from the request. Check the app's configuration."
        case .missingOrInvalidNonce:
            "The nonce is missing, incorrect or already used. Start the provider's sign-in again with a new nonce."
        case .blockingCloudFunctionError:
            "The server's own rules refused the request. Please contact the operator of this service."
        case .recaptchaNotEnabled: "reCAPTCHA Enterprise is not enabled for the project. An administrator can enable it."
        case .missingRecaptchaToken: "The reCAPTCHA token is missing. Try again."
        case .invalidRecaptchaToken: "The reCAPTCHA token is not valid. Try again."
        case .invalidRecaptchaAction: "The reCAPTCHA action is not valid. Check the project's reCAPTCHA settings."
        case .missingClientType:
            "The client type is missing from the request. Check that the app and the server are compatible."
        case .missingRecaptchaVersion:
            "The reCAPTCHA version is missing from the request. Check that the app and the server are compatible."
        case .invalidRecaptchaVersion:
            "The server does not support this reCAPTCHA version. Check that the app and the server are compatible."
        case .invalidReqType:
            "The server does not support this type of request. Check that the app and the server are compatible."
        case .recaptchaSDKNotLinked: "The project requires reCAPTCHA, but the app was built without its SDK. Link the SDK."
        case .recaptchaSiteKeyMissing:
            "The project has no reCAPTCHA site key for this app. Check the project's reCAPTCHA settings."
        case .recaptchaActionCreationFailed: "The reCAPTCHA check could not be started. Check the version of the reCAPTCHA SDK."
        case .passwordDoesNotMeetRequirements: "The password does not meet the project's requirements. Choose another one."
        case .invalidHostingLinkDomain:
            "This link domain is not configured for the project. Check linkDomain in ActionCodeSettings."
        case .keychainError:
            "The session could not be read or saved on this device. Unlock it, make sure that it has free space, then retry."
        case .internalError:
            "Something unexpected went wrong. Try again later; if it keeps happening, contact the operator of this service."
        case .malformedJWT: "The ID token is malformed. If this happens again, check that the app uses the right server."
        }
    }
}

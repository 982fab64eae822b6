extension AuthErrorCode {
    /// What is said to people where the server says nothing better: what happened, and what to do next.
    var standardMessage: String {
        switch self {
        case .invalidCustomToken:
            "The custom token is not a valid token. Check that the backend made it for this project, and pass it on unchanged."
        case .customTokenMismatch:
            "The custom token belongs to another project. Use the configuration of the project that made the token."
        case .invalidCredential: "The credential is wrong, malformed or has expired. Check it and try again."
        case .userDisabled: "This account has been disabled. Please ask the people who run this service."
        case .operationNotAllowed:
            "This way to sign in is not switched on for the project. An administrator can do that in the project's settings."
        case .emailAlreadyInUse: "The email address is already in use by another account."
        case .invalidEmail: "This is not a valid email address. Check the spelling."
        case .wrongPassword: "The password is wrong, or the account has no password. Try again, or reset the password."
        case .tooManyRequests: "There have been too many attempts. Wait a while, then try again."
        case .userNotFound: "There is no such account; it may have been deleted. Check what you entered, or sign up."
        case .accountExistsWithDifferentCredential:
            "An account already exists with the same email address but different sign-in credentials. Sign in using a "
                + "provider associated with this email address."
        case .requiresRecentLogin: "For this you must have signed in just now. Sign in again, then repeat it."
        case .providerAlreadyLinked: "The account already has a sign-in of this provider. Unlink that one first."
        case .noSuchProvider: "The account has no sign-in of this provider. Choose one that it has."
        case .invalidUserToken: "The session is not valid here. Sign in again."
        case .networkError: "The server could not be reached. Check the connection, then try again."
        case .userTokenExpired: "The session has ended. Sign in again."
        case .invalidAPIKey: "The server does not know this API key. Check the app's configuration."
        case .userMismatch: "The credential belongs to another account than the one that is signed in. Use this account's own."
        case .credentialAlreadyInUse: "This sign-in already belongs to another account. Sign in with it, or link another one."
        case .weakPassword: "The password is too weak. Choose a longer one."
        case .appNotAuthorized: "This app may not use this API key. Check the key's restrictions and the app's identifier."
        case .expiredActionCode: "The link or code has expired. Ask for a new one."
        case .invalidActionCode: "The link or code is not valid; it may have been used already. Ask for a new one."
        case .invalidMessagePayload: "The project's template for this message is not usable. An administrator can correct it."
        case .invalidSender:
            "The sender in the project's template for this message is not usable. An administrator can correct it."
        case .invalidRecipientEmail: "The message cannot be sent to this email address. Check the spelling."
        case .missingEmail: "An email address is needed. Enter one."
        case .missingIosBundleID: "The iOS bundle ID is missing. Set it in ActionCodeSettings."
        case .missingAndroidPackageName:
            "The Android package name is missing. Set it in ActionCodeSettings when the app is to be installed."
        case .unauthorizedDomain: "The project does not allow this domain. An administrator can add it to the authorized domains."
        case .invalidContinueURI: "The continue URL is not valid. Set an absolute URL in ActionCodeSettings."
        case .missingContinueURI: "The continue URL is missing. Set it in ActionCodeSettings."
        case .missingPhoneNumber: "A phone number is needed. Enter one."
        case .invalidPhoneNumber:
            "This is not a valid phone number. Write it with + and the country's code, such as +34 600 000 000."
        case .missingVerificationCode: "The verification code is missing. Enter the code of the message."
        case .invalidVerificationCode: "The verification code is wrong. Enter the newest one, or ask for another."
        case .missingVerificationID: "The verification ID is missing. Pass on the one that verifyPhoneNumber returned."
        case .invalidVerificationID: "The verification ID is not valid. Ask for a new verification code."
        case .missingAppCredential:
            "The proof that the request comes from this app is missing. Check the set-up of push notifications."
        case .invalidAppCredential:
            "The proof that the request comes from this app is not valid. Check the set-up of push notifications."
        case .sessionExpired: "The verification code has expired. Ask for a new one."
        case .quotaExceeded: "The project's quota is used up. Try again later."
        case .missingAppToken: "No token for push notifications arrived in time. Check the set-up of push notifications."
        case .notificationNotForwarded:
            "The app does not forward push notifications. Hand them to Auth.canHandleNotification(_:)."
        case .appNotVerified: "The app could not be verified. Check the set-up of push notifications."
        case .captchaCheckFailed: "The reCAPTCHA check failed. Try again."
        case .webContextAlreadyPresented: "A sign-in in the browser is already under way. Finish or close that one first."
        case .webContextCancelled: "The sign-in was cancelled."
        case .appVerificationUserInteractionFailure: "The verification in the browser failed. Try again."
        case .invalidClientID: "The OAuth client ID is not valid for this app. Check the app's configuration."
        case .webNetworkRequestFailed: "The browser could not reach the network. Check the connection, then try again."
        case .webInternalError: "Something went wrong in the browser. Try again."
        case .webSignInUserInteractionFailure: "The sign-in in the browser failed. Try again."
        case .localPlayerNotAuthenticated: "Nobody is signed in to Game Center. Sign in there first."
        case .nullUser: "No user was given. Pass the user who is to be signed in."
        case .invalidProviderID: "The provider ID is not valid here. Check its spelling and the project's providers."
        case .tenantIDMismatch: "The tenant is not the expected one. Check Auth.tenantID."
        case .unsupportedTenantOperation: "This operation is not available with a tenant. Call it without one."
        case .rejectedCredential: "The credential was rejected. Sign in with the provider again."
        case .gameKitNotLinked: "The app is built without GameKit. Link the framework."
        case .secondFactorRequired: "A second factor is needed to finish the sign-in. Have its code at hand and go on."
        case .missingMultiFactorSession: "The proof of the first factor is missing. Begin the sign-in again."
        case .missingMultiFactorInfo: "It is not said which second factor is meant. Choose one of the account's."
        case .invalidMultiFactorSession: "The proof of the first factor is not valid or has expired. Begin the sign-in again."
        case .multiFactorInfoNotFound: "The account has no such second factor. Choose one that it has."
        case .adminRestrictedOperation: "Only administrators may do this. Please ask the people who run this service."
        case .unverifiedEmail: "The email address must be verified first. Open the link in the verification mail, then try again."
        case .secondFactorAlreadyEnrolled: "The account already has this second factor. Use it, or remove it first."
        case .maximumSecondFactorCountExceeded: "The account already has as many second factors as are allowed. Remove one first."
        case .unsupportedFirstFactor: "This way to sign in cannot be combined with a second factor. Sign in another way."
        case .emailChangeNeedsVerification:
            "The new email address must be verified first. Use sendEmailVerification(beforeUpdatingEmail:)."
        case .missingClientIdentifier: "The request does not say which client it comes from. Check the app's configuration."
        case .missingOrInvalidNonce:
            "The nonce is missing, wrong or was used before. Begin the sign-in with the provider again, with a new nonce."
        case .blockingCloudFunctionError:
            "The server's own rules refused the request. Please ask the people who run this service."
        case .recaptchaNotEnabled: "reCAPTCHA Enterprise is not switched on for the project. An administrator can do that."
        case .missingRecaptchaToken: "The reCAPTCHA token is missing. Try again."
        case .invalidRecaptchaToken: "The reCAPTCHA token is not valid. Try again."
        case .invalidRecaptchaAction: "The reCAPTCHA action is not valid. Check the project's reCAPTCHA settings."
        case .missingClientType: "The request does not name the type of client. Check that the app and the server fit together."
        case .missingRecaptchaVersion:
            "The request does not name the reCAPTCHA version. Check that the app and the server fit together."
        case .invalidRecaptchaVersion:
            "The server does not know this reCAPTCHA version. Check that the app and the server fit together."
        case .invalidReqType: "The server does not know this type of request. Check that the app and the server fit together."
        case .recaptchaSDKNotLinked: "The project asks for reCAPTCHA, and the app is built without its SDK. Link it."
        case .recaptchaSiteKeyMissing:
            "The project has no reCAPTCHA site key for this app. Check the project's reCAPTCHA settings."
        case .recaptchaActionCreationFailed: "The reCAPTCHA check could not be started. Check the version of the reCAPTCHA SDK."
        case .passwordDoesNotMeetRequirements: "The password does not meet the project's requirements. Choose another one."
        case .invalidHostingLinkDomain: "The project does not have this domain for links. Check linkDomain in ActionCodeSettings."
        case .keychainError:
            "The session could not be read from or written to this device. See that it is unlocked and has free space, then try again."
        case .internalError:
            "Something unexpected went wrong. Try again in a while; if it happens again, tell the people who run this service."
        case .malformedJWT: "The ID token is malformed. If that happens again, check that the app speaks to the right server."
        }
    }
}

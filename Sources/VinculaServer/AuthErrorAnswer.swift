package import IdentityToolkit
package import VinculaCore

extension ErrorBody {
    /// Creates the response to a domain error, in the form that Google's clients know.
    package init(_ error: AuthError) {
        switch error {
        case .missingAPIKey:
            self.init(
                code: 403, message: "The request is missing a valid API key.", reason: "forbidden", status: "PERMISSION_DENIED")
        case .invalidAPIKey: self = .invalidAPIKey
        case .apiKeyRefused(let refusal): self = .refused(refusal)
        case .invalidBearer: self = .invalidBearer
        case .permissionDenied:
            self.init(
                code: 403, message: "The caller does not have permission", reason: "forbidden", status: "PERMISSION_DENIED")
        case .invalidArgument(let text): self.init(code: 400, message: text, status: "INVALID_ARGUMENT")
        case .notImplemented(let text): self = .notImplemented(text)
        case .providerUnavailable(let reason):
            self.init(code: 503, message: "INVALID_IDP_RESPONSE : \(reason)", reason: "backendError", status: "UNAVAILABLE")
        case .overloaded:
            self.init(
                code: 503, message: "UNAVAILABLE : The server is overloaded; try again in a moment.",
                reason: "backendError", status: "UNAVAILABLE")
        case .formerServerUnavailable(let reason):
            // The code is one of Firebase's web SDK for a broken connection: it signs people out for any other at its start.
            self.init(
                code: 503, message: "NETWORK_REQUEST_FAILED : \(reason) Try again later.", reason: "backendError",
                status: "UNAVAILABLE")
        case .appCheckerUnavailable(let reason):
            self.init(code: 503, message: "UNAVAILABLE : \(reason)", reason: "backendError", status: "UNAVAILABLE")
        case .missingAppCredential(let challenge), .invalidAppCredential(let challenge), .captchaCheckFailed(let challenge):
            self.init(code: 400, message: error.message)
            // What clients of ours can do instead; Firebase's know the code alone.
            self.error.details = [
                ErrorInfo(reason: "PROOF_OF_WORK", domain: "vincula", metadata: ["challenge": challenge])
            ]
        case .invalidProof(_, let now):
            self.init(
                refused: error, reason: "INVALID_DPOP_PROOF", metadata: now.map { ["now": "\($0)"] } ?? [:])
        case .proofNonceRequired: self.init(refused: error, reason: "USE_DPOP_NONCE")
        case .sessionKeyRefused(let refusal):
            self.init(
                refused: error, reason: refusal.reason == .missing ? "SESSION_KEY_REQUIRED" : "SESSION_KEY_MISMATCH")
        case .sessionKeyRequired: self.init(refused: error, reason: "SESSION_KEY_REQUIRED_BY_PROJECT")
        case .projectNotFound(let project):
            self.init(
                code: 404, message: "PROJECT_NOT_FOUND : There is no project \(project).", reason: "notFound",
                status: "NOT_FOUND")
        case .configurationNotFound:
            self.init(code: 404, message: "CONFIGURATION_NOT_FOUND", reason: "notFound", status: "NOT_FOUND")
        case .duplicateConfig: self.init(code: 409, message: "DUPLICATE_CONFIG", reason: "conflict", status: "ALREADY_EXISTS")
        default: self.init(code: 400, message: error.message)
        }
    }

    /// Creates the response to a request without the proof of a key that it needs: Firebase's clients know the code, those of
    /// ours the reason.
    private init(refused error: AuthError, reason: String, metadata: [String: String] = [:]) {
        self.init(code: 400, message: error.message, status: "INVALID_ARGUMENT")
        self.error.details = [ErrorInfo(reason: reason, domain: "vincula", metadata: metadata)]
    }

    private static var invalidAPIKey: ErrorBody {
        let message = "API key not valid. Please pass a valid API key."
        let info = ErrorInfo(
            reason: "API_KEY_INVALID", domain: "googleapis.com", metadata: ["service": "identitytoolkit.googleapis.com"])
        return ErrorBody(
            Status(
                code: 400, message: message, errors: [Detail(message: message, reason: "badRequest")],
                status: "INVALID_ARGUMENT", details: [info]))
    }

    /// As Google answers, with the method's name here.
    private static func refused(_ refusal: APIKeyRefusal) -> ErrorBody {
        let (message, reason) =
            switch refusal {
            case .method(let name):
                ("Requests to this API identitytoolkit method \(name) are blocked.", "API_KEY_SERVICE_BLOCKED")
            case .address(let client):
                (
                    "The provided API key has an IP address restriction. The originating IP address of the call (\(client)) "
                        + "violates this restriction.", "API_KEY_IP_ADDRESS_BLOCKED"
                )
            }
        let info = ErrorInfo(
            reason: reason, domain: "googleapis.com", metadata: ["service": "identitytoolkit.googleapis.com"])
        return ErrorBody(
            Status(
                code: 403, message: message, errors: [Detail(message: message, reason: "forbidden")],
                status: "PERMISSION_DENIED", details: [info]))
    }

    private static var invalidBearer: ErrorBody {
        let message =
            "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid "
            + "authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."
        let detail = Detail(
            message: "Invalid Credentials", reason: "authError", location: "Authorization", locationType: "header")
        return ErrorBody(Status(code: 401, message: message, errors: [detail], status: "UNAUTHENTICATED"))
    }

    private static func notImplemented(_ text: String) -> ErrorBody {
        let detail = Detail(message: text, reason: "unimplemented", domain: nil)
        return ErrorBody(Status(code: 501, message: text, errors: [detail], status: "NOT_IMPLEMENTED"))
    }
}

extension AuthError {
    /// The message of an error that is a plain 400: `CODE` or `CODE : text`.
    var message: String {
        switch self {
        case .invalidProof(let text, _): "INVALID_DPOP_PROOF : \(text)"
        case .proofNonceRequired: "USE_DPOP_NONCE"
        case .sessionKeyRefused(let refusal): refusal.message
        case .sessionKeyRequired: "OPERATION_NOT_ALLOWED : The project requires that sessions are bound to a key."
        case .missingIDToken: "MISSING_ID_TOKEN"
        case .invalidIDToken: "INVALID_ID_TOKEN"
        case .tokenExpired: "TOKEN_EXPIRED"
        case .tenantNotFound: "TENANT_NOT_FOUND"
        case .tenantIDMismatch: "TENANT_ID_MISMATCH"
        case .invalidTenantID: "INVALID_TENANT_ID"
        case .unsupportedTenantOperation: "UNSUPPORTED_TENANT_OPERATION"
        case .projectDisabled: "PROJECT_DISABLED"
        case .tenantsNotAllowed: "INVALID_PROJECT_ID : Tenants are off in this project: set multiTenant.allowTenants first."
        case .invalidTenantName:
            "INVALID_DISPLAY_NAME : A tenant's name is a letter, then letters, digits and hyphens, at most "
                + "\(TenantID.longestName) in all."
        case .unsupportedParameters: "INVALID_REQ_TYPE : Unsupported request parameters."
        case .operationNotAllowed(let text): "OPERATION_NOT_ALLOWED" + (text.map { " : \($0)" } ?? "")
        case .adminOnlyOperation: "ADMIN_ONLY_OPERATION"
        case .passwordLoginDisabled: "PASSWORD_LOGIN_DISABLED"
        case .userNotFound: "USER_NOT_FOUND"
        case .userDisabled: "USER_DISABLED"
        case .duplicateLocalID: "DUPLICATE_LOCAL_ID"
        case .missingLocalID: "MISSING_LOCAL_ID"
        case .invalidLocalID: "INVALID_LOCAL_ID : An id must have 1 to 128 printable ASCII characters."
        case .localIDListExceedsLimit: "LOCAL_ID_LIST_EXCEEDS_LIMIT"
        case .missingEmail: "MISSING_EMAIL"
        case .invalidEmail: "INVALID_EMAIL"
        case .emailExists: "EMAIL_EXISTS"
        case .emailNotFound: "EMAIL_NOT_FOUND"
        case .missingPassword: "MISSING_PASSWORD"
        case .invalidPassword: "INVALID_PASSWORD"
        case .invalidLoginCredentials: "INVALID_LOGIN_CREDENTIALS"
        case .weakPassword(let text): "WEAK_PASSWORD : \(text)"
        case .passwordTooLong: Self.requirements(["Password may contain at most \(PasswordPolicy.longestBytes) bytes"])
        case .passwordRequirements(let broken): Self.requirements(broken)
        case .phoneNumberExists: "PHONE_NUMBER_EXISTS"
        case .invalidPhoneNumber: "INVALID_PHONE_NUMBER : Invalid format."
        case .credentialTooOld: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        case .emailChangeNeedsVerification: "OPERATION_NOT_ALLOWED : Please verify the new email before changing email."
        case .secondFactorNeedsVerifiedEmail:
            "EMAIL_CHANGE_NEEDS_VERIFICATION : Multi-factor users must always have a verified email."
        case .invalidProfileAttribute(let text): "INVALID_PROFILE_ATTRIBUTE : \(text)"
        case .lastSignInMethod: "OPERATION_NOT_ALLOWED : This is the account's last sign-in method."
        case .missingUserAccount: "MISSING_USER_ACCOUNT"
        case .missingHashAlgorithm: "MISSING_HASH_ALGORITHM"
        case .invalidHashParameter(let parameter, let text): "INVALID_HASH_\(parameter.code) : \(text)"
        case .duplicateInImport(.id(let id)): "DUPLICATE_LOCAL_ID : \(id.prefix(128))"
        case .duplicateInImport(.email(let email)): "DUPLICATE_EMAIL : \(email.prefix(256))"
        case .duplicateInImport(.identity(let provider, let subject)):
            "DUPLICATE_RAW_ID : Provider id(\(provider.prefix(100))), Raw id(\(subject.prefix(256)))"
        case .emailOfAnotherLink: "INVALID_EMAIL : The email provided does not match the sign-in email address."
        case .missingRequestType: "MISSING_REQ_TYPE"
        case .invalidRequestType: "INVALID_REQ_TYPE"
        case .missingActionCode: "MISSING_OOB_CODE"
        case .invalidActionCode: "INVALID_OOB_CODE"
        case .expiredActionCode: "EXPIRED_OOB_CODE"
        case .missingNewEmail: "MISSING_NEW_EMAIL"
        case .invalidNewEmail: "INVALID_NEW_EMAIL"
        case .unauthorizedDomain(let host): "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project: \(host)"
        case .invalidLinkDomain:
            "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in Firebase Hosting or is not owned "
                + "by the current project. This cannot be a default hosting domain (web.app or firebaseapp.com)."
        case .missingIOSBundleID: "MISSING_IOS_BUNDLE_ID"
        case .missingAndroidPackageName: "MISSING_ANDROID_PACKAGE_NAME"
        case .missingPhoneNumber: "MISSING_PHONE_NUMBER"
        case .phoneRegionNotEnabled:
            "OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer."
        case .quotaExceeded: "QUOTA_EXCEEDED : The project has sent as many text messages as it may in a day."
        case .missingAppCredential: "MISSING_APP_CREDENTIAL : A proof that the request comes from an app is missing."
        case .invalidAppCredential:
            "INVALID_APP_CREDENTIAL : The proof that the request comes from an app is wrong, expired, used, or not checked here."
        case .captchaCheckFailed: "CAPTCHA_CHECK_FAILED : The service that checks the token does not vouch for it."
        case .invalidTemporaryProof: "INVALID_TEMPORARY_PROOF"
        case .unsupportedFirstFactor:
            "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor."
        case .secondFactorRequired: "OPERATION_NOT_ALLOWED : This project requires a second factor. Enrol one first."
        case .duplicateSecondFactorID: "DUPLICATE_MFA_ENROLLMENT_ID"
        case .unverifiedEmail: "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."
        case .invalidFactorPhoneNumber: "INVALID_MFA_PHONE_NUMBER : Invalid format."
        case .secondFactorExists: "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
        case .secondFactorLimitExceeded: "SECOND_FACTOR_LIMIT_EXCEEDED"
        case .secondFactorNotFound: "MFA_ENROLLMENT_NOT_FOUND"
        case .missingSecondFactorID: "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."
        case .missingPendingSignIn: "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."
        case .invalidPendingSignIn: "INVALID_MFA_PENDING_CREDENTIAL"
        case .missingSessionInfo: "MISSING_SESSION_INFO"
        case .invalidSessionInfo: "INVALID_SESSION_INFO"
        case .sessionInfoExpired: "SESSION_EXPIRED"
        case .missingCode: "MISSING_CODE"
        case .invalidCode: "INVALID_CODE"
        case .invalidClaims: "INVALID_CLAIMS"
        case .claimsTooLarge: "CLAIMS_TOO_LARGE"
        case .forbiddenClaim(let name): "FORBIDDEN_CLAIM : \(name)"
        case .missingCustomToken: "MISSING_CUSTOM_TOKEN"
        case .invalidCustomToken(let text): "INVALID_CUSTOM_TOKEN : \(text)"
        case .customTokenMismatch: "CREDENTIAL_MISMATCH"
        case .invalidCookieDuration: "INVALID_DURATION"
        case .missingRequestURI: "MISSING_REQUEST_URI"
        case .invalidCredentialOrProviderID(let text): "INVALID_CREDENTIAL_OR_PROVIDER_ID : \(text)"
        case .invalidIDPResponse(let text): "INVALID_IDP_RESPONSE : \(text)"
        case .providerRefused(let code): "INVALID_IDP_RESPONSE : The provider did not sign the person in (\(code))."
        case .missingOrInvalidNonce(let text): "MISSING_OR_INVALID_NONCE : \(text)"
        case .providerNotConfigured: "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
        case .providerDisabled: "OPERATION_NOT_ALLOWED : The identity provider configuration is disabled."
        case .federatedUserIDAlreadyLinked: "FEDERATED_USER_ID_ALREADY_LINKED"
        case .providerAlreadyLinked: "PROVIDER_ALREADY_LINKED"
        case .invalidPendingToken: "INVALID_PENDING_TOKEN"
        case .missingIdentifier: "MISSING_IDENTIFIER"
        case .invalidIdentifier: "INVALID_IDENTIFIER"
        case .missingContinueURI: "MISSING_CONTINUE_URI"
        case .invalidContinueURI: "INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))"
        case .invalidConfigID(let id):
            "INVALID_CONFIG_ID : \(id) must be `oidc.` or `saml.` followed by lowercase letters, digits, dots, hyphens or underscores."
        case .missingIssuer: "MISSING_ISSUER"
        case .invalidIssuer(let text): "INVALID_ISSUER : \(text)"
        case .missingClientID: "MISSING_OAUTH_CLIENT_ID"
        case .missingClientSecret: "MISSING_OAUTH_CLIENT_SECRET"
        case .invalidProviderID(let text): "INVALID_PROVIDER_ID : \(text)"
        case .invalidConfig(let text): "INVALID_CONFIG : \(text)"
        case .tooManyAttempts: "TOO_MANY_ATTEMPTS_TRY_LATER : Too many attempts. Try again later."
        case .blockedByFunction(let text): "BLOCKING_FUNCTION_ERROR_RESPONSE : \(text)"
        case .invalidBlockingFunction(let text): "INVALID_BLOCKING_FUNCTION : \(text)"
        case .missingGrantType: "MISSING_GRANT_TYPE"
        case .invalidGrantType: "INVALID_GRANT_TYPE"
        case .missingRefreshToken: "MISSING_REFRESH_TOKEN"
        case .invalidRefreshToken: "INVALID_REFRESH_TOKEN"
        case .invalidHandoverCode: "INVALID_HANDOVER_CODE : The code is unknown, used or expired, or the verifier is wrong."
        case .invalidAPIKey, .apiKeyRefused, .permissionDenied: "INTERNAL"
        case .missingAPIKey, .invalidBearer, .invalidArgument, .notImplemented, .providerUnavailable, .overloaded,
            .projectNotFound, .configurationNotFound, .duplicateConfig, .appCheckerUnavailable,
            .formerServerUnavailable:
            "INTERNAL"
        }
    }

    private static func requirements(_ broken: [String]) -> String {
        "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [\(broken.joined(separator: ", "))]"
    }
}

extension HashParameter {
    fileprivate var code: String {
        switch self {
        case .algorithm: "ALGORITHM"
        case .key: "KEY"
        case .rounds: "ROUNDS"
        case .memoryCost: "MEMORY_COST"
        case .blockSize: "BLOCK_SIZE"
        case .parallelization: "PARALLELIZATION"
        case .derivedKeyLength: "DERIVED_KEY_LENGTH"
        case .saltSeparator: "SALT_SEPARATOR"
        case .inputOrder: "INPUT_ORDER"
        case .argon2: "ARGON2_PARAMETERS"
        }
    }
}

extension SessionKeyRefusal {
    /// The message to a client. One that only has a copy of the tokens, such as an earlier version of the app, signs out.
    fileprivate var message: String {
        let code = isRefresh ? "TOKEN_EXPIRED" : "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
        let subject = session == nil ? "sign-in" : "session"
        return switch reason {
        case .missing: "\(code) : The \(subject) is bound to a key, which the request does not prove."
        case .other: "\(code) : The \(subject) is bound to another key."
        }
    }
}

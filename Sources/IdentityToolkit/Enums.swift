// Written by scripts/write-enums.py from Google's discovery documents.

/// The kinds of clients that reCAPTCHA tells apart.
public enum ClientType: String, WireEnum {
    case unspecified = "CLIENT_TYPE_UNSPECIFIED"
    case web = "CLIENT_TYPE_WEB"
    case android = "CLIENT_TYPE_ANDROID"
    case ios = "CLIENT_TYPE_IOS"
}

/// The kinds of second factors that are switched on by name.
public enum MfaProvider: String, WireEnum {
    case unspecified = "PROVIDER_UNSPECIFIED"
    case phoneSms = "PHONE_SMS"
}

/// The states of one kind of second factor in a project.
public enum MfaProviderState: String, WireEnum {
    case unspecified = "MFA_STATE_UNSPECIFIED"
    case disabled = "DISABLED"
    case enabled = "ENABLED"
    case mandatory = "MANDATORY"
}

/// The states of second factors in a project.
public enum MfaState: String, WireEnum {
    case unspecified = "STATE_UNSPECIFIED"
    case disabled = "DISABLED"
    case enabled = "ENABLED"
    case mandatory = "MANDATORY"
}

/// The purposes of a mailed code.
public enum OobReqType: String, WireEnum {
    case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
    case passwordReset = "PASSWORD_RESET"
    case oldEmailAgree = "OLD_EMAIL_AGREE"
    case newEmailAccept = "NEW_EMAIL_ACCEPT"
    case verifyEmail = "VERIFY_EMAIL"
    case recoverEmail = "RECOVER_EMAIL"
    case emailSignin = "EMAIL_SIGNIN"
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
}

/// The states of a password policy.
public enum PasswordPolicyEnforcementState: String, WireEnum {
    case unspecified = "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
    case off = "OFF"
    case enforce = "ENFORCE"
}

/// The versions of reCAPTCHA.
public enum RecaptchaVersion: String, WireEnum {
    case unspecified = "RECAPTCHA_VERSION_UNSPECIFIED"
    case recaptchaEnterprise = "RECAPTCHA_ENTERPRISE"
}

/// The fields by which accounts are sorted.
public enum SortByField: String, WireEnum {
    case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
    case userId = "USER_ID"
    case name = "NAME"
    case createdAt = "CREATED_AT"
    case lastLoginAt = "LAST_LOGIN_AT"
    case userEmail = "USER_EMAIL"
}

/// The directions of sorting.
public enum SortOrder: String, WireEnum {
    case unspecified = "ORDER_UNSPECIFIED"
    case asc = "ASC"
    case desc = "DESC"
}

/// The kinds of tokens that a provider gives an app.
public enum TokenType: String, WireEnum {
    case unspecified = "TOKEN_TYPE_UNSPECIFIED"
    case refreshToken = "REFRESH_TOKEN"
    case accessToken = "ACCESS_TOKEN"
    case code = "CODE"
}

/// The parts of an account that can be removed by name.
public enum UserAttributeName: String, WireEnum {
    case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
    case email = "EMAIL"
    case displayName = "DISPLAY_NAME"
    case provider = "PROVIDER"
    case photoUrl = "PHOTO_URL"
    case password = "PASSWORD"
    case rawUserInfo = "RAW_USER_INFO"
}

/// The uses of a texted code.
public enum VerifyOp: String, WireEnum {
    case unspecified = "VERIFY_OP_UNSPECIFIED"
    case signUpOrIn = "SIGN_UP_OR_IN"
    case reauth = "REAUTH"
    case update = "UPDATE"
    case link = "LINK"
}

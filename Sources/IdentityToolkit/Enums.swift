// Written by scripts/write-enums.py from Google's discovery documents.

/// A variant of Argon2.
public enum Argon2HashType: String, WireEnum {
    /// No value.
    case unspecified = "HASH_TYPE_UNSPECIFIED"
    /// Argon2d.
    case d = "ARGON2_D"
    /// Argon2id.
    case id = "ARGON2_ID"
    /// Argon2i.
    case i = "ARGON2_I"
}

/// A version of Argon2.
public enum Argon2Version: String, WireEnum {
    /// No value.
    case unspecified = "VERSION_UNSPECIFIED"
    /// Version 0x10.
    case version10 = "VERSION_10"
    /// Version 0x13.
    case version13 = "VERSION_13"
}

/// A kind of client, as distinguished by reCAPTCHA.
public enum ClientType: String, WireEnum {
    /// No value.
    case unspecified = "CLIENT_TYPE_UNSPECIFIED"
    /// A web page.
    case web = "CLIENT_TYPE_WEB"
    /// An Android app.
    case android = "CLIENT_TYPE_ANDROID"
    /// An iOS app.
    case ios = "CLIENT_TYPE_IOS"
}

/// The format of a mail's text.
public enum MailBodyFormat: String, WireEnum {
    /// No value.
    case unspecified = "BODY_FORMAT_UNSPECIFIED"
    /// Plain text.
    case plainText = "PLAIN_TEXT"
    /// HTML.
    case html = "HTML"
}

/// The server that a project's mails go through.
public enum MailMethod: String, WireEnum {
    /// No value.
    case unspecified = "METHOD_UNSPECIFIED"
    /// The operator's.
    case `default` = "DEFAULT"
    /// The project's own.
    case customSmtp = "CUSTOM_SMTP"
}

/// The protection of the connection to a mail server.
public enum MailServerSecurity: String, WireEnum {
    /// No value.
    case unspecified = "SECURITY_MODE_UNSPECIFIED"
    /// Implicit TLS: the connection begins with it.
    case ssl = "SSL"
    /// TLS with STARTTLS, which is required.
    case startTls = "START_TLS"
}

/// A kind of second factor that is enabled by name.
public enum MfaProvider: String, WireEnum {
    /// No value.
    case unspecified = "PROVIDER_UNSPECIFIED"
    /// Codes sent by SMS.
    case phoneSms = "PHONE_SMS"
}

/// The state of one kind of second factor in a project.
public enum MfaProviderState: String, WireEnum {
    /// No value.
    case unspecified = "MFA_STATE_UNSPECIFIED"
    /// This kind cannot be used.
    case disabled = "DISABLED"
    /// Users may enrol this kind.
    case enabled = "ENABLED"
    /// Users must enrol this kind. Not supported here.
    case mandatory = "MANDATORY"
}

/// The state of second factors in a project.
public enum MfaState: String, WireEnum {
    /// No value.
    case unspecified = "STATE_UNSPECIFIED"
    /// Second factors cannot be used.
    case disabled = "DISABLED"
    /// Users may enrol second factors.
    case enabled = "ENABLED"
    /// Users must enrol a second factor before they can do anything else.
    case mandatory = "MANDATORY"
}

/// The purpose of a mailed code.
public enum OobReqType: String, WireEnum {
    /// No value.
    case unspecified = "OOB_REQ_TYPE_UNSPECIFIED"
    /// Sets a new password.
    case passwordReset = "PASSWORD_RESET"
    /// Confirms a change at the old email. Not used here.
    case oldEmailAgree = "OLD_EMAIL_AGREE"
    /// Confirms a change at the new email. Not used here.
    case newEmailAccept = "NEW_EMAIL_ACCEPT"
    /// Verifies the account's email.
    case verifyEmail = "VERIFY_EMAIL"
    /// Reverts a change of the email. Sent by the server, never requested.
    case recoverEmail = "RECOVER_EMAIL"
    /// Signs in.
    case emailSignin = "EMAIL_SIGNIN"
    /// Changes the email once the new one is verified.
    case verifyAndChangeEmail = "VERIFY_AND_CHANGE_EMAIL"
    /// Removes an added second factor. Sent by the server, never requested.
    case revertSecondFactorAddition = "REVERT_SECOND_FACTOR_ADDITION"
}

/// The order of salt and password in what another system hashed.
public enum PasswordHashOrder: String, WireEnum {
    /// No value.
    case unspecified = "UNSPECIFIED_ORDER"
    /// The salt, then the password.
    case saltAndPassword = "SALT_AND_PASSWORD"
    /// The password, then the salt.
    case passwordAndSalt = "PASSWORD_AND_SALT"
}

/// The state of a password policy.
public enum PasswordPolicyEnforcementState: String, WireEnum {
    /// No value.
    case unspecified = "PASSWORD_POLICY_ENFORCEMENT_STATE_UNSPECIFIED"
    /// The policy is not enforced.
    case off = "OFF"
    /// Passwords that break the policy are refused.
    case enforce = "ENFORCE"
}

/// The product that a project uses.
public enum ProjectSubtype: String, WireEnum {
    /// No value.
    case unspecified = "SUBTYPE_UNSPECIFIED"
    /// Identity Platform.
    case identityPlatform = "IDENTITY_PLATFORM"
    /// Firebase Authentication.
    case firebaseAuth = "FIREBASE_AUTH"
}

/// A version of reCAPTCHA.
public enum RecaptchaVersion: String, WireEnum {
    /// No value.
    case unspecified = "RECAPTCHA_VERSION_UNSPECIFIED"
    /// reCAPTCHA Enterprise.
    case recaptchaEnterprise = "RECAPTCHA_ENTERPRISE"
}

/// A field that accounts can be sorted by.
public enum SortByField: String, WireEnum {
    /// No value.
    case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
    /// The account's id.
    case userId = "USER_ID"
    /// The display name.
    case name = "NAME"
    /// The time of creation.
    case createdAt = "CREATED_AT"
    /// The time of the last sign-in.
    case lastLoginAt = "LAST_LOGIN_AT"
    /// The email.
    case userEmail = "USER_EMAIL"
}

/// A sort order.
public enum SortOrder: String, WireEnum {
    /// No value.
    case unspecified = "ORDER_UNSPECIFIED"
    /// Ascending.
    case asc = "ASC"
    /// Descending.
    case desc = "DESC"
}

/// A kind of token that a provider issues to an app.
public enum TokenType: String, WireEnum {
    /// No value.
    case unspecified = "TOKEN_TYPE_UNSPECIFIED"
    /// A refresh token.
    case refreshToken = "REFRESH_TOKEN"
    /// An access token.
    case accessToken = "ACCESS_TOKEN"
    /// An authorization code.
    case code = "CODE"
}

/// An attribute of an account that can be removed by name.
public enum UserAttributeName: String, WireEnum {
    /// No value.
    case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
    /// The email.
    case email = "EMAIL"
    /// The display name.
    case displayName = "DISPLAY_NAME"
    /// The linked providers.
    case provider = "PROVIDER"
    /// The URL of the photo.
    case photoUrl = "PHOTO_URL"
    /// The password.
    case password = "PASSWORD"
    /// The data from providers.
    case rawUserInfo = "RAW_USER_INFO"
}

/// The use of a code sent by SMS.
public enum VerifyOp: String, WireEnum {
    /// No value.
    case unspecified = "VERIFY_OP_UNSPECIFIED"
    /// Signs in, and creates the account if necessary.
    case signUpOrIn = "SIGN_UP_OR_IN"
    /// Signs in to the same account again.
    case reauth = "REAUTH"
    /// Changes the account's number.
    case update = "UPDATE"
    /// Adds the number to the account.
    case link = "LINK"
}

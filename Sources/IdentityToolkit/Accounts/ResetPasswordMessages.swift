/// `accounts:resetPassword`: set a new password by a mailed code; without a new password, tell what a code is for.
public struct ResetPasswordRequest: Codable, Sendable {
    /// The code of a link, or with `email` the six digits of its mail.
    public var oobCode: String?
    public var email: String?
    public var newPassword: String?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:resetPassword`.
public struct ResetPasswordResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#ResetPasswordResponse"
    /// What the code is for, as the request that sent it named it: `PASSWORD_RESET`, `VERIFY_EMAIL`, `RECOVER_EMAIL`,
    /// `EMAIL_SIGNIN`, `VERIFY_AND_CHANGE_EMAIL` or `REVERT_SECOND_FACTOR_ADDITION`.
    public var requestType: String?
    /// The account's; not told of a code for signing in.
    public var email: String?
    /// What the email becomes, or what it had become where the code takes that back.
    public var newEmail: String?
    /// The second factor that the code takes back.
    @Lenient public var mfaInfo: MfaEnrollment?

    public init() {}
}

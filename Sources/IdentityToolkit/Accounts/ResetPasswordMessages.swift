/// The request to `accounts:resetPassword`, which sets a new password with a mailed code, or without one returns the code's
/// purpose.
public struct ResetPasswordRequest: Codable, Sendable {
    /// The code from a link, or, together with `email`, the six digits from its mail.
    public var oobCode: String?
    /// The account's email. Set only with six digits instead of a link's code.
    public var email: String?
    /// The new password. If absent, only the code's purpose is returned, and the code stays valid.
    public var newPassword: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:resetPassword`.
public struct ResetPasswordResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#ResetPasswordResponse"
    /// The code's purpose, as named by the request that sent it: `PASSWORD_RESET`, `VERIFY_EMAIL`, `RECOVER_EMAIL`,
    /// `EMAIL_SIGNIN`, `VERIFY_AND_CHANGE_EMAIL` or `REVERT_SECOND_FACTOR_ADDITION`.
    public var requestType: String?
    /// The account's email. Absent for a sign-in code.
    public var email: String?
    /// The new email that the code sets, or that it reverts.
    public var newEmail: String?
    /// The second factor that the code removes again.
    @Lenient public var mfaInfo: MfaEnrollment?

    /// Creates an empty response.
    public init() {}
}

/// The request to `accounts:sendOobCode` by an end user, which mails a link. Administrators, who may get the link itself,
/// send ``AdminSendOobCodeRequest``.
public struct SendOobCodeRequest: EndUserRequest {
    /// The purpose: `PASSWORD_RESET` or `EMAIL_SIGNIN` (with `email`), `VERIFY_EMAIL` (with `idToken`), or
    /// `VERIFY_AND_CHANGE_EMAIL` (with `idToken` and `newEmail`).
    public var requestType: OobReqType?
    public var email: String?
    public var idToken: String?
    public var newEmail: String?
    /// The address to continue to after the link was opened.
    public var continueUrl: String?
    /// Indicates whether the app opens the link itself.
    public var canHandleCodeInApp: Bool?
    public var iOSBundleId: String?
    public var iOSAppStoreId: String?
    public var androidPackageName: String?
    public var androidMinimumVersion: String?
    public var androidInstallApp: Bool?
    /// The domain of the link, if not the project's default.
    public var linkDomain: String?
    /// The former name of ``linkDomain``.
    public var dynamicLinkDomain: String?
    /// A reCAPTCHA Enterprise token, which other requests call `captchaResponse`. Not required.
    public var captchaResp: String?
    public var recaptchaVersion: RecaptchaVersion?
    public var clientType: ClientType?
    public var tenantId: String?

    public init() {}

    public static let refusedFields = [
        (name: "returnOobLink", answer: "INSUFFICIENT_PERMISSION"),
        targetProject,
    ]
}

/// The request to `accounts:sendOobCode` by an administrator, which mails a link or returns it.
public struct AdminSendOobCodeRequest: AdministratorRequest {
    /// The purpose: `PASSWORD_RESET`, `EMAIL_SIGNIN`, `VERIFY_EMAIL` or `VERIFY_AND_CHANGE_EMAIL` (with `newEmail`).
    public var requestType: OobReqType?
    /// The account's email.
    public var email: String?
    /// An ID token that identifies the account instead of `email`.
    public var idToken: String?
    public var newEmail: String?
    /// Indicates whether to return the link instead of mailing it.
    public var returnOobLink: Bool?
    /// The address to continue to after the link was opened.
    public var continueUrl: String?
    /// Indicates whether the app opens the link itself.
    public var canHandleCodeInApp: Bool?
    public var iOSBundleId: String?
    public var iOSAppStoreId: String?
    public var androidPackageName: String?
    public var androidMinimumVersion: String?
    public var androidInstallApp: Bool?
    /// The domain of the link, if not the project's default.
    public var linkDomain: String?
    /// The former name of ``linkDomain``.
    public var dynamicLinkDomain: String?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1GetOobCodeRequest")
}

/// The response to `accounts:sendOobCode`.
public struct SendOobCodeResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#GetOobConfirmationCodeResponse"
    public var email: String?
    /// The code. Returned only to an administrator who requested the link.
    public var oobCode: String?
    /// The link. Returned only to an administrator who requested it.
    public var oobLink: String?

    public init() {}
}

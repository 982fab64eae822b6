/// `accounts:sendOobCode`, by an end user: have a link mailed. An administrator, who may have the link itself, is none.
public struct SendOobCodeRequest: EndUserRequest {
    /// `PASSWORD_RESET` and `EMAIL_SIGNIN` (with `email`), `VERIFY_EMAIL` (with `idToken`) or `VERIFY_AND_CHANGE_EMAIL` (with
    /// `idToken` and `newEmail`).
    public var requestType: OobReqType?
    public var email: String?
    public var idToken: String?
    public var newEmail: String?
    /// Where to go on after the link.
    public var continueUrl: String?
    /// Whether the app opens the link itself.
    public var canHandleCodeInApp: Bool?
    public var iOSBundleId: String?
    public var iOSAppStoreId: String?
    public var androidPackageName: String?
    public var androidMinimumVersion: String?
    public var androidInstallApp: Bool?
    /// The domain of the link, where it is not the project's usual one.
    public var linkDomain: String?
    /// The same by its older name.
    public var dynamicLinkDomain: String?
    /// A token of reCAPTCHA Enterprise; `captchaResponse` elsewhere.
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

/// `accounts:sendOobCode`, by an administrator: have a link mailed, or have the link to mail it by oneself.
public struct AdminSendOobCodeRequest: AdministratorRequest {
    /// `PASSWORD_RESET`, `EMAIL_SIGNIN`, `VERIFY_EMAIL` or `VERIFY_AND_CHANGE_EMAIL` (with `newEmail`).
    public var requestType: OobReqType?
    /// Whose account it is about.
    public var email: String?
    /// Names the account in place of `email`.
    public var idToken: String?
    public var newEmail: String?
    /// Whether to answer with the link; nothing is mailed then.
    public var returnOobLink: Bool?
    /// Where to go on after the link.
    public var continueUrl: String?
    /// Whether the app opens the link itself.
    public var canHandleCodeInApp: Bool?
    public var iOSBundleId: String?
    public var iOSAppStoreId: String?
    public var androidPackageName: String?
    public var androidMinimumVersion: String?
    public var androidInstallApp: Bool?
    /// The domain of the link, where it is not the project's usual one.
    public var linkDomain: String?
    /// The same by its older name.
    public var dynamicLinkDomain: String?
    public var targetProjectId: String?
    public var tenantId: String?

    public init() {}

    public static let discovered = DiscoveredFields("V1GetOobCodeRequest")
}

/// The answer to `accounts:sendOobCode`.
public struct SendOobCodeResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#GetOobConfirmationCodeResponse"
    public var email: String?
    /// An administrator's, who asked for the link.
    public var oobCode: String?
    /// An administrator's, who asked for it.
    public var oobLink: String?

    public init() {}
}

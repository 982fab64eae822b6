/// `accounts:sendOobCode`, by an end user: have a link mailed. An administrator, who may have the link itself, is none.
public struct SendOobCodeRequest: Codable, Sendable {
    /// `PASSWORD_RESET` and `EMAIL_SIGNIN` (with `email`), `VERIFY_EMAIL` (with `idToken`) or `VERIFY_AND_CHANGE_EMAIL` (with
    /// `idToken` and `newEmail`).
    public var requestType: String?
    public var email: String?
    public var idToken: String?
    public var newEmail: String?
    /// Where to go on after the link.
    public var continueUrl: String?
    /// Whether the app opens the link itself.
    public var canHandleCodeInApp: Bool?
    public var iOSBundleId: String?
    public var androidPackageName: String?
    public var androidMinimumVersion: String?
    public var androidInstallApp: Bool?
    /// The domain of the link, where it is not the project's usual one.
    public var linkDomain: String?
    /// A token of reCAPTCHA Enterprise; `captchaResponse` elsewhere.
    public var captchaResp: String?
    /// `RECAPTCHA_ENTERPRISE`.
    public var recaptchaVersion: String?
    /// `CLIENT_TYPE_IOS`, `CLIENT_TYPE_ANDROID` or `CLIENT_TYPE_WEB`.
    public var clientType: String?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:sendOobCode`.
public struct SendOobCodeResponse: Codable, Sendable {
    @AlwaysSent public var kind: String? = "identitytoolkit#GetOobConfirmationCodeResponse"
    public var email: String?

    public init() {}
}

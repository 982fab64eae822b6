/// The request to `accounts:sendOobCode` by an end user, which mails a link. Administrators, who may get the link itself,
/// send ``AdminSendOobCodeRequest``.
public struct SendOobCodeRequest: EndUserRequest {
    /// The purpose: `PASSWORD_RESET` or `EMAIL_SIGNIN` (with `email`), `VERIFY_EMAIL` (with `idToken`), or
    /// `VERIFY_AND_CHANGE_EMAIL` (with `idToken` and `newEmail`).
    public var requestType: OobReqType?
    /// The account's email.
    public var email: String?
    /// The ID token of the signed-in user.
    public var idToken: String?
    /// The email to change to, for `VERIFY_AND_CHANGE_EMAIL`.
    public var newEmail: String?
    /// The address to continue to after the link was opened.
    public var continueUrl: String?
    /// Indicates whether the app opens the link itself.
    public var canHandleCodeInApp: Bool?
    /// The bundle id of the iOS app that can open the link.
    public var iOSBundleId: String?
    /// The app's id in the App Store.
    public var iOSAppStoreId: String?
    /// The package name of the Android app that can open the link.
    public var androidPackageName: String?
    /// The minimum version of the Android app that can open the link.
    public var androidMinimumVersion: String?
    /// Indicates whether to offer the installation of the Android app if it is missing.
    public var androidInstallApp: Bool?
    /// The domain of the link, if not the project's default.
    public var linkDomain: String?
    /// The former name of ``linkDomain``.
    public var dynamicLinkDomain: String?
    /// A reCAPTCHA Enterprise token, which other requests call `captchaResponse`. Not required.
    public var captchaResp: String?
    /// The version of reCAPTCHA that a token is from. Not required.
    public var recaptchaVersion: RecaptchaVersion?
    /// The kind of client that a reCAPTCHA token is for. Not required.
    public var clientType: ClientType?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields that are refused because only administrators may set them.
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
    /// The email to change to, for `VERIFY_AND_CHANGE_EMAIL`.
    public var newEmail: String?
    /// Indicates whether to return the link instead of mailing it.
    public var returnOobLink: Bool?
    /// The address to continue to after the link was opened.
    public var continueUrl: String?
    /// Indicates whether the app opens the link itself.
    public var canHandleCodeInApp: Bool?
    /// The bundle id of the iOS app that can open the link.
    public var iOSBundleId: String?
    /// The app's id in the App Store.
    public var iOSAppStoreId: String?
    /// The package name of the Android app that can open the link.
    public var androidPackageName: String?
    /// The minimum version of the Android app that can open the link.
    public var androidMinimumVersion: String?
    /// Indicates whether to offer the installation of the Android app if it is missing.
    public var androidInstallApp: Bool?
    /// The domain of the link, if not the project's default.
    public var linkDomain: String?
    /// The former name of ``linkDomain``.
    public var dynamicLinkDomain: String?
    /// The id of the project, if the path names none. The caller needs rights in it.
    public var targetProjectId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1GetOobCodeRequest`.
    public static let discovered = DiscoveredFields("V1GetOobCodeRequest")
}

/// The response to `accounts:sendOobCode`.
public struct SendOobCodeResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    @AlwaysSent public var kind: String? = "identitytoolkit#GetOobConfirmationCodeResponse"
    /// The email that the link was sent to.
    public var email: String?
    /// The code. Returned only to an administrator who requested the link.
    public var oobCode: String?
    /// The link. Returned only to an administrator who requested it.
    public var oobLink: String?

    /// Creates an empty response.
    public init() {}
}

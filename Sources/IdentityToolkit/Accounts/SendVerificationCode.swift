/// The request to `accounts:sendVerificationCode`, which sends a code by SMS.
///
/// It must prove that it comes from an app: with `iosReceipt` and `iosSecret`, `recaptchaToken`, or `captchaResponse`. For a
/// project's test numbers, no proof is needed.
public struct SendVerificationCodeRequest: Codable, Sendable {
    /// The phone number in E.164 format.
    public var phoneNumber: String?
    /// The receipt from ``VerifyIosClientResponse``.
    public var iosReceipt: String?
    /// The secret from the push notification.
    public var iosSecret: String?
    /// The token from a solved reCAPTCHA.
    public var recaptchaToken: String?
    /// A reCAPTCHA Enterprise token, used with ``recaptchaVersion`` and ``clientType``.
    public var captchaResponse: String?
    public var recaptchaVersion: RecaptchaVersion?
    public var clientType: ClientType?
    public var tenantId: String?

    public init() {}
}

/// The response to `accounts:sendVerificationCode`.
public struct SendVerificationCodeResponse: Codable, Sendable {
    public var sessionInfo: String?

    public init() {}
}

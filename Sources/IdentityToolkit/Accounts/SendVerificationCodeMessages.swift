/// `accounts:sendVerificationCode`: text a code to a phone.
///
/// What proves that an app asks is `iosReceipt` with `iosSecret`, or `recaptchaToken`, or `captchaResponse`, or, for a
/// project's test numbers, nothing.
public struct SendVerificationCodeRequest: Codable, Sendable {
    /// E.164.
    public var phoneNumber: String?
    /// What ``VerifyIosClientResponse`` gave.
    public var iosReceipt: String?
    /// What came by push notification.
    public var iosSecret: String?
    /// What solving a reCAPTCHA gave.
    public var recaptchaToken: String?
    /// A token of reCAPTCHA Enterprise, with ``recaptchaVersion`` and ``clientType``.
    public var captchaResponse: String?
    public var recaptchaVersion: RecaptchaVersion?
    public var clientType: ClientType?
    public var tenantId: String?

    public init() {}
}

/// The answer to `accounts:sendVerificationCode`: what the code is sent back with.
public struct SendVerificationCodeResponse: Codable, Sendable {
    public var sessionInfo: String?

    public init() {}
}

/// Where to text a code for a second factor, and what proves that an app asks.
public struct StartMfaPhoneRequestInfo: Codable, Sendable {
    /// E.164. To enrol only: at a sign-in the enrolment knows the number.
    public var phoneNumber: String?
    /// What ``VerifyIosClientResponse`` gave, with ``iosSecret``.
    public var iosReceipt: String?
    /// What came by push notification.
    public var iosSecret: String?
    /// What solving a reCAPTCHA gave, instead of the two.
    public var recaptchaToken: String?
    /// A token of reCAPTCHA Enterprise, with ``recaptchaVersion`` and ``clientType``.
    public var captchaResponse: String?
    public var recaptchaVersion: RecaptchaVersion?
    public var clientType: ClientType?

    public init() {}
}

/// What a texted code is sent back with.
public struct StartMfaPhoneResponseInfo: Codable, Sendable {
    public var sessionInfo: String?

    public init() {}
}

/// A texted code.
public struct FinalizeMfaPhoneRequestInfo: Codable, Sendable {
    /// What ``StartMfaPhoneResponseInfo`` gave.
    public var sessionInfo: String?
    public var code: String?

    public init() {}
}

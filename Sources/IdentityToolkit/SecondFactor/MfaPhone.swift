/// The phone that a second factor's code is sent to by SMS, and the proof that the request comes from an app.
public struct StartMfaPhoneRequestInfo: Codable, Sendable {
    /// The phone number in E.164 format. Set only to enrol; at a sign-in, the enrolment determines the number.
    public var phoneNumber: String?
    /// The receipt from ``VerifyIosClientResponse``, used with ``iosSecret``.
    public var iosReceipt: String?
    /// The secret from the push notification.
    public var iosSecret: String?
    /// The token from a solved reCAPTCHA, instead of the receipt and secret.
    public var recaptchaToken: String?
    /// A reCAPTCHA Enterprise token, used with ``recaptchaVersion`` and ``clientType``.
    public var captchaResponse: String?
    /// The version of reCAPTCHA that ``captchaResponse`` is from.
    public var recaptchaVersion: RecaptchaVersion?
    /// The kind of client that ``captchaResponse`` is for.
    public var clientType: ClientType?
    /// A token of Google's Play Integrity.
    public var playIntegrityToken: String?
    /// A token of SafetyNet, which Google shut down in 2025; it proves nothing.
    public var safetyNetToken: String?
    /// The Android app that finds the code in the message by itself.
    public var autoRetrievalInfo: AutoRetrievalInfo?

    /// Creates a value without any fields set.
    public init() {}
}

/// The session of a code sent by SMS.
public struct StartMfaPhoneResponseInfo: Codable, Sendable {
    /// The session to send back with the code.
    public var sessionInfo: String?

    /// Creates a value without any fields set.
    public init() {}
}

/// A code received by SMS.
public struct FinalizeMfaPhoneRequestInfo: Codable, Sendable {
    /// The session from ``StartMfaPhoneResponseInfo``.
    public var sessionInfo: String?
    /// The code.
    public var code: String?

    /// Creates a value without any fields set.
    public init() {}
}

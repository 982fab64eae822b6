/// The request to `accounts:sendVerificationCode`, which sends a code by SMS.
///
/// Unless the project says otherwise it must prove that it comes from an app: with `recaptchaToken`, which may be the solution
/// of this server's proof of work, or with a token that the server is set up to check. A project's test numbers need no proof.
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
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}
}

/// The Android app that finds the code in a message by itself (SMS Retriever).
public struct AutoRetrievalInfo: Codable, Sendable {
    /// The hash of the app's name and signature, of 11 characters, which the message ends with.
    public var appSignatureHash: String?
    /// Creates a value with the given fields.
    public init(appSignatureHash: String?) { self.appSignatureHash = appSignatureHash }
}

/// The response to `accounts:sendVerificationCode`.
public struct SendVerificationCodeResponse: Codable, Sendable {
    /// The session to send back with the code.
    public var sessionInfo: String?

    /// Creates an empty response.
    public init() {}
}

/// The answer to `recaptchaParams`. Nothing here asks for a reCAPTCHA; the values are the emulator's, which clients that
/// insist on some can parse.
public struct RecaptchaParamsResponse: Codable, Sendable {
    public var kind = "identitytoolkit#GetRecaptchaParamResponse"
    public var recaptchaStoken =
        "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
    public var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"

    public init() {}
}

/// The answer to v2 `recaptchaConfig`: nothing is enforced.
public struct RecaptchaConfigResponse: Codable, Sendable {
    public struct Enforcement: Codable, Sendable {
        public var provider: String
        public var enforcementState = "OFF"
    }

    public var recaptchaEnforcementState = [
        Enforcement(provider: "EMAIL_PASSWORD_PROVIDER"), Enforcement(provider: "PHONE_PROVIDER"),
    ]

    public init() {}
}

/// The answer to `recaptchaParams`. Nothing here asks for a reCAPTCHA; the values are the emulator's, which clients that
/// insist on some can parse.
public struct RecaptchaParamsResponse: Codable, Sendable {
    public var kind = "identitytoolkit#GetRecaptchaParamResponse"
    public var recaptchaStoken =
        "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
    public var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"

    public init() {}
}

/// The answer to v2 `recaptchaConfig`; ours says that nothing is enforced.
public struct RecaptchaConfigResponse: Codable, Sendable {
    public struct Enforcement: Codable, Sendable {
        @AlwaysSent public var provider: String?
        /// `OFF`, `AUDIT` or `ENFORCE`.
        @AlwaysSent public var enforcementState: String? = "OFF"
    }

    /// `projects/{project}/keys/{key}`. Clients take no answer without one, even where they will not use it.
    @AlwaysSent public var recaptchaKey: String?

    @AlwaysSent public var recaptchaEnforcementState: [Enforcement]? = [
        Enforcement(provider: "EMAIL_PASSWORD_PROVIDER"), Enforcement(provider: "PHONE_PROVIDER"),
    ]

    public init(project: String) { recaptchaKey = "projects/\(project)/keys/none" }
}

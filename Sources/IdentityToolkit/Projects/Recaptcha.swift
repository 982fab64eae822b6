/// The response to `recaptchaParams`. This server never requires reCAPTCHA; the values are the emulator's, so that clients
/// that expect some can parse them.
public struct RecaptchaParamsResponse: Codable, Sendable {
    public var kind = "identitytoolkit#GetRecaptchaParamResponse"
    public var recaptchaStoken =
        "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
    public var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"

    public init() {}
}

/// The response to v2 `recaptchaConfig`; this server enforces nothing.
public struct RecaptchaConfigResponse: Codable, Sendable {
    public struct Enforcement: Codable, Sendable {
        @AlwaysSent public var provider: String?
        /// `OFF`, `AUDIT` or `ENFORCE`.
        @AlwaysSent public var enforcementState: String? = "OFF"
    }

    /// The key's resource name, `projects/{project}/keys/{key}`. Clients reject a response without one, even if they do not
    /// use it.
    @AlwaysSent public var recaptchaKey: String?

    @AlwaysSent public var recaptchaEnforcementState: [Enforcement]? = [
        Enforcement(provider: "EMAIL_PASSWORD_PROVIDER"), Enforcement(provider: "PHONE_PROVIDER"),
    ]

    public init(project: String) { recaptchaKey = "projects/\(project)/keys/none" }
}

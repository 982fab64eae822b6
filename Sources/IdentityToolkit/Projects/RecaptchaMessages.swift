/// The response to `recaptchaParams`. This server never requires reCAPTCHA; the values are the emulator's, so that clients
/// that expect some can parse them.
public struct RecaptchaParamsResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    public var kind = "identitytoolkit#GetRecaptchaParamResponse"
    /// A placeholder for reCAPTCHA's token.
    public var recaptchaStoken =
        "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
    /// A placeholder for reCAPTCHA's site key.
    public var recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"

    /// Creates the response, which is always the same.
    public init() {}
}

/// The response to v2 `recaptchaConfig`; this server enforces nothing.
public struct RecaptchaConfigResponse: Codable, Sendable {
    /// The enforcement of reCAPTCHA for one way to sign in.
    public struct Enforcement: Codable, Sendable {
        /// The way to sign in: `EMAIL_PASSWORD_PROVIDER` or `PHONE_PROVIDER`.
        @AlwaysSent public var provider: String?
        /// `OFF`, `AUDIT` or `ENFORCE`.
        @AlwaysSent public var enforcementState: String? = "OFF"
    }

    /// The key's resource name, `projects/{project}/keys/{key}`. Clients reject a response without one, even if they do not
    /// use it.
    @AlwaysSent public var recaptchaKey: String?

    /// The enforcement by way to sign in.
    @AlwaysSent public var recaptchaEnforcementState: [Enforcement]? = [
        Enforcement(provider: "EMAIL_PASSWORD_PROVIDER"), Enforcement(provider: "PHONE_PROVIDER"),
    ]

    /// Creates the response for a project.
    public init(project: String) { recaptchaKey = "projects/\(project)/keys/none" }
}

/// The response to `recaptchaParams`: the operator's site key. Without one, the key is missing; where no proof is needed it is a
/// placeholder; on a development server the emulator's.
public struct RecaptchaParamsResponse: Codable, Sendable {
    /// The name of Google's type for this response.
    public var kind = "identitytoolkit#GetRecaptchaParamResponse"
    /// A placeholder for reCAPTCHA's token; only on a development server.
    public var recaptchaStoken: String?
    /// The site key of reCAPTCHA, or a placeholder for it; absent if there is none.
    public var recaptchaSiteKey: String?
    /// The number of the Google Cloud project that Android apps name to Play Integrity; absent if the server checks none.
    public var producerProjectNumber: String?

    /// Creates the response.
    ///
    /// - Parameters:
    ///   - siteKey: The site key of reCAPTCHA.
    ///   - playIntegrityProject: The number of the Google Cloud project for Play Integrity.
    ///   - isEmulator: `true` for the emulator's placeholders.
    public init(siteKey: String? = nil, playIntegrityProject: String? = nil, isEmulator: Bool = false) {
        if isEmulator {
            recaptchaStoken =
                "This-is-a-fake-token__Dont-send-this-to-the-Recaptcha-service__The-Auth-Emulator-does-not-support-Recaptcha"
            recaptchaSiteKey = "Fake-key__Do-not-send-this-to-Recaptcha_"
        }
        if let siteKey { recaptchaSiteKey = siteKey }
        producerProjectNumber = playIntegrityProject
    }
}

/// The response to v2 `recaptchaConfig`.
public struct RecaptchaConfigResponse: Codable, Sendable {
    /// The enforcement of reCAPTCHA for one way to sign in.
    public struct Enforcement: Codable, Sendable {
        /// The way to sign in: `EMAIL_PASSWORD_PROVIDER` or `PHONE_PROVIDER`.
        @AlwaysSent public var provider: String?
        /// `OFF`, `AUDIT` or `ENFORCE`.
        @AlwaysSent public var enforcementState: String? = "OFF"

        /// Creates a value with the given fields.
        public init(provider: String?, enforcementState: String? = "OFF") {
            self.provider = provider
            self.enforcementState = enforcementState
        }
    }

    /// The key's resource name, `projects/{project}/keys/{key}`. Clients reject a response without one, even if they do not
    /// use it.
    @AlwaysSent public var recaptchaKey: String?

    /// The enforcement by way to sign in.
    @AlwaysSent public var recaptchaEnforcementState: [Enforcement]? = [
        Enforcement(provider: "EMAIL_PASSWORD_PROVIDER"), Enforcement(provider: "PHONE_PROVIDER"),
    ]

    /// Creates the response for a project.
    ///
    /// - Parameters:
    ///   - project: The project's ID.
    ///   - phoneKey: The site key of reCAPTCHA Enterprise, if its tokens are checked when phones are verified.
    ///   - hasAlternative: `true` if the client can use reCAPTCHA v2 instead: it tries that next if the state is `AUDIT`, and
    ///     gives up if it is `ENFORCE`.
    public init(project: String, phoneKey: String? = nil, hasAlternative: Bool = true) {
        recaptchaKey = "projects/\(project)/keys/\(phoneKey ?? "none")"
        if phoneKey != nil {
            recaptchaEnforcementState = [
                Enforcement(provider: "EMAIL_PASSWORD_PROVIDER"),
                Enforcement(provider: "PHONE_PROVIDER", enforcementState: hasAlternative ? "AUDIT" : "ENFORCE"),
            ]
        }
    }
}

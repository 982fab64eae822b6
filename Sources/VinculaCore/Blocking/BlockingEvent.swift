/// What a provider said about a person, as far as a project's functions may learn it. It is kept nowhere.
package struct BlockingCredential: Hashable, Sendable {
    /// The longest details of a provider that are passed on, in bytes; longer ones are left out.
    package static let longestDetails = 32_768

    /// The provider's details about the person.
    package var userInfo: JSONValue?
    /// The attributes of a SAML assertion, or the claims of an OpenID provider.
    package var attributes: JSONValue?
    package var idToken: String?
    package var accessToken: String?
    /// The secret half of an OAuth 1.0a access token.
    package var tokenSecret: String?
    package var refreshToken: String?
    /// The lifetime of the access token, in seconds.
    package var expiresIn: Int64?

    package init() {}

    /// The credential without the tokens that the project's functions do not get.
    func limited(to forwarded: ForwardedCredentials) -> BlockingCredential {
        var limited = self
        if !forwarded.idToken { limited.idToken = nil }
        if !forwarded.accessToken { (limited.accessToken, limited.tokenSecret, limited.expiresIn) = (nil, nil, nil) }
        if !forwarded.refreshToken { limited.refreshToken = nil }
        return limited
    }
}

/// What a function is asked about.
package struct BlockingEvent: Hashable, Sendable {
    /// The kinds of mails that a function is asked about.
    package enum MailType: String, Hashable, Sendable, CaseIterable {
        case signIn = "EMAIL_SIGN_IN"
        case passwordReset = "PASSWORD_RESET"
    }

    /// The kinds of text messages.
    package enum TextType: String, Hashable, Sendable, CaseIterable {
        case signIn = "SIGN_IN_OR_SIGN_UP"
        case secondFactor = "MULTI_FACTOR_SIGN_IN"
        case enrollment = "MULTI_FACTOR_ENROLLMENT"
    }

    /// How a person signs in.
    package struct SignIn: Hashable, Sendable {
        package let provider: ProviderID
        /// `true` for a mailed link, which has the provider `password`.
        package let isByMail: Bool
        /// The kind of the second factor that was given: `phone`, `totp` or `recovery`.
        package let secondFactor: String?
        package let credential: BlockingCredential?

        package init(
            provider: ProviderID, isByMail: Bool = false, secondFactor: String? = nil, credential: BlockingCredential? = nil
        ) {
            self.provider = provider
            self.isByMail = isByMail
            self.secondFactor = secondFactor
            self.credential = credential
        }

        /// The wire's `sign_in_method`.
        package var method: String { isByMail ? "emailLink" : provider.value }

        /// True if functions are asked: not about anonymous people, nor those whom the project's own backend signs in.
        package var isAskedAbout: Bool { provider != .anonymous && provider != .custom }
    }

    package enum Subject: Hashable, Sendable {
        /// An account that does not exist yet, or not yet in this form.
        case account(Account, SignIn)
        case mail(EmailAddress, MailType)
        case text(PhoneNumber, TextType)
    }

    package let trigger: BlockingTrigger
    package let subject: Subject
    package let scope: ProjectScope

    /// An account that is about to be created.
    package init(creating account: Account, by signIn: SignIn, in scope: ProjectScope) {
        self.init(.beforeCreate, .account(account, signIn), scope)
    }

    /// An account that is about to be signed in to.
    package init(signingInTo account: Account, by signIn: SignIn, in scope: ProjectScope) {
        self.init(.beforeSignIn, .account(account, signIn), scope)
    }

    package init(mailing email: EmailAddress, _ type: MailType, in scope: ProjectScope) {
        self.init(.beforeSendEmail, .mail(email, type), scope)
    }

    package init(texting number: PhoneNumber, _ type: TextType, in scope: ProjectScope) {
        self.init(.beforeSendSms, .text(number, type), scope)
    }

    private init(_ trigger: BlockingTrigger, _ subject: Subject, _ scope: ProjectScope) {
        self.trigger = trigger
        self.subject = subject
        self.scope = scope
    }

    /// The account that it is about.
    package var account: Account? {
        if case .account(let account, _) = subject { account } else { nil }
    }
}

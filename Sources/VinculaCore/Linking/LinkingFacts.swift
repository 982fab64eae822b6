/// The purpose for which a person presents a credential.
package enum LinkingIntent: Hashable, Sendable {
    case signIn
    /// Add the identity to the account that the caller is signed in to.
    case link(to: Account)
    /// Sign in again to the same account; `nil` if the caller did not say which (Firebase's SDKs compare afterwards).
    case reauthenticate(as: Account?)

    package var isLink: Bool { if case .link = self { true } else { false } }
}

/// The facts that are known when a verified credential arrives.
package struct LinkingFacts: Hashable, Sendable {
    package var presented: PresentedIdentity
    package var intent: LinkingIntent
    /// The account that has this identity.
    package var identityHolder: Account?
    /// The account that has the presented email.
    package var emailHolder: Account?
    /// `false` in projects that allow several accounts per email.
    package var oneAccountPerEmail: Bool
    /// True if end users may create accounts.
    package var signUpAllowed: Bool
    /// True if a link replaces the account's own identity of the provider: a new phone number takes the old one's place.
    package var replacesOwn: Bool

    package init(
        presented: PresentedIdentity, intent: LinkingIntent, identityHolder: Account?, emailHolder: Account?,
        oneAccountPerEmail: Bool, signUpAllowed: Bool, replacesOwn: Bool = false
    ) {
        self.presented = presented
        self.intent = intent
        self.identityHolder = identityHolder
        self.emailHolder = emailHolder
        self.oneAccountPerEmail = oneAccountPerEmail
        self.signUpAllowed = signUpAllowed
        self.replacesOwn = replacesOwn
    }
}

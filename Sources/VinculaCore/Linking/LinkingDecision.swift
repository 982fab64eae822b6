/// The effect of a linked identity on the account's email.
package enum EmailAdoption: Hashable, Sendable {
    /// The account's email stays as it is.
    case keep
    /// The account had no email and takes the presented one.
    case take(verified: Bool)
    /// The account has the same email, which is now proven.
    case verify
}

/// The account that a verified credential opens, creates, joins or must not touch.
package enum LinkingDecision: Hashable, Sendable {
    /// Open the account that has the identity.
    case open(AccountID)
    /// Create an account with the identity.
    case create(EmailAdoption)
    /// Link the identity to an account and open it. The account's identity of the same provider, if any, is replaced
    /// (`recycled`): the provider gave the address to somebody else.
    case join(AccountID, email: EmailAdoption, recycled: Bool)
    /// Purge the account, whose email was never proven, then link the identity to it and open it.
    case purgeAndJoin(AccountID)
    /// Leave everything unchanged.
    case refuse(LinkingRefusal)
}

/// The reason why a credential is refused.
package enum LinkingRefusal: Hashable, Sendable {
    /// The email belongs to an account whose owner must confirm first.
    case needsConfirmation(by: AccountID)
    /// The identity already belongs to an account.
    case alreadyLinked(to: AccountID)
    /// The email belongs to another account.
    case emailExists(at: AccountID)
    /// The account has another identity of this provider.
    case providerAlreadyLinked
    /// No account has the identity, and none may be created; the wire's `EMAIL_NOT_FOUND`.
    case userNotFound
    /// The identity belongs to somebody else.
    case userMismatch
    /// The account is disabled.
    case disabled
    /// End users may not create accounts here.
    case signUpNotAllowed
}

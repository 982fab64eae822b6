/// What happens to the email of an account that gets an identity.
public enum EmailAdoption: Hashable, Sendable {
    /// The account's email stays as it is.
    case keep
    /// The account had none and takes the presented one.
    case take(verified: Bool)
    /// The account has the same email, and it is proven now.
    case verify
}

/// Which account a verified credential opens, creates, joins or must not touch.
public enum LinkingDecision: Hashable, Sendable {
    /// Open the account that has the identity.
    case open(AccountID)
    /// Create an account with the identity.
    case create(EmailAdoption)
    /// Give the identity to an account and open it. An identity of the same provider that the account has is replaced
    /// (`recycled`): the provider gave the address to somebody else.
    case join(AccountID, email: EmailAdoption, recycled: Bool)
    /// Purge the account, whose email nobody had proven, then give it the identity and open it.
    case purgeAndJoin(AccountID)
    /// Leave everything as it is.
    case refuse(LinkingRefusal)
}

/// Why a credential leads nowhere.
public enum LinkingRefusal: Hashable, Sendable {
    /// The email belongs to an account that must confirm first.
    case needsConfirmation(by: AccountID)
    /// The identity belongs to an account already.
    case alreadyLinked(to: AccountID)
    /// The email belongs to another account.
    case emailExists(at: AccountID)
    /// The account has another identity of this provider.
    case providerAlreadyLinked
    /// No account has the identity, and none may be made; the wire's `EMAIL_NOT_FOUND`.
    case userNotFound
    /// The identity is somebody else's.
    case userMismatch
    /// The account is disabled.
    case disabled
    /// End users may not create accounts here.
    case signUpNotAllowed
}

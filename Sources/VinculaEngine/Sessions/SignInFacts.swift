import VinculaCore

/// How a person signs in: what a session is opened with.
struct SignInFacts: Sendable {
    /// The provider of the first factor.
    var provider: ProviderID
    /// The second factor that the person gave; every account that has one requires it.
    var secondFactor: SecondFactorID?
    /// The time at which the person proved who they are, if that is not now.
    var provenAt: Timestamp?
    /// The session that the person continues in the new one, if this is a link.
    var earlier: Session?
    /// The session whose key the new one has, if the person goes on in it after all others have ended; it is not a link.
    var before: Session?
    /// `true` if the first factor was a mailed link, whose provider is `password`.
    var isByMail = false
    /// `true` if the person was signed in at the server that the project left: a function that fails must not sign them out.
    var isMove = false
    /// The claims of this sign-in alone: those of a custom token, or of the project's function.
    var claims: CustomClaims?
    /// What the provider said about the person, for the session's tokens.
    var attributes: SignInAttributes?
    /// What the provider said about the person, for the project's functions.
    var credential: BlockingCredential?
}

extension SignInFacts {
    /// The way in, as it is counted.
    var method: String { isByMail ? "emailLink" : provider.value }

    /// The sign-in as the project's functions learn of it.
    func event(of account: Account) -> BlockingEvent.SignIn {
        BlockingEvent.SignIn(
            provider: provider, isByMail: isByMail,
            secondFactor: secondFactor.flatMap { IDTokenClaims.secondFactorName(of: $0, account) }, credential: credential)
    }

    /// Indicates whether the project's function is asked before this sign-in to an account.
    ///
    /// Sessions of the server that the project left stay anonymous there when the person gets a way in. That the account has one
    /// counts, and not what such a session says.
    func isAskedAbout(_ account: Account) -> Bool {
        event(of: account).isAskedAbout || isMove && provider == .anonymous && !account.isAnonymous
    }
}

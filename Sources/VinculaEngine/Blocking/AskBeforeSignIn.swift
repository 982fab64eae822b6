import VinculaCore

extension SessionOpener {
    /// Creates an account for a person who has proven who they are, and opens its first session. Every account that people
    /// create begins here, except anonymous ones and those of custom tokens, about which no function is asked.
    ///
    /// A function that refuses before the account is created leaves nothing of it. One that refuses the sign-in only, or disables
    /// the account, leaves the account, as Firebase does: it may wait for its address to be verified.
    ///
    /// - Parameters:
    ///   - account: The account, which is not in the store yet.
    ///   - signIn: How the person signs in.
    ///   - attributes: What the provider said about the person.
    ///   - settings: The project's settings, as the decision read them.
    func openNewAccount(
        _ account: Account, by signIn: BlockingEvent.SignIn, attributes: SignInAttributes? = nil, _ settings: ProjectSettings,
        _ work: Work
    ) throws -> OpenedSession {
        var account = account
        var claims: CustomClaims?
        switch try work.reply(
            to: BlockingEvent(creating: account, by: signIn, in: work.scope), settings.blocking, isNew: true)
        {
        case nil: break
        case .refused(let error): throw error
        case .answered(let answer): account.apply(answer, now: work.now)
        }
        if !account.isDisabled {
            let event = BlockingEvent(signingInTo: account, by: signIn, in: work.scope)
            switch try work.reply(to: event, settings.blocking, isNew: true) {
            case nil: break
            case .refused(let error):
                try work.insert(account)
                throw SettledRefusal(error: error)
            case .answered(let answer):
                account.apply(answer, now: work.now)
                claims = answer.sessionClaims
            }
        }
        guard !account.isDisabled else {
            try work.insert(account)
            throw SettledRefusal(error: .userDisabled)
        }
        account.lastSignInAt = work.now
        try work.insert(account)
        return try openFirstSession(
            for: account, provider: signIn.provider, isByMail: signIn.isByMail, claims: claims, attributes: attributes,
            settings: settings, work)
    }

    /// Asks the project's function before somebody signs in to an account that exists.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it; the function may change it.
    ///   - old: The account as it is in the store.
    /// - Returns: The claims of the session, if the function gives it some.
    /// - Throws: The function's refusal, which undoes the decision; ``SettledRefusal`` if it disables the account.
    func askBeforeSignIn(
        to account: inout Account, from old: Account, by signIn: BlockingEvent.SignIn, _ settings: ProjectSettings, _ work: Work
    ) throws -> CustomClaims? {
        guard signIn.isAskedAbout else { return nil }
        let event = BlockingEvent(signingInTo: account, by: signIn, in: work.scope)
        switch try work.reply(to: event, settings.blocking) {
        case nil: return nil
        case .refused(let error): throw error
        case .answered(let answer):
            account.apply(answer, now: work.now)
            guard !account.isDisabled else {
                try work.update(account, from: old)
                throw SettledRefusal(error: .userDisabled)
            }
            return answer.sessionClaims
        }
    }
}

extension BlockingCredential {
    /// What a provider said about a person.
    init(_ identity: VerifiedIdentity) {
        self.init()
        userInfo = identity.details.rawUserInfo
        // Those of a provider that the project defined itself are claims of its ID token.
        if identity.presented.key.provider.isDefinedByProject { attributes = identity.details.rawUserInfo }
        idToken = identity.oauthIDToken
        accessToken = identity.oauthAccessToken
        tokenSecret = identity.oauthTokenSecret
        refreshToken = identity.oauthRefreshToken
        expiresIn = identity.oauthExpiresIn
    }
}

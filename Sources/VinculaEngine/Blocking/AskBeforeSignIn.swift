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
    ///   - settings: The project's settings, as the decision read them.
    func openNewAccount(
        _ account: Account, by signIn: SignInFacts, _ settings: ProjectSettings, _ work: Work
    ) throws -> OpenedSession {
        var (account, signIn) = (account, signIn)
        let creation = BlockingEvent(creating: account, by: signIn.event(of: account), in: work.scope)
        switch try work.reply(to: creation, settings.blocking, isNew: true) {
        case nil: break
        case .refused(let error), .failed(let error): throw error
        case .answered(let answer): account.apply(answer, now: work.now)
        }
        if !account.isDisabled {
            let event = BlockingEvent(signingInTo: account, by: signIn.event(of: account), in: work.scope)
            switch try work.reply(to: event, settings.blocking, isNew: true) {
            case nil: break
            case .refused(let error), .failed(let error):
                try work.insert(account)
                throw SettledRefusal(error: error)
            case .answered(let answer):
                account.apply(answer, now: work.now)
                signIn.claims = answer.sessionClaims
            }
        }
        guard !account.isDisabled else {
            try work.insert(account)
            throw SettledRefusal(error: .userDisabled)
        }
        account.lastSignInAt = work.now
        try work.insert(account)
        work.transaction.journal.note(UsageEvent(.signUp, signIn.method))
        let opened = try openFirstSession(for: account, by: signIn, settings: settings, work)
        try mail.noteDevice(of: opened.session, account, settings, work)
        return opened
    }

    /// Asks the project's function before somebody signs in to an account that exists.
    ///
    /// - Parameters:
    ///   - account: The account as the transaction leaves it; the function may change it.
    ///   - old: The account as it is in the store.
    ///   - signIn: How the person signs in.
    ///   - settings: The project's settings.
    ///   - work: The decision.
    /// - Returns: The claims of the session, if the function gives it some.
    /// - Throws: The function's refusal, which undoes the decision; ``SettledRefusal`` if it disables the account;
    ///   ``AuthError/formerServerUnavailable(_:)`` if it fails while a session of the server that the project left moves here.
    func askBeforeSignIn(
        to account: inout Account, from old: Account, by signIn: SignInFacts, _ settings: ProjectSettings, _ work: Work
    ) throws -> CustomClaims? {
        guard signIn.isAskedAbout(account) else { return nil }
        let event = BlockingEvent(signingInTo: account, by: signIn.event(of: account), in: work.scope)
        switch try work.reply(to: event, settings.blocking) {
        case nil: return nil
        case .failed where signIn.isMove:
            throw AuthError.formerServerUnavailable("The project's function beforeSignIn gave no usable answer.")
        case .refused(let error), .failed(let error): throw error
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
    /// What is kept of the words of a SAML provider until the second factor is given.
    init(_ attributes: SignInAttributes) {
        self.init()
        userInfo = .object(attributes.members)
        self.attributes = userInfo
    }

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

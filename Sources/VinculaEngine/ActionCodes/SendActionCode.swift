package import VinculaCore

/// A request for a mail with a code, as received.
package struct ActionCodeRequest: Sendable {
    package var purpose: ActionCodePurpose
    package var email: String?
    package var newEmail: String?
    /// The caller's ID token.
    package var idToken: String?
    package var target: ActionCode.Target

    package init(_ purpose: ActionCodePurpose, target: ActionCode.Target) {
        self.purpose = purpose
        self.target = target
    }
}

/// A new code, and the link that has it.
package struct ActionLink: Sendable {
    package let code: String
    package let link: String
    /// The account's address; if it has none yet, the one that the code proves.
    package let email: EmailAddress
}

extension ActionCodes {
    /// Mails a code to the person concerned.
    ///
    /// If the project hides which emails have accounts, the answer and the response time are the same without one. A mailbox
    /// that recently got several such mails gets none, and the requester is not told.
    ///
    /// - Returns: The account's address; if it has none yet, the one that the mail goes to.
    /// - Throws: ``AuthError/missingEmail``, ``AuthError/invalidEmail``, ``AuthError/emailNotFound``,
    ///   ``AuthError/missingNewEmail``, ``AuthError/emailExists``, ``AuthError/unauthorizedDomain(_:)``,
    ///   ``AuthError/operationNotAllowed(_:)``, ``AuthError/credentialTooOld``, ``AuthError/secondFactorRequired``, and the
    ///   answers to an unusable ID token.
    package func sendActionCode(
        _ request: ActionCodeRequest, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> EmailAddress {
        let (email, newEmail) = try request.addresses()
        let asked = request.purpose == .verifyEmail ? SignedInRequest.proveAddress : .changeAddress
        let caller = try request.needsCaller ? tokens.verifyCaller(request.idToken, for: asked, in: scope, now: clock.now) : nil
        if let mailbox = newEmail ?? email { try limits.admit(.sendOobCode, target: mailbox, in: scope, from: client) }
        return try await write(in: scope) { work in
            let settings = try work.settings()
            try mail.requireSet(settings)
            let target = try checked(request.target, settings)
            let found = try caller.map { try work.caller($0) }
            try caller?.require(asked, of: found)
            let (order, account) = try order(
                request.purpose, email: email, newEmail: newEmail, caller: found, settings, work)
            if let caller, let found, request.purpose == .verifyAndChangeEmail {
                try caller.requireRecentSignIn(to: found, now: work.now)
                try SecondFactorPolicy.checkSession(of: found, secondFactor: caller.secondFactor)
            }
            // Whether or not there is an account, so that the answer reveals nothing.
            if let type = BlockingEvent.MailType(request.purpose) {
                try work.askBeforeSending(BlockingEvent(mailing: order.to, type, in: work.scope), settings.blocking)
            }
            if let allowance = try mail.allowance(for: order.to, order.kind, of: account, from: client, work) {
                try mail.queueActionCode(
                    request.purpose, in: order, of: account, target, countedAs: allowance, settings: settings, work)
            }
            return order.email ?? order.to
        }
    }

    /// Makes a link for an administrator to mail, also for a disabled account: it may be enabled before the link is opened,
    /// and the link does nothing until then.
    ///
    /// - Throws: As ``sendActionCode(_:in:from:)``; a missing account is always reported.
    package func makeActionLink(_ request: ActionCodeRequest, in scope: ProjectScope) async throws -> ActionLink {
        let (email, newEmail) = try request.addresses(byAdministrator: true)
        return try await write(in: scope) { work in
            let (order, account, settings, target) = try order(request, email, newEmail, ofDisabled: true, work)
            work.record(
                .actionLinkCreate, account: account?.id,
                details: ["purpose": .string(request.purpose.rawValue), "email": .string(order.to.masked)])
            return try mail.issueActionCode(request.purpose, for: order, of: account, target, settings: settings, work)
        }
    }

    /// Mails a code for an administrator, who identifies the account by its email.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - scope: The project or tenant.
    ///   - isCounted: `true` for somebody at the console: it is recorded, and only so many are sent to an account.
    /// - Throws: As ``makeActionLink(_:in:)``; ``AuthError/tooManyAttempts(retryAfterSeconds:)`` if it is counted.
    package func sendActionCodeForAdministrator(
        _ request: ActionCodeRequest, in scope: ProjectScope, isCounted: Bool = false
    ) async throws -> EmailAddress {
        let (email, newEmail) = try request.addresses(byAdministrator: true)
        return try await write(in: scope) { work in
            try mail.requireSet(try work.settings())
            let (order, account, settings, target) = try order(request, email, newEmail, work)
            if isCounted, let account { try work.countOperatorsMail(to: account, for: request.purpose) }
            try mail.queueActionCode(request.purpose, in: order, of: account, target, settings: settings, work)
            return order.email ?? order.to
        }
    }

    // MARK: Recipients

    /// The mail that an administrator requests, and the account that it is about.
    private func order(
        _ request: ActionCodeRequest, _ email: EmailAddress?, _ newEmail: EmailAddress?, ofDisabled: Bool = false,
        _ reading: some ScopedReads
    ) throws -> (MailOrder, Account?, ProjectSettings, ActionCode.Target) {
        var settings = try reading.settings()
        let target = try checked(request.target, settings)
        let named = try email.flatMap { try reading.account(email: $0) }
        // Administrators may see everything.
        settings.emailPrivacy = false
        if request.purpose != .signIn, named == nil {
            throw request.purpose == .resetPassword ? AuthError.emailNotFound : AuthError.userNotFound
        }
        let (order, account) = try order(
            request.purpose, email: email, newEmail: newEmail, caller: named, ofDisabled: ofDisabled, settings, reading)
        return (order, account, settings, target)
    }

    /// The mail with a code to whoever may get it, and the account that it is about: `nil` for one that does nothing, or that
    /// may create an account.
    private func order(
        _ purpose: ActionCodePurpose, email: EmailAddress?, newEmail: EmailAddress?, caller: Account?,
        ofDisabled: Bool = false, _ settings: ProjectSettings, _ reading: some ScopedReads
    ) throws -> (MailOrder, Account?) {
        func order(to mailbox: EmailAddress, _ account: Account?, email: EmailAddress?) -> (MailOrder, Account?) {
            var order = MailOrder(MailKind(purpose), project: reading.scope.project, to: mailbox)
            order.email = email
            order.newEmail = newEmail
            return (order, account)
        }
        switch purpose {
        case .resetPassword:
            guard settings.passwordEnabled else { throw AuthError.operationNotAllowed(nil) }
            guard let email else { throw AuthError.missingEmail }
            let account = try reading.account(email: email)
            if settings.emailPrivacy {
                return order(to: email, account?.isDisabled == true ? nil : account, email: email)
            }
            guard let account else { throw AuthError.emailNotFound }
            guard !account.isDisabled || ofDisabled else { throw AuthError.userDisabled }
            return order(to: email, account, email: email)
        case .signIn:
            guard settings.emailLinkEnabled else { throw AuthError.operationNotAllowed(nil) }
            guard let email else { throw AuthError.missingEmail }
            let account = try reading.account(email: email)
            if !settings.emailPrivacy, account?.isDisabled == true, !ofDisabled { throw AuthError.userDisabled }
            return order(to: email, account, email: email)
        case .verifyEmail:
            guard let caller, let email = caller.email else { throw AuthError.missingEmail }
            return order(to: email, caller, email: email)
        case .verifyAndChangeEmail:
            guard let caller, let newEmail else { throw AuthError.missingNewEmail }
            let holder = try reading.account(email: newEmail)
            guard let holder, holder.id != caller.id else {
                return order(to: newEmail, caller, email: caller.email)
            }
            guard settings.emailPrivacy else { throw AuthError.emailExists }
            // The address's owner gets no mail, and the requester is not told why.
            return order(to: newEmail, nil, email: caller.email)
        case .recoverEmail, .revertSecondFactorAddition, .revertSignInMethodAddition, .revertSignInMethodRemoval,
            .revertPasswordChange, .revertRecoveryCodes, .revertSignIn:
            throw AuthError.invalidRequestType
        }
    }

    /// Checks the targets of a link.
    private func checked(_ target: ActionCode.Target, _ settings: ProjectSettings) throws(AuthError) -> ActionCode.Target {
        var target = target
        target.continueURL = try target.continueURL.map { url throws(AuthError) in
            let isOwn = mail.links.isAccountPage(url)
            let domains = isOwn ? AuthorizedDomains([], allowsAll: true) : settings.continueDomains
            return try domains.check(url)
        }
        if let domain = target.linkDomain {
            // Codes go there: only the listed host itself, not a subdomain that somebody else may control.
            guard let host = AuthorizedDomains.host(domain),
                settings.allowsAnyContinueURL || settings.authorizedDomains.contains(host) && AuthorizedDomains.isPublic(host)
            else {
                throw .invalidLinkDomain
            }
            target.linkDomain = host
        }
        return target
    }
}

extension BlockingEvent.MailType {
    /// - Returns: `nil` for a mail that no function is asked about.
    fileprivate init?(_ purpose: ActionCodePurpose) {
        let asked: [ActionCodePurpose: Self] = [.signIn: .signIn, .resetPassword: .passwordReset]
        guard let type = asked[purpose] else { return nil }
        self = type
    }
}

extension ActionCodeRequest {
    /// True if an end user has to be signed in for the request.
    fileprivate var needsCaller: Bool { purpose == .verifyEmail || purpose == .verifyAndChangeEmail }

    /// The addresses in the request, as far as they matter.
    fileprivate func addresses(
        byAdministrator: Bool = false
    ) throws(AuthError) -> (email: EmailAddress?, newEmail: EmailAddress?) {
        var email: EmailAddress?
        if byAdministrator || !needsCaller {
            guard let text = self.email, !text.isEmpty else { throw .missingEmail }
            email = try AccountEdit.email(text)
        }
        guard purpose == .verifyAndChangeEmail else { return (email, nil) }
        guard let text = newEmail, !text.isEmpty else { throw .missingNewEmail }
        guard let new = EmailAddress(text) else { throw .invalidNewEmail }
        return (email, new)
    }
}

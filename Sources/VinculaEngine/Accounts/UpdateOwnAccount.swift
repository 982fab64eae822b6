package import VinculaCore
import VinculaCrypto

/// The changes that a person may make to their own account.
package struct OwnAccountUpdate: Hashable, Sendable {
    package var displayName: String?
    package var photoURL: String?
    package var email: String?
    package var password: String?
    package var deleteAttributes: [AccountAttribute] = []
    package var deleteProviders: [ProviderID] = []

    package init() {}

    /// The request that the update is: one of the address alone may be made before a second factor is enrolled.
    var request: SignedInRequest {
        var rest = self
        rest.email = nil
        return rest == OwnAccountUpdate() ? .changeAddress : .updateAccount
    }
}

/// A part of an account that can be removed by name (`deleteAttribute`).
package enum AccountAttribute: String, Hashable, Sendable, CaseIterable {
    case unspecified = "USER_ATTRIBUTE_NAME_UNSPECIFIED"
    case email = "EMAIL"
    case displayName = "DISPLAY_NAME"
    case provider = "PROVIDER"
    case photoURL = "PHOTO_URL"
    case password = "PASSWORD"
    case rawUserInfo = "RAW_USER_INFO"
}

/// An account after a change, with tokens if the change ended the old ones.
package struct UpdatedAccount: Sendable {
    package let account: Account
    package let tokens: TokenSet?
    /// The email that the change set.
    package let newEmail: EmailAddress?

    package init(account: Account, tokens: TokenSet?, newEmail: EmailAddress?) {
        self.account = account
        self.tokens = tokens
        self.newEmail = newEmail
    }
}

extension AuthEngine {
    /// Changes the account that the caller is signed in to.
    ///
    /// A new email or password, and the removal of either or of another way in, require a recent sign-in. A new email or
    /// password ends all sessions except the returned one.
    ///
    /// - Throws: ``AuthError/credentialTooOld``, ``AuthError/emailExists``, ``AuthError/emailChangeNeedsVerification``,
    ///   ``AuthError/secondFactorNeedsVerifiedEmail``, ``AuthError/lastSignInMethod``, ``AuthError/operationNotAllowed(_:)``
    ///   if it would be unclear whose the remaining ways in are, and the answers to a token, email, password or profile that
    ///   cannot be used.
    package func updateOwnAccount(
        _ update: OwnAccountUpdate, idToken: String, in scope: ProjectScope, from client: ClientAddress = .unknown
    ) async throws -> UpdatedAccount {
        let facts = try tokens.verifyCaller(idToken, for: update.request, in: scope, now: clock.now)
        let email: EmailAddress?
        do {
            try AccountEdit.checkProfile(displayName: update.displayName, photoURL: update.photoURL)
            email = try update.email.flatMap { $0.isEmpty ? nil : try AccountEdit.email($0) }
        } catch {
            // Whoever is not signed in any more learns that first.
            _ = try await read(in: scope) { try $0.caller(facts) }
            throw error
        }
        let password = update.password.flatMap { $0.isEmpty ? nil : $0 }
        let change = SensitiveChange(email: email, password: password, update)
        let hash = try await hash(for: change, update.request, facts, in: scope)

        let query = facts.accountQuery(in: scope)
        let (account, opened) = try await write(in: scope, expecting: [query]) { work -> (Account, OpenedSession?) in
            let (old, settings) = (try work.caller(facts), try work.settings())
            try facts.require(update.request, of: old)
            try check(change, of: old, facts, settings: settings, now: work.now)
            if let email, let holder = try work.account(email: email), holder.id != old.id {
                throw AuthError.emailExists
            }
            var account = old
            if let email { account.setEmail(email) }
            if let hash { account.password = PasswordRecord(hash: hash, updatedAt: work.now) }
            if let name = update.displayName { account.displayName = name.isEmpty ? nil : name }
            if let url = update.photoURL { account.photoURL = url.isEmpty ? nil : url }
            try account.remove(update.deleteAttributes, allowsLast: settings.allowUnlinkingLastMethod)
            try Unlinking.remove(update.deleteProviders, from: &account, allowsLast: settings.allowUnlinkingLastMethod)
            if change.removes(from: old) {
                try account.vouchForWhatIsLeft(
                    from: old, signedInBy: facts.signInProvider, mailLeadsBack: settings.passwordEnabled,
                    phoneLeadsBack: settings.phone.isEnabled, now: work.now)
            }
            try SecondFactorPolicy.checkAddress(of: account, from: old)
            // A password that an administrator set on an account without an email may stay.
            guard account.password == nil || account.email != nil || hash == nil && old.email == nil else {
                throw AuthError.missingEmail
            }
            guard hash != nil || account.email != nil && account.email != old.email else {
                try work.update(account, from: old)
                return (account, nil)
            }
            if account.password != nil, let email = account.email {
                try guesses.noteNewPassword(of: email, from: client, work)
            }
            account.endAllSessions(now: work.now)
            let provider = hash == nil ? facts.signInProvider : .password
            let opened = try sessions.continueSession(
                for: account, from: old, earlier: facts, provider: provider, work)
            return (opened.account, opened)
        }
        let signedIn = try opened.map { try tokens.issue($0) }
        return UpdatedAccount(account: account, tokens: signedIn?.tokens, newEmail: email)
    }

    /// The part of an update that could take an account away from its owner.
    private struct SensitiveChange: Sendable {
        var email: EmailAddress?
        var password: String?
        private let attributes: [AccountAttribute]
        private let providers: [ProviderID]

        init(email: EmailAddress?, password: String?, _ update: OwnAccountUpdate) {
            self.email = email
            self.password = password
            attributes = update.deleteAttributes
            providers = update.deleteProviders
        }

        /// Indicates whether it removes a way in, or the address, from an account.
        func removes(from account: Account) -> Bool {
            attributes.contains { $0 == .email || $0 == .password } || providers.contains(.password)
                || providers.contains(where: account.providers.contains)
        }
    }

    /// Hashes the new password, if there is one, after the checks that need not wait for it; the transaction makes them again.
    private func hash(
        for change: SensitiveChange, _ request: SignedInRequest, _ facts: IDTokenFacts, in scope: ProjectScope
    ) async throws -> String? {
        guard let password = change.password else { return nil }
        let email = change.email
        let (settings, current) = try await read(in: scope) { reading in
            let current = try reading.caller(facts)
            if let email, let holder = try reading.account(email: email), holder.id != current.id { throw AuthError.emailExists }
            return (try reading.settings(), current)
        }
        try facts.require(request, of: current)
        try check(change, of: current, facts, settings: settings, now: clock.now)
        return try await hasher.hashNew(password, policy: settings.passwordPolicy, email: email ?? current.email, in: scope)
    }

    private func check(
        _ change: SensitiveChange, of account: Account, _ facts: IDTokenFacts, settings: ProjectSettings, now: Timestamp
    ) throws(AuthError) {
        let changesEmail = change.email.map { $0 != account.email } ?? false
        if settings.emailPrivacy, changesEmail { throw .emailChangeNeedsVerification }
        if changesEmail || change.password != nil || change.removes(from: account) {
            try facts.requireRecentSignIn(to: account, now: now)
            // A session may be without the factors: a custom token opened it, or a recovery code of a set that was replaced.
            try SecondFactorPolicy.checkSession(of: account, secondFactor: facts.secondFactor)
        }
    }
}

extension Account {
    /// Removes parts of the account by name.
    ///
    /// - Throws: ``AuthError/lastSignInMethod``.
    mutating func remove(_ attributes: [AccountAttribute], allowsLast: Bool) throws(AuthError) {
        let hadWayIn = !providers.isEmpty
        for attribute in attributes {
            switch attribute {
            case .displayName: displayName = nil
            case .photoURL: photoURL = nil
            case .password: password = nil
            case .email: removeEmail()
            case .unspecified, .provider, .rawUserInfo: break
            }
        }
        guard allowsLast || !hadWayIn || !providers.isEmpty else { throw .lastSignInMethod }
    }
}

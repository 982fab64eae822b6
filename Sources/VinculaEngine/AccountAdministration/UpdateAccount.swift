package import VinculaCore
import VinculaCrypto

/// The changes that an administrator may make to any account.
package struct AccountUpdate: Sendable {
    /// An identity that an administrator links manually.
    package struct LinkedIdentity: Sendable {
        package var provider: ProviderID
        package var subject: String
        package var email: String?
        package var displayName: String?
        package var photoURL: String?
        package var screenName: String?

        package init(provider: ProviderID, subject: String) {
            self.provider = provider
            self.subject = subject
        }
    }

    package var displayName: String?
    package var photoURL: String?
    package var email: String?
    package var emailVerified: Bool?
    package var phoneNumber: String?
    package var password: String?
    package var isDisabled: Bool?
    /// JSON text; an empty one removes the claims.
    package var customClaims: String?
    /// In seconds.
    package var validSince: Int64?
    /// In milliseconds.
    package var createdAt: Int64?
    /// In milliseconds.
    package var lastSignInAt: Int64?
    package var deleteAttributes: [AccountAttribute] = []
    package var deleteProviders: [ProviderID] = []
    package var linkIdentity: LinkedIdentity?
    /// The second factors that the account is to have; all others are removed.
    package var secondFactors: [ListedSecondFactor]?

    package init() {}
}

extension AccountAdministration {
    /// Changes an account for an administrator.
    ///
    /// A new password or email, a second factor that is added or removed, disabling, and a `validSince` of now or later end
    /// all sessions.
    ///
    /// - Throws: ``AuthError/userNotFound``, ``AuthError/emailExists``, ``AuthError/phoneNumberExists``,
    ///   ``AuthError/federatedUserIDAlreadyLinked``, ``AuthError/secondFactorNotFound``, and the answers to a value that
    ///   cannot be used.
    package func updateAccount(_ id: String, _ update: AccountUpdate, in scope: ProjectScope) async throws -> UpdatedAccount {
        try AccountEdit.checkProfile(displayName: update.displayName, photoURL: update.photoURL)
        try AccountEdit.checkTime(update.validSince, named: "validSince", unitsPerSecond: 1)
        try AccountEdit.checkTime(update.createdAt, named: "createdAt", unitsPerSecond: 1000)
        try AccountEdit.checkTime(update.lastSignInAt, named: "lastLoginAt", unitsPerSecond: 1000)
        let claims = try update.customClaims.flatMap { $0.isEmpty ? nil : try CustomClaims($0) }
        let email = try update.email.flatMap { $0.isEmpty ? nil : try AccountEdit.email($0) }
        let phone = try update.phoneNumber.flatMap { $0.isEmpty ? nil : try AccountEdit.phone($0) }
        let hash = try await hash(update.password, of: AccountID(id), email: email, in: scope)
        let account = try await write(in: scope) { work in
            guard let old = try work.account(AccountID(id)) else { throw AuthError.userNotFound }
            if let validSince = update.validSince, validSince > work.now.seconds + 24 * 3600 {
                throw AuthError.invalidArgument("validSince is more than a day in the future; it must be in seconds.")
            }
            if let email, let holder = try work.account(email: email), holder.id != old.id {
                throw AuthError.emailExists
            }
            if let phone, let holder = try work.account(phone: phone), holder.id != old.id {
                throw AuthError.phoneNumberExists
            }
            var account = old
            if let email { account.setEmail(email) }
            if let phone { account.phone = phone }
            if let hash { account.password = PasswordRecord(hash: hash, updatedAt: work.now) }
            if let name = update.displayName { account.displayName = name.isEmpty ? nil : name }
            if let url = update.photoURL { account.photoURL = url.isEmpty ? nil : url }
            if update.customClaims != nil { account.customClaims = claims }
            if let disabled = update.isDisabled { account.isDisabled = disabled }
            if let milliseconds = update.createdAt { account.createdAt = Timestamp(milliseconds: milliseconds) }
            if let milliseconds = update.lastSignInAt { account.lastSignInAt = Timestamp(milliseconds: milliseconds) }
            try account.remove(update.deleteAttributes, allowsLast: true)
            try Unlinking.remove(update.deleteProviders, from: &account, allowsLast: true)
            if let link = update.linkIdentity { try self.link(link, to: &account, work) }
            if let verified = update.emailVerified { account.emailVerified = verified && account.email != nil }
            if let kept = update.secondFactors {
                try account.setSecondFactors(kept, now: work.now) { try work.reads.hasSecondFactor($0) }
                // A person whom an administrator helps must not wait because of others' guesses.
                try guesses.forgiveCodes(of: account.id, work)
            }
            account.endSessions(old: old, passwordChanged: hash != nil, validSince: update.validSince, now: work.now)
            if hash != nil, let email = account.email {
                try guesses.noteNewPassword(of: email, from: nil, work)
            }
            try work.update(account, from: old)
            return account
        }
        return UpdatedAccount(account: account, tokens: nil, newEmail: email)
    }

    /// Hashes the new password, if there is one.
    ///
    /// - Parameter email: The account's new address; `nil` to keep the one that it has.
    private func hash(
        _ password: String?, of id: AccountID, email: EmailAddress?, in scope: ProjectScope
    ) async throws -> String? {
        guard let password, !password.isEmpty else { return nil }
        let (policy, current) = try await read(in: scope) { reading in
            guard let current = try reading.account(id) else { throw AuthError.userNotFound }
            return (try reading.settings().passwordPolicy, current.email)
        }
        return try await hasher.hashNew(password, policy: policy, email: email ?? current, in: scope)
    }

    private func link(
        _ link: AccountUpdate.LinkedIdentity, to account: inout Account, _ reading: some ScopedReads
    ) throws {
        guard (1...256).contains(link.subject.utf8.count), (link.subject + link.provider.value).utf8.allSatisfy({ $0 > 0x20 })
        else {
            throw AuthError.invalidArgument(
                "linkProviderUserInfo.rawId must have 1 to 256 bytes and no spaces or control characters.")
        }
        let profile = Profile(displayName: link.displayName, photoURL: link.photoURL, screenName: link.screenName)
        // A provider's text is cut to what can be kept; an administrator's is refused instead.
        for (field, sent, kept) in [
            ("displayName", link.displayName, profile.displayName), ("photoUrl", link.photoURL, profile.photoURL),
            ("screenName", link.screenName, profile.screenName),
        ] where Array((sent ?? "").utf8) != Array((kept ?? "").utf8) {
            throw AuthError.invalidProfileAttribute("linkProviderUserInfo.\(field) is too long or has control characters")
        }
        let configured = try reading.reads.openIDProvider(link.provider, in: reading.scope)
        guard configured != nil || ProviderID.builtIn.contains(link.provider) else { throw AuthError.providerNotConfigured }
        let issuer = configured?.issuer ?? link.provider.canonicalIssuer
        guard
            try reading.reads.accounts(provider: link.provider, subject: link.subject, in: reading.scope).allSatisfy({
                $0.id == account.id
            }
            )
        else { throw AuthError.federatedUserIDAlreadyLinked }
        account.identities.removeAll { $0.key.provider == link.provider }
        account.identities.append(
            Identity(
                key: IdentityKey(provider: link.provider, issuer: issuer, subject: link.subject),
                email: try link.email.flatMap { $0.isEmpty ? nil : try AccountEdit.email($0) },
                profile: profile))
    }
}

extension Account {
    fileprivate mutating func endSessions(old: Account, passwordChanged: Bool, validSince: Int64?, now: Timestamp) {
        // An Admin SDK sends its own clock's second, which has passed when it arrives: sessions revoked in it must end too.
        let isRevocation = validSince.map { $0 >= now.seconds - 60 && $0 >= old.validSince ?? .min } ?? false
        if passwordChanged || email != old.email || isDisabled && !old.isDisabled || isRevocation { endAllSessions(now: now) }
        if let validSince {
            self.validSince = validSince
            endProbations(ofSessionsBefore: validSince, now: now)
        }
    }
}

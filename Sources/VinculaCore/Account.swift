/// A password as stored.
package struct PasswordRecord: Hashable, Sendable {
    /// The hash with its parameters and salt, as a PHC string; of an ``imported`` password that is not wrapped yet, the other
    /// system's digest in base64.
    package var hash: String
    /// The other system's part of a password that was imported and has not signed in here yet; the PHC string is then a hash
    /// of its digest, which wraps it.
    package var imported: ImportedHash?
    package var updatedAt: Timestamp

    package init(hash: String, imported: ImportedHash? = nil, updatedAt: Timestamp) {
        self.hash = hash
        self.imported = imported
        self.updatedAt = updatedAt
    }

    /// True if the database has the other system's digest as it is.
    package var isBare: Bool { imported != nil && hash.utf8.first != UInt8(ascii: "$") }
}

/// The account of one person.
package struct Account: Hashable, Sendable {
    package let id: AccountID
    package var email: EmailAddress?
    /// True if ownership of ``email`` has been proven; always `false` without an email.
    package var emailVerified = false
    /// The name; an empty one is none, as in proto3's JSON.
    package var displayName: String? {
        didSet { if displayName?.isEmpty == true { displayName = nil } }
    }
    /// The address of the photo; an empty one is none.
    package var photoURL: String? {
        didSet { if photoURL?.isEmpty == true { photoURL = nil } }
    }
    package var password: PasswordRecord?
    /// True if an email link has signed in to the account: the other method of the provider `password`.
    package var hasEmailLink = false
    /// True if a custom token has signed in to the account: the project's backend can open it again at any time.
    package var hasCustomToken = false
    /// The ways in by a provider or a phone number, at most one for each provider, oldest first.
    package var identities: [Identity] = []
    /// The second factors that a sign-in also requires, oldest first; see ``SecondFactor``.
    package var secondFactors: [SecondFactor] = [] {
        // Recovery codes stand in for a factor, so they end with the last one.
        didSet { if secondFactors.isEmpty { recoveryCodes = nil } }
    }
    /// The recovery codes; only an account with second factors has some.
    package var recoveryCodes: RecoveryCodeSet?
    package var isDisabled = false
    package var customClaims: CustomClaims?
    /// Tokens of sign-ins before this second are invalid; `nil` if none was ever revoked.
    package var validSince: Int64?
    /// Incremented whenever all sessions end. A session of another generation is over, even within the same second.
    package var generation: Int64 = 0
    /// The email before its first change, which recovery mails go to.
    package var initialEmail: EmailAddress?
    package var createdAt: Timestamp
    package var lastSignInAt: Timestamp?
    package var lastRefreshAt: Timestamp?

    package init(id: AccountID, createdAt: Timestamp, generation: Int64 = 0) {
        self.id = id
        self.createdAt = createdAt
        self.generation = generation
    }

    /// True if nothing but the account's own tokens opens it.
    package var isAnonymous: Bool {
        email == nil && password == nil && !hasEmailLink && !hasCustomToken && identities.isEmpty
    }

    /// The account's identity of a provider, if it has one.
    package func identity(of provider: ProviderID) -> Identity? { identities.first { $0.key.provider == provider } }

    /// The phone number that opens the account: its identity of the provider `phone`.
    package var phone: PhoneNumber? {
        get { identity(of: .phone)?.key.phone }
        set {
            guard newValue != phone else { return }
            identities.removeAll { $0.key.provider == .phone }
            if let newValue { identities.append(Identity(phone: newValue)) }
        }
    }

    /// The identities of providers: all but the phone number, which the wire lists by itself.
    package var federatedIdentities: [Identity] { identities.filter { $0.key.provider != .phone } }

    /// True if the provider `password` opens the account, by a password or by email links.
    ///
    /// A password that an administrator set on an account without an email does not open it yet.
    package var hasPasswordProvider: Bool { password != nil && email != nil || hasEmailLink }

    /// True if the password was changed, added or removed. A password that was only rehashed is the same one.
    package func hasOtherPassword(than old: Account) -> Bool {
        guard let password, let before = old.password else { return (password == nil) != (old.password == nil) }
        // Two changes may happen in the same millisecond; each of them ends the earlier sessions.
        return password.updatedAt != before.updatedAt || password.hash != before.hash && generation != old.generation
    }

    /// Every provider that opens the account.
    package var providers: [ProviderID] {
        (hasPasswordProvider ? [.password] : []) + federatedIdentities.map(\.key.provider) + (phone == nil ? [] : [.phone])
    }

    /// Removes the email and what signs in with it: the password and email links.
    package mutating func removeEmail() {
        email = nil
        emailVerified = false
        password = nil
        hasEmailLink = false
    }

    /// Ends every session and ID token, and removes what stale sessions added (``Probation``). Sessions opened later are
    /// unaffected.
    ///
    /// - Parameter now: The time of the change. The wire has whole seconds; within one second ``generation`` decides.
    package mutating func endAllSessions(now: Timestamp) {
        endProbations(now: now)
        generation += 1
        validSince = max(validSince ?? now.seconds, now.seconds)
    }
}

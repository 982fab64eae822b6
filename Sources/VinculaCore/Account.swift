/// A password as it is kept.
public struct PasswordRecord: Hashable, Sendable {
    /// The hash with its parameters and salt, as a PHC string.
    public var hash: String
    public var updatedAt: Timestamp

    public init(hash: String, updatedAt: Timestamp) {
        self.hash = hash
        self.updatedAt = updatedAt
    }
}

/// One person.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    public var email: EmailAddress?
    /// Whether someone proved to own ``email``; always `false` without one.
    public var emailVerified = false
    public var displayName: String?
    public var photoURL: String?
    public var phone: PhoneNumber?
    public var password: PasswordRecord?
    /// Whether a mailed link has signed in to the account; the other method of the provider `password`.
    public var hasEmailLink = false
    /// The federated ways in, at most one of each provider, oldest first.
    public var identities: [Identity] = []
    /// What else than a way in a sign-in takes, oldest first; see ``SecondFactor``.
    public var secondFactors: [SecondFactor] = []
    public var isDisabled = false
    public var customClaims: CustomClaims?
    /// Tokens of sign-ins before this second are void; `nil` if none was ever revoked.
    public var validSince: Int64?
    /// Counts what ended all earlier sessions; a session of another generation is over, even within the same second.
    public var generation: Int64 = 0
    /// The email before the first change of it; what a recovery mail goes to.
    public var initialEmail: EmailAddress?
    public var createdAt: Timestamp
    public var lastSignInAt: Timestamp?
    public var lastRefreshAt: Timestamp?

    public init(id: AccountID, createdAt: Timestamp, generation: Int64 = 0) {
        self.id = id
        self.createdAt = createdAt
        self.generation = generation
    }

    /// Whether nothing but its own tokens leads to the account.
    public var isAnonymous: Bool {
        email == nil && password == nil && !hasEmailLink && phone == nil && identities.isEmpty
    }

    /// The account's identity of a provider, if it has one.
    public func identity(of provider: ProviderID) -> Identity? { identities.first { $0.key.provider == provider } }

    /// Whether the provider `password` leads to the account, by a password or by mailed links.
    ///
    /// One that an administrator gave an account without an email leads nowhere yet.
    public var hasPasswordProvider: Bool { password != nil && email != nil || hasEmailLink }

    /// Whether the password is another one than before, or there was or is none; one that was hashed anew is the same.
    public func hasOtherPassword(than old: Account) -> Bool {
        guard let password, let before = old.password else { return (password == nil) != (old.password == nil) }
        // Two changes may fall into one moment; each ends the sessions before it.
        return password.updatedAt != before.updatedAt || password.hash != before.hash && generation != old.generation
    }

    /// Every provider that leads to the account.
    public var providers: [ProviderID] {
        (hasPasswordProvider ? [.password] : []) + identities.map(\.key.provider) + (phone == nil ? [] : [.phone])
    }

    /// Takes the email off the account, and what signs in with it: a password, mailed links.
    public mutating func removeEmail() {
        email = nil
        emailVerified = false
        password = nil
        hasEmailLink = false
    }

    /// Ends every session and ID token there is, and what stale sessions added (``Probation``); those opened after it live.
    ///
    /// - Parameter now: The moment of the change. Kept in whole seconds on the wire; ``generation`` decides within one.
    public mutating func endAllSessions(now: Timestamp) {
        endProbations(now: now)
        generation += 1
        validSince = max(validSince ?? now.seconds, now.seconds)
    }
}

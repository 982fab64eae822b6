import Foundation
package import VinculaCore
package import VinculaEngine

/// Whatever an error is thrown for.
struct Deliberate: Error, Equatable {}

extension ProjectScope {
    static let sample = ProjectScope(project: "demo")
    static let otherProject = ProjectScope(project: "other")
    static let tenant = ProjectScope(project: "demo", tenant: "acme")
}

extension Timestamp {
    static let sample = Timestamp(milliseconds: 1_700_000_000_123)
}

extension EmailAddress {
    static let ada = EmailAddress(canonical: "ada@example.com")
    static let bob = EmailAddress(canonical: "bob@example.com")
}

extension IdentityKey {
    static func google(_ subject: String) -> IdentityKey {
        IdentityKey(provider: .google, issuer: "https://accounts.google.com", subject: subject)
    }

    static func openID(_ subject: String, issuer: String) -> IdentityKey {
        IdentityKey(provider: ProviderID("oidc.acme"), issuer: issuer, subject: subject)
    }
}

extension Identity {
    static func google(_ subject: String, email: EmailAddress? = nil) -> Identity {
        Identity(
            key: .google(subject), email: email, profile: Profile(displayName: "G", photoURL: "https://g/p"),
            addition: Identity.Addition(
                at: .sample.adding(seconds: 5), authTime: .sample, isAnnounced: false, root: Data([1, 2])))
    }

    static func github(_ subject: String, email: EmailAddress? = nil) -> Identity {
        let key = IdentityKey(provider: .github, issuer: "https://github.com", subject: subject)
        return Identity(key: key, email: email, profile: Profile(screenName: "octocat"))
    }
}

extension Account {
    static func sample(_ id: String, email: EmailAddress? = nil, identities: [Identity] = []) -> Account {
        var account = Account(id: AccountID(id), createdAt: .sample)
        account.email = email
        account.identities = identities
        return account
    }

    /// With a value in every field.
    static func full(_ id: String) -> Account {
        var account = Account(id: AccountID(id), createdAt: .sample)
        account.email = EmailAddress(canonical: "\(id)@example.com")
        account.emailVerified = true
        account.displayName = "Ada \u{1F469}\u{200D}\u{1F4BB} O'Neill \"?\" e\u{301}"
        account.photoURL = "https://example.com/p?a=1&b=%20"
        account.password = PasswordRecord(hash: "$argon2id$v=19$m=1$x$y", updatedAt: .sample.adding(seconds: 1))
        account.identities = [.google("g-\(id)", email: .ada), .github("h-\(id)", email: .bob)]
        account.phone = PhoneNumber("+49301234567")
        account.secondFactors = [.sample("f-\(id)", named: "Phone"), .sample("t-\(id)")]
        account.isDisabled = true
        account.hasCustomToken = true
        account.customClaims = CustomClaims(stored: #"{"role":"admin","level":3}"#)
        account.validSince = 1_700_000_001
        account.generation = 7
        account.initialEmail = EmailAddress(canonical: "first@example.com")
        account.lastSignInAt = .sample.adding(seconds: 2)
        account.lastRefreshAt = .sample.adding(seconds: 3)
        return account
    }

    /// The account after a change.
    func with(_ change: (inout Account) -> Void) -> Account {
        var account = self
        change(&account)
        return account
    }
}

extension Session {
    static func sample(
        _ byte: UInt8, of account: String, in scope: ProjectScope = .sample, openedAt: Timestamp? = nil, generation: Int64 = 3,
        at place: SessionPlace = SessionPlace()
    ) -> Session {
        Session(
            id: Data(repeating: byte, count: 16), scope: scope, account: AccountID(account), authTime: .sample,
            openedAt: openedAt, signInProvider: .google, secondFactor: SecondFactorID("f"), generation: generation,
            refresh: RefreshChain(active: Data(repeating: byte, count: 32)), place: place,
            claims: byte == 1 ? CustomClaims(stored: #"{"tier":"gold"}"#) : nil
        )
    }
}

extension HandoverCode {
    static func sample(_ byte: UInt8, ofSession session: UInt8) -> HandoverCode {
        HandoverCode(
            id: Data(repeating: byte, count: 32), session: Data(repeating: session, count: 16), challenge: "challenge",
            host: "app.example.com", expiresAt: .sample.adding(seconds: 120))
    }
}

extension PendingCredential {
    static func sample(
        _ byte: UInt8, collidedWith account: String, in scope: ProjectScope = .sample,
        expiresAt: Timestamp = .sample.adding(seconds: 900)
    ) -> PendingCredential {
        PendingCredential(
            tokenHash: Data(repeating: byte, count: 32), scope: scope,
            presented: PresentedIdentity(
                key: .google("\(byte)"), email: .ada, ownership: .claimed, profile: Profile(displayName: "A\u{0}B")
            ),
            collidedWith: AccountID(account), expiresAt: expiresAt
        )
    }
}

extension Store {
    func insert(_ accounts: Account..., in scope: ProjectScope = .sample) async throws {
        try await write { tx in
            for account in accounts { try tx.insert(account, in: scope) }
        }
    }

    /// The place of a sample session.
    func place(_ byte: UInt8) async throws -> SessionPlace? {
        try await read { try $0.session(Data(repeating: byte, count: 16))?.place }
    }

    func account(_ id: String, in scope: ProjectScope = .sample) async throws -> Account? {
        try await read { try $0.account(AccountID(id), in: scope) }
    }

    /// Changes an account as use cases do: read, change, write, in one transaction.
    func change(_ id: String, _ change: @escaping @Sendable (inout Account) -> Void) async throws {
        try await write { tx in
            guard let old = try tx.account(AccountID(id), in: .sample) else { throw Deliberate() }
            try tx.update(old.with(change), from: old, in: .sample)
        }
    }
}

extension ReadTransaction {
    /// The number of accounts, of which there are few.
    package func accountCount(in scope: ProjectScope) throws -> Int {
        try countAccounts(in: scope, withTenants: false, after: nil, limit: 1_000_000).count
    }
}

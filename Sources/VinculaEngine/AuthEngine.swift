public import VinculaCore
public import VinculaCrypto

/// The use cases of Vincula, on top of its ports; each use case is an extension in its own file.
///
/// A use case first checks the credential (hash, provider: outside any transaction), then decides and writes in one
/// transaction, then signs tokens. It throws ``AuthError`` for every answer other than success; errors of the store and of
/// the hash pool pass through unchanged.
public struct AuthEngine: Sendable {
    public let store: any Store
    public let hasher: PasswordHasher
    public let tokens: TokenMint
    public let verifier: any IdentityVerifier
    public let sealer: Sealer
    public let clock: any Clock
    /// The settings of projects that were never configured.
    public let defaultSettings: ProjectSettings
    /// The actor to whom the audit log attributes this engine's changes.
    public internal(set) var origin = AuditOrigin(actor: .server)
    /// The server's configuration of the trust in providers' emails, for all projects.
    public var serverTrust: [ProviderID: ProviderTrust] = [:]
    /// The built-in providers for which the server's configuration has a client, for all projects.
    public var serverProviders: Set<ProviderID> = []
    let callers = CallerCache()
    let lastUses = LastUses()
    /// The rate limits; ``RequestLimits/off`` for tools and tests.
    public let limits: RequestLimits
    /// The delivery of mails.
    public var mailDelivery = MailDelivery.none
    /// The form of links in mails.
    public var actionLinks = ActionLinks(server: { "" })
    /// The renderer of mails.
    public let mailRenderer: any MailRenderer
    /// Rings when there is a mail to be sent.
    public let mailBell = MailBell()
    /// The language of the person that this engine acts for, if they named one.
    public internal(set) var language: Language?
    /// The lifetime of sessions.
    public let sessionLife: SessionLife

    public init(
        store: any Store, hasher: PasswordHasher, tokens: TokenMint, verifier: any IdentityVerifier, sealer: Sealer,
        clock: any Clock, mailRenderer: any MailRenderer, defaultSettings: ProjectSettings, limits: RequestLimits = .off,
        sessionLife: SessionLife = SessionLife()
    ) {
        self.store = store
        self.hasher = hasher
        self.tokens = tokens
        self.verifier = verifier
        self.sealer = sealer
        self.clock = clock
        self.mailRenderer = mailRenderer
        self.defaultSettings = defaultSettings
        self.limits = limits
        self.sessionLife = sessionLife
    }

    func settings(of project: String, in transaction: any ReadTransaction) throws -> ProjectSettings {
        try transaction.settings(of: project) ?? defaultSettings
    }

    /// Reads in one transaction.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await store.read(body)
    }

    /// Writes in one transaction, and converts a violated uniqueness rule to Firebase's answer.
    func write<Result: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        do {
            let (result, hasMail) = try await store.write { transaction in
                let result = try body(transaction)
                try followUp(transaction)
                try writeJournal(transaction)
                return (result, transaction.journal.hasMail)
            }
            if hasMail { mailBell.ring() }
            return result
        } catch let conflict as StoreConflict {
            throw AuthError(conflict)
        }
    }

    /// Hashes a new password, if the policy allows it.
    ///
    /// - Parameters:
    ///   - password: The new password; `nil` if it does not change.
    ///   - policy: The project's policy.
    ///   - email: The email of its account.
    ///   - scope: The project that it is for.
    func hashNew(
        _ password: String?, policy: PasswordPolicy, email: EmailAddress?, in scope: ProjectScope
    ) async throws -> String? {
        guard let password else { return nil }
        try policy.check(password, email: email, project: scope.project)
        return try await hasher.hash(password)
    }

    /// A new account with an unused id.
    func newAccount(_ id: AccountID? = nil, now: Timestamp) -> Account {
        // A random generation distinguishes the tokens of a deleted account from those of another that got its id.
        Account(
            id: id ?? AccountID(SecureRandom.alphanumeric(28)), createdAt: now,
            generation: Int64.random(in: 1...Int64(Int32.max)))
    }
}

extension AuthError {
    /// The answer to a write that violates a uniqueness rule of the database.
    init(_ conflict: StoreConflict) {
        self =
            switch conflict {
            case .accountID: .duplicateLocalID
            case .email: .emailExists
            case .phone: .phoneNumberExists
            case .identity: .federatedUserIDAlreadyLinked
            case .providerOfAccount: .providerAlreadyLinked
            case .openIDProvider, .supportedProvider: .duplicateConfig
            }
    }
}

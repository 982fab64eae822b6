public import VinculaCore
public import VinculaCrypto

/// The verbs of Vincula over its ports; each use case is an extension in a file of its own.
///
/// A use case checks the credential first (hash, provider: outside any transaction), then decides and writes in one
/// transaction, then signs tokens. It throws ``AuthError`` for every answer that is not success; errors of the store and
/// of the hash pool stay what they are.
public struct AuthEngine: Sendable {
    public let store: any Store
    public let hasher: PasswordHasher
    public let tokens: TokenMint
    public let verifier: any IdentityVerifier
    public let sealer: Sealer
    public let clock: any Clock
    /// The settings of projects that were never configured.
    public let defaultSettings: ProjectSettings
    /// Whom the audit log names for what this engine changes.
    public internal(set) var origin = AuditOrigin(actor: .server)
    /// What the server's configuration says of providers' words on emails, for all projects.
    public var serverTrust: [ProviderID: ProviderTrust] = [:]
    /// The built-in providers that the server's configuration knows a client of, for all projects.
    public var serverProviders: Set<ProviderID> = []
    let callers = CallerCache()
    let lastUses = LastUses()
    /// How often what may be asked; ``RequestLimits/off`` for tools and tests.
    public let limits: RequestLimits
    /// What becomes of mails.
    public var mailDelivery = MailDelivery.none
    /// How links in mails are written.
    public var actionLinks = ActionLinks(server: { "" })
    /// Who writes mails.
    public let mailRenderer: any MailRenderer
    /// Rings when there is a mail to be sent.
    public let mailBell = MailBell()
    /// The language of whom this engine acts for, if they said.
    public internal(set) var language: Language?
    /// How long sessions last.
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

    /// Writes in one transaction, and answers a broken uniqueness rule as Firebase does.
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

    /// Hashes a password that somebody wants to set, if the policy allows it.
    ///
    /// - Parameters:
    ///   - password: `nil` where the password stays.
    ///   - policy: The project's.
    ///   - email: The address that it goes with.
    ///   - scope: Where it is to be used.
    func hashNew(
        _ password: String?, policy: PasswordPolicy, email: EmailAddress?, in scope: ProjectScope
    ) async throws -> String? {
        guard let password else { return nil }
        try policy.check(password, email: email, project: scope.project)
        return try await hasher.hash(password)
    }

    /// A new account with an id that nobody had.
    func newAccount(_ id: AccountID? = nil, now: Timestamp) -> Account {
        // A random generation tells the tokens of a deleted account from those of another that got its id.
        Account(
            id: id ?? AccountID(SecureRandom.alphanumeric(28)), createdAt: now,
            generation: Int64.random(in: 1...Int64(Int32.max)))
    }
}

extension AuthError {
    /// The answer to a write that a uniqueness rule of the database refused.
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

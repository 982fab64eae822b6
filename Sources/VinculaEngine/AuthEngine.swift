public import VinculaCore
public import VinculaCrypto

/// The use cases of Vincula, on top of its ports.
///
/// What an end user does is here, each use case in an extension in its own file; other use cases are grouped by what they
/// are about: ``actionCodes``, ``accounts``, ``projects``, ``serviceAccess``, ``outbox``, ``auditLog``, ``signingKeys``,
/// ``sealedSecrets``, ``upkeep``.
///
/// A use case first checks the credential (hash, provider: outside any transaction), then decides and writes in one
/// transaction, then signs tokens. It throws ``AuthError`` for every answer other than success; errors of the store and of
/// the hash pool pass through unchanged.
public struct AuthEngine: TransactionalUseCases {
    public let store: any Store
    public let hasher: PasswordHasher
    public let tokens: TokenMint
    public let verifier: any IdentityVerifier
    public let sealer: Sealer
    public let clock: any Clock
    /// The settings of projects that were never configured.
    public let defaultSettings: ProjectSettings
    /// The rate limits; ``RequestLimits/off`` for tools and tests.
    public let limits: RequestLimits
    /// The renderer of mails.
    public let mailRenderer: any MailRenderer
    /// The lifetime of sessions.
    public let sessionLife: SessionLife
    /// The server's configuration of the trust in providers' emails, for all projects.
    public var serverTrust: [ProviderID: ProviderTrust] = [:]
    /// The built-in providers for which the server's configuration has a client, for all projects.
    public var serverProviders: Set<ProviderID> = []
    /// The delivery of mails.
    public var mailDelivery = MailDelivery.none
    /// The form of links in mails.
    public var actionLinks = ActionLinks(server: { "" })
    /// The actor to whom the audit log attributes this engine's changes.
    private var origin = AuditOrigin(actor: .server)
    /// The language of the person that this engine acts for, if they named one.
    private var language: Language?
    private let callers = CallerCache()
    let lastUses = LastUses()
    private let mailBell = MailBell()

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

    /// The engine on behalf of an actor: the audit log attributes its changes to them.
    ///
    /// - Parameters:
    ///   - actor: The actor.
    ///   - client: The actor's network address, if it is known.
    ///   - language: The actor's language, if it is known.
    public func acting(
        as actor: AuditActor, from client: ClientAddress? = nil, language: Language? = nil
    ) -> AuthEngine {
        var engine = self
        engine.language = language
        engine.origin = AuditOrigin(actor: actor, client: client)
        return engine
    }

    // MARK: Other use cases

    public var actionCodes: ActionCodes {
        ActionCodes(
            transactions: transactions, tokens: tokens, hasher: hasher, limits: limits, guesses: guesses, sealer: sealer)
    }

    public var accounts: AccountAdministration {
        AccountAdministration(transactions: transactions, hasher: hasher, guesses: guesses)
    }

    public var projects: ProjectAdministration {
        ProjectAdministration(
            transactions: transactions, sealer: sealer, serverTrust: serverTrust, serverProviders: serverProviders)
    }

    public var serviceAccess: ServiceAccess { ServiceAccess(transactions: transactions, sealer: sealer, callers: callers) }

    public var outbox: Outbox {
        Outbox(transactions: transactions, sealer: sealer, renderer: mailRenderer, bell: mailBell)
    }

    public var auditLog: AuditLog { AuditLog(store: store, sealer: sealer) }

    public var signingKeys: SigningKeys { SigningKeys(transactions: transactions, sealer: sealer, ring: tokens.keys) }

    public var sealedSecrets: SealedSecrets { SealedSecrets(transactions: transactions, sealer: sealer) }

    public var upkeep: Upkeep { Upkeep(transactions: transactions, sessionLife: sessionLife, lastUses: lastUses) }

    // MARK: Parts

    var transactions: Transactions {
        Transactions(
            store: store, clock: clock, defaultSettings: defaultSettings, origin: origin, language: language,
            mail: AccountMail(
                sealer: sealer, links: actionLinks, delivery: mailDelivery,
                countsMails: limits.isOn || !actionLinks.isEmulator),
            journal: AuditJournal(sealer: sealer), bell: mailBell)
    }

    var sessions: SessionOpener { SessionOpener(tokens: tokens, mail: mail) }

    var linker: Linker { Linker(sessions: sessions, mail: mail) }

    var guesses: GuessRecords {
        GuessRecords(
            sealer: sealer, countsPasswords: limits.isOn, countsCodes: limits.isOn || !actionLinks.isEmulator)
    }

    var passwords: PasswordVerifier {
        PasswordVerifier(transactions: transactions, hasher: hasher, limits: limits, guesses: guesses, sealer: sealer)
    }
}

extension PasswordHasher {
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
        return try await hash(password)
    }
}

extension Account {
    /// A new account with an unused id.
    static func new(_ id: AccountID? = nil, now: Timestamp) -> Account {
        // A random generation distinguishes the tokens of a deleted account from those of another that got its id.
        Account(
            id: id ?? AccountID(SecureRandom.alphanumeric(28)), createdAt: now,
            generation: Int64.random(in: 1...Int64(Int32.max)))
    }
}

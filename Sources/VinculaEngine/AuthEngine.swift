package import VinculaCore
package import VinculaCrypto

/// The use cases of Vincula, on top of its ports.
///
/// The use cases of end users are here, each in an extension in its own file; the others are grouped by
/// subject: ``actionCodes``, ``flows``, ``accounts``, ``projects``, ``serviceAccess``, ``outbox``, ``webhooks``, ``blocking``,
/// ``auditLog``, ``signingKeys``, ``sealedSecrets``, ``upkeep``.
///
/// A use case first checks the credential (hash, provider: outside any transaction), then decides and writes in one
/// transaction, then signs tokens. It throws ``AuthError`` for every answer other than success; errors of the store and of
/// the hash pool pass through unchanged.
package struct AuthEngine: TransactionalUseCases {
    package let store: any Store
    package let hasher: PasswordHasher
    package let tokens: TokenMint
    package let verifier: any IdentityVerifier
    /// The providers' own sign-in pages.
    package var pages: any ProviderPages = NoProviderPages()
    package let sealer: Sealer
    package let clock: any Clock
    /// The settings of projects that were never configured.
    package let defaultSettings: ProjectSettings
    /// The rate limits; ``RequestLimits/off`` for tools and tests.
    package let limits: RequestLimits
    /// The renderer of mails.
    package let mailRenderer: any MailRenderer
    /// The lifetime of sessions.
    package let sessionLife: SessionLife
    /// The server's configuration of the trust in providers' emails, for all projects.
    package var serverTrust: [ProviderID: ProviderTrust] = [:]
    /// The built-in providers for which the server's configuration has a client, for all projects.
    package var serverProviders: Set<ProviderID> = []
    /// The native apps to which results of sign-ins at providers' pages may go.
    package var registeredApps = RegisteredApps()
    /// The built-in providers, as people see them.
    package var catalogue = ProviderCatalogue()
    /// The delivery of mails.
    package var mailDelivery = MailDelivery.none
    /// The delivery of text messages.
    package var textDelivery = TextDelivery.none
    /// The services that vouch for apps' tokens.
    package var appChecker: any AppChecker = NoAppChecker()
    /// Calls the projects' own functions.
    package var functionCaller: any BlockingFunctionCaller = NoBlockingFunctionCaller()
    /// Posts messages to webhooks.
    package var webhookCaller: any WebhookCaller = NoWebhookCaller()
    /// The number of calls of projects' functions.
    package let functionCounts = BlockingCounts()
    /// The server that a project left.
    package var formerServer: any FormerServer = NoFormerServer()
    /// The counts of people who came from it.
    package let migrationCounts = MigrationCounts()
    /// Indicates whether a project must have been created before anything is written to it. Otherwise any name is a project,
    /// as in the emulator.
    package var requiresProjects = false
    /// Indicates whether custom tokens that nobody signed are accepted, as by the emulator (`--dev`): with one, anybody can
    /// sign in as anybody.
    package var acceptsUnsignedCustomTokens = false
    /// The form of links in mails.
    package var actionLinks = ActionLinks(server: { "" })
    /// The actor to whom the audit log attributes this engine's changes.
    private var origin = AuditOrigin(actor: .server)
    /// The language of the person that this engine acts for, if they named one.
    private var language: Language?
    /// The header of the request that this engine acts for, which only the project's functions see.
    private var userAgent: String?
    private let callers: CallerCache
    /// The name under which this server takes leases.
    private let server = SecureRandom.alphanumeric(16)
    let lastUses = LastUses()
    private let outboxBell = OutboxBell()

    package init(
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
        callers = CallerCache(store.changes)
    }

    /// The engine on behalf of an actor: the audit log attributes its changes to them.
    ///
    /// - Parameters:
    ///   - actor: The actor.
    ///   - client: The actor's network address, if it is known.
    ///   - language: The actor's language, if it is known.
    ///   - device: The actor's device, if it is known.
    ///   - userAgent: The request's header; its first 512 bytes count.
    package func acting(
        as actor: AuditActor, from client: ClientAddress? = nil, language: Language? = nil, device: ClientDevice? = nil,
        userAgent: String? = nil
    ) -> AuthEngine {
        var engine = self
        engine.userAgent = userAgent
        engine.language = language
        engine.origin = AuditOrigin(actor: actor, client: client, device: device)
        return engine
    }

    // MARK: Other use cases

    package var actionCodes: ActionCodes {
        ActionCodes(
            transactions: transactions, tokens: tokens, hasher: hasher, limits: limits, guesses: guesses, sealer: sealer)
    }

    package var accounts: AccountAdministration {
        AccountAdministration(transactions: transactions, hasher: hasher, guesses: guesses, sealer: sealer)
    }

    package var flows: BrowserFlows {
        BrowserFlows(
            transactions: transactions, pages: pages, sealer: sealer, limits: limits, serverTrust: serverTrust,
            apps: registeredApps, catalogue: catalogue)
    }

    package var projects: ProjectAdministration {
        ProjectAdministration(
            transactions: transactions, sealer: sealer, serverTrust: serverTrust, serverProviders: serverProviders)
    }

    package var serviceAccess: ServiceAccess { ServiceAccess(transactions: transactions, sealer: sealer, callers: callers) }

    package var outbox: Outbox {
        Outbox(transactions: transactions, sealer: sealer, renderer: mailRenderer, bell: outboxBell)
    }

    package var webhooks: WebhookAdministration {
        WebhookAdministration(transactions: transactions, sealer: sealer, caller: webhookCaller)
    }

    package var blocking: BlockingAdministration {
        BlockingAdministration(transactions: transactions, functions: functions)
    }

    package var auditLog: AuditLog { AuditLog(store: store, sealer: sealer) }

    package var signingKeys: SigningKeys { SigningKeys(transactions: transactions, sealer: sealer, ring: tokens.keys) }

    package var sealedSecrets: SealedSecrets { SealedSecrets(transactions: transactions, sealer: sealer) }

    package var upkeep: Upkeep {
        Upkeep(transactions: transactions, sessionLife: sessionLife, lastUses: lastUses, hasher: hasher, server: server)
    }

    // MARK: Parts

    var transactions: Transactions {
        Transactions(
            store: store, clock: clock, defaultSettings: defaultSettings, requiresProjects: requiresProjects, origin: origin,
            language: language,
            mail: AccountMail(
                sealer: sealer, links: actionLinks, delivery: mailDelivery,
                countsMails: limits.isOn || !actionLinks.isEmulator),
            texts: AccountTexts(
                sealer: sealer, delivery: textDelivery, countsMessages: limits.isOn || !actionLinks.isEmulator),
            webhooks: AccountWebhooks(sealer: sealer), journal: AuditJournal(sealer: sealer), functions: functions,
            bell: outboxBell)
    }

    private var functions: BlockingFunctions {
        BlockingFunctions(
            caller: functionCaller, tokens: tokens, limits: limits, counts: functionCounts, userAgent: userAgent)
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

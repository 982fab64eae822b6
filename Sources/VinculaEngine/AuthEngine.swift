package import VinculaCore
package import VinculaCrypto

/// The use cases of Vincula, on top of its ports.
///
/// The use cases of end users are here, each in an extension in its own file; the others are grouped by
/// subject: ``actionCodes``, ``flows``, ``accounts``, ``projects``, ``operators``, ``serviceAccess``, ``outbox``, ``webhooks``,
/// ``blocking``, ``auditLog``, ``signingKeys``, ``sealedSecrets``, ``keptSecrets``, ``upkeep``.
///
/// A use case first checks the credential (hash, provider: outside any transaction), then decides and writes in one
/// transaction, then signs tokens. It throws ``AuthError`` for every answer other than success; errors of the store and of
/// the hash pool pass through unchanged.
package struct AuthEngine: TransactionalUseCases {
    /// The parts that are the same for all requests.
    var place: EnginePlace
    /// The actor to whom the audit log attributes this engine's changes.
    private var origin = AuditOrigin(actor: .server)
    /// The language of the person that this engine acts for, if they named one.
    private var language: Language?
    /// The header of the request that this engine acts for, which only the project's functions see.
    private var userAgent: String?
    package init(
        store: any Store, hasher: PasswordHasher, tokens: TokenMint, verifier: any IdentityVerifier, sealer: Sealer,
        clock: any Clock, mailRenderer: any MailRenderer, defaultSettings: ProjectSettings, limits: RequestLimits = .off,
        sessionLife: SessionLife = SessionLife()
    ) {
        place = EnginePlace(
            EngineParts(
                store: store, hasher: hasher, tokens: tokens, verifier: verifier, sealer: sealer, clock: clock,
                defaultSettings: defaultSettings, limits: limits, mailRenderer: mailRenderer, sessionLife: sessionLife,
                callers: CallerCache(store.changes), recentSettings: RecentSettings(store.changes)))
    }

    /// The engine on behalf of an actor: the audit log attributes its changes to them.
    ///
    /// - Parameters:
    ///   - actor: The actor.
    ///   - client: The actor's network address, if it is known.
    ///   - language: The actor's language, if it is known.
    ///   - device: The actor's device, if it is known.
    ///   - userAgent: The request's header; its first 512 bytes count.
    ///   - request: The id of the request, if it is one.
    package func acting(
        as actor: AuditActor, from client: ClientAddress? = nil, language: Language? = nil, device: ClientDevice? = nil,
        userAgent: String? = nil, request: String? = nil
    ) -> AuthEngine {
        var engine = self
        engine.userAgent = userAgent
        engine.language = language
        engine.origin = AuditOrigin(actor: actor, client: client, device: device, request: request)
        return engine
    }

    /// The engine on behalf of the same actor, whose request has proven a key.
    package func proving(_ key: KeyThumbprint) -> AuthEngine {
        var engine = self
        engine.origin.key = key
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
            transactions: transactions, sealer: sealer, serverTrust: serverTrust, serverProviders: serverProviders,
            describer: settingDescriber, keyMaker: keyMaker)
    }

    package var serviceAccess: ServiceAccess {
        ServiceAccess(transactions: transactions, sealer: sealer, callers: place.parts.callers, keyMaker: keyMaker)
    }

    package var outbox: Outbox {
        Outbox(transactions: transactions, sealer: sealer, renderer: mailRenderer, bell: place.parts.outboxBell)
    }

    package var operators: OperatorAdministration { OperatorAdministration(transactions: transactions) }

    package var webhooks: WebhookAdministration {
        WebhookAdministration(transactions: transactions, sealer: sealer, caller: webhookCaller)
    }

    package var blocking: BlockingAdministration {
        BlockingAdministration(transactions: transactions, functions: functions)
    }

    package var usageReports: UsageReports {
        UsageReports(transactions: transactions, accountCounts: place.parts.accountCounts)
    }

    /// The counts of use that are not written yet.
    package var usage: UsageCounts { place.parts.usage }

    package var limited: LimitAdministration {
        LimitAdministration(transactions: transactions, limits: limits, guesses: guesses, sealer: sealer)
    }

    /// The check of the audit log that this server makes.
    package var auditCheck: AuditCheck { place.parts.auditCheck }

    package var auditLog: AuditLog {
        AuditLog(store: store, sealer: sealer, bell: place.parts.auditBell, placed: place.parts.placedRecords)
    }

    package var signingKeys: SigningKeys {
        SigningKeys(transactions: transactions, sealer: sealer, ring: tokens.keys, keyMaker: keyMaker)
    }

    package var sealedSecrets: SealedSecrets { SealedSecrets(transactions: transactions, sealer: sealer) }

    package var keptSecrets: KeptSecrets { KeptSecrets(transactions: transactions, sealer: sealer) }

    package var upkeep: Upkeep {
        Upkeep(
            transactions: transactions, lastUses: lastUses, hasher: hasher, server: place.parts.server)
    }

    // MARK: Parts

    var lastUses: LastUses { place.parts.lastUses }

    var mail: AccountMail {
        AccountMail(
            sealer: sealer, links: actionLinks, delivery: mailDelivery, countsMails: limits.isOn || !actionLinks.isEmulator)
    }

    var transactions: Transactions {
        Transactions(
            store: store, clock: clock, defaultSettings: defaultSettings, serverLife: sessionLife,
            requiresProjects: requiresProjects, origin: origin,
            language: language,
            mail: mail,
            texts: AccountTexts(
                sealer: sealer, delivery: textDelivery, countsMessages: limits.isOn || !actionLinks.isEmulator),
            webhooks: AccountWebhooks(sealer: sealer),
            journal: AuditJournal(sealer: sealer, defers: store.runsWritesSideBySide, key: place.parts.auditKey),
            functions: functions, bell: place.parts.outboxBell, auditBell: place.parts.auditBell, usage: place.parts.usage)
    }

    /// Reads one project's data in one transaction, as ``Transactions/read(in:_:)`` does, without the parts that only a decision
    /// needs: most requests only read.
    ///
    /// - Parameters:
    ///   - scope: The project or tenant.
    ///   - queries: All queries that the closure usually makes; see ``Store/read(expecting:_:)``.
    ///   - body: The closure.
    func read<Result: Sendable>(
        in scope: ProjectScope, expecting queries: [ExpectedQuery] = [], _ body: @escaping @Sendable (Reading) throws -> Result
    ) async throws -> Result {
        try await Transactions.read(
            in: scope, of: store, clock: clock, defaultSettings: defaultSettings, serverLife: sessionLife, key: origin.key,
            expecting: queries, body)
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

package import VinculaCore
package import VinculaCrypto

/// The parts of an ``AuthEngine`` that are the same for all requests: an engine is copied for each, and they are not. The
/// engine's properties of the same names describe them.
struct EngineParts: Sendable {
    let store: any Store
    let hasher: PasswordHasher
    let tokens: TokenMint
    let verifier: any IdentityVerifier
    var pages: any ProviderPages = NoProviderPages()
    let sealer: Sealer
    let clock: any Clock
    let defaultSettings: ProjectSettings
    let limits: RequestLimits
    let mailRenderer: any MailRenderer
    let sessionLife: SessionLife
    var keyMaker = KeyMaker()
    var settingDescriber: any SettingDescriber = NoSettingDescriber()
    var serverTrust: [ProviderID: ProviderTrust] = [:]
    var serverProviders: Set<ProviderID> = []
    var registeredApps = RegisteredApps()
    var catalogue = ProviderCatalogue()
    var mailDelivery = MailDelivery.none
    var textDelivery = TextDelivery.none
    var messageTester: any MessageTester = NoMessageTester()
    var appChecker: any AppChecker = NoAppChecker()
    var functionCaller: any BlockingFunctionCaller = NoBlockingFunctionCaller()
    var webhookCaller: any WebhookCaller = NoWebhookCaller()
    let functionCounts = BlockingCounts()
    var formerServer: any FormerServer = NoFormerServer()
    let migrationCounts = MigrationCounts()
    var requiresProjects = false
    var acceptsUnsignedCustomTokens = false
    var actionLinks = ActionLinks(server: { "" })
    let callers: CallerCache
    let recentSettings: RecentSettings
    /// The name under which this server takes leases.
    let server = SecureRandom.alphanumeric(16)
    let lastUses = LastUses()
    let outboxBell = OutboxBell()
    let auditBell = OutboxBell()
    let auditKey = AuditKey()
    let placedRecords = PlacedRecords()
    let usage = UsageCounts()
    let accountCounts = AccountCounts()
    let auditCheck = AuditCheck()
}

/// The place of an engine's parts.
final class EnginePlace: Sendable {
    let parts: EngineParts

    init(_ parts: EngineParts) { self.parts = parts }
}

extension AuthEngine {
    package var store: any Store { place.parts.store }
    package var hasher: PasswordHasher { place.parts.hasher }
    package var tokens: TokenMint { place.parts.tokens }
    package var verifier: any IdentityVerifier { place.parts.verifier }
    /// The providers' own sign-in pages.
    package var pages: any ProviderPages {
        get { place.parts.pages }
        set { change { $0.pages = newValue } }
    }
    package var sealer: Sealer { place.parts.sealer }
    package var clock: any Clock { place.parts.clock }
    /// The settings of projects that were never configured.
    package var defaultSettings: ProjectSettings { place.parts.defaultSettings }
    /// The rate limits; ``RequestLimits/off`` for tools and tests.
    package var limits: RequestLimits { place.parts.limits }
    /// The renderer of mails.
    package var mailRenderer: any MailRenderer { place.parts.mailRenderer }
    /// The lifetime of sessions.
    package var sessionLife: SessionLife { place.parts.sessionLife }
    /// Makes the private keys.
    package var keyMaker: KeyMaker {
        get { place.parts.keyMaker }
        set { change { $0.keyMaker = newValue } }
    }
    /// The names and values of settings in the audit log.
    package var settingDescriber: any SettingDescriber {
        get { place.parts.settingDescriber }
        set { change { $0.settingDescriber = newValue } }
    }
    /// The server's configuration of the trust in providers' emails, for all projects.
    package var serverTrust: [ProviderID: ProviderTrust] {
        get { place.parts.serverTrust }
        set { change { $0.serverTrust = newValue } }
    }
    /// The built-in providers for which the server's configuration has a client, for all projects.
    package var serverProviders: Set<ProviderID> {
        get { place.parts.serverProviders }
        set { change { $0.serverProviders = newValue } }
    }
    /// The native apps to which results of sign-ins at providers' pages may go.
    package var registeredApps: RegisteredApps {
        get { place.parts.registeredApps }
        set { change { $0.registeredApps = newValue } }
    }
    /// The built-in providers, as people see them.
    package var catalogue: ProviderCatalogue {
        get { place.parts.catalogue }
        set { change { $0.catalogue = newValue } }
    }
    /// The delivery of mails.
    package var mailDelivery: MailDelivery {
        get { place.parts.mailDelivery }
        set { change { $0.mailDelivery = newValue } }
    }
    /// The delivery of text messages.
    package var textDelivery: TextDelivery {
        get { place.parts.textDelivery }
        set { change { $0.textDelivery = newValue } }
    }
    /// Sends operators' test messages.
    package var messageTester: any MessageTester {
        get { place.parts.messageTester }
        set { change { $0.messageTester = newValue } }
    }
    /// The services that vouch for apps' tokens.
    package var appChecker: any AppChecker {
        get { place.parts.appChecker }
        set { change { $0.appChecker = newValue } }
    }
    /// Calls the projects' own functions.
    package var functionCaller: any BlockingFunctionCaller {
        get { place.parts.functionCaller }
        set { change { $0.functionCaller = newValue } }
    }
    /// Posts messages to webhooks.
    package var webhookCaller: any WebhookCaller {
        get { place.parts.webhookCaller }
        set { change { $0.webhookCaller = newValue } }
    }
    /// The number of calls of projects' functions.
    package var functionCounts: BlockingCounts { place.parts.functionCounts }
    /// The server that a project left.
    package var formerServer: any FormerServer {
        get { place.parts.formerServer }
        set { change { $0.formerServer = newValue } }
    }
    /// The counts of people who came from it.
    package var migrationCounts: MigrationCounts { place.parts.migrationCounts }
    /// Indicates whether a project must have been created before anything is written to it. Otherwise any name is a project,
    /// as in the emulator.
    package var requiresProjects: Bool {
        get { place.parts.requiresProjects }
        set { change { $0.requiresProjects = newValue } }
    }
    /// Indicates whether custom tokens that nobody signed are accepted, as by the emulator (`--dev`): with one, anybody can
    /// sign in as anybody.
    package var acceptsUnsignedCustomTokens: Bool {
        get { place.parts.acceptsUnsignedCustomTokens }
        set { change { $0.acceptsUnsignedCustomTokens = newValue } }
    }
    /// The form of links in mails.
    package var actionLinks: ActionLinks {
        get { place.parts.actionLinks }
        set { change { $0.actionLinks = newValue } }
    }

    private mutating func change(_ body: (inout EngineParts) -> Void) {
        var parts = place.parts
        body(&parts)
        place = EnginePlace(parts)
    }
}

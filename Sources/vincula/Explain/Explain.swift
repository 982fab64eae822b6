import ArgumentParser
import Foundation
import VinculaCore
import VinculaEngine
import VinculaProviders

/// `vincula explain`
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explains what a sign-in would do and why, without changing anything.",
        discussion: """
            Uses the accounts in the data folder. Example: what happens when somebody signs in with Google as ana@example.com, \
            which Google says is verified?

              vincula explain --provider google.com --subject 1234 \\
                --email ana@example.com --email-verified
            """)

    @OptionGroup var tenant: TenantFlag
    @OptionGroup(title: "Data") var data: DataFlags
    @Option(help: "The provider: google.com, apple.com, oidc.acme, …") var provider: String
    @Option(help: "The provider's id for the user.") var subject: String
    @Option(help: "The issuer. (default: the provider's own)") var issuer: String?
    @Option(help: "The email that the provider reports.") var email: String?
    @Flag(help: "The provider says that the email is verified.") var emailVerified = false
    @Option(help: "Google's `hd`: the Workspace domain of the account.") var hostedDomain: String?
    @Option(help: "Microsoft's `tid`: the id of the user's tenant.") var microsoftTenant: String?
    @Flag(help: "Microsoft's `xms_edov`: the tenant has proven the email's domain.") var microsoftDomainProven = false
    @Option(help: "The account (id, email or phone) that is signed in and links the identity.") var linkTo: String?
    @Option(help: "The account (id, email or phone) that reauthenticates.") var reauthenticate: String?
    @Option(help: "domainOwner, assertsVerified or never, instead of the project's setting.") var trust: String?
    @Flag(help: "Use the defaults of `--dev` for a project that was never configured.") var dev = false

    func validate() throws {
        guard linkTo == nil || reauthenticate == nil else {
            throw ValidationError("Use --link-to or --reauthenticate, not both.")
        }
        if let trust, ProviderTrust.Level(rawValue: trust) == nil {
            throw ValidationError("--trust must be domainOwner, assertsVerified or never.")
        }
        let id = ProviderID(provider)
        guard id.isDefinedByProject || ProviderID.builtIn.contains(id) else {
            let known = ProviderID.builtIn.map(\.value).sorted().joined(separator: ", ")
            throw ValidationError(
                "\(provider) is not a federated provider; it must be oidc.NAME, oauth2.NAME or one of \(known).")
        }
        guard id == .microsoft || !microsoftDomainProven else {
            throw ValidationError("--microsoft-domain-proven is only for microsoft.com.")
        }
        if let email, EmailAddress(email) == nil {
            throw ValidationError("\(email) is not an email address that Vincula accepts.")
        }
    }

    func run() async throws {
        let configuration = try await data.configuration(dev ? [Settings.name(\.dev): "true"] : [:])
        let installation = try await Installation.open(configuration, creates: false)
        let engine = installation.engine
        try await engine.requireProject(configuration)
        let scope = try tenant.scope(configuration)
        if !scope.tenant.isEmpty { _ = try await TenantRefusal.described { try await engine.projects.tenant(scope) } }
        var worth = EmailWorth(try await engine.projects.trust(in: ProviderID(provider), in: scope))
        if let trust { worth = EmailWorth(try TrustSetting.trust(level: trust, domains: [])) }
        worth.rule = assertion(configuration).map { worth.trust.rule(for: $0) }
        let presented = try await presented(worth, engine, scope, configuration)
        let facts = try await engine.linkingFacts(presented, intent: try await intent(engine, scope), in: scope)
        let explanation = LinkingPolicy.explain(facts)
        print(report(presented, worth, facts, explanation))
        try await installation.close()
    }

    /// The provider's assertion about the email, if there is one.
    private func assertion(_ configuration: ServerConfiguration) -> ProviderTrust.Assertion? {
        email.flatMap(EmailAddress.init).map {
            ProviderTrust.Assertion(
                provider: ProviderID(provider), email: $0, saysVerified: emailVerified || microsoftDomainProven,
                hostedDomain: hostedDomain, microsoftTenant: microsoftTenant,
                tenantOwnsDomain: microsoftDomainProven
                    && microsoftTenant.map(configuration.providers[.microsoft].tenants.isListed) == true)
        }
    }

    private func presented(
        _ worth: EmailWorth, _ engine: AuthEngine, _ scope: ProjectScope, _ configuration: ServerConfiguration
    ) async throws -> PresentedIdentity {
        let id = ProviderID(provider)
        var issuer = issuer ?? id.canonicalIssuer
        if self.issuer == nil, id.isDefinedByProject {
            guard let configured = try await engine.projects.openIDProviders(in: scope).first(where: { $0.id == id }) else {
                throw ConfigurationError(
                    description: "There is no provider \(id) in \(tenant.words(configuration)), so the sign-in is refused.")
            }
            issuer = configured.issuer
        }
        return PresentedIdentity(
            key: IdentityKey(provider: id, issuer: issuer, subject: subject), email: email.flatMap(EmailAddress.init),
            ownership: worth.rule?.ownership ?? .claimed)
    }

    private func intent(_ engine: AuthEngine, _ scope: ProjectScope) async throws -> LinkingIntent {
        if let linkTo { return .link(to: try await engine.accounts.account(named: linkTo, in: scope)) }
        if let reauthenticate { return .reauthenticate(as: try await engine.accounts.account(named: reauthenticate, in: scope)) }
        return .signIn
    }

    private func report(
        _ presented: PresentedIdentity, _ worth: EmailWorth, _ facts: LinkingFacts, _ explanation: LinkingExplanation
    ) -> String {
        let mail = presented.email.map { "\($0.value): \(presented.ownership.rawValue)" }
        var table = Table(headings: ["Decision", explanation.decision.words])
        table.rows = [
            ["Rule", "\(explanation.rule)"],
            [
                "Identity",
                "\(presented.key.provider) \(presented.key.subject), held by \(facts.identityHolder?.id.value ?? "nobody")",
            ],
            ["Email", mail.map { "\($0), held by \(facts.emailHolder?.id.value ?? "nobody")" } ?? "none"],
        ]
        if let rule = worth.rule {
            table.rows.append(["Why \(presented.ownership.rawValue)", rule.reason])
            table.rows.append(["Trust", "in \(provider): \(worth.trust.words); set by \(worth.source)"])
        }
        return table.text(widest: 120) + "\n\n" + explanation.reason
    }
}

/// The trust in an email, the rule that applies to it, and where the trust is set.
private struct EmailWorth {
    let trust: ProviderTrust
    let source: String
    /// `nil` without an email.
    var rule: TrustRule?

    init(_ effective: EffectiveTrust) {
        trust = effective.trust
        source = effective.source.words
    }

    /// - Parameter asked: The trust from `--trust`.
    init(_ asked: ProviderTrust) {
        trust = asked
        source = "--trust"
    }
}

extension LinkingDecision {
    /// The decision in words.
    var words: String {
        switch self {
        case .open(let id): "open account \(id)"
        case .create: "create an account"
        case .join(let id, _, _): "link to account \(id) and open it"
        case .purgeAndJoin(let id): "purge account \(id), link to it and open it"
        case .refuse(let refusal): "refuse: \(refusal.words)"
        }
    }
}

extension LinkingRefusal {
    /// The refusal in words, with the code that clients get.
    var words: String {
        switch self {
        case .needsConfirmation: "needConfirmation"
        case .alreadyLinked, .userMismatch: "FEDERATED_USER_ID_ALREADY_LINKED"
        case .emailExists: "EMAIL_EXISTS"
        case .providerAlreadyLinked: "PROVIDER_ALREADY_LINKED"
        case .userNotFound: "EMAIL_NOT_FOUND"
        case .disabled: "USER_DISABLED"
        case .signUpNotAllowed: "ADMIN_ONLY_OPERATION"
        }
    }
}

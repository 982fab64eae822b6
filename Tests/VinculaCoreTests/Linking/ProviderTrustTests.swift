import Testing
import VinculaCore

struct ProviderTrustTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let provider: ProviderID
        let email: String
        let saysVerified: Bool
        var hostedDomain: String?
        var tenant: String?
        let isProven: Bool

        init(
            _ provider: ProviderID, _ email: String, verified: Bool = true, hd: String? = nil, tenant: String? = nil,
            proven isProven: Bool
        ) {
            self.provider = provider
            self.email = email
            saysVerified = verified
            hostedDomain = hd
            self.tenant = tenant
            self.isProven = isProven
        }

        var testDescription: String {
            "\(provider) \(email)\(saysVerified ? "" : " unverified") \(hostedDomain ?? "") \(tenant ?? "")"
        }

        var assertion: ProviderTrust.Assertion? {
            EmailAddress(email).map {
                ProviderTrust.Assertion(
                    provider: provider, email: $0, saysVerified: saysVerified, hostedDomain: hostedDomain,
                    microsoftTenant: tenant)
            }
        }
    }

    private static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
    private static let work = "11111111-2222-3333-4444-555555555555"

    /// The table of Documentation/Design.md §4.
    static let rows: [Row] = [
        Row(.google, "v@gmail.com", proven: true),
        Row(.google, "V@GMAIL.com", proven: true),
        Row(.google, "v@googlemail.com", proven: true),
        Row(.google, "v@gmail.com", verified: false, proven: false),
        Row(.google, "v@corp.com", hd: "corp.com", proven: true),
        Row(.google, "v@corp.com", hd: "CORP.com", proven: true),
        Row(.google, "v@corp.com", verified: false, hd: "corp.com", proven: false),
        // T017: a Google account on somebody else's mailbox.
        Row(.google, "v@corp.com", proven: false),
        Row(.google, "v@corp.com", hd: "other.com", proven: false),
        Row(.google, "v@sub.corp.com", hd: "corp.com", proven: false),
        Row(.google, "v@corp.com", hd: "", proven: false),
        Row(.google, "v@gmail.com.evil.com", proven: false),
        Row(.google, "v@notgmail.com", proven: false),
        Row(.apple, "v@privaterelay.appleid.com", proven: true),
        Row(.apple, "v@corp.com", proven: true),
        Row(.apple, "v@corp.com", verified: false, proven: false),
        Row(.microsoft, "v@outlook.com", verified: false, tenant: consumers, proven: true),
        Row(.microsoft, "v@hotmail.co.uk", tenant: consumers, proven: true),
        Row(.microsoft, "v@live.de", tenant: consumers, proven: true),
        Row(.microsoft, "v@outlook.com.br", tenant: consumers, proven: true),
        Row(.microsoft, "v@msn.com", tenant: consumers, proven: true),
        Row(.microsoft, "v@gmail.com", tenant: consumers, proven: false),
        Row(.microsoft, "v@corp.com", tenant: consumers, proven: false),
        // T016 nOAuth: the owner of a tenant writes any address.
        Row(.microsoft, "v@outlook.com", tenant: work, proven: false),
        Row(.microsoft, "v@corp.com", tenant: work, proven: false),
        Row(.microsoft, "v@outlook.com", proven: false),
        Row(.microsoft, "v@outlook.evil.com", tenant: consumers, proven: false),
        Row(.microsoft, "v@outlook.com.evil.com", tenant: consumers, proven: false),
        Row(.microsoft, "v@hotmail.evil", tenant: consumers, proven: false),
        Row(.microsoft, "v@msn.com.br", tenant: consumers, proven: false),
        Row(.microsoft, "v@sub.outlook.com", tenant: consumers, proven: false),
        Row(.yahoo, "v@yahoo.com", proven: true),
        Row(.yahoo, "v@yahoo.co.jp", proven: true),
        Row(.yahoo, "v@yahoo.fr", proven: true),
        Row(.yahoo, "v@yahoo.com", verified: false, proven: false),
        Row(.yahoo, "v@corp.com", proven: false),
        Row(.yahoo, "v@yahoo.evil.com", proven: false),
        Row(.facebook, "v@facebook.com", proven: false),
        Row(.twitter, "v@x.com", proven: false),
        Row(.github, "v@github.com", proven: false),
        Row(.linkedIn, "v@gmail.com", proven: false),
        Row(.playGames, "v@gmail.com", proven: false),
        Row(.gameCenter, "v@icloud.com", proven: false),
        Row(ProviderID("oidc.acme"), "v@acme.com", hd: "acme.com", proven: false),
        Row(ProviderID("oidc.google"), "v@gmail.com", proven: false),
        Row(ProviderID("saml.acme"), "v@gmail.com", proven: false),
        Row(ProviderID("google.com.evil"), "v@gmail.com", proven: false),
    ]

    @Test("only the provider that runs the mailbox proves it", arguments: rows)
    func domainOwner(row: Row) throws {
        let assertion = try #require(row.assertion)
        #expect(ProviderTrust.domainOwner.ownership(of: assertion) == (row.isProven ? .proven : .claimed))
    }

    @Test("the two other levels ignore who runs the mailbox", arguments: rows)
    func otherLevels(row: Row) throws {
        let assertion = try #require(row.assertion)
        #expect(ProviderTrust.assertsVerified.ownership(of: assertion) == (row.saysVerified ? .proven : .claimed))
        #expect(ProviderTrust.never.ownership(of: assertion) == .claimed)
    }

    private func rule(
        _ trust: ProviderTrust, _ provider: ProviderID, _ email: String, verified: Bool = true, tenant: String? = nil,
        ownsDomain: Bool = false
    ) throws -> TrustRule {
        trust.rule(
            for: ProviderTrust.Assertion(
                provider: provider, email: try #require(EmailAddress(email)), saysVerified: verified, microsoftTenant: tenant,
                tenantOwnsDomain: ownsDomain))
    }

    @Test func `named domains are proven where the provider calls them verified, and no others`() throws {
        let trust = try ProviderTrust(level: .domainOwner, domains: ["Acme.Example", "b\u{FC}cher.example"])
        #expect(trust.domains == ["acme.example", "xn--bcher-kva.example"])
        #expect(try rule(trust, .github, "v@acme.example") == .listedDomain)
        #expect(try rule(trust, .github, "v@b\u{FC}cher.example") == .listedDomain)
        #expect(try rule(trust, .github, "v@acme.example", verified: false) == .notCalledVerified)
        for email in ["v@sub.acme.example", "v@acme.example.evil.test", "v@notacme.example"] {
            #expect(try rule(trust, .github, email) == .foreignMailbox)
        }
        #expect(try rule(trust, .google, "v@gmail.com") == .ownMailbox)
    }

    @Test(
        "invalid domains are refused",
        arguments: [
            "", "acme", "a@acme.example", "https://acme.example", "acme.example.", "*.acme.example", "1.2.3.4",
        ])
    func badDomains(domain: String) {
        #expect(throws: AuthError.self) { try ProviderTrust(level: .domainOwner, domains: [domain]) }
    }

    @Test func `a provider that is never trusted has no domains, and none has too many`() {
        #expect(throws: AuthError.self) { try ProviderTrust(level: .never, domains: ["acme.example"]) }
        #expect(throws: AuthError.self) {
            try ProviderTrust(level: .domainOwner, domains: (0...100).map { "d\($0).example" })
        }
    }

    @Test func `T016 a tenant's domain counts only where the operator lists the tenant`() throws {
        let work = "11111111-2222-3333-4444-555555555555"
        #expect(try rule(.domainOwner, .microsoft, "v@corp.com", tenant: work, ownsDomain: true) == .tenantDomain)
        #expect(try rule(.domainOwner, .microsoft, "v@corp.com", tenant: work) == .foreignMailbox)
        #expect(try rule(.never, .microsoft, "v@corp.com", tenant: work, ownsDomain: true) == .neverTrusted)
        #expect(try rule(.domainOwner, .google, "v@corp.com", ownsDomain: true) == .foreignMailbox)
    }

    @Test func `the project goes before the server, and that before the project's default`() throws {
        var settings = ProjectSettings.production
        let server: [ProviderID: ProviderTrust] = [.google: .never, .github: .assertsVerified]
        #expect(settings.trust(in: .google, server: server) == EffectiveTrust(trust: .never, source: .server))
        #expect(settings.trust(in: .apple, server: server) == EffectiveTrust(trust: .domainOwner, source: .projectDefault))
        settings.providerTrust = ["google.com": .assertsVerified]
        #expect(settings.trust(in: .google, server: server) == EffectiveTrust(trust: .assertsVerified, source: .project))
        #expect(settings.trust(in: .github, server: server).source == .server)
    }

    @Test func `every rule gives its decision and its reason`() {
        #expect(Set(TrustRule.allCases.map(\.reason)).count == TrustRule.allCases.count)
        #expect(TrustRule.allCases.filter { $0.ownership == .proven }.count == 5)
    }

    @Test func `a project is careful unless it says otherwise, and says so per provider`() {
        var settings = ProjectSettings.production
        #expect(settings.trust(in: .google) == .domainOwner)
        settings.providerTrust = ["oidc.acme": .assertsVerified, "google.com": .never]
        #expect(settings.trust(in: ProviderID("oidc.acme")) == .assertsVerified)
        #expect(settings.trust(in: .google) == .never)
        #expect(settings.trust(in: .apple) == .domainOwner)
        #expect(ProjectSettings.development.trust(in: .github) == .assertsVerified)
    }
}

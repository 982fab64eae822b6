import Testing
import VinculaCore

@Suite struct EffectiveTrustTests {
    @Test(arguments: [
        (ProviderTrust.Level.assertsVerified, "v@corp.example", EmailOwnership.proven),
        (.domainOwner, "v@corp.example", .claimed), (.domainOwner, "v@gmail.com", .proven), (.never, "v@gmail.com", .claimed),
    ])
    func `a proof that was kept counts only while the provider's word would still prove it`(
        level: ProviderTrust.Level, email: String, ownership: EmailOwnership
    ) throws {
        var settings = ProjectSettings.production
        settings.providerTrust["google.com"] = try ProviderTrust(level: level, domains: [])
        let key = IdentityKey(provider: .google, issuer: "https://accounts.google.com", subject: "1")
        let presented = PresentedIdentity(key: key, email: EmailAddress(email), ownership: .proven)
        #expect(settings.stillTrusted(presented, server: [:]).ownership == ownership)
        var claimed = presented
        claimed.ownership = .claimed
        #expect(settings.stillTrusted(claimed, server: [:]).ownership == .claimed)
    }
}

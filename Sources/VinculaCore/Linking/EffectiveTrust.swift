/// The trust in a provider's emails that applies in a project, and the setting that it comes from.
package struct EffectiveTrust: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// The project, for this provider.
        case project
        /// The server's configuration, for this provider in all projects.
        case server
        /// The project's default, for every provider without a setting of its own.
        case projectDefault
    }

    package let trust: ProviderTrust
    package let source: Source

    package init(trust: ProviderTrust, source: Source) {
        self.trust = trust
        self.source = source
    }
}

extension ProjectSettings {
    /// The trust in a provider's emails in this project.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - server: The server's configuration for all projects; the project's own setting overrides it.
    package func trust(in provider: ProviderID, server: [ProviderID: ProviderTrust]) -> EffectiveTrust {
        if let own = providerTrust[provider.value] { return EffectiveTrust(trust: own, source: .project) }
        if let shared = server[provider] { return EffectiveTrust(trust: shared, source: .server) }
        return EffectiveTrust(trust: defaultTrust, source: .projectDefault)
    }

    /// Re-evaluates an identity that was presented some time ago: a proven email is downgraded to claimed if the provider's
    /// word would not prove it today.
    ///
    /// The person's Workspace domain or tenant is no longer known, so an email that was proven only by that becomes claimed.
    package func stillTrusted(_ presented: PresentedIdentity, server: [ProviderID: ProviderTrust]) -> PresentedIdentity {
        guard let email = presented.email, presented.ownership == .proven else { return presented }
        let assertion = ProviderTrust.Assertion(provider: presented.key.provider, email: email, saysVerified: true)
        var presented = presented
        presented.ownership = trust(in: presented.key.provider, server: server).trust.ownership(of: assertion)
        return presented
    }

    /// Re-evaluates an identity that was judged a few minutes ago, under a trust that is known.
    ///
    /// As long as that trust stands, so does what the person's Workspace domain or tenant proved.
    package func stillTrusted(
        _ presented: PresentedIdentity, judgedUnder earlier: ProviderTrust, server: [ProviderID: ProviderTrust]
    ) -> PresentedIdentity {
        let current = trust(in: presented.key.provider, server: server).trust
        if current.level == earlier.level, Set(current.domains).isSuperset(of: earlier.domains) { return presented }
        return stillTrusted(presented, server: server)
    }
}

extension ProviderID {
    /// Indicates whether the provider vouches for emails at all: it is built in, or of the kind that projects configure.
    package var isFederated: Bool { isDefinedByProject || Self.builtIn.contains(self) }
}

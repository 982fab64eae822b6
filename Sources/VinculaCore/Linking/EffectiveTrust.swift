/// What a provider's word on an email is worth in a project, and who says so.
public struct EffectiveTrust: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The project, for this provider.
        case project
        /// The server's configuration, for this provider in all projects.
        case server
        /// The project, for every provider that nobody says otherwise of.
        case projectDefault
    }

    public let trust: ProviderTrust
    public let source: Source

    public init(trust: ProviderTrust, source: Source) {
        self.trust = trust
        self.source = source
    }
}

extension ProjectSettings {
    /// What a provider's word on an email is worth in this project.
    ///
    /// - Parameter server: What the server's configuration says for all projects; the project's own word goes before it.
    public func trust(in provider: ProviderID, server: [ProviderID: ProviderTrust]) -> EffectiveTrust {
        if let own = providerTrust[provider.value] { return EffectiveTrust(trust: own, source: .project) }
        if let shared = server[provider] { return EffectiveTrust(trust: shared, source: .server) }
        return EffectiveTrust(trust: defaultTrust, source: .projectDefault)
    }

    /// What was presented a while ago, as it counts now: a proven email is only claimed if its provider's word would not prove
    /// it today.
    ///
    /// Which Workspace or tenant the person is of is not known any more, so an email that only that had proven is claimed.
    public func stillTrusted(_ presented: PresentedIdentity, server: [ProviderID: ProviderTrust]) -> PresentedIdentity {
        guard let email = presented.email, presented.ownership == .proven else { return presented }
        let assertion = ProviderTrust.Assertion(provider: presented.key.provider, email: email, saysVerified: true)
        var presented = presented
        presented.ownership = trust(in: presented.key.provider, server: server).trust.ownership(of: assertion)
        return presented
    }
}

extension ProviderID {
    /// Whether this is a provider that vouches for emails at all: built in, or of the kind that projects configure.
    public var isFederated: Bool { isOpenIDConnect || Self.builtIn.contains(self) }
}

import VinculaCore
import VinculaEngine

/// Sign in with Apple.
struct Apple: IDTokenProvider {
    /// The maximum length of a name sent by a client, in bytes.
    private static let maximumNameLength = 256

    let options: ProviderOptions.BuiltIn

    var keySource: OpenIDDiscovery.Source { OpenIDDiscovery.Source(issuer: options.issuer) }

    func rules(for claims: JSONValue) -> IDTokenRules {
        IDTokenRules(issuers: [options.issuer], clientIDs: options.clientIDs)
    }

    /// - Parameter user: The person's name as reported by the client. Apple gives it to the client once and never signs it.
    func facts(claims: JSONValue, subject: String, user: JSONValue?) -> IdentityFacts {
        var facts = IdentityFacts(key: IdentityKey(provider: .apple, issuer: options.issuer, subject: subject), claims: claims)
        facts.saysVerified = facts.saysVerified || claims["email_verified"]?.string == "true"
        facts.details.firstName = name("firstName", of: user)
        facts.details.lastName = name("lastName", of: user)
        let names = [facts.details.firstName, facts.details.lastName].compactMap(\.self)
        if facts.profile.displayName == nil, !names.isEmpty { facts.profile.displayName = names.joined(separator: " ") }
        return facts
    }

    private func name(_ part: String, of user: JSONValue?) -> String? {
        guard let name = user?["name"]?.text(part), name.utf8.count <= Self.maximumNameLength,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        return name
    }
}

import Foundation
import VinculaCore
import VinculaEngine
import VinculaServer

/// The setting `providers.trust`: the trust in providers' emails in all projects.
enum TrustSetting {
    /// Reads entries such as `github.com=assertsVerified` and `oidc.acme=domainOwner:acme.example+acme.org`.
    ///
    /// - Throws: ``ConfigurationError`` for the first invalid entry, and for a provider that is listed twice.
    static func parse(_ entries: [String]) throws -> [ProviderID: ProviderTrust] {
        var table: [ProviderID: ProviderTrust] = [:]
        for entry in entries {
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw problem("\(entry) is not PROVIDER=LEVEL or PROVIDER=LEVEL:DOMAIN+DOMAIN.")
            }
            let provider = try provider(parts[0])
            guard table[provider] == nil else { throw problem("\(provider) is listed twice.") }
            let words = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let domains = words.count > 1 ? words[1].split(separator: "+", omittingEmptySubsequences: false).map(String.init) : []
            table[provider] = try trust(level: words[0], domains: domains)
        }
        return table
    }

    /// - Throws: ``ConfigurationError``.
    static func provider(_ name: String) throws -> ProviderID {
        do {
            try ProjectSettings.requireTrustable(ProviderID(name))
        } catch {
            throw problem(error.words)
        }
        return ProviderID(name)
    }

    /// - Throws: ``ConfigurationError``.
    static func trust(level: String, domains: [String]) throws -> ProviderTrust {
        guard let level = ProviderTrust.Level(rawValue: level) else {
            let near = NearestName.of(level, among: ProviderTrust.Level.allCases.map(\.rawValue))
            throw problem(
                "\(level) is not a level; it must be domainOwner, assertsVerified or never."
                    + (near.map { " Did you mean \($0)?" } ?? ""))
        }
        do {
            return try ProviderTrust(level: level, domains: domains)
        } catch {
            throw problem(error.words)
        }
    }

    private static func problem(_ text: String) -> ConfigurationError { ConfigurationError(description: "Trust: \(text)") }
}

extension EffectiveTrust.Source {
    /// The source in words.
    var words: String {
        switch self {
        case .project: "the project"
        case .server: "the server's configuration"
        case .projectDefault: "the project's default"
        }
    }
}

extension ProviderTrust {
    /// The level and the domains in words.
    var words: String { domains.isEmpty ? level.rawValue : "\(level.rawValue), plus \(domains.joined(separator: ", "))" }
}

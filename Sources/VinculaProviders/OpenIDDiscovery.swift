import Foundation
import VinculaCore
import VinculaCrypto

/// Finds a provider's keys and endpoints (OpenID Connect Discovery 1.0).
struct OpenIDDiscovery: Sendable {
    /// The address of a provider's discovery document, and the issuer that it must state.
    struct Source: Hashable, Sendable {
        var url: String
        var issuer: String
        /// Indicates whether `url` is the key set itself, for a provider whose key set has a known address.
        var isKeySet = false

        /// - Parameter issuer: The issuer, which the discovery document must repeat literally.
        init(issuer: String) {
            url = (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
            self.issuer = issuer
        }

        init(url: String, issuer: String) {
            self.url = url
            self.issuer = issuer
        }

        init(keySet: String, issuer: String) {
            url = keySet
            self.issuer = issuer
            isKeySet = true
        }
    }

    let http: ProviderHTTP
    /// The time limit for both requests together.
    let timeout: Duration

    /// - Throws: ``AuthError/providerUnavailable(_:)``.
    func keys(of source: Source) async throws(AuthError) -> FetchedKeys {
        guard !source.url.contains("?"), !source.url.contains("#") else {
            throw .providerUnavailable("The provider's issuer is not a valid issuer URL.")
        }
        let deadline = ContinuousClock.now + timeout
        if source.isKeySet { return try await keys(at: source.url, until: deadline) }
        guard let location = try await document(of: source, until: deadline)["jwks_uri"]?.string else {
            throw .providerUnavailable("The provider's configuration has no jwks_uri.")
        }
        return try await keys(at: location, until: deadline)
    }

    /// Fetches a provider's discovery document.
    ///
    /// - Throws: ``AuthError/providerUnavailable(_:)``.
    func document(of source: Source, until deadline: ContinuousClock.Instant) async throws(AuthError) -> JSONValue {
        guard !source.url.contains("?"), !source.url.contains("#") else {
            throw .providerUnavailable("The provider's issuer is not a valid issuer URL.")
        }
        let description = JSONValue.parse(try await http.json(source.url, until: deadline).body)
        guard let description, case .object = description else {
            throw .providerUnavailable("The provider's configuration is not JSON.")
        }
        guard description["issuer"]?.string?.isSame(as: source.issuer) == true else {
            throw .providerUnavailable("The provider's configuration names another issuer.")
        }
        return description
    }

    private func keys(at location: String, until deadline: ContinuousClock.Instant) async throws(AuthError) -> FetchedKeys {
        let response = try await http.json(location, until: deadline)
        guard let keys = JSONWebKeySet(json: response.body) else {
            throw .providerUnavailable("The provider's keys are not a key set.")
        }
        return FetchedKeys(keys: keys, cacheControl: response.cacheControl)
    }
}

/// A fetched key set and its lifetime.
struct FetchedKeys: Sendable {
    /// The lifetime of a key set if its provider states none, and the maximum: a withdrawn key works no longer than this.
    static let longest = Duration.seconds(3600)
    /// The minimum lifetime, so that a provider that forbids caching is not asked at every sign-in.
    static let shortest = Duration.seconds(60)

    var keys: JSONWebKeySet
    var lifetime: Duration

    init(keys: JSONWebKeySet, cacheControl: String) {
        self.keys = keys
        lifetime = Self.longest
        for directive in cacheControl.lowercased().split(separator: ",") {
            let directive = directive.trimmingCharacters(in: .whitespaces)
            if directive == "no-store" || directive == "no-cache" { lifetime = Self.shortest }
            if directive.hasPrefix("max-age="), let seconds = UInt32(directive.dropFirst(8)) {
                lifetime = min(lifetime, max(.seconds(Int64(seconds)), Self.shortest))
            }
        }
    }
}

extension String {
    /// Indicates whether two strings consist of the same bytes; `==` also treats differently composed Unicode as equal.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

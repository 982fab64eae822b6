import Foundation
import VinculaCore
import VinculaCrypto

/// The places that sealed secrets of providers are bound to.
enum ProviderSecret {
    static func client(of id: ProviderID, in scope: ProjectScope) -> String {
        "client-secret/\(scope.project)/\(scope.tenant)/\(id)"
    }

    static func nextKey(of id: ProviderID, in scope: ProjectScope) -> String {
        "saml-key/\(scope.project)/\(scope.tenant)/\(id)"
    }

    static func appleKey(of id: ProviderID, in scope: ProjectScope) -> String {
        "apple-key/\(scope.project)/\(scope.tenant)/\(id)"
    }
}

extension Sealer {
    /// Carries out a decision about a secret.
    ///
    /// - Parameter sealed: The secret as it is stored now.
    func apply(_ change: SecretChange, to sealed: String?, place: String) throws -> String? {
        switch change {
        case .keep: sealed
        case .remove: nil
        case .replace(let secret): try seal(Data(secret.utf8), place: place).base64EncodedString()
        }
    }

    /// Opens a secret; `nil` if there is none.
    func open(_ sealed: String?, place: String) throws -> String? {
        guard let sealed else { return nil }
        return String(decoding: try open(sealed.sealedBytes, place: place), as: UTF8.self)
    }
}

extension String {
    /// The bytes of a sealed secret in base64. A value that is not base64 is not a sealed secret either, and the sealer reports
    /// that.
    var sealedBytes: Data { Data(base64Encoded: self) ?? Data() }
}

extension ScopedReads {
    /// A project's own client of a provider, with its secrets opened.
    ///
    /// - Returns: `nil` if the project has no configuration of the provider.
    /// - Throws: ``AuthError/providerDisabled``; ``AuthError/providerNotConfigured`` in a tenant without it.
    func client(of id: ProviderID, sealer: Sealer) throws -> ProviderClient? {
        if id.isDefinedByProject {
            guard let provider = try reads.openIDProvider(id, in: scope) else { return nil }
            guard provider.isEnabled else { throw AuthError.providerDisabled }
            let place = ProviderSecret.client(of: id, in: scope)
            return ProviderClient(
                ids: [provider.clientID], secret: try sealer.open(provider.sealedClientSecret, place: place))
        }
        guard ProviderID.builtIn.contains(id) else { return nil }
        guard let provider = try reads.supportedProvider(id, in: scope) else {
            guard try hasServerProviders() else { throw AuthError.providerNotConfigured }
            return nil
        }
        guard provider.isEnabled else { throw AuthError.providerDisabled }
        var client = try provider.client(in: scope, sealer: sealer)
        if id == .gameCenter, let apple = try reads.supportedProvider(.apple, in: scope) {
            client.ids += apple.apple.bundleIDs.filter { !client.ids.contains($0) }
        }
        return client
    }

    /// Checks that a project has neither disabled a provider nor deleted one that it had configured itself.
    ///
    /// - Throws: ``AuthError/providerDisabled``, ``AuthError/providerNotConfigured``.
    func requireEnabled(_ id: ProviderID) throws {
        if id.isDefinedByProject {
            guard let provider = try reads.openIDProvider(id, in: scope) else {
                guard id.isSAML, try settings().allowsUnknownSAML else { throw AuthError.providerNotConfigured }
                return
            }
            guard provider.isEnabled else { throw AuthError.providerDisabled }
        } else if id == .phone {
            guard try settings().phone.isEnabled else { throw AuthError.providerDisabled }
        } else if ProviderID.builtIn.contains(id) {
            guard let provider = try reads.supportedProvider(id, in: scope) else {
                guard try hasServerProviders() else { throw AuthError.providerNotConfigured }
                return
            }
            guard provider.isEnabled else { throw AuthError.providerDisabled }
        }
    }

    /// Indicates whether the built-in providers that are not configured here are the server's.
    func hasServerProviders() throws -> Bool { try scope.tenant.isEmpty || settings().tenants.haveServerProviders }
}

extension SupportedProvider {
    /// The configuration in the form in which requests to the provider need it.
    func client(in scope: ProjectScope, sealer: Sealer) throws -> ProviderClient {
        var client = ProviderClient(
            ids: audiences, secret: try sealer.open(sealedClientSecret, place: ProviderSecret.client(of: id, in: scope)))
        let key = try sealer.open(apple.sealedPrivateKey, place: ProviderSecret.appleKey(of: id, in: scope))
        if let key, let teamID = apple.teamID, let keyID = apple.keyID {
            client.appleKey = ProviderClient.AppleKey(teamID: teamID, keyID: keyID, privateKey: key)
        }
        return client
    }
}

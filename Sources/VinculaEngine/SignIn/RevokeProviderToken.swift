import Foundation
package import VinculaCore

extension AuthEngine {
    /// Asks a provider to revoke the tokens of an app, before a person deletes their account.
    ///
    /// This also works if the project has disabled the provider: a revocation gives nobody anything.
    ///
    /// - Parameters:
    ///   - token: The token to revoke.
    ///   - idToken: The caller's ID token.
    ///   - scope: The project.
    /// - Throws: The answers to an unusable ID token, ``AuthError/invalidProviderID(_:)``,
    ///   ``AuthError/invalidArgument(_:)``, ``AuthError/providerNotConfigured`` without the project's key for Apple, and the
    ///   verifier's errors.
    package func revokeProviderToken(_ token: ProviderToken, idToken: String?, in scope: ProjectScope) async throws {
        let facts = try tokens.verifyCaller(idToken, for: .revokeProviderToken, in: scope, now: clock.now)
        let client = try await read(in: scope) { reading -> ProviderClient? in
            _ = try reading.caller(facts)
            guard token.provider == .apple else { throw AuthError.invalidProviderID("Only apple.com supports revocation.") }
            return try reading.reads.supportedProvider(.apple, in: scope).map { try $0.client(in: scope, sealer: sealer) }
        }
        guard (1...4096).contains(token.value.utf8.count) else {
            throw AuthError.invalidArgument("token must have 1 to 4096 characters.")
        }
        if let uri = token.redirectURI {
            guard uri.utf8.count <= 2048, let url = URL(string: uri), url.scheme == "https", url.host()?.isEmpty == false else {
                throw AuthError.invalidArgument("redirectUri must be an https URL.")
            }
        }
        guard let client, client.appleKey != nil else { throw AuthError.providerNotConfigured }
        try limits.admit(.revokeToken, target: facts.account, in: scope)
        let place = try limits.enter(token.provider, in: scope)
        defer { place?.leave() }
        try await verifier.revoke(token, client: client)
    }
}

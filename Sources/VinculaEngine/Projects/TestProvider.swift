package import VinculaCore
import VinculaCrypto

extension BrowserFlows {
    /// Tests the connection to a provider: its discovery document and keys, if it has them, and whether its token endpoint
    /// accepts the client and refuses a code that it never issued. A provider that is switched off can be tested, too.
    ///
    /// - Parameters:
    ///   - id: The provider.
    ///   - server: The server's address, as browsers know it.
    ///   - tester: The operator.
    ///   - scope: The project or tenant.
    /// - Throws: ``AuthError/configurationNotFound``, ``AuthError/tooManyAttempts(retryAfterSeconds:)``, and the errors of
    ///   ``ProviderPages/probe(_:configured:client:)``.
    package func test(
        _ id: ProviderID, server: String, by tester: AccountID, in scope: ProjectScope
    ) async throws -> ProviderProbe {
        try limits.admit(.consoleTest, target: tester, in: .operators)
        let (configured, client) = try await read(in: scope) { try $0.tested(id, sealer: sealer) }
        let order = ProviderPageOrder(
            provider: id,
            redirectURI: configured.map { FlowCallback.url(of: $0, in: scope, server: server) }
                ?? FlowCallback.url(of: id, in: scope, server: server),
            state: SecureRandom.bytes(32).base64URL, nonce: SecureRandom.bytes(32).base64URL,
            codeVerifier: SecureRandom.bytes(32).base64URL)
        let probe: Result<ProviderProbe, any Error>
        do {
            let place = try limits.enter(id, in: scope, for: .beginFlow)
            defer { place?.leave() }
            probe = .success(try await pages.probe(order, configured: configured, client: client))
        } catch {
            probe = .failure(error)
        }
        let outcome = (try? probe.get().name) ?? "failed"
        try await write(in: scope) { work in
            work.transaction.record(
                AuditEvent(.providerTest, in: scope, details: ["id": .string(id.value), "outcome": .string(outcome)]))
        }
        return try probe.get()
    }
}

extension ScopedReads {
    /// The configuration of a provider, whether or not it is switched on.
    fileprivate func tested(
        _ id: ProviderID, sealer: Sealer
    ) throws -> (configured: OpenIDProvider?, client: ProviderClient?) {
        if id.isDefinedByProject {
            guard var provider = try reads.openIDProvider(id, in: scope) else { throw AuthError.configurationNotFound }
            provider.isEnabled = true
            let secret = try sealer.open(provider.sealedClientSecret, place: ProviderSecret.client(of: id, in: scope))
            return (provider, ProviderClient(ids: [provider.clientID], secret: secret))
        }
        if let own = try reads.supportedProvider(id, in: scope) { return (nil, try own.client(in: scope, sealer: sealer)) }
        guard try hasServerProviders() else { throw AuthError.configurationNotFound }
        return (nil, nil)
    }
}

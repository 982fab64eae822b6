import Foundation
package import VinculaCore
import VinculaCrypto

extension BrowserFlows {
    /// Decides where the result of a flow may go.
    ///
    /// - Parameters:
    ///   - request: The app's request.
    ///   - server: The server's address, as the browser knows it.
    ///   - scope: The project that the request is for.
    /// - Throws: ``AuthError/unauthorizedDomain(_:)``, ``AuthError/invalidContinueURI``, ``AuthError/operationNotAllowed(_:)``,
    ///   ``AuthError/invalidArgument(_:)``.
    package func target(
        of request: FlowRequest, server: String, in scope: ProjectScope
    ) async throws -> FlowReturn {
        try await read(in: scope) { try $0.flowTarget(of: request, server: server, apps: apps) }
    }

    /// Begins a sign-in at a provider's page.
    ///
    /// - Parameters:
    ///   - request: The app's request.
    ///   - server: The server's address, as the browser knows it; the provider sends the browser back there.
    ///   - browserSecret: The secret in the browser's cookie, if it has one. One that this server cannot have made is
    ///     replaced.
    ///   - scope: The project of the app's key.
    /// - Throws: The errors of ``target(of:server:in:)`` and of ``ProviderPages/begin(_:configured:client:)``,
    ///   ``AuthError/providerNotConfigured`` for `verifyApp`, ``AuthError/tooManyAttempts(retryAfterSeconds:)``,
    ///   ``AuthError/overloaded(retryAfterSeconds:)``. Nothing is stored then.
    package func begin(
        _ request: FlowRequest, server: String, browserSecret: String?, in scope: ProjectScope
    ) async throws -> FlowBeginning {
        // It is about no provider; see ``AuthEngine/appChallenge(in:from:)``.
        guard request.kind != .verifyApp else { throw AuthError.providerNotConfigured }
        let secret = browserSecret.flatMap { Data(base64URL: $0)?.count == 32 ? $0 : nil } ?? SecureRandom.bytes(32).base64URL
        let sessionSecret = SecureRandom.bytes(32).base64URL
        let (target, provider) = try await read(in: scope) { reading in
            try reading.requireInUse()
            return (
                try reading.flowTarget(of: request, server: server, apps: apps),
                try reading.flowProvider(request.provider, sealer: sealer, serverTrust: serverTrust)
            )
        }
        let callback =
            provider.configured.map { FlowCallback.url(of: $0, in: scope, server: server) }
            ?? FlowCallback.url(of: request.provider, in: scope, server: server)
        let redirectURI = target == .client ? request.redirectURL ?? callback : callback
        // Counted before the provider is asked, and before anything is stored.
        // One address's share first, so that nobody alone uses up the project's. Tenants share their project's.
        let counted = scope.withoutTenant
        try limits.admit(.beginFlow, target: scope.project, in: counted, from: transactions.origin.client ?? .unknown)
        try limits.admit(.beginFlow, target: scope.project, in: counted)
        let state = SecureRandom.bytes(32).base64URL
        var order = FlowOrder(
            request: request, target: target, server: server, redirectURI: redirectURI,
            nonce: SecureRandom.bytes(32).base64URL, codeVerifier: SecureRandom.bytes(32).base64URL,
            sessionSecret: request.bringsSession ? nil : sessionSecret, party: provider.party)
        let page = try await open(order.page(state: state), of: provider, in: scope)
        order.requestToken = page.requestToken
        let id = Data(state.utf8).sha256.base64URL
        let sealed = try sealer.seal(try JSONEncoder().encode(order), place: FlowOrder.place(of: id))
        try await write(in: scope) { work in
            try work.transaction.insert(
                BrowserFlow(
                    id: id, scope: scope, provider: request.provider,
                    browserHash: target == .client ? nil : Data(secret.utf8).sha256,
                    sessionHash: request.sessionHash ?? Data(sessionSecret.utf8).sha256, sealedOrder: sealed,
                    expiresAt: work.now.adding(seconds: FlowTimes.answerSeconds)))
        }
        return FlowBeginning(
            url: page.url, browserSecret: secret, answersByForm: page.answersByForm, expiresInSeconds: FlowTimes.answerSeconds)
    }

    private func open(
        _ order: ProviderPageOrder, of provider: FlowProvider, in scope: ProjectScope
    ) async throws -> ProviderPage {
        let place = try limits.enter(order.provider, in: scope, for: .beginFlow)
        defer { place?.leave() }
        return try await pages.begin(order, configured: provider.configured, client: provider.client)
    }
}

extension ScopedReads {
    fileprivate func flowTarget(of request: FlowRequest, server: String, apps: RegisteredApps) throws -> FlowReturn {
        try FlowReturnRule(
            server: server, settings: try settings(), apps: apps,
            apple: try reads.supportedProvider(.apple, in: scope), google: try reads.supportedProvider(.google, in: scope),
            playGames: try reads.supportedProvider(.playGames, in: scope)
        ).target(of: request)
    }
}

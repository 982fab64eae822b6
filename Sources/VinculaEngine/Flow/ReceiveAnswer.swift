import Foundation
import VinculaCore
import VinculaCrypto

extension BrowserFlows {
    /// Takes what a provider's page sent back, and has the provider vouch for the person.
    ///
    /// The flow's state is used up before the provider's code is redeemed, whatever becomes of it.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` if no flow can be named: the state is unknown, used, expired, or another
    ///   browser's; ``AuthError/overloaded(retryAfterSeconds:)``, which leaves the flow open; the store's errors.
    package func receive(_ answer: FlowAnswer) async throws -> FlowResult {
        let state = answer.fields.flowState
        guard let flow = try await flow(ofState: state), flow.browserHash != nil else { throw Self.unknown }
        guard flow.belongs(toBrowser: answer.browserSecret) else {
            try await noteMismatch(of: flow)
            throw Self.unknown
        }
        let place = try limits.enter(flow.provider, in: flow.scope, for: .finishFlow)
        defer { place?.leave() }
        let order = try await use(flow)
        let result = await vouch(answer, flow, order.page(state: state), order)
        let outcome: FlowResult.Outcome =
            switch result {
            case .success(let result): try await keep(result, of: flow, order)
            case .failure(let error): .failed(FlowFailure(error))
            }
        return FlowResult(
            request: order.request, target: order.target, scope: flow.scope, outcome: outcome,
            retryURL: order.server + FlowCallback.handler + "?" + order.request.query)
    }

    private static let unknown = AuthError.invalidIDPResponse(
        "This sign-in is unknown, over, or was begun in another browser.")

    /// Finds a flow whose browser is at the provider.
    func flow(ofState state: String) async throws -> BrowserFlow? {
        guard (1...128).contains(state.utf8.count) else { return nil }
        let id = Data(state.utf8).sha256.base64URL
        return try await read { reading in
            guard let flow = try reading.reads.browserFlow(id), flow.stage == .begun, reading.now < flow.expiresAt else {
                return nil
            }
            return flow
        }
    }

    /// Uses up a flow's state by one conditional write.
    ///
    /// - Returns: What was kept for the answer.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` if somebody else was faster, or the time is over.
    func use(_ flow: BrowserFlow) async throws -> FlowOrder {
        guard let sealed = flow.sealedOrder else { throw Self.unknown }
        let order = try sealer.open(sealed, place: FlowOrder.place(of: flow.id))
        let isUsed = try await write(in: flow.scope) { work in
            try work.now < flow.expiresAt && work.transaction.answerBrowserFlow(flow.id)
        }
        guard isUsed else { throw Self.unknown }
        return try JSONDecoder().decode(FlowOrder.self, from: order)
    }

    /// Records, once for each flow, that its state or code came without the secret that belongs to it.
    func noteMismatch(of flow: BrowserFlow) async throws {
        try await write(in: flow.scope) { work in
            guard try work.transaction.noteMismatch(ofBrowserFlow: flow.id) else { return }
            work.record(.signInPageMismatch, details: ["provider": .string(flow.provider.value)])
        }
    }

    /// Has the provider vouch for the person, unless the answer came to another provider's address.
    private func vouch(
        _ answer: FlowAnswer, _ flow: BrowserFlow, _ page: ProviderPageOrder, _ order: FlowOrder
    ) async -> Result<FlowPayload, AuthError> {
        guard answer.isAt(flow, order) else {
            return .failure(.invalidIDPResponse("The answer came to another provider's address."))
        }
        do {
            return .success(try await exchange(answer.fields, flow, page, order))
        } catch let error as AuthError {
            return .failure(error)
        } catch {
            return .failure(.providerUnavailable("the exchange with the provider failed"))
        }
    }

    /// Exchanges a provider's answer for the identity that it vouches for.
    ///
    /// The caller has taken a slot for it before it used the state up, so that nobody's sign-in is lost to a busy server.
    func exchange(
        _ fields: [String: String], _ flow: BrowserFlow, _ page: ProviderPageOrder, _ order: FlowOrder
    ) async throws -> FlowPayload {
        let provider = try await read(in: flow.scope) {
            try $0.flowProvider(flow.provider, sealer: sealer, serverTrust: serverTrust)
        }
        // Otherwise one provider's code would be sent to the other that took its place.
        guard provider.party == order.party else { throw AuthError.providerNotConfigured }
        let identity = try await pages.finish(
            ProviderPageAnswer(order: page, requestToken: order.requestToken, fields: fields), configured: provider.configured,
            client: provider.client, trust: provider.trust)
        guard identity.presented.key.provider == flow.provider else {
            throw AuthError.invalidIDPResponse("Another provider vouches for the person.")
        }
        if let once = identity.once { try await useUp(once, of: identity.presented.key, in: flow.scope) }
        return FlowPayload(identity: identity, trust: provider.trust)
    }

    /// Records, by one conditional write, that an assertion was used.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` if it was used before.
    private func useUp(_ once: VerifiedIdentity.Once, of key: IdentityKey, in scope: ProjectScope) async throws {
        let parts = ["saml", scope.project, scope.tenant, key.provider.value, key.issuer, once.id]
        let name = Data(parts.joined(separator: "\n").utf8).sha256
        let firstUse = try await write(in: scope) { work in
            try work.transaction.useAssertion(name, now: work.now, expiresAt: once.expiresAt)
        }
        guard firstUse == nil else { throw AuthError.invalidIDPResponse("The assertion was used before.") }
    }

    /// Stores the result for the holder of a new one-time code.
    private func keep(
        _ payload: FlowPayload, of flow: BrowserFlow, _ order: FlowOrder
    ) async throws -> FlowResult.Outcome {
        let code = SecureRandom.bytes(32).base64URL
        guard let sealed = try payload.sealed(with: code) else {
            return .failed(.invalid("The provider says too much about the person."))
        }
        let isKept = try await write(in: flow.scope) { work in
            try work.transaction.finishBrowserFlow(
                flow.id, codeHash: Data(code.utf8).sha256, sealedResult: sealed,
                expiresAt: work.now.adding(seconds: FlowTimes.resultSeconds))
        }
        guard isKept else { throw Self.unknown }
        return .signedIn(
            urlResponse: FlowCallback.result(code: code, provider: flow.provider, server: order.server),
            sessionID: order.sessionSecret)
    }
}

extension FlowAnswer {
    /// Indicates whether an answer came to the address that the provider was told.
    fileprivate func isAt(_ flow: BrowserFlow, _ order: FlowOrder) -> Bool {
        guard let provider else { return flow.provider.isSAML && order.redirectURI == order.server + FlowCallback.handler }
        let scope = provider.isDefinedByProject ? flow.scope : nil
        return provider == flow.provider && project == scope?.project && tenant ?? "" == scope?.tenant ?? ""
    }
}

extension BrowserFlow {
    /// Indicates whether a browser is the one that was sent to the provider.
    fileprivate func belongs(toBrowser secret: String?) -> Bool {
        guard let secret, let browserHash else { return false }
        return FixedTime.areEqual(Data(secret.utf8).sha256, browserHash)
    }

    /// Indicates whether a session id is the one that the flow began with.
    func belongs(toSession secret: String?) -> Bool {
        guard let secret, !secret.isEmpty else { return false }
        return FixedTime.areEqual(Data(secret.utf8).sha256, sessionHash)
    }
}

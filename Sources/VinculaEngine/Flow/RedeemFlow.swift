import Foundation
package import VinculaCore
import VinculaCrypto

/// The result of a browser flow, as an app redeems it.
package struct FlowRedemption: Hashable, Sendable {
    /// The one-time code.
    package var code: String
    /// The secret that the flow began with.
    package var sessionID: String?
    /// The provider that the app names, if it does.
    package var provider: ProviderID?

    package init(code: String, sessionID: String?, provider: ProviderID?) {
        self.code = code
        self.sessionID = sessionID
        self.provider = provider
    }

    var codeHash: Data { Data(code.utf8).sha256 }
}

/// The address to which a provider sent the browser, as an app that began by `createAuthUri` received it.
package struct ClientFlowAnswer: Hashable, Sendable {
    /// The address without query and fragment.
    package var address: String
    /// The fields of the query, the fragment and the form, each of which came once.
    package var fields: [String: String]
    package var sessionID: String?
    /// The provider that the app names, if it does.
    package var provider: ProviderID?
    /// The credential that the fields are if the state is another server's or the app's own.
    package var credential: FederatedCredential?

    package init(
        address: String, fields: [String: String], sessionID: String?, provider: ProviderID?,
        credential: FederatedCredential? = nil
    ) {
        self.address = address
        self.fields = fields
        self.sessionID = sessionID
        self.provider = provider
        self.credential = credential
    }
}

extension BrowserFlows {
    private static let refusal = AuthError.invalidIDPResponse(
        "The sign-in at the provider's page is unknown, redeemed, expired, or belongs to another session.")

    /// Opens a result, which stays redeemable: the decision about it uses it up.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``.
    func result(of redemption: FlowRedemption, in scope: ProjectScope) async throws -> FlowPayload {
        let hash = redemption.codeHash
        let found = try await read(in: scope) { try $0.finishedFlow(codeHash: hash) }
        guard let flow = found else { throw Self.refusal }
        // Whoever only saw the address cannot use the result up.
        guard flow.belongs(toSession: redemption.sessionID) else {
            try await noteMismatch(of: flow)
            throw Self.refusal
        }
        guard redemption.provider.map({ $0 == flow.provider }) ?? true, let sealed = flow.sealedResult,
            let payload = FlowPayload.open(sealed, with: redemption.code)
        else { throw Self.refusal }
        return payload
    }

    /// Uses a result up, within the decision about it.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)`` if somebody else was faster, or the time is over.
    static func consume(_ redemption: FlowRedemption, _ work: Work) throws {
        let hash = redemption.codeHash
        guard try work.finishedFlow(codeHash: hash) != nil, try work.transaction.consumeBrowserFlow(codeHash: hash) else {
            throw refusal
        }
    }

    /// Indicates whether the state in an answer is one that this server made, whatever became of its flow.
    func made(stateOf answer: ClientFlowAnswer) async throws -> Bool {
        let state = answer.fields.flowState
        guard (1...128).contains(state.utf8.count) else { return false }
        let id = Data(state.utf8).sha256.base64URL
        return try await read { try $0.reads.browserFlow(id) != nil }
    }

    /// Has a provider vouch for a person whom it sent to the app's own address.
    ///
    /// The flow's state is used up before the provider's code is redeemed.
    ///
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/overloaded(retryAfterSeconds:)``, which leaves the flow open,
    ///   and the errors of ``ProviderPages/finish(_:configured:client:trust:)``.
    func identity(from answer: ClientFlowAnswer, in scope: ProjectScope) async throws -> VerifiedIdentity {
        let state = answer.fields.flowState
        guard let flow = try await flow(ofState: state), flow.scope == scope, flow.browserHash == nil else {
            throw Self.refusal
        }
        guard flow.belongs(toSession: answer.sessionID) else {
            try await noteMismatch(of: flow)
            throw Self.refusal
        }
        guard answer.provider.map({ $0 == flow.provider }) ?? true else { throw Self.refusal }
        let place = try limits.enter(flow.provider, in: scope, for: .finishFlow)
        defer { place?.leave() }
        let order = try await use(flow)
        guard answer.address.withPath == String(order.redirectURI.prefix { $0 != "?" }).withPath else { throw Self.refusal }
        return try await exchange(answer.fields, flow, order.page(state: state), order).identity
    }
}

extension String {
    /// A web address as browsers write it: `https://host` has the path `/`.
    fileprivate var withPath: String { split(separator: "/").count == 2 && !hasSuffix("/") ? self + "/" : self }
}

extension ScopedReads {
    /// Finds a result of this project that can be redeemed.
    fileprivate func finishedFlow(codeHash: Data) throws -> BrowserFlow? {
        guard let flow = try reads.browserFlow(codeHash: codeHash), flow.scope == scope, flow.stage == .finished,
            now < flow.expiresAt
        else { return nil }
        return flow
    }
}

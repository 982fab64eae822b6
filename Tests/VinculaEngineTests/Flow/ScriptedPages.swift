import Foundation
import Synchronization
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Stands in for the providers' pages: issues codes that are bound to PKCE's challenge and the nonce, and redeems each once.
final class ScriptedPages: ProviderPages {
    private struct Code {
        let presented: PresentedIdentity
        let challenge: String
        let nonce: String
    }

    private struct State {
        var orders: [ProviderPageOrder] = []
        var codes: [String: Code] = [:]
        var exchanges = 0
        var failure: AuthError?
        var meanwhile: (@Sendable () async throws -> Void)?
        var change: @Sendable (inout VerifiedIdentity) -> Void = { _ in }
    }

    private let state = Mutex(State())

    /// What was asked for, in order.
    var orders: [ProviderPageOrder] { state.withLock { $0.orders } }
    /// How often a code was sent to a provider.
    var exchanges: Int { state.withLock { $0.exchanges } }

    func forgetExchanges() { state.withLock { $0.exchanges = 0 } }

    /// Has the next exchanges fail.
    func fail(_ error: AuthError?) { state.withLock { $0.failure = error } }

    /// Has something happen while a code is being exchanged.
    func meanwhile(_ action: (@Sendable () async throws -> Void)?) { state.withLock { $0.meanwhile = action } }

    /// Has providers vouch for more than the identity.
    func change(_ change: @escaping @Sendable (inout VerifiedIdentity) -> Void) { state.withLock { $0.change = change } }

    /// A person signs in at a page, and the provider sends the browser back with these fields.
    func signIn(_ presented: PresentedIdentity, at url: String) -> [String: String] {
        let items = URLComponents(string: url)?.queryItems ?? []
        func field(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        let code = UUID().uuidString
        state.withLock {
            $0.codes[code] = Code(presented: presented, challenge: field("code_challenge"), nonce: field("nonce"))
        }
        return ["code": code, "state": field("state")]
    }

    func canBegin(_ provider: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) -> Bool {
        provider != .gameCenter
    }

    func begin(
        _ order: ProviderPageOrder, configured: OpenIDProvider?, client: ProviderClient?
    ) async throws -> ProviderPage {
        state.withLock { $0.orders.append(order) }
        let fields = [
            ("state", order.state), ("nonce", order.nonce), ("redirect_uri", order.redirectURI),
            ("code_challenge_method", "S256"), ("code_challenge", Data(order.codeVerifier.utf8).sha256.base64URL),
        ]
        return ProviderPage(
            url: "https://provider.test/authorize?" + QueryText.encode(fields), answersByForm: order.provider == .apple)
    }

    func finish(
        _ answer: ProviderPageAnswer, configured: OpenIDProvider?, client: ProviderClient?, trust: ProviderTrust
    ) async throws -> VerifiedIdentity {
        let (failure, meanwhile) = state.withLock { state in
            state.exchanges += 1
            return (state.failure, state.meanwhile)
        }
        try await meanwhile?()
        if let failure { throw failure }
        if let error = answer.fields["error"] { throw AuthError.providerRefused(code: error) }
        let code = state.withLock { $0.codes.removeValue(forKey: answer.fields["code"] ?? "") }
        guard let code, code.challenge == Data(answer.order.codeVerifier.utf8).sha256.base64URL else {
            throw AuthError.invalidIDPResponse("invalid_grant")
        }
        guard code.nonce == answer.order.nonce else { throw AuthError.missingOrInvalidNonce("nonce") }
        var identity = VerifiedIdentity(
            presented: code.presented,
            details: ProviderDetails(federatedID: code.presented.key.subject, rawUserInfo: .object(["sub": "x"])),
            oauthAccessToken: "access-token-of-\(code.presented.key.subject)")
        identity.oauthRefreshToken = "refresh-token-of-\(code.presented.key.subject)"
        state.withLock { $0.change }(&identity)
        return identity
    }
}

import AsyncHTTPClient
import Crypto
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// A clock that stands still.
struct StoppedClock: VinculaEngine.Clock {
    static let seconds: Int64 = 1_800_000_000
    var now = Timestamp(seconds: Self.seconds)
}

extension TestToken {
    init(issuer: String, client: String = "client") { self.init(issuer: issuer, client: client, now: StoppedClock.seconds) }
}

extension HostileProvider {
    static let openID = ProviderID("oidc.h")

    var configuration: OpenIDProvider {
        OpenIDProvider(id: Self.openID, isEnabled: true, clientID: "client", issuer: address)
    }

    /// A registry that knows this provider, as whichever it may stand in for.
    func registry(_ change: (inout ProviderOptions) -> Void = { _ in }) -> ProviderRegistry {
        var options = ProviderOptions(
            [
                .google: .init(clientIDs: ["client", "ios-client"], issuer: address),
                .apple: .init(clientIDs: ["client"], issuer: address),
                .microsoft: .init(clientIDs: ["client"], issuer: address),
            ], allowsLoopbackHTTP: true,
            timeout: .seconds(30))
        change(&options)
        return ProviderRegistry(options: options, httpClient: .shared, clock: StoppedClock())
    }

    func verify(
        _ token: TestToken, as provider: ProviderID = openID, nonce: String? = nil, user: JSONValue? = nil,
        trust: ProviderTrust = .domainOwner, by registry: ProviderRegistry? = nil
    ) async throws -> VerifiedIdentity {
        let credential = FederatedCredential(provider: provider, idToken: try token.text, nonce: nonce, user: user)
        return try await (registry ?? self.registry())
            .verify(credential, configured: provider.isOpenIDConnect ? configuration : nil, client: nil, trust: trust)
    }
}

/// What went wrong, without its text.
enum Refusal: Hashable, Sendable {
    case invalidIDPResponse, missingOrInvalidNonce, providerUnavailable, providerNotConfigured, providerDisabled
    case invalidCredentialOrProviderID, operationNotAllowed, other

    init(_ error: any Error) {
        self =
            switch error as? AuthError {
            case .invalidIDPResponse: .invalidIDPResponse
            case .missingOrInvalidNonce: .missingOrInvalidNonce
            case .providerUnavailable: .providerUnavailable
            case .providerNotConfigured: .providerNotConfigured
            case .providerDisabled: .providerDisabled
            case .invalidCredentialOrProviderID: .invalidCredentialOrProviderID
            case .operationNotAllowed: .operationNotAllowed
            default: .other
            }
    }
}

/// Expects an answer that is an error, of this kind.
func expect(
    _ refusal: Refusal, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> some Sendable
) async {
    do {
        let result = try await body()
        Issue.record("Accepted: \(result)", sourceLocation: sourceLocation)
    } catch {
        #expect(Refusal(error) == refusal, "\(error)", sourceLocation: sourceLocation)
    }
}

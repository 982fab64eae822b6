package import Foundation

/// A sign-in at a provider's page, as it is stored from its beginning to the redemption of its result.
package struct BrowserFlow: Hashable, Sendable {
    package enum Stage: String, Hashable, Sendable, CaseIterable {
        /// The browser is at the provider.
        case begun
        /// The provider has answered; whether with a sign-in is not known yet, or it was not.
        case answered
        /// There is a result to redeem.
        case finished
    }

    /// SHA-256 of the state, in base64url.
    package let id: String
    package let scope: ProjectScope
    package let provider: ProviderID
    package var stage: Stage
    /// SHA-256 of the secret in the browser's cookie; `nil` if the provider sends the browser to the app's own address.
    package let browserHash: Data?
    /// SHA-256 of the secret with which the app redeems the result.
    package let sessionHash: Data
    /// The data that is needed while the browser is at the provider, sealed; `nil` afterwards.
    package var sealedOrder: Data?
    /// SHA-256 of the one-time code of the result.
    package var codeHash: Data?
    /// The result, sealed so that only the holder of the code can read it.
    package var sealedResult: Data?
    package var expiresAt: Timestamp

    package init(
        id: String, scope: ProjectScope, provider: ProviderID, stage: Stage = .begun, browserHash: Data?, sessionHash: Data,
        sealedOrder: Data?, codeHash: Data? = nil, sealedResult: Data? = nil, expiresAt: Timestamp
    ) {
        self.id = id
        self.scope = scope
        self.provider = provider
        self.stage = stage
        self.browserHash = browserHash
        self.sessionHash = sessionHash
        self.sealedOrder = sealedOrder
        self.codeHash = codeHash
        self.sealedResult = sealedResult
        self.expiresAt = expiresAt
    }
}
